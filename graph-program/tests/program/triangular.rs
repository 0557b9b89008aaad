//! Factors and triangular systems by the loops that define them.

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::types::Element;
use graph_math::kernels;
use graph_math::matrix::{FactorAdjoint, Matrix};

use super::scalar::apply;

/// Makes of a matrix of so many rows the upper factor of its symmetric part.
pub(super) fn factor(count: usize, rows: &mut [Literal]) {
    let half = number(rows[0], 0.5);
    let before = rows.to_vec();
    for (i, j) in places(count) {
        let sides = [before[i * count + j], before[j * count + i]];
        let halves = sides.map(|side| apply(ScalarOp::Mul, &[side, half]));
        rows[i * count + j] = apply(ScalarOp::Add, &halves);
    }
    for i in 0..count {
        for (k, j) in (0..i).flat_map(|k| (i..count).map(move |j| (k, j))) {
            let [left, right] = [rows[k * count + i], rows[k * count + j]];
            subtract(&mut rows[i * count + j], left, right);
        }
        let root = match rows[i * count + i] {
            pivot if pivot.to_f64() > 0.0 => apply(ScalarOp::Sqrt, &[pivot]),
            other => number(other, f64::NAN),
        };
        rows[i * count + i] = root;
        for j in i + 1..count {
            let own = rows[i * count + j];
            rows[i * count + j] = apply(ScalarOp::Div, &[own, root]);
        }
        rows[i * count..][..i].fill(number(root, 0.0));
    }
}

/// Makes of the adjoint of a factor that of its matrix, by the kernel: no plain loops have its order.
pub(super) fn factor_adjoint(
    count: usize,
    factor: impl Fn(usize, usize) -> Literal,
    rows: &mut [Literal],
) {
    let element = rows[0].element();
    let elements: Vec<f64> = { places(count) }
        .map(|(i, j)| factor(i, j).to_f64())
        .collect();
    let mut adjoint: Vec<f64> = rows.iter().map(|row| row.to_f64()).collect();
    assert_eq!(element, Element::F64, "graphs of these tests are of `f64`");
    kernels::factor_adjoint(FactorAdjoint {
        extent: count,
        factor: Matrix {
            elements: &elements,
            offset: 0,
            strides: [count.cast_signed(), 1],
        },
        adjoint: &mut adjoint,
        contract: false,
    });
    for (place, value) in rows.iter_mut().zip(adjoint) {
        *place = Literal::from_f64(element, value);
    }
}

/// Makes of a right side the solution of a triangular system, given the elements of its matrix.
pub(super) fn substitute(
    [count, columns]: [usize; 2],
    matrix: impl Fn(usize, usize) -> Literal,
    from_last: bool,
    rows: &mut [Literal],
) {
    let mut order: Vec<usize> = (0..count).collect();
    if from_last {
        order.reverse();
    }
    for (step, &i) in order.iter().enumerate() {
        for j in 0..columns {
            for &k in &order[..step] {
                let solved = rows[k * columns + j];
                subtract(&mut rows[i * columns + j], matrix(i, k), solved);
            }
            let own = rows[i * columns + j];
            rows[i * columns + j] = apply(ScalarOp::Div, &[own, matrix(i, i)]);
        }
    }
}

fn places(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |i| (0..count).map(move |j| (i, j)))
}

/// A number of the type of another one.
fn number(like: Literal, value: f64) -> Literal {
    Literal::from_f64(like.element(), value)
}

fn subtract(rest: &mut Literal, left: Literal, right: Literal) {
    let product = apply(ScalarOp::Mul, &[left, right]);
    *rest = apply(ScalarOp::Sub, &[*rest, product]);
}
