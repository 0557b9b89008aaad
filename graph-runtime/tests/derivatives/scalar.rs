//! Every row of the operator table, without naming one.

use graph_ir::graph::InputKind;
use graph_ir::ops::{Class, ScalarOp};
use graph_ir::types::{Element, Type};
use graph_ir::{Builder, Graph};

use super::check::{check, difference};
use super::evaluate;

/// Numbers on both sides of zero and one, none of them a place where a row has a kink.
pub(crate) const CANDIDATES: [f64; 8] = [0.37, 0.71, 1.43, 2.62, 4.18, -0.29, -0.83, -2.37];

#[test]
fn every_row_has_right_first_and_second_derivatives() {
    for op in ScalarOp::all() {
        if !op.class().has_partials() {
            continue;
        }
        let graph = graph_of(op);
        let mut checked = 0;
        for number in 0..CANDIDATES.len().pow(2) {
            let pick = |i: usize| CANDIDATES[(number / 8_usize.pow(i as u32 % 2) + 3 * i) % 8];
            let point: Vec<f64> = (0..op.arity()).map(pick).collect();
            if is_smooth(&graph, &point) {
                check(&format!("{op:?}"), &graph, &point);
                checked += 1;
            }
        }
        assert!(checked >= 4, "{op:?} was checked at {checked} points only");
    }
}

/// An operator as a function of numbers; truth values are whether a number is above one half.
pub(crate) fn graph_of(op: ScalarOp) -> Graph {
    let builder = Builder::new();
    let operands: Vec<_> = (0..op.arity())
        .map(|_| builder.input("x", Type::scalar(Element::F64), InputKind::Independent))
        .collect();
    let value = builder.scalar(op, &operands);
    if op.class() == Class::Integer {
        let operands = operands
            .iter()
            .map(|x| builder.cast(*x, Element::I64).unwrap());
        let value = builder.scalar(op, &operands.collect::<Vec<_>>()).unwrap();
        let value = builder.cast(value, Element::F64).unwrap();
        builder.output("", value).unwrap();
        return builder.finish().unwrap();
    }
    let Ok(value) = value else {
        // An operator on truth values: its operands are comparisons.
        let operands: Vec<_> = operands.iter().map(|x| x.greater(0.5)).collect();
        let value = builder.scalar(op, &operands).unwrap();
        let value = value.select(1.0, 0.0);
        builder.output("", value).unwrap();
        return builder.finish().unwrap();
    };
    builder.output("", value).unwrap();
    builder.finish().unwrap()
}

/// Whether the slope is finite here and the same from both sides and over two distances: the
/// function has no pole, kink or step nearby.
fn is_smooth(graph: &Graph, point: &[f64]) -> bool {
    let value = |x: &[f64]| evaluate(graph, x)[0];
    (0..point.len()).all(|i| {
        let slope = |distance: f64| {
            let mut x = point.to_vec();
            x[i] += distance;
            (value(&x) - value(point)) / distance
        };
        let slopes = [slope(1e-5), slope(-1e-5), slope(3e-2), slope(-3e-2)];
        let exact = difference(&value, point, i);
        let close = |s: &f64| (s - exact).abs() < 0.2 * exact.abs().max(1.0);
        exact.is_finite() && slopes.iter().all(close)
    })
}
