// Derivatives inside of loops that stay loops, with respect to what is outside of them.
adgraph::graph! {
    pub fn handed_on(w: f64) -> f64 {
        let mut s = 1.0;
        let mut total = 0.0;
        for _ in 0..100_000 {
            s = sin(w * s);
            total += deriv(s, w);
        }
        total
    }

    pub fn parts(x: &[f64; 10_000]) -> f64 {
        let mut total = 0.0;
        for i in 0..10_000 {
            let e = x[i] * x[i];
            total += deriv(e, x)[0];
        }
        total
    }

    pub fn assigned(x: [f64; 3]) -> f64 {
        let mut q = x;
        q[0] = 7.0;
        let mut total = 0.0;
        for _ in 0..10_000 {
            let e = dot(q, x) * total;
            total += deriv(e, q)[0];
        }
        total
    }
}

fn main() {}
