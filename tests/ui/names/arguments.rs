// Wrong numbers and kinds of arguments.
adgraph::graph! {
    fn norm2(x: [f64; 2], scale: f64) -> f64 {
        scale * norm(x)
    }

    pub fn builtin(x: f64) -> f64 {
        sin(x, x) + atan2(x) + x.hypot() + max(x, x, x)
    }

    pub fn options(x: [f64; 3]) -> f64 {
        sum(x, axes = 0) + sin(x, axis = 0)[0] + sum(x, axis = 0.5)
    }

    pub fn own(x: [f64; 2]) -> f64 {
        norm2(x) + norm2(x, 1) + norm2([x[0]], 1.0)
    }

    pub fn power(x: f64, y: f64) -> f64 {
        x.powi(y) + x.powi(2.0)
    }
}

fn main() {}
