//! Every row of the operator table where numbers are very large, very small, zero or infinite,
//! against derivatives in closed form.
//!
//! A derivative is right if it is near the exact one at operands that differ by a rounding error.
//! Results below the smallest normal number may be lost to underflow on the way.

use graph_ir::graph::InputKind;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Type};
use graph_ir::{Builder, Graph};
use graph_math::math::Float;
use graph_runtime::execute::{Executable, Item};

use super::exact::partials;

/// Magnitudes over the whole range; what a smaller type cannot hold becomes its zero or infinity.
const MAGNITUDES: [f64; 33] = [
    0.0,
    f64::MIN_POSITIVE,
    1e-300,
    1e-170,
    1e-155,
    1e-37,
    1e-20,
    1e-8,
    0.1,
    0.5,
    1.0 - f64::EPSILON,
    1.0,
    1.0 + 1.0 / 8_388_608.0,
    2.0,
    3.0,
    6.5,
    9.0,
    20.0,
    26.0,
    37.5,
    87.0,
    300.0,
    700.0,
    1e4,
    1e10,
    3e19,
    1e38,
    1e100,
    1e155,
    1e170,
    1e300,
    f64::MAX,
    f64::INFINITY,
];

/// How far from the exact derivative a found one may be, in units in the last place.
const ULPS: f64 = 512.0;

#[test]
fn derivatives_are_right_to_the_ends_of_the_range() {
    for op in ScalarOp::all() {
        if op.class().has_partials() {
            check::<f64>(op, f64::EPSILON, f64::MIN_POSITIVE);
            check::<f32>(op, f32::EPSILON.into(), f32::MIN_POSITIVE.into());
        }
    }
}

fn check<T: Float + Item>(op: ScalarOp, epsilon: f64, least: f64) {
    let gradient = Executable::new(&gradient_of(op, T::ELEMENT)).unwrap();
    for operands in points::<T>(op.arity()) {
        let Some(expected) = exact(op, &operands) else {
            continue;
        };
        let inputs: Vec<[T; 1]> = operands.iter().map(|&x| [x]).collect();
        let found: Vec<Vec<T>> = gradient.call(&inputs).unwrap();
        let found: Vec<f64> = found.concat().iter().map(|x| x.to_f64()).collect();
        let overflow = !found[0].is_finite() && operands.iter().all(|x| x.is_finite());
        // Where the value itself is beyond the range, little can be said about its derivative.
        if overflow && expected.iter().all(|e| e.is_finite()) {
            continue;
        }
        for (i, (&found, &expected)) in found[1..].iter().zip(&expected).enumerate() {
            let relative = (ULPS * epsilon) * expected.abs() + slack(op, &operands, i, expected);
            let tolerance = relative + error_of(op, epsilon) + least;
            let same = found == T::from_f64(expected).to_f64();
            let near = (found - expected).abs() <= tolerance;
            assert!(
                near || same || (found.is_nan() && expected.is_nan()),
                "{op:?}: the derivative by operand {i} at {operands:?} is {found:e}, \
                 expected {expected:e}"
            );
        }
    }
}

fn exact<T: Float>(op: ScalarOp, operands: &[T]) -> Option<Vec<f64>> {
    let operands: Vec<f64> = operands.iter().map(|x| x.to_f64()).collect();
    partials(op, &operands)
}

/// How much a derivative changes with rounding errors of its operands.
fn slack<T: Float>(op: ScalarOp, operands: &[T], i: usize, expected: f64) -> f64 {
    let nearby = neighbours(operands).into_iter();
    let nearby = nearby.filter_map(|operands| Some(exact(op, &operands)?[i]));
    let changes = nearby.map(|near| 2.0 * (near - expected).abs());
    // A jump is no change of that kind.
    let changes = changes.filter(|change| *change < 1e-3 * expected.abs());
    changes.fold(0.0, f64::max)
}

/// The absolute errors that rows declare in their documentation.
fn error_of(op: ScalarOp, epsilon: f64) -> f64 {
    match op {
        ScalarOp::Tanh => epsilon,
        // Rounding errors of logarithms, which the digamma function is far out.
        ScalarOp::LnBeta => 1000.0 * epsilon,
        _ => 0.0,
    }
}

fn gradient_of(op: ScalarOp, element: Element) -> Graph {
    let builder = Builder::new();
    let operands: Vec<_> = (0..op.arity())
        .map(|_| builder.input("x", Type::scalar(element), InputKind::Independent))
        .collect();
    let value = builder.scalar(op, &operands).unwrap();
    builder.output("", value).unwrap();
    let wrt: Vec<usize> = (0..op.arity()).collect();
    graph_autodiff::gradient(&builder.finish().unwrap(), &wrt).unwrap()
}

/// All combinations of the magnitudes with both signs. Infinities only where they stand alone:
/// among several operands they leave nothing to compare with.
fn points<T: Float>(arity: usize) -> Vec<Vec<T>> {
    let numbers = MAGNITUDES
        .iter()
        .flat_map(|&x| [T::from_f64(x), T::from_f64(-x)]);
    let numbers: Vec<T> = match arity {
        1 => numbers.collect(),
        2 => numbers.filter(|x| x.is_finite()).collect(),
        _ => numbers.filter(|x| x.is_finite()).step_by(5).collect(),
    };
    let count = numbers.len();
    let digit = |number: usize, i: usize| numbers[number / count.pow(i as u32) % count];
    (0..count.pow(arity as u32))
        .map(|number| (0..arity).map(|i| digit(number, i)).collect())
        .collect()
}

/// The operands with one of them a little larger or smaller.
fn neighbours<T: Float>(operands: &[T]) -> Vec<Vec<T>> {
    let one = |i: usize, factor: f64| {
        let mut operands = operands.to_vec();
        operands[i] *= T::from_f64(factor);
        operands
    };
    let step = 2.0_f64.powi(if T::BITS == 64 { -52 } else { -23 });
    (0..operands.len())
        .flat_map(|i| [one(i, 1.0 + step), one(i, 1.0 - step)])
        .collect()
}

#[test]
fn a_quotient_that_rounds_up_is_cut_off_where_the_remainder_is() {
    // x / y is a little less than 3 and rounds to 3; the remainder is nearly y.
    let (x, y) = (6.0 - 2.0_f64.powi(-50), 2.0 - 2.0_f64.powi(-52));
    assert_eq!((x / y, (x % y) / y > 0.9), (3.0, true));
    let gradient = Executable::new(&gradient_of(ScalarOp::Rem, Element::F64)).unwrap();
    let found = gradient.call::<f64>(&[[x], [y]]).unwrap().concat();
    assert_eq!(found[1..], [1.0, -2.0]);
}
