//! The interface of functions whose lengths come with the call: the ways to call them, and the
//! refusals of lengths that do not fit.

use adgraph::{Float, graph};

use crate::common::{message, need};

use super::{ends, loss, rosenbrock, running, two, waves, weights};

graph! {
    const TABLE: [f64; 4] = [0.5, 1.5, -2.0, 4.0];

    /// Indices as arguments.
    pub fn looked_up<const N: usize>(at: &[usize; N], a: f64) -> f64 {
        let mut s = 0.0;
        for i in at { s += a * TABLE[i % 4] * s; s += 1.0; }
        s
    }
    pub fn looked_up_9(at: &[usize; 9], a: f64) -> f64 { looked_up(at, a) }

    /// The matrix of all products of columns, and what it makes of a vector.
    pub fn gram<const N: usize>(x: &[[f64; 3]; N], v: [f64; 3]) -> ([[f64; 3]; 3], f64) {
        let turned = transpose(x);
        let g = matmul(turned, x);
        (g, sum(matmul(v, turned)) + dot(v, matmul(g, v)))
    }
    pub fn gram_9(x: &[[f64; 3]; 9], v: [f64; 3]) -> ([[f64; 3]; 3], f64) { gram(x, v) }

    /// A type and a length as parameters, with intermediate arrays.
    pub fn rough<T: Float, const N: usize>(x: [T; N]) -> T {
        sum((x[1..] - x[..N - 1]).powi(2))
    }
    pub fn rough_9<T: Float>(x: [T; 9]) -> T { rough(x) }

    /// The elements of an array in another shape, with a derivative alone.
    #[derivatives(only(adjoint))]
    pub fn reshaped<const N: usize>(x: &[[f64; 3]; N], y: &[f64; 2 * N]) -> ([f64; 3 * N], [[f64; 2]; N]) {
        (reshape(x, [3 * N]), exp(reshape(y, [N, 2])))
    }
    #[derivatives(only(adjoint))]
    pub fn reshaped_9(x: &[[f64; 3]; 9], y: &[f64; 18]) -> ([f64; 27], [[f64; 2]; 9]) { reshaped(x, y) }

    /// A length that is part of a type, as the length of a slice.
    #[derivatives(hessian_product)]
    pub fn mixed<const N: usize>(x: [f64; N], y: &[[f64; 3]; N], a: f64) -> f64 {
        sum(matmul(x, y)) * a
    }
    #[derivatives(hessian_product)]
    pub fn mixed_9(x: [f64; 9], y: &[[f64; 3]; 9], a: f64) -> f64 { mixed(x, y, a) }
}

#[test]
fn arrays_vectors_and_slices_are_passed_alike() {
    let vector = vec![1.0, 2.0, 4.0];
    let expected = rosenbrock(&[1.0, 2.0, 4.0]);
    assert_eq!(rosenbrock(&vector), expected);
    assert_eq!(rosenbrock(&vector[..]), expected);
}

#[test]
fn indices_and_typed_lengths_are_passed_beside_others() {
    let at: [usize; 9] = std::array::from_fn(|i| i * i);
    let found = looked_up::gradient(&at, 0.3);
    assert_eq!(
        format!("{found:?}"),
        format!("{:?}", looked_up_9::gradient(&at, 0.3))
    );
    let (x, y) = (crate::common::numbers::<9>(), crate::common::rows::<9>());
    assert_eq!(
        format!("{:?}", rough::gradient(x)),
        format!("{:?}", rough_9::gradient(x))
    );
    let z = crate::common::numbers::<18>();
    let seed = (vec![2.0; 27], y.map(|row| [row[0], row[2]]).to_vec());
    let found = format!("{:?}", reshaped::adjoint(&y, &z, seed));
    let seed = ([2.0; 27], y.map(|row| [row[0], row[2]]));
    assert_eq!(found, format!("{:?}", reshaped_9::adjoint(&y, &z, seed)));
    assert_eq!(rough::graph::<f64>().inputs().len(), 1);
    let mut workspace = rough::Workspace::new();
    assert_eq!(rough::gradient_with(&mut workspace, x), rough::gradient(x));
    let found = format!("{:?}", mixed::adjoint(x, &y, 0.3, 2.0));
    assert_eq!(found, format!("{:?}", mixed_9::adjoint(x, &y, 0.3, 2.0)));
    let along = mixed::Tangent {
        x,
        y: y.map(|row| row.map(f64::sin)),
        a: 0.5,
    };
    let known = mixed_9::Tangent {
        x,
        y: along.y,
        a: 0.5,
    };
    let found = format!("{:?}", mixed::hessian_product(x, &y, 0.3, &along));
    assert_eq!(
        found,
        format!("{:?}", mixed_9::hessian_product(x, &y, 0.3, &known))
    );
}

#[test]
fn rows_lie_along_any_axis_between_operators() {
    let (x, v) = (crate::common::rows::<9>(), [0.5, -1.5, 2.0]);
    let seed = ([[1.0, 2.0, 3.0], [0.5, 0.25, 0.125], [7.0, 8.0, 9.0]], 2.0);
    assert_eq!(format!("{:?}", gram(&x, v)), format!("{:?}", gram_9(&x, v)));
    let (found, expected) = (gram::adjoint(&x, v, seed), gram_9::adjoint(&x, v, seed));
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    let (g, _) = gram(&x, v);
    for (j, row) in g.iter().enumerate() {
        for (k, &product) in row.iter().enumerate() {
            let expected: f64 = x.iter().map(|row| row[j] * row[k]).sum();
            assert!((product - expected).abs() < 1e-14);
        }
    }
}

#[test]
fn closed_forms_hold() {
    // The gradient of the mean squared error is 2 xᵀ (x w - y) / n.
    let (x, y, w) = (
        crate::common::rows::<75>(),
        crate::common::numbers::<75>(),
        [0.5, -1.5, 2.0],
    );
    let (_, d) = loss::gradient(&x, &y, w);
    let error = x.iter().zip(y);
    let errors: Vec<f64> = error
        .map(|(x, y)| x.iter().zip(w).map(|(x, w)| x * w).sum::<f64>() - y)
        .collect();
    for j in 0..3 {
        let expected: f64 = x.iter().zip(&errors).map(|(x, e)| x[j] * e).sum();
        assert!((d.w[j] - 2.0 * expected / 75.0).abs() < 1e-14, "{j}");
    }
    for (d, e) in d.y.iter().zip(&errors) {
        assert!((d + 2.0 * e / 75.0).abs() < 1e-15);
    }
    // The derivative of the last state by the rate, against a difference.
    let x = crate::common::numbers::<9>();
    let (_, d) = super::recurrence::gradient(&x, 0.3);
    let h = 1e-6;
    let difference = (super::recurrence(&x, 0.3 + h) - super::recurrence(&x, 0.3 - h)) / (2.0 * h);
    assert!((d.a - difference).abs() < 1e-8 * difference.abs().max(1.0));
}

#[test]
fn empty_and_single_arrays_have_values() {
    assert_eq!(running(&[]), Vec::<f64>::new());
    assert_eq!(weights(&[3.0]), [1.0]);
    assert_eq!(rosenbrock(&[2.0]), 0.0);
    assert_eq!(two(&[], &[], 0.3).to_bits(), 0.0_f64.to_bits());
    let (value, d) = two::gradient(&[], &[1.0], 0.3);
    assert_eq!((value, d.x.len(), d.y), (0.0, 0, vec![-0.0]));
    assert!(loss(&[], &[], [0.0; 3]).is_nan());
    assert_eq!(waves([], 1.0), [0.0; 0]);
}

#[test]
fn results_are_written_in_place() {
    let mut states = [0.0; 4];
    running::value_into(&[1.0, 2.0, 3.0, 4.0], &mut states);
    assert_eq!(states, [1.0, 3.0, 6.0, 10.0]);
    let mut d = rosenbrock::Adjoint::ZERO;
    let mut workspace = rosenbrock::Workspace::new();
    for n in [5, 3, 9] {
        let x = &crate::common::numbers::<9>()[..n];
        let value = rosenbrock::gradient_into_with(&mut workspace, x, &mut d);
        assert_eq!((value, d.clone()), rosenbrock::gradient(x));
    }
}

#[test]
fn lengths_that_do_not_fit_are_refused_before_anything_is_computed() {
    let text = message(|| _ = loss(&[[0.0; 3]; 8], &[0.0; 7], [0.0; 3]));
    assert_eq!(text, "`y` has 7 elements where `x` has 8: both are `N`");
    let text = need(|| _ = ends(&[1.0, 2.0]));
    assert_eq!(text, "`x` has 2 elements where `ends` needs at least 3");
    let text = need(|| _ = rosenbrock(&[]));
    assert_eq!(
        text,
        "`x` has 0 elements where `rosenbrock` needs at least 1"
    );
    // A derivative is refused for the lengths that have no value.
    let text = message(|| _ = super::variance(&[]));
    assert_eq!(text, message(|| _ = super::variance::gradient(&[])));
    assert!(
        text.contains("where `variance` needs at least 1 (line "),
        "{text}"
    );
    let mut short = [7.0; 3];
    let text = message(|| running::value_into(&[1.0; 4], &mut short));
    assert_eq!(
        text,
        "the result has room for 3 elements where 4 are computed: as many as `N`"
    );
    assert_eq!(short, [7.0; 3]);
}

#[test]
fn graphs_keep_symbols() {
    let graph = loss::graph();
    let symbols: Vec<String> = graph.symbols().iter().map(|s| s.name().into()).collect();
    assert_eq!(symbols, ["N"]);
    let known = graph.with_extents(&[("N", 75)]).unwrap();
    let function = adgraph::execute::Executable::new(&known).unwrap();
    let (x, y, w) = (
        crate::common::rows::<75>(),
        crate::common::numbers::<75>(),
        [0.5, -1.5, 2.0],
    );
    let inputs = [x.as_flattened(), &y, &w];
    let value = function.call::<f64>(&inputs).unwrap();
    assert_eq!(value, [[loss(&x, &y, w)]]);
}
