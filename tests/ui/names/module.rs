// A module of a function's name, beside the module with its derivatives; another function.

adgraph::graph! {
    pub fn f(x: f64) -> f64 { x * x }
}

mod f {}

mod functions {
    fn g() {}

    adgraph::graph! {
        pub fn g(x: f64) -> f64 { x * x }
    }
}

fn main() {}
