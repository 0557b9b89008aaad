// Items of the name of a function's module around a block; another function.
#![allow(non_camel_case_types)]

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

mod types {
    adgraph::graph! {
        pub fn h(x: f64) -> f64 { x * x }
    }

    struct h {}
}

mod imports {
    use std::f64::consts as i;

    adgraph::graph! {
        pub fn i(x: f64) -> f64 { x * x }
    }
}

fn main() {}
