//! Imports of functions from outside are used beside an error too.
#![warn(unused_imports)]

mod model {
    adgraph::graph! {
        pub fn compose(a: [f64; 3], b: [f64; 3]) -> [f64; 3] { a + b }
        pub fn never(x: f64) -> f64 { x }
    }
    pub fn lift(x: f64) -> f64 {
        x
    }
    pub fn lift_adjoint(x: f64, seed: f64) -> (f64, f64) {
        (x, seed)
    }
    pub fn other(x: f64) -> f64 {
        x
    }
    pub mod tables {
        pub fn lookup(x: f64) -> f64 {
            x
        }
    }
}
use model::{compose, lift, lift_adjoint, never, other, tables};

adgraph::graph! {
    #[external(graph)]
    fn compose(a: [f64; 3], b: [f64; 3]) -> [f64; 3];
    #[external(adjoint = lift_adjoint)]
    fn lift(x: f64) -> f64;
    #[external(value = tables::lookup)]
    fn lookup(x: f64) -> f64;
    #[external]
    fn other(x: f64) -> f64;
    #[external(value = f64::cbrt)]
    fn root(x: f64) -> f64;

    pub fn wrong(x: [f64; 3]) -> f64 { compose(x, x)[0] + lift(x[1]) + lookup(x[2]) + other(y) }
}

fn inner() {
    use model::other;
    adgraph::graph! {
        #[external]
        fn other(x: f64) -> f64;
        // An error that only the derivative has.
        #[derivatives(jacobian)]
        fn rough(x: f64) -> f64 { other(x) }
    }
}

fn main() {
    inner();
}
