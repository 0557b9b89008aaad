//! The tangent rules of the structural operators.

use alloc::vec::Vec;

use super::{Sensitivity, Sweep};
use crate::builder::Wire;
use crate::differentiate::partial::Mark;
use crate::differentiate::{cover, extremum, product};
use crate::error::Result;
use crate::graph::NodeId;
use crate::ops::attributes::axes;
use crate::ops::{Contraction, Op, Partial, Placement, Reduction, ScalarOp};

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
    if arguments.iter().all(|&a| sweep.tangent(a).is_none()) {
        return Ok(None);
    }
    let first = arguments.first().and_then(|&a| sweep.tangent(a));
    Ok(match (op, first) {
        (Op::Scalar(op), _) => scalar(sweep, id, op, value),
        (Op::Sum, _) => {
            let terms = arguments.iter().filter_map(|&a| sweep.tangent(a));
            let terms: Vec<Sensitivity<'b>> = terms.collect();
            let wires: Vec<Wire<'b>> = terms.iter().map(|term| term.wire).collect();
            let wire = builder.sum(&wires, graph.ty(id))?;
            let masked = terms.iter().any(|term| term.masked);
            Some(Sensitivity::marked(wire, masked))
        }
        (Op::Select, _) => {
            let condition = sweep.value(arguments[0]);
            let [a, b] = [arguments[1], arguments[2]];
            let mark = |argument| Mark::of(sweep.tangent(argument).as_ref());
            let wires = [or_zero(sweep, a)?, or_zero(sweep, b)?];
            let wire = builder.select(condition, wires[0], wires[1])?;
            mark(a).or(mark(b)).sensitivity(wire)
        }
        (Op::Contract(list), _) => {
            contract(sweep, arguments, &Contraction::from_list(graph.list(list)))?
        }
        (Op::Cast, Some(t)) => {
            let wire = builder.cast(t.wire, graph.ty(id).element)?;
            Some(Sensitivity { wire, ..t })
        }
        (Op::Reduce(reduction @ (Reduction::Max | Reduction::Min), list), Some(t)) => {
            let axes = axes(graph.list(list));
            let mask = extremum::mask(reduction, sweep.value(arguments[0]), &axes)?;
            Some(t.where_(mask).map(|wire| wire.sum(&axes)))
        }
        (Op::Reduce(Reduction::Prod, list), Some(t)) => {
            let operand = sweep.value(arguments[0]);
            Some(product::tangent(operand, &axes(graph.list(list)), t)?)
        }
        (Op::Composite(composite, list), Some(t)) => {
            let (x, axes) = (sweep.value(arguments[0]), axes(graph.list(list)));
            let wire = composite.tangent(x, value, t.wire, &axes, t.masked)?;
            wire.map(|wire| Sensitivity { wire, ..t })
        }
        (Op::Algebra(op), _) => {
            let tangents: Vec<Tangent<'b>> = arguments.iter().map(|&a| sweep.tangent(a)).collect();
            let masked = tangents.iter().flatten().any(|t| t.masked);
            let wires: Vec<Option<Wire<'b>>> = tangents.iter().map(|t| t.map(|t| t.wire)).collect();
            let operands = sweep.values(arguments);
            let wire = op.tangent(&operands, value, &wires, masked)?;
            Some(Sensitivity::marked(wire, masked))
        }
        // Linear operators of the floats among their arguments.
        _ => same_op(sweep, id)?,
    })
}

fn scalar<'b>(sweep: &Sweep<'_, 'b>, id: NodeId, op: ScalarOp, value: Wire<'b>) -> Tangent<'b> {
    let arguments = sweep.graph.arguments(id);
    let partials = op.partials(&sweep.values(arguments), value);
    let terms = arguments.iter().zip(partials);
    let terms = terms.filter_map(|(&argument, partial)| through(sweep.tangent(argument)?, partial));
    terms.reduce(Sensitivity::plus)
}

/// The product of a tangent with a partial derivative; `None` where that is zero everywhere.
pub(in crate::differentiate) fn through<'b>(
    t: Sensitivity<'b>,
    partial: Partial<'b>,
) -> Tangent<'b> {
    match partial {
        // The factor's zero wins here: it is the operand of an absolute product.
        Partial::Guarded(factor) if !t.masked => Some(Sensitivity::new(factor.azmul(t.value()))),
        partial => t.times_partial(partial),
    }
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
        let absolute = spec.absolute || t.masked;
        let spec = Contraction {
            absolute,
            ..spec.clone()
        };
        let wire = builder.contract(t.wire, sweep.value(right), &spec)?;
        terms.push(Sensitivity::marked(wire, absolute));
    }
    if let Some(t) = sweep.tangent(right) {
        let left = sweep.value(left);
        // The operand whose zeros win stands on the left.
        let wire = match t.masked && !spec.absolute {
            true => exchanged(t.wire, left, spec)?,
            false => builder.contract(left, t.wire, spec)?,
        };
        terms.push(Sensitivity::marked(wire, t.masked || spec.absolute));
    }
    Ok(terms.into_iter().reduce(Sensitivity::plus))
}

/// The absolute contraction of `left` and `right` with the right one's zeros winning.
fn exchanged<'b>(right: Wire<'b>, left: Wire<'b>, spec: &Contraction) -> Result<Wire<'b>> {
    let exchange = |pairs: &[(usize, usize)]| pairs.iter().map(|&(l, r)| (r, l)).collect();
    let exchanged = Contraction {
        batch: exchange(&spec.batch),
        contracted: exchange(&spec.contracted),
        absolute: true,
    };
    let product = right.builder().contract(right, left, &exchanged)?;
    let batch = spec.batch.len();
    let from_right = spec.right_free(right.ty()?.shape.rank()).len();
    let rank = product.ty()?.shape.rank();
    let order = (0..batch)
        .chain(batch + from_right..rank)
        .chain(batch..batch + from_right);
    let order: Vec<usize> = order.collect();
    right.builder().transpose(product, &order)
}

/// The same operator on the tangents, for operators that are linear in their float arguments.
fn same_op<'b>(sweep: &Sweep<'_, 'b>, id: NodeId) -> Result<Tangent<'b>> {
    let arguments = sweep.graph.arguments(id);
    let tangents = arguments.iter().filter_map(|&a| sweep.tangent(a));
    let masked = { tangents }.any(|t| t.masked) || leaves_zeros(sweep, id)?;
    let operands: Vec<Wire<'b>> = arguments
        .iter()
        .map(|&argument| {
            if sweep.graph.ty(argument).is_float() {
                or_zero(sweep, argument)
            } else {
                Ok(sweep.value(argument))
            }
        })
        .collect::<Result<_>>()?;
    let wire = sweep.builder.copy_node(sweep.graph, id, &operands)?;
    Ok(Some(Sensitivity::marked(wire, masked)))
}

/// Whether some elements of a tangent are zero because they depend on nothing.
fn leaves_zeros(sweep: &Sweep<'_, '_>, id: NodeId) -> Result<bool> {
    let graph = sweep.graph;
    Ok(match graph.op(id) {
        Op::Assemble(list) => {
            let (background, pieces) = (graph.arguments(id)[0], &graph.arguments(id)[1..]);
            let still = |&piece: &NodeId| {
                sweep.tangent(piece).is_none() && graph.ty(piece).shape.size() > 0
            };
            let placement = Placement::from_list(graph.list(list), pieces.len());
            let wires = sweep.values(pieces);
            pieces.iter().any(still)
                || sweep.tangent(background).is_none()
                    && !cover::by_pieces(&wires, &placement, graph.ty(id))?
        }
        Op::ScatterAdd(_) => !cover::updates_all(graph, id),
        _ => false,
    })
}

/// A tangent, zero where there is none.
pub(super) fn or_zero<'b>(sweep: &Sweep<'_, 'b>, id: NodeId) -> Result<Wire<'b>> {
    match sweep.tangent(id) {
        Some(t) => Ok(t.wire),
        None => sweep.builder.full(sweep.graph.ty(id), 0.0),
    }
}
