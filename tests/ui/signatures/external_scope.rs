//! Functions from outside that are not what they are declared to be: errors of the compiler.

use adgraph::graph;

fn energy(x: [f64; 2]) -> f64 {
    x[0]
}
fn slope(x: f64) -> f64 {
    x
}
fn adjoint(x: f64, seed: f64) -> f64 {
    x * seed
}
fn tangent(x: f64, along: f64) -> (f64, f64) {
    (x, along)
}
fn fields(x: f64, seed: f64) -> (f64, [f64; 2]) {
    (x, [seed; 2])
}
fn lonely(x: f64) -> f32 {
    x as f32
}

graph! {
    #[external]
    fn energy(x: [f64; 3]) -> f64;
    #[external(value = slope, adjoint = adjoint)]
    fn wrong_adjoint(x: f64) -> f64;
    #[external(value = slope, tangent = tangent)]
    fn wrong_tangent(x: f64) -> f64;
    #[external(value = slope, adjoint = fields)]
    fn wrong_fields(x: f64) -> f64;
    #[external]
    fn lonely(x: f64) -> f64;

    fn all(x: f64) -> f64 {
        energy([x, x, x]) + wrong_adjoint(x) + wrong_tangent(x) + wrong_fields(x)
    }
}

graph! {
    #[external(value = slope)]
    fn flat(x: f64) -> f64;
    fn kept(x: f64) -> f64 { flat(x) }
}

fn main() {}
