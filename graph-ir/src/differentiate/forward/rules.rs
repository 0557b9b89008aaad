//! The tangent rules of the structural operators.

use alloc::vec::Vec;

use super::{Sensitivity, Sweep};
use crate::builder::Wire;
use crate::differentiate::{extremum, product};
use crate::error::Result;
use crate::graph::NodeId;
use crate::ops::attributes::axes;
use crate::ops::{Contraction, Op, Reduction, ScalarOp};

type Tangent<'b> = Option<Sensitivity<'b>>;

/// The tangent of a node with one result, whose value is `value`.
pub(super) fn tangent<'b>(
    sweep: &Sweep<'_, 'b>,
    id: NodeId,
    op: Op,
    value: Wire<'b>,
) -> Result<Tangent<'b>> {
    let (builder, graph) = (sweep.builder, sweep.graph);
    let arguments = graph.arguments(id);
    let first = || {
        arguments
            .first()
            .and_then(|&argument| sweep.tangent(argument))
    };
    Ok(match op {
        Op::Scalar(op) => scalar(sweep, id, op, value),
        Op::Sum => {
            let terms = arguments
                .iter()
                .filter_map(|&argument| sweep.tangent(argument));
            let terms: Vec<Wire<'b>> = terms.map(|term| term.wire).collect();
            let wire = builder.sum(&terms, graph.ty(id))?;
            Some(Sensitivity::new(wire))
        }
        Op::Cast => match first() {
            Some(t) => {
                let wire = builder.cast(t.wire, graph.ty(id).element)?;
                Some(Sensitivity::new(wire))
            }
            None => None,
        },
        Op::Select => {
            let condition = sweep.value(arguments[0]);
            let [a, b] = [arguments[1], arguments[2]];
            let (a, b) = (or_zero(sweep, a)?, or_zero(sweep, b)?);
            Some(Sensitivity::new(builder.select(condition, a, b)?))
        }
        Op::Contract(list) => {
            contract(sweep, arguments, &Contraction::from_list(graph.list(list)))?
        }
        Op::Reduce(reduction, list) => match (first(), reduction) {
            (Some(t), Reduction::Max | Reduction::Min) => {
                let axes = axes(graph.list(list));
                let mask = extremum::mask(reduction, sweep.value(arguments[0]), &axes)?;
                Some(t.where_(mask).map(|wire| wire.sum(&axes)))
            }
            (Some(t), Reduction::Prod) => {
                let axes = axes(graph.list(list));
                let operand = sweep.value(arguments[0]);
                let wire = product::tangent(operand, &axes, t.wire)?;
                Some(Sensitivity::new(wire))
            }
            (Some(_), _) => same_op(sweep, id)?,
            (None, _) => None,
        },
        Op::Composite(composite, list) => match first() {
            Some(t) => {
                let x = sweep.value(arguments[0]);
                let wire = composite.tangent(x, value, t.wire, &axes(graph.list(list)))?;
                wire.map(Sensitivity::new)
            }
            None => None,
        },
        // Linear operators of the floats among their arguments.
        _ => same_op(sweep, id)?,
    })
}

fn scalar<'b>(sweep: &Sweep<'_, 'b>, id: NodeId, op: ScalarOp, value: Wire<'b>) -> Tangent<'b> {
    let arguments = sweep.graph.arguments(id);
    let partials = op.partials(&sweep.values(arguments), value);
    let terms = arguments
        .iter()
        .zip(partials)
        .filter_map(|(&argument, partial)| {
            let t = sweep.tangent(argument)?;
            match partial {
                // The factor's zero wins here: it is the operand of an absolute product.
                crate::ops::Partial::Guarded(factor) => {
                    Some(Sensitivity::new(factor.azmul(t.wire)))
                }
                partial => t.times_partial(partial),
            }
        });
    terms
        .map(|term| term.wire)
        .reduce(|sum, term| sum + term)
        .map(Sensitivity::new)
}

/// The sum of the contractions in which one operand is replaced by its tangent.
fn contract<'b>(
    sweep: &Sweep<'_, 'b>,
    arguments: &[NodeId],
    spec: &Contraction,
) -> Result<Tangent<'b>> {
    let builder = sweep.builder;
    let [left, right] = [arguments[0], arguments[1]];
    let mut terms = Vec::with_capacity(2);
    if let Some(t) = sweep.tangent(left) {
        terms.push(builder.contract(t.wire, sweep.value(right), spec)?);
    }
    if let Some(t) = sweep.tangent(right) {
        terms.push(builder.contract(sweep.value(left), t.wire, spec)?);
    }
    let sum = terms.into_iter().reduce(|sum, term| sum + term);
    Ok(sum.map(Sensitivity::new))
}

/// The same operator on the tangents, for operators that are linear in their float arguments.
fn same_op<'b>(sweep: &Sweep<'_, 'b>, id: NodeId) -> Result<Tangent<'b>> {
    let arguments = sweep.graph.arguments(id).iter();
    let operands: Vec<Wire<'b>> = arguments
        .map(|&argument| {
            if sweep.graph.ty(argument).is_float() {
                or_zero(sweep, argument)
            } else {
                Ok(sweep.value(argument))
            }
        })
        .collect::<Result<_>>()?;
    let wire = sweep.builder.copy_node(sweep.graph, id, &operands)?;
    Ok(Some(Sensitivity::new(wire)))
}

/// A tangent, zero where there is none.
pub(super) fn or_zero<'b>(sweep: &Sweep<'_, 'b>, id: NodeId) -> Result<Wire<'b>> {
    match sweep.tangent(id) {
        Some(t) => Ok(t.wire),
        None => sweep.builder.full(sweep.graph.ty(id), 0.0),
    }
}
