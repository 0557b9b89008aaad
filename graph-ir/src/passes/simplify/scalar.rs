//! Scalar operators, choices and sums.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::Literal;
use crate::ops::{Op, ScalarOp};
use crate::types::Type;

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
    let make = |op, operands: &[Wire<'b>]| apply(builder, op, operands).ok();
    let is = |wire, value: f64| {
        let literal = builder.splat(wire);
        literal.is_some_and(|l| l == Literal::from_f64(l.element(), value))
    };
    let negated = |wire| builder.negated(wire);
    match (op, operands) {
        (ScalarOp::Mul, &[x, y]) => match () {
            () if is(y, 1.0) => Some(x),
            () if is(x, 1.0) => Some(y),
            () if is(y, -1.0) => make(ScalarOp::Neg, &[x]),
            () if is(x, -1.0) => make(ScalarOp::Neg, &[y]),
            () => match (negated(x), negated(y)) {
                (Some(a), Some(b)) => make(ScalarOp::Mul, &[a, b]),
                (Some(a), None) => negative_product(builder, a, y, alone(0)),
                (None, Some(b)) => negative_product(builder, b, x, alone(1)),
                (None, None) => scaled_once(builder, x, y).or_else(|| scaled_once(builder, y, x)),
            },
        },
        (ScalarOp::Div, &[x, y]) => match () {
            () if is(y, 1.0) => Some(x),
            () if is(y, -1.0) => make(ScalarOp::Neg, &[x]),
            () => match (negated(x), negated(y)) {
                (Some(a), Some(b)) => Some(a / b),
                (Some(a), None) if alone(0) => Some(-(a / y)),
                (None, Some(b)) if alone(1) => Some(-(x / b)),
                _ => exact_reciprocal(builder, y).map(|reciprocal| x * reciprocal),
            },
        },
        (ScalarOp::Add, &[x, y]) => match () {
            () if is(y, -0.0) && is_float(x) => Some(x),
            () if is(x, -0.0) && is_float(y) => Some(y),
            // A product can be fused with an addition that follows, a sum cannot.
            () if x.node() == y.node() && is_float(x) => {
                make(ScalarOp::Mul, &[x, x.full_like(2.0)])
            }
            () => match (negated(x), negated(y)) {
                (_, Some(b)) => Some(x - b),
                (Some(a), None) => Some(y - a),
                (None, None) => None,
            },
        },
        (ScalarOp::Sub, &[x, y]) => match () {
            () if is(y, 0.0) => Some(x),
            () => negated(y).and_then(|b| make(ScalarOp::Add, &[x, b])),
        },
        (ScalarOp::Azmul, &[x, y]) => {
            // A first operand that is zero wins over everything, another one over nothing.
            match builder.splat(x).map(Literal::to_f64) {
                Some(0.0) => Some(x.zeros_like()),
                Some(_) => make(ScalarOp::Mul, &[x, y]),
                None => None,
            }
        }
        (ScalarOp::Neg, &[x]) => negated(x),
        (ScalarOp::Not, &[x]) => operand_of(builder, ScalarOp::Not, x),
        _ => simplify_opaque(op, operands),
    }
}

/// Whether no rule looks at how a value is computed that stands beside others like it: most values
/// of a long graph of numbers are so, and need not be asked by one rule after another.
pub(in crate::passes) fn is_opaque(builder: &Builder, wire: Wire<'_>) -> bool {
    let op = builder.op_of(wire);
    if let Some(Op::Scalar(op)) = op {
        return !matches!(op, ScalarOp::Neg | ScalarOp::Not);
    }
    matches!(op, Some(Op::Input(_) | Op::Slice(_) | Op::Project(_)))
}

/// A simpler value by the rules that do not look at how the operands are computed.
pub(in crate::passes) fn simplify_opaque<'b>(
    op: ScalarOp,
    operands: &[Wire<'b>],
) -> Option<Wire<'b>> {
    match (op, operands) {
        (ScalarOp::Add, &[x, y]) if x.node() == y.node() && is_float(x) => Some(x * 2.0),
        (ScalarOp::Square, &[x]) => Some(x * x),
        (ScalarOp::Powi(n), &[x]) if n.unsigned_abs() <= MAX_WRITTEN_POWER => Some(x.powi_chain(n)),
        _ => None,
    }
}

/// `(-a) * b`: a number takes the sign; otherwise the product does, where a sum may take it, unless
/// `-a` is needed anyway.
fn negative_product<'b>(
    builder: &'b Builder,
    a: Wire<'b>,
    b: Wire<'b>,
    alone: bool,
) -> Option<Wire<'b>> {
    match builder.splat(b) {
        Some(number) if is_float(b) => Some(a * b.full_like(-number.to_f64())),
        _ => alone.then(|| -(a * b)),
    }
}

/// `(a * 2) * 4` as `a * 8`, of powers of two that are not below one: such products are exact, or
/// infinite either way. Derivatives of squares are full of them.
fn scaled_once<'b>(builder: &'b Builder, product: Wire<'b>, by: Wire<'b>) -> Option<Wire<'b>> {
    let scale = |wire| upward_scale(builder.splat(wire)?);
    let by = scale(by)?;
    if builder.op_of(product)? != Op::Scalar(ScalarOp::Mul) {
        return None;
    }
    let [a, b] = [0, 1].map(|position| builder.argument_of(product, position));
    let (a, b) = (a?, b?);
    let (scaled, inner) = match (scale(a), scale(b)) {
        (_, Some(inner)) => (a, inner),
        (Some(inner), None) => (b, inner),
        (None, None) => return None,
    };
    let together = Literal::from_f64(scaled.ty().ok()?.element, inner * by);
    upward_scale(together).map(|scale| scaled * scaled.full_like(scale))
}

/// A power of two, of either sign, that is not below one.
pub fn upward_scale(literal: Literal) -> Option<f64> {
    let scale = literal.to_f64();
    (reciprocal(literal).is_some() && scale.abs() >= 1.0).then_some(scale)
}

/// The operand of a node that applies `op`.
fn operand_of<'b>(builder: &'b Builder, op: ScalarOp, wire: Wire<'b>) -> Option<Wire<'b>> {
    let found = builder.op_of(wire)? == Op::Scalar(op);
    found.then(|| builder.argument_of(wire, 0)).flatten()
}

fn is_float(wire: Wire<'_>) -> bool {
    wire.ty().is_ok_and(|ty| ty.is_float())
}

/// The reciprocal of a power of two whose reciprocal is a normal number, as a constant.
fn exact_reciprocal<'b>(builder: &'b Builder, wire: Wire<'b>) -> Option<Wire<'b>> {
    let reciprocal = reciprocal(builder.splat(wire)?)?;
    Some(wire.full_like(reciprocal.to_f64()))
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
    condition: Wire<'b>,
    a: Wire<'b>,
    b: Wire<'b>,
) -> Result<Option<Wire<'b>>> {
    if a.node() == b.node() {
        return Ok(Some(a));
    }
    if let Some(Literal::Bool(condition)) = builder.splat(condition) {
        return Ok(Some(if condition { a } else { b }));
    }
    if let Some(condition) = operand_of(builder, ScalarOp::Not, condition) {
        return builder.select(condition, b, a).map(Some);
    }
    // What was chosen by the same condition before is known here.
    let known = |wire: Wire<'b>, side: usize| {
        let inner = builder.op_of(wire) == Some(Op::Select);
        let same = inner && builder.argument_of(wire, 0)?.node() == condition.node();
        same.then(|| builder.argument_of(wire, side)).flatten()
    };
    match (known(a, 1), known(b, 2)) {
        (None, None) => Ok(None),
        (x, y) => {
            let (x, y) = (x.unwrap_or(a), y.unwrap_or(b));
            builder.select(condition, x, y).map(Some)
        }
    }
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
