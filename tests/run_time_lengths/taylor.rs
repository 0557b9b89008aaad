//! Series of functions of run-time lengths: those of the functions of known lengths, and closed
//! forms.

use adgraph::{Rows, graph};

use crate::common::message;

graph! {
    /// The Rosenbrock function.
    #[derivatives(taylor(3))]
    pub fn rosenbrock<const N: usize>(x: &[f64; N]) -> f64 {
        let (a, b) = (x[..N - 1], x[1..]);
        sum(100.0 * (b - a * a).powi(2) + (1.0 - a).powi(2))
    }

    #[derivatives(taylor(3))]
    pub fn rosenbrock_of_four(x: &[f64; 4]) -> f64 {
        rosenbrock(x)
    }

    /// An array of the call's length, and a number.
    #[derivatives(taylor(2))]
    pub fn growth<const N: usize>(x: &[f64; N], rate: f64) -> ([f64; N], f64) {
        let grown = x * exp(rate);
        (grown, sum(grown))
    }

    /// Rows of the call's number.
    #[derivatives(taylor(2))]
    pub fn cubes<const N: usize>(x: &[[f64; 2]; N]) -> [[f64; 2]; N] {
        x * x * x
    }

    /// An array whose length is part of its type.
    #[derivatives(taylor(2))]
    pub fn squares<const N: usize>(x: [f64; N]) -> [f64; N] {
        x * x
    }

    #[derivatives(taylor(2))]
    pub fn product<const N: usize, const M: usize>(
        a: Rows<f64, N, M>,
        x: &[f64; M],
    ) -> Rows<f64, N, M> {
        a * broadcast(x, [N, M])
    }
}

/// Coefficients of `t` in three numbers of a curve.
fn curve(x: &[f64], order: usize) -> Vec<f64> {
    let scale = [0.5, -0.25, 2.0][order];
    x.iter().map(|x| scale * x - 1.0).collect()
}

#[test]
fn a_number_has_the_series_of_the_known_length() {
    let x = [0.5, -1.0, 2.0, 0.25];
    let curves: Vec<Vec<f64>> = (0..3).map(|order| curve(&x, order)).collect();
    let along = |order: usize| rosenbrock::Tangent {
        x: curves[order].clone(),
    };
    let known = |order: usize| rosenbrock_of_four::Tangent {
        x: curves[order].clone().try_into().unwrap(),
    };
    let found = rosenbrock::taylor(&x, &[along(0), along(1), along(2)]);
    let expected = rosenbrock_of_four::taylor(&x, &[known(0), known(1), known(2)]);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs());
    }
    // Of a polynomial of degree 4, the difference from the truncated series is of that order.
    let (t, mut moved) = (1e-3_f64, x.to_vec());
    for (order, curve) in curves.iter().enumerate() {
        for (moved, c) in moved.iter_mut().zip(curve) {
            *moved += c * t.powi(order as i32 + 1);
        }
    }
    let series: f64 = found.iter().rev().fold(0.0, |sum, c| sum * t + c);
    assert!((rosenbrock(&moved) - series).abs() < 1e-6);
    // One element has a sum of nothing.
    let one = || rosenbrock::Tangent { x: vec![1.0] };
    assert_eq!(rosenbrock::taylor(&[3.0], &[one(), one(), one()]), [0.0; 4]);
}

/// `x e^rate` where `rate` is `r + t` and `x` stays: the coefficients are those of `e^t`.
#[test]
fn arrays_have_vectors_of_coefficients() {
    let x = [1.0, -2.0, 4.0];
    let along = |rate: f64| growth::Tangent {
        x: vec![0.0; 3],
        rate,
    };
    let curve = [along(1.0), along(0.0)];
    let found = growth::taylor(&x, 0.0, &curve);
    for ((array, sum), factor) in found.iter().zip([1.0, 1.0, 0.5]) {
        assert_eq!(array, &x.map(|x| x * factor));
        assert_eq!(*sum, 3.0 * factor);
    }
    // In place, vectors of another length get the right one.
    let mut series = [(vec![9.0; 7], 9.0), (vec![], 0.0), (vec![1.0], 0.0)];
    growth::taylor_into(&x, 0.0, &curve, &mut series);
    assert_eq!(series, found);
}

/// `(x + t)^3 = x^3 + 3 x^2 t + 3 x t^2 + ..`
#[test]
fn rows_have_rows_of_coefficients() {
    let x = [[1.0, 2.0], [0.5, -1.0], [0.0, 3.0]];
    let along = |c: f64| cubes::Tangent { x: vec![[c; 2]; 3] };
    let found = cubes::taylor(&x, &[along(1.0), along(0.0)]);
    assert_eq!(found[0], x.map(|row| row.map(|x| x * x * x)));
    assert_eq!(found[1], x.map(|row| row.map(|x| 3.0 * x * x)));
    assert_eq!(found[2], x.map(|row| row.map(|x| 3.0 * x)));
    let nothing = || cubes::Tangent { x: vec![] };
    assert_eq!(
        cubes::taylor(&[], &[nothing(), nothing()]),
        [const { Vec::<[f64; 2]>::new() }; 3]
    );
}

#[test]
fn lengths_in_types_and_matrices_have_series_of_their_own_types() {
    let along = |c: f64| squares::Tangent { x: [c, 2.0 * c] };
    let found = squares::taylor([3.0, -1.0], &[along(1.0), along(0.0)]);
    assert_eq!(found, [[9.0, 1.0], [6.0, -4.0], [1.0, 4.0]]);
    let (a, ones) = ([1.0, 2.0, 3.0, 4.0], [1.0; 4]);
    let along = |a: f64, x: f64| product::Tangent {
        a: Rows::new(&ones.map(|one| one * a), 2).into(),
        x: vec![x; 2],
    };
    let found = product::taylor(
        Rows::new(&a, 2),
        &[10.0, 20.0],
        &[along(1.0, 1.0), along(0.0, 0.0)],
    );
    assert_eq!(found[0].elements(), [10.0, 40.0, 30.0, 80.0]);
    assert_eq!(found[1].elements(), [11.0, 22.0, 13.0, 24.0]);
    assert_eq!(found[2].elements(), [1.0; 4]);
    assert_eq!((found[2].rows(), found[2].columns()), (2, 2));
}

#[test]
#[should_panic(expected = "has 2 elements where")]
fn a_curve_of_another_length_is_refused() {
    let along = |n: usize| rosenbrock::Tangent { x: vec![1.0; n] };
    let _ = rosenbrock::taylor(&[1.0, 2.0, 3.0], &[along(3), along(2), along(3)]);
}

#[test]
fn coefficients_that_do_not_fit_are_named_by_their_order() {
    let along = |length: usize| cubes::Tangent {
        x: vec![[0.0; 2]; length],
    };
    let x = [[1.0, 2.0]; 3];
    let panic = |first: usize, second: usize| {
        message(|| _ = cubes::taylor(&x, &[along(first), along(second)]))
    };
    assert_eq!(
        panic(2, 3),
        "`x` of coefficient 1 has 2 rows where `x` has 3: both are `N`"
    );
    assert_eq!(
        panic(3, 1),
        "`x` of coefficient 2 has 1 row where `x` has 3: both are `N`"
    );
}
