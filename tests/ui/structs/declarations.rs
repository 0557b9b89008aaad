use adgraph::graph;

graph! {
    struct Positions(f64, [f64; 2]);

    struct Endless {
        next: Endless,
    }

    struct Texts {
        name: String,
        #[dynamc]
        size: f64,
    }

    struct Formula<const N: usize> {
        x: [f64; N + 1],
    }

    struct Function {
        x: f64,
    }

    pub fn f(p: Positions, e: Endless, t: Texts) -> f64 {
        p.0 + t.size
    }
}

fn main() {}
