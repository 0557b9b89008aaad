//! The table read backwards: the operator that applies a scalar operator to a tensor and a number,
//! or to two tensors that are broadcast to one shape.

use super::body::{Body, Meaning};
use super::{Flavour, Operator, broadcast, elementwise};
use graph_ir::ops::ScalarOp;

/// The operator of a program that computes `op(x, number)`, its attribute `scalar` the number.
pub(in super::super) fn with_number(op: ScalarOp, flavour: Flavour) -> Option<&'static str> {
    name(
        elementwise::SCALAR,
        flavour,
        |body| matches!(body, Body::WithScalar(Meaning::Op(held)) if held == op),
    )
}

/// The operator of a program that computes `op(number, x)`, its attribute `scalar` the number.
pub(in super::super) fn of_number(op: ScalarOp, flavour: Flavour) -> Option<&'static str> {
    name(
        elementwise::SCALAR,
        flavour,
        |body| matches!(body, Body::OfScalar(Meaning::Op(held)) if held == op),
    )
}

/// The operator of a program that computes `op(x, y)` of tensors whose shapes need only be
/// compatible.
pub(in super::super) fn broadcasting(op: ScalarOp, flavour: Flavour) -> Option<&'static str> {
    name(
        broadcast::ROWS,
        flavour,
        |body| matches!(body, Body::Each(Meaning::Op(held)) if held == op),
    )
}

fn name(rows: &[Operator], flavour: Flavour, fits: impl Fn(Body) -> bool) -> Option<&'static str> {
    rows.iter().find_map(|row| {
        let name = row.names(flavour).first()?;
        fits(row.body).then_some(*name)
    })
}
