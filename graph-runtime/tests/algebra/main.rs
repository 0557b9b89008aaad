//! Linear algebra: values against closed forms and another library, derivatives against
//! differences, closed forms and each other, and what happens at singular matrices.

#[path = "../derivatives/check.rs"]
mod check;
mod closed;
mod decompositions;
mod edges;
mod formats;
mod matrices;
#[path = "../numbers/mod.rs"]
mod numbers;
mod recorded;
mod rules;
mod sharing;
mod values;

use check::evaluate;
use graph_ir::algebra::Algebra;
use graph_ir::graph::Constant;
use graph_ir::{Graph, Wire};

/// Extents on both sides of where straight lines become loops, none and one among them.
const EXTENTS: [usize; 7] = [0, 1, 2, 4, 5, 8, 9];

/// The extents of the operands for a matrix of an extent, with so many right sides; none is a
/// vector.
fn extents(op: Algebra, n: usize, right_sides: Option<usize>) -> Vec<Vec<usize>> {
    let mut extents = vec![vec![n, n]];
    if op == Algebra::CholeskyAdjoint {
        extents.push(vec![n, n]);
    } else if op.operands().len() == 2 {
        extents.push([n].into_iter().chain(right_sides).collect());
    }
    extents
}

/// The number of elements of the second operand.
fn right_size(op: Algebra, n: usize, right_sides: Option<usize>) -> usize {
    let extents = extents(op, n, right_sides);
    extents.get(1).map_or(0, |right| right.iter().product())
}

/// The operator over inputs of these extents.
fn graph(op: Algebra, extents: &[Vec<usize>]) -> Graph {
    let extents: Vec<&[usize]> = extents.iter().map(Vec::as_slice).collect();
    check::graph(&extents, |b, x| vec![b.algebra(op, x).unwrap()])
}

/// The operator's value for a matrix and, where it takes one, a vector.
fn value(op: Algebra, matrix: &[f64], right: &[f64]) -> Vec<f64> {
    let n = matrix.len().isqrt();
    let inputs = match op.operands().len() {
        2 => [matrix, right].concat(),
        _ => matrix.to_vec(),
    };
    evaluate(&graph(op, &extents(op, n, None)), &inputs)
}

/// The sum of the squares of a value's elements, each with a weight.
fn weighted_square(value: Wire<'_>, seed: usize) -> Wire<'_> {
    let ty = value.ty().unwrap();
    let weight = |i: usize| ((i * 37 + (3 + seed) * 101 + 11) % 64) as f64 / 32.0 - 1.0;
    let weights: Vec<f64> = (0..ty.shape.size()).map(weight).collect();
    let weights = Constant::from_f64s(ty.element, ty.shape.clone(), &weights).unwrap();
    let axes: Vec<usize> = (0..ty.shape.rank()).collect();
    (value.builder().constant(weights) * value * value).sum(&axes)
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (f, e)) in found.iter().zip(expected).enumerate() {
        assert!(
            (f - e).abs() <= tolerance * e.abs().max(1.0),
            "{what}: element {i} is {f}, not {e}"
        );
    }
}
