// Equations that are no closures, or not of one unknown, and closures elsewhere.
adgraph::graph! {
    pub fn no_closure(a: f64) -> f64 {
        solve(a, 1.0)
    }

    pub fn no_unknown(a: f64) -> f64 {
        solve(|| a, 1.0)
    }

    pub fn two_unknowns(a: f64) -> f64 {
        solve(|x, y| x * y - a, 1.0)
    }

    pub fn two_with_types(a: f64) -> f64 {
        solve(|x: f64, y: f64| x * y - a, 1.0)
    }

    pub fn other_type(a: f64) -> f64 {
        solve(|x: [f64; 2]| x * x - a, 1.0)
    }

    pub fn single_precision(a: f64) -> f64 {
        solve(|x: f32| x * x - a as f32, a) as f64
    }

    pub fn no_start(a: f64) -> f64 {
        solve(|x| x * x - a)
    }

    pub fn method(a: f64) -> f64 {
        a.solve(|x| x * x - a)
    }

    pub fn elsewhere(a: f64) -> f64 {
        sin(|x| x + a)
    }

    pub fn bound(a: f64) -> f64 {
        let square = |x| x * x;
        a
    }
}

fn main() {}
