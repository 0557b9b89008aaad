//! Where functions from outside may be in scope: in function bodies, in modules, under another
//! name of the module; and signatures of all shapes.

use adgraph::{differentiable, graph};

#[test]
fn a_function_body_has_functions_of_its_own() {
    fn doubled(x: [f64; 2]) -> [f64; 2] {
        x.map(|x| 2.0 * x)
    }
    fn doubled_tangent(x: [f64; 2], along: &[f64; 2]) -> ([f64; 2], [f64; 2]) {
        (doubled(x), doubled(*along))
    }
    graph! {
        #[external(tangent = doubled_tangent)]
        fn doubled(x: [f64; 2]) -> [f64; 2];
        fn length(x: [f64; 2]) -> f64 { dot(doubled(x), x) }
    }
    let (value, d) = length::gradient([3.0, 4.0]);
    assert_eq!((value, d.x), (50.0, [12.0, 16.0]));
}

/// Beside the module.
fn halved(x: f64) -> f64 {
    0.5 * x
}

#[differentiable]
mod inside {
    use super::halved;

    fn halved_adjoint(x: f64, seed: f64) -> (f64, f64) {
        (halved(x), 0.5 * seed)
    }

    #[external(adjoint = halved_adjoint)]
    fn halved(x: f64) -> f64;

    #[derivatives(module = quartered)]
    pub(super) fn quarter(x: f64) -> f64 {
        halved(halved(x))
    }
}

#[test]
fn a_module_has_functions_in_its_scope() {
    assert_eq!(inside::quarter(8.0), 2.0);
    assert_eq!(inside::quartered::gradient(8.0).1.x, 0.25);
}

fn shapes(
    a: &[[[f64; 2]; 3]; 1],
    none: [f64; 0],
    empty: &[[f64; 0]; 2],
    one: [f64; 1],
) -> ([[f64; 2]; 3], [f64; 1], [f64; 0]) {
    assert_eq!((none.len(), empty.len()), (0, 2));
    (a[0].map(|row| row.map(|x| x * one[0])), [one[0] * 3.0], [])
}

type Shapes = ([[f64; 2]; 3], [f64; 1], [f64; 0]);
type Fields = ([[[f64; 2]; 3]; 1], [f64; 0], [[f64; 0]; 2], [f64; 1]);

fn shapes_adjoint(
    a: &[[[f64; 2]; 3]; 1],
    none: [f64; 0],
    empty: &[[f64; 0]; 2],
    one: [f64; 1],
    seed: Shapes,
) -> (Shapes, Fields) {
    let products = a[0].as_flattened().iter().zip(seed.0.as_flattened());
    let by_one = products.map(|(a, s)| a * s).sum::<f64>() + 3.0 * seed.1[0];
    let by_a = [seed.0.map(|row| row.map(|s| s * one[0]))];
    (shapes(a, none, empty, one), (by_a, [], [[]; 2], [by_one]))
}

graph! {
    #[external(adjoint = shapes_adjoint)]
    fn shapes(
        a: &[[[f64; 2]; 3]; 1], none: [f64; 0], empty: &[[f64; 0]; 2], one: [f64; 1],
    ) -> ([[f64; 2]; 3], [f64; 1], [f64; 0]);

    fn summed(x: [f64; 6], p: [f64; 1]) -> f64 {
        let (rows, three, none) = shapes(reshape(x, [1, 3, 2]), [0.0; 0], zeros([2, 0]), p);
        sum(rows) * three[0] + sum(none)
    }
}

#[test]
fn arrays_of_all_shapes_pass() {
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    // 3 p^2 times the sum.
    assert_eq!(summed(x, [2.0]), 252.0);
    let (_, d) = summed::gradient(x, [2.0]);
    assert_eq!((d.x, d.p), ([12.0; 6], [252.0]));
    let direction = summed::Tangent {
        x: [1.0; 6],
        p: [0.5],
    };
    assert_eq!(summed::tangent(x, [2.0], &direction).1, 72.0 + 126.0);
}
