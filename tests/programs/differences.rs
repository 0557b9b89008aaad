//! Adjoints and tangents against finite differences of the values.

use super::evaluate::close;
use super::list;

/// Step of the five-point difference, whose truncation and rounding errors are both near 1e-13
/// for derivatives of moderate size.
const STEP: f64 = 1e-3;

#[test]
fn derivatives_agree_with_finite_differences() {
    for program in list::all() {
        let (seed, direction) = (program.seed(), program.direction());
        let weighted = |x: &[f64]| -> f64 {
            let y = (program.value)(x);
            y.iter().zip(&seed).map(|(y, s)| y * s).sum()
        };
        for x in program.points() {
            let [_, adjoint] = (program.adjoint)(&x, &seed);
            let expected: Vec<f64> = (0..program.n_in)
                .map(|i| {
                    let mut unit = vec![0.0; program.n_in];
                    unit[i] = 1.0;
                    difference(&weighted, &x, &unit)
                })
                .collect();
            assert!(
                close(&adjoint, &expected, 1e-8),
                "{}: adjoint at {x:?} is {adjoint:?}, differences give {expected:?}",
                program.name
            );
            let [_, tangent] = (program.tangent)(&x, &direction);
            let found: f64 = tangent.iter().zip(&seed).map(|(t, s)| t * s).sum();
            let expected = difference(&weighted, &x, &direction);
            assert!(
                close(&[found], &[expected], 1e-8),
                "{}: tangent at {x:?} is {found}, differences give {expected}",
                program.name
            );
        }
    }
}

/// The five-point difference in a direction.
pub(crate) fn difference(f: &impl Fn(&[f64]) -> f64, x: &[f64], direction: &[f64]) -> f64 {
    let at = |offset: f64| {
        let moved: Vec<f64> = x
            .iter()
            .zip(direction)
            .map(|(x, d)| x + offset * d)
            .collect();
        f(&moved)
    };
    (at(-2.0 * STEP) - 8.0 * at(-STEP) + 8.0 * at(STEP) - at(2.0 * STEP)) / (12.0 * STEP)
}
