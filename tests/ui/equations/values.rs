// Equations and starts whose types do not fit, and options that make no sense.
adgraph::graph! {
    pub fn shape(a: [f64; 2]) -> [f64; 2] {
        solve(|x| dot(x, x) - 1.0, a)
    }

    pub fn integer_start(a: f64) -> f64 {
        solve(|x| x * x - a, 1)
    }

    pub fn truth_start(a: f64) -> f64 {
        solve(|x| x, a > 0.0)
    }

    pub fn without_unknown(a: f64) -> f64 {
        solve(|x| a * a, 1.0)
    }

    pub fn assigned(a: f64) -> f64 {
        let mut calls = 0.0;
        let y = solve(|x| { calls += 1.0; x * x - a }, 1.0);
        y + calls
    }

    pub fn inner_error(a: f64) -> f64 {
        solve(|x| x * b - a, 1.0)
    }

    pub fn options(a: f64) -> f64 {
        solve(|x| x * x - a, 1.0, iterations = 0)
            + solve(|x| x * x - a, 1.0, tolerance = -1.0)
            + solve(|x| x * x - a, 1.0, tolerance = a)
            + solve(|x| x * x - a, 1.0, steps = 3)
    }

    pub fn too_large(a: [f64; 65]) -> [f64; 65] {
        solve(|x| x * x - a, a)
    }

    pub fn outside(a: f64) -> f64 {
        let y = solve(|inner| inner * inner - a, 1.0);
        y + inner
    }
}

fn main() {}
