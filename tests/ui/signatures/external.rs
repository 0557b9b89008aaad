//! Functions from outside: what declares them, and derivatives that they do not have.

use adgraph::graph;

fn slope(x: f64) -> f64 {
    x
}
mod declared {
    use adgraph::graph;

    graph! {
        #[external(adjiont = a)]
        fn misspelt(x: f64) -> f64;
        #[external(graph, adjoint = a)]
        fn both(x: f64) -> f64;
        #[external]
        fn with_body(x: f64) -> f64 { x }
        #[external]
        fn integers(x: f64, i: usize) -> bool;
        #[external]
        fn positions(x: f64, at: &[usize; 3]) -> f64;
        #[external]
        fn generic<T: Float>(x: T) -> T;
        #[external]
        #[derivatives(hessian)]
        pub fn asked(x: f64) -> f64;
        #[external(adjoint = a)]
        fn constant(#[dynamic] x: f64) -> f64;
        #[external]
        fn mixed(x: f64, y: f32) -> f64;
        #[external]
        fn large(x: [f64; 10000]) -> [f64; 10000];
        #[external(adjoint = a)]
        #[derivative(adjoint = rule)]
        fn twice(x: f64) -> f64;
        fn rule(x: f64, y: f64, s: f64) -> f64 { s }
        fn missing(x: f64) -> f64;
    }
}

graph! {
    #[external]
    fn slope(x: f64) -> f64;
    #[derivatives(jacobian)]
    fn asked(x: f64) -> f64 { slope(x) }
    fn language(x: f64) -> f64 { deriv(slope(x), x) }
}

mod order {
    fn slope(x: f64) -> f64 {
        x
    }
    fn adjoint(x: f64, seed: f64) -> (f64, f64) {
        (x, seed)
    }
    adgraph::graph! {
        #[external(adjoint = adjoint)]
        fn slope(x: f64) -> f64;
        #[derivatives(hessian)]
        fn second(x: f64) -> f64 { slope(x) }
    }
    adgraph::graph! {
        #[external(adjoint = adjoint)]
        fn slope(x: f64) -> f64;
        #[derivatives(jacobian)]
        fn of_a_slope(x: f64) -> f64 { deriv(slope(x), x) }
    }
}

fn main() {}
