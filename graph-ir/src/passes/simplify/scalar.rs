//! Scalar operators, choices and sums.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::Literal;
use crate::ops::{Op, ScalarOp};
use crate::rules::{Depth, Operator, Rules, Values, make};
use crate::types::Type;

use super::rules::{exact_rules, finite_rules};

/// Integer powers up to this exponent are written out as multiplications, which then can be
/// shared.
const MAX_WRITTEN_POWER: u32 = 64;

/// The operator over operands, simplified.
pub(super) fn apply<'b>(
    builder: &'b Builder,
    op: ScalarOp,
    operands: &[Wire<'b>],
) -> Result<Wire<'b>> {
    match simplify(builder, op, operands, &|_| false) {
        Some(simpler) => Ok(simpler),
        None => builder.scalar(op, operands),
    }
}

/// A simpler value; `alone` says of an operand whether this is its only use.
pub(super) fn simplify<'b>(
    builder: &'b Builder,
    op: ScalarOp,
    operands: &[Wire<'b>],
    alone: &dyn Fn(usize) -> bool,
) -> Option<Wire<'b>> {
    let operator = Operator::Scalar(op);
    let found = exact_rules().find(&Values(builder), operator, operands, alone, Depth::All);
    let Some(found) = found else {
        return written_out(op, operands);
    };
    let again = |operator, operands: &[Wire<'b>]| match operator {
        Operator::Scalar(op) => apply(builder, op, operands),
        Operator::Select | Operator::Tensor(_) => Err(Error::OutOfScope),
    };
    let ty = operands.first()?.ty().ok()?;
    found.replacement(builder, &ty, &again).ok()
}

/// Whether no rule looks at the computation of a value among others of its kind: this holds for
/// most values of a long graph of numbers, and rules need not be tried on them one by one.
pub(in crate::passes) fn is_opaque(builder: &Builder, wire: Wire<'_>) -> bool {
    let op = builder.op_of(wire);
    if let Some(Op::Scalar(op)) = op {
        return !matches!(op, ScalarOp::Neg | ScalarOp::Not);
    }
    matches!(
        op,
        Some(Op::Input(_) | Op::Slice(_) | Op::Sum | Op::Project(_))
    )
}

/// A simpler value by the rules that do not look at how the operands are computed.
pub(in crate::passes) fn simplify_opaque<'b>(
    builder: &'b Builder,
    op: ScalarOp,
    operands: &[Wire<'b>],
) -> Option<Wire<'b>> {
    let simpler = once(exact_rules(), builder, op, operands, Depth::Shallow);
    simpler.or_else(|| written_out(op, operands))
}

/// A simpler value where numbers are finite and zeros have no sign.
pub(in crate::passes) fn simplify_finite<'b>(
    builder: &'b Builder,
    op: ScalarOp,
    operands: &[Wire<'b>],
) -> Option<Wire<'b>> {
    once(finite_rules(), builder, op, operands, Depth::All)
}

/// The replacement by the first rule that fits.
fn once<'b>(
    rules: &Rules,
    builder: &'b Builder,
    op: ScalarOp,
    operands: &[Wire<'b>],
    depth: Depth,
) -> Option<Wire<'b>> {
    let (operator, values) = (Operator::Scalar(op), Values(builder));
    let found = rules.find(&values, operator, operands, &|_| false, depth)?;
    let ty = operands.first()?.ty().ok()?;
    let plain = |operator, operands: &[Wire<'b>]| make(builder, operator, operands);
    found.replacement(builder, &ty, &plain).ok()
}

/// An integer power as the products that it is.
fn written_out<'b>(op: ScalarOp, operands: &[Wire<'b>]) -> Option<Wire<'b>> {
    match (op, operands) {
        (ScalarOp::Powi(n), &[x]) if n.unsigned_abs() <= MAX_WRITTEN_POWER => Some(x.powi_chain(n)),
        _ => None,
    }
}

/// A power of two, of either sign, that is not below one.
pub fn upward_scale(literal: Literal) -> Option<f64> {
    let scale = literal.to_f64();
    (reciprocal(literal).is_some() && scale.abs() >= 1.0).then_some(scale)
}

/// The reciprocal of a power of two whose reciprocal is a normal number: to divide by the one is
/// to multiply by the other.
pub fn reciprocal(literal: Literal) -> Option<Literal> {
    let value = literal.to_f64();
    let mantissa = value.to_bits() & ((1 << 52) - 1);
    // Both the number and its reciprocal must be normal in the narrower of the float types.
    let bound = graph_math::math::powi(2.0, 126);
    let normal = value.abs() <= bound && value.abs() >= 1.0 / bound;
    let float = literal.element().is_float();
    let exact = float && mantissa == 0 && normal;
    exact.then(|| Literal::from_f64(literal.element(), 1.0 / value))
}

pub(super) fn select<'b>(
    builder: &'b Builder,
    operands: [Wire<'b>; 3],
) -> Result<Option<Wire<'b>>> {
    let values = Values(builder);
    let found = exact_rules().find(&values, Operator::Select, &operands, &|_| false, Depth::All);
    let Some(found) = found else {
        return Ok(None);
    };
    let plain = |operator, operands: &[Wire<'b>]| make(builder, operator, operands);
    let ty = operands[1].ty()?;
    found.replacement(builder, &ty, &plain).map(Some)
}

/// Sums of few terms are additions; negated terms are subtracted. Since a sum is added from the
/// first to the last, what comes before a term is a sum by itself.
pub(super) fn sum<'b>(
    builder: &'b Builder,
    ty: &Type,
    terms: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    let mut changed = terms.len() < 3;
    let mut run: Vec<Wire<'b>> = Vec::with_capacity(terms.len());
    for &term in terms {
        if builder.negated(term).is_some() && run.len() > 1 {
            run = alloc::vec![added(builder, ty, &run)?];
        }
        let simpler = match *run {
            [total] => simplify(builder, ScalarOp::Add, &[total, term], &|_| false),
            _ => None,
        };
        match simpler {
            Some(simpler) => {
                run[0] = simpler;
                changed = true;
            }
            None => run.push(term),
        }
    }
    match changed {
        true => added(builder, ty, &run).map(Some),
        false => Ok(None),
    }
}

fn added<'b>(builder: &'b Builder, ty: &Type, terms: &[Wire<'b>]) -> Result<Wire<'b>> {
    match *terms {
        [] => builder.full(ty, 0.0),
        [x] => Ok(x),
        [x, y] => builder.scalar(ScalarOp::Add, &[x, y]),
        _ => builder.sum(terms, ty),
    }
}
