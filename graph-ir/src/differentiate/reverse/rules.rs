//! The adjoint rules of the structural operators.

use alloc::vec::Vec;

use super::accumulate::Adjoints;
use super::{Primal, REDUCED, Sensitivity, contraction, inner};
use crate::builder::{Builder, Wire};
use crate::differentiate::{cover, extremum, product};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::attributes::axes;
use crate::ops::{Contraction, Op, Partial, Placement, Reduction, ScalarOp, Slice, Windows};
use crate::types::{Shape, ValueType};

/// Hands the adjoint of a node on to its arguments.
pub(super) fn propagate<'b>(
    builder: &'b Builder,
    graph: &Graph,
    primal: &Primal<'b>,
    id: NodeId,
    adjoints: &mut Adjoints<'b>,
) -> Result<()> {
    let ValueType::Tensor(ty) = graph.value_type(id) else {
        return inner::propagate(builder, graph, primal, id, adjoints);
    };
    let Some(g) = adjoints.total(builder, id, ty)? else {
        return Ok(());
    };
    let arguments = graph.arguments(id);
    match graph.op(id) {
        Op::Project(position) => {
            adjoints.add_result(arguments[0], position as usize, g);
        }
        Op::Slice(list) => {
            let place = Slice::from_list(graph.list(list));
            adjoints.add_part(arguments[0], place, ty.shape.clone(), g);
        }
        Op::Windows(list) => {
            let windows = Windows::from_list(graph.list(list));
            self::windows(builder, arguments[0], windows, g, adjoints)?;
        }
        Op::Scalar(op) => scalar(graph, primal, id, op, g, adjoints),
        Op::Assemble(list) => {
            let placement = Placement::from_list(graph.list(list), arguments.len() - 1);
            assemble(builder, graph, primal, id, &placement, g, adjoints)?;
        }
        Op::Contract(list) => {
            let spec = Contraction::from_list(graph.list(list));
            // As of scalars: the derivatives of an absolute product are exact zeros where it is.
            let masked = g.masked || spec.absolute;
            let g = Sensitivity { masked, ..g };
            let [left, right] = [arguments[0], arguments[1]];
            let wires = [left, right].map(|id| primal.wires[id.index()]);
            if left == right && spec.is_square(graph.ty(left).shape.rank()) {
                let doubled = g.map(|g| g * 2.0);
                adjoints.add(left, contraction::left(builder, wires, &spec, doubled)?);
                return Ok(());
            }
            if primal.is_active(left) {
                adjoints.add(left, contraction::left(builder, wires, &spec, g)?);
            }
            if primal.is_active(right) {
                adjoints.add(right, contraction::right(builder, wires, &spec, g)?);
            }
        }
        Op::Algebra(op) => {
            let (operands, y) = (primal.arguments(graph, id), primal.wires[id.index()]);
            let wires = op.adjoints(&operands, y, g.wire, g.masked)?;
            for (&argument, wire) in arguments.iter().zip(wires) {
                if primal.is_active(argument) {
                    adjoints.add(argument, Sensitivity { wire, ..g }.after(REDUCED));
                }
            }
        }
        op => linear(builder, graph, primal, id, op, g, adjoints)?,
    }
    Ok(())
}

/// Windows overlap, so that their adjoint is a sum of parts: one for each position within a window,
/// which has that position of all windows; or one for each window, if these are fewer.
fn windows<'b>(
    builder: &'b Builder,
    operand: NodeId,
    windows: Windows,
    g: Sensitivity<'b>,
    adjoints: &mut Adjoints<'b>,
) -> Result<()> {
    let extents = g.wire.ty()?.shape.extents();
    let (last, axis) = (extents.len() - 1, windows.axis);
    let mut order: Vec<usize> = (0..last).collect();
    let by_position = windows.size <= extents[axis];
    let windows = windows.of_shape(&g.wire.ty()?.shape);
    let (parts, apart, step) = match by_position {
        true => (last, windows.dilation, windows.stride),
        false => (axis, windows.stride, windows.dilation),
    };
    if !by_position {
        // The positions within a window, last of the axes left, go where the windows were.
        order.pop();
        order.insert(axis, last - 1);
    }
    let signed = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    for number in 0..extents[parts] {
        let part = builder.index(g.wire, parts, signed(number))?;
        let wire = builder.transpose(part, &order)?;
        let mut axes = alloc::vec![(0, 1); last];
        axes[axis] = (signed(number * apart), signed(step));
        let shape = wire.ty()?.shape;
        adjoints.add_part(operand, Slice { axes }, shape, Sensitivity { wire, ..g });
    }
    Ok(())
}

fn scalar<'b>(
    graph: &Graph,
    primal: &Primal<'b>,
    id: NodeId,
    op: ScalarOp,
    g: Sensitivity<'b>,
    adjoints: &mut Adjoints<'b>,
) {
    let operands = primal.arguments(graph, id);
    let builder = g.wire.builder();
    let known = builder.len();
    let partials = op.partials(&operands, primal.wires[id.index()]);
    let mut own: Vec<(NodeId, Sensitivity<'b>, Partial<'b>)> = Vec::with_capacity(partials.len());
    for (&argument, partial) in graph.arguments(id).iter().zip(partials) {
        if !primal.is_active(argument) {
            continue;
        }
        let (g, partial) = without_sign(g, partial, known);
        let same = own.iter_mut().find(|(known, ..)| *known == argument);
        match (same, partial) {
            // An operand that stands twice gets one product.
            (Some((_, own, Partial::Times(first))), Partial::Times(second))
                if own.negative == g.negative && own.wire.node() == g.wire.node() =>
            {
                if first.node() != second.node() {
                    *first = *first + second;
                } else if builder.is_repeated(g.wire) {
                    *own = own.times(g.wire.full_like(2.0));
                } else {
                    *first = *first * if own.negative { -2.0 } else { 2.0 };
                    own.negative = false;
                }
            }
            _ => own.push((argument, g, partial)),
        }
    }
    for (argument, g, partial) in own {
        if let Some(contribution) = g.times_partial(partial) {
            adjoints.add(argument, contribution);
        }
    }
}

/// The sign of a partial derivative is the adjoint's to carry, unless the negative is there anyway:
/// among the nodes that were known before.
fn without_sign<'b>(
    g: Sensitivity<'b>,
    partial: Partial<'b>,
    known: usize,
) -> (Sensitivity<'b>, Partial<'b>) {
    match partial {
        Partial::Times(factor) if factor.node().index() >= known => {
            match factor.builder().negated(factor) {
                Some(positive) => (g.negated(), Partial::Times(positive)),
                None => (g, partial),
            }
        }
        _ => (g, partial),
    }
}

/// Each piece gets its part of the adjoint; the background gets the sum of what is left.
fn assemble<'b>(
    builder: &'b Builder,
    graph: &Graph,
    primal: &Primal<'b>,
    id: NodeId,
    placement: &Placement,
    g: Sensitivity<'b>,
    adjoints: &mut Adjoints<'b>,
) -> Result<()> {
    let (background, pieces) = (graph.arguments(id)[0], &graph.arguments(id)[1..]);
    for (&piece, place) in pieces.iter().zip(&placement.pieces) {
        if primal.is_active(piece) {
            let wire = builder.slice(g.wire, place, &graph.ty(piece).shape)?;
            adjoints.add(piece, Sensitivity { wire, ..g });
        }
    }
    if primal.is_active(background) {
        let truth = |value: bool| builder.literal(crate::graph::Literal::Bool(value));
        let covered = pieces
            .iter()
            .map(|&piece| builder.spread_to(truth(false), &graph.ty(piece).shape));
        let covered: Vec<Wire<'b>> = covered.collect::<Result<_>>()?;
        let ty = graph.ty(id).with_element(crate::Element::Bool);
        let free = builder.assemble_placed(truth(true), &covered, placement, &ty)?;
        let all: Vec<usize> = (0..ty.shape.rank()).collect();
        let left = g.where_(free).map(|wire| wire.sum(&all));
        adjoints.add(background, left.after(REDUCED));
    }
    Ok(())
}

/// Operators with at most two arguments whose adjoint is one formula.
fn linear<'b>(
    builder: &'b Builder,
    graph: &Graph,
    primal: &Primal<'b>,
    id: NodeId,
    op: Op,
    g: Sensitivity<'b>,
    adjoints: &mut Adjoints<'b>,
) -> Result<()> {
    let arguments = graph.arguments(id);
    let list = |list| axes(graph.list(list));
    let shape = |argument: NodeId| &graph.ty(argument).shape;
    let kept = |wire: Wire<'b>| Sensitivity { wire, ..g };
    let mut add = |argument: NodeId, adjoint: Sensitivity<'b>| {
        if primal.is_active(argument) {
            adjoints.add(argument, adjoint);
        }
    };
    match op {
        Op::Cast => {
            let element = graph.ty(arguments[0]).element;
            add(arguments[0], kept(builder.cast(g.wire, element)?));
        }
        Op::Select => {
            let condition = primal.wires[arguments[0].index()];
            add(arguments[1], g.where_(condition));
            add(arguments[2], g.where_not(condition));
        }
        Op::Sum => arguments.iter().for_each(|&term| add(term, g)),
        Op::Broadcast(l) => {
            let from = list(l);
            let repeated: Vec<usize> = (0..shape(id).rank())
                .filter(|axis| !from.contains(axis))
                .collect();
            add(
                arguments[0],
                g.map(|wire| wire.sum(&repeated)).after(REDUCED),
            );
        }
        Op::Transpose(l) => {
            let back = product::inverse(&list(l));
            add(arguments[0], kept(builder.transpose(g.wire, &back)?));
        }
        Op::Reshape => {
            add(
                arguments[0],
                g.map(|wire| wire.reshape(shape(arguments[0]))),
            );
        }
        Op::Reduce(reduction, l) => {
            let operand = primal.wires[arguments[0].index()];
            let g = g.before_growth(shape(id), shape(arguments[0]));
            let adjoint = reduce(reduction, operand, shape(arguments[0]), &list(l), g)?;
            add(arguments[0], adjoint);
        }
        Op::Gather(axis) => {
            let indices = primal.wires[arguments[1].index()];
            let ty = graph.ty(arguments[0]);
            let g = g.before_growth(shape(id), &ty.shape);
            let wire = builder.scatter_add(indices, g.wire, axis as usize, ty)?;
            // Of what is not gathered nothing depends.
            let masked = g.masked || !cover::gathers_all(graph, id);
            add(arguments[0], Sensitivity { wire, masked, ..g });
        }
        Op::ScatterAdd(axis) => {
            let indices = primal.wires[arguments[0].index()];
            let wire = builder.gather(g.wire, indices, axis as usize)?;
            add(arguments[1], kept(wire));
        }
        Op::Composite(composite, l) => {
            let (x, y) = (primal.wires[arguments[0].index()], primal.wires[id.index()]);
            if let Some(wire) = composite.adjoint(x, y, g.wire, &list(l), g.masked)? {
                add(arguments[0], kept(wire).after(REDUCED));
            }
        }
        _ => {}
    }
    Ok(())
}

fn reduce<'b>(
    reduction: Reduction,
    operand: Wire<'b>,
    shape: &Shape,
    axes: &[usize],
    g: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let kept: Vec<usize> = (0..shape.rank()).filter(|a| !axes.contains(a)).collect();
    let spread = g.map(|wire| wire.broadcast(shape, &kept));
    Ok(match reduction {
        Reduction::Prod => product::adjoint(operand, axes, g)?,
        Reduction::Max | Reduction::Min => spread.where_(extremum::mask(reduction, operand, axes)?),
        // Positions are never active.
        Reduction::Sum | Reduction::ArgMax | Reduction::ArgMin => spread,
    })
}
