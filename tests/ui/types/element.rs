// Element types that differ or do not fit.
adgraph::graph! {
    pub fn mixed(x: f64, y: f32) -> f64 {
        x + y
    }

    pub fn truth(x: f64) -> f64 {
        let positive = x > 0.0;
        x * positive + sin(positive)
    }

    pub fn not(x: f64) -> f64 {
        if !x { 1.0 } else { x && true }
    }

    pub fn indexed(x: [f64; 3], i: usize) -> f64 {
        x[i] * i
    }

    pub fn generic<T: adgraph::Float>(x: T, y: f64) -> T {
        x * y
    }
}

fn main() {}
