// What `map` applies, and to what.
adgraph::graph! {
    fn square(v: f64) -> f64 {
        v * v
    }

    pub fn unequal(x: [f64; 3], y: [f64; 4]) -> f64 {
        sum(map(|a, b| a * b, x, y))
    }

    pub fn scalar(x: [f64; 3], p: f64) -> f64 {
        sum(map(|a, b| a * b, x, p))
    }

    pub fn nothing(x: [f64; 3]) -> f64 {
        sum(map(x))
    }

    pub fn parameters(x: [f64; 3]) -> f64 {
        sum(map(|a, b| a * b, x))
    }

    pub fn range(x: [f64; 3]) -> f64 {
        sum(map(|i| x[i], 0..3))
    }

    pub fn assigns(x: [f64; 3]) -> f64 {
        let mut s = 0.0;
        let y = map(|v| { s += v; s }, x);
        s + y[0]
    }

    pub fn builtin(x: [[f64; 3]; 2]) -> f64 {
        sum(map(norm, x))
    }

    pub fn types(x: [[f64; 3]; 2]) -> f64 {
        sum(map(square, x))
    }

    pub fn last(x: [f64; 3]) -> f64 {
        sum(map(x, |v| v * v))
    }

    pub fn no_array(p: f64) -> f64 {
        p.map(|v| v * v)
    }
}

fn main() {}
