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
        for v in p {
            total += v;
        }
        for v in x.iter_mut() {
            total += v;
        }
        for (a, b) in x {
            total += a * b;
        }
        for (v, w) in x.iter().zip(x).map(|(v, w)| v * w) {
            total += v * w;
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
