// A module of a function's name, beside the module with its derivatives.

adgraph::graph! {
    pub fn f(x: f64) -> f64 { x * x }
}

mod f {}

fn main() {}
