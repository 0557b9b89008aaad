//! Functions with derivatives of their own: what names them, and what they must take and yield.

use adgraph::graph;

graph! {
    #[derivative]
    fn nothing(x: f64) -> f64 { x }

    #[derivative(jacobian)]
    fn asked(x: f64) -> f64 { x }

    #[derivatives(adjoint)]
    fn asked_too(x: f64) -> f64 { x }

    #[derivative(adjiont = slope)]
    fn misspelt(x: f64) -> f64 { x }

    #[derivative(adjoint = elsewhere::slope)]
    fn path(x: f64) -> f64 { x }

    #[derivative(adjoint = slope, adjoint = slope)]
    fn twice(x: f64) -> f64 { x }

    #[derivative(adjoint = slope)]
    #[derivative(tangent = slope)]
    fn two(x: f64) -> f64 { x }

    fn slope(x: f64, result: f64, seed: f64) -> f64 { 2.0 * x * seed }
}

graph! {
    #[derivative(adjoint = stepe, tangent = sin)]
    fn unknown(x: f64) -> f64 { x }
    fn steep(x: f64, result: f64, seed: f64) -> f64 { x * seed }

    #[derivative(adjoint = steep)]
    fn constant(#[dynamic] x: f64) -> f64 { x }

    #[derivative(adjoint = steep)]
    fn choice(x: f64) -> bool { x > 0.0 }

    #[derivative(adjoint = few)]
    fn counted(x: [f64; 3], p: f64) -> f64 { p * sum(x) }
    fn few(x: [f64; 3], seed: f64) -> [f64; 3] { seed + x }

    #[derivative(adjoint = seeded, tangent = along)]
    fn typed(x: &[[f64; 30]; 2], seed: f64) -> ([f64; 2], bool) { (sum(x, axis = 1), true) }
    fn seeded(x: &[[f64; 30]; 2], p: f64, y: [f64; 2], b: bool, s: f64) -> ([[f64; 30]; 2], f64) { (x, s) }
    fn along(
        x: &[[f64; 30]; 2], p: f64, y: [f64; 2], b: bool, dx: &[[f64; 30]; 2], dp: f64
    ) -> [f64; 3] { [p, dp, 1.0] }

    #[derivative(adjoint = halves)]
    fn pair(x: f64, y: f64) -> f64 { x * y }
    fn halves(x: f64, y: f64, xy: f64, seed: f64) -> f64 { seed }

    #[derivative(adjoint = double)]
    fn generic<T: Float>(x: T, i: usize) -> T { x }
    fn double(x: f64, i: usize, y: f64, seed: f64) -> f64 { seed }

    #[derivative(adjoint = wrong)]
    fn right(x: f64) -> f64 { x }
    fn wrong(x: f64, y: f64, seed: f64) -> f64 { x + [seed, seed] }
}

graph! {
    #[derivative(adjoint = exp_adjoint)]
    fn my_exp(x: f64) -> f64 { exp(x) }
    fn exp_adjoint(x: f64, y: f64, seed: f64) -> f64 { helper(x) * seed }
    fn helper(x: f64) -> f64 { my_exp(x) }

    #[derivative(tangent = own)]
    fn own(x: f64, y: f64, dx: f64) -> f64 { dx }
}

fn main() {
    let _ = (right::gradient(1.0), my_exp::gradient(1.0));
}
