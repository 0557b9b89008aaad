// Loops and indices whose bounds are not known to the macro.
adgraph::graph! {
    pub fn bounds(x: [f64; 3], n: usize, p: f64) -> f64 {
        let mut total = 0.0;
        for i in 0..n {
            total += x[i];
        }
        for i in 0..p {
            total += 1.0;
        }
        for v in x {
            total += v;
        }
        total + sum(x[..n]) + x[p]
    }

    pub fn long(x: f64) -> f64 {
        let mut total = x;
        #[unroll]
        for i in 0..1_000_000 {
            total += 1.0;
        }
        total
    }

    pub fn valued(x: f64) -> f64 {
        for i in 0..3 {
            x
        }
        x
    }
}

fn main() {}
