//! Algebraic simplification that never changes a result's bits.
//!
//! Only identities that hold for every float are used: `x * 1`, `x / 1`, `x - 0`, `x + -0`,
//! `-(-x)`, `a + (-b) = a - b`, `x + x = x * 2`, `(x * 2) * 4 = x * 8` and their kind. `x + 0`
//! (wrong for negative zero), `x - x` and `0 * x` (wrong for infinities and NaN) are not among
//! them. Only which NaN comes out may change.
//!
//! Views are sorted into one order, so that inverse views become adjacent and cancel: a slice moves
//! before every other view, a repetition after. An element of an assembled array thus becomes an
//! element of the piece that it came from. Parts at positions of parts at positions are read from
//! the whole array.

mod assembly;
mod contraction;
mod position;
mod repetition;
mod rules;
mod scalar;
mod view;

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{Op, OpView, Reduce, Slice};
use crate::types::Shape;

use super::uses::uses;
use assembly::Assemblies;

pub use rules::{finite_rules, finite_simplifications, simplifications, statement_rules};
pub(super) use scalar::{is_opaque, simplify_finite, simplify_opaque};
pub use scalar::{reciprocal, upward_scale};

/// Facts about the graph that is simplified.
#[derive(Debug)]
pub(super) struct Facts {
    /// How often each node of the original graph is used.
    uses: Vec<u32>,
    assemblies: Assemblies,
}

impl Facts {
    pub(super) fn of(graph: &Graph) -> Self {
        Self {
            uses: uses(graph),
            assemblies: Assemblies::default(),
        }
    }
}

/// Slices that are taken of values which are views: of what they show, wherever that can be had.
#[derive(Debug, Default)]
pub(super) struct Slices {
    assemblies: Assemblies,
}

impl Slices {
    /// A slice of a value.
    pub(super) fn of<'b>(
        &mut self,
        builder: &'b Builder,
        x: Wire<'b>,
        slice: &Slice,
        shape: &Shape,
    ) -> Result<Wire<'b>> {
        match view::slice(&mut self.assemblies, builder, x, slice, shape)? {
            Some(simpler) => Ok(simpler),
            None => builder.slice(x, slice, shape),
        }
    }
}

/// The simpler value of a node, if any.
pub(super) fn simplify<'b>(
    facts: &mut Facts,
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    let apply = |op, operands: &[Wire<'b>]| scalar::apply(builder, op, operands);
    if let Some(repeated) = repetition::hoist(builder, graph, id, arguments, apply)? {
        return Ok(Some(repeated));
    }
    if let Op::Scalar(op) = graph.op(id) {
        return Ok(scalar::simplify(builder, op, arguments, &|position| {
            facts.uses[graph.arguments(id)[position].index()] == 1
        }));
    }
    if let (Op::Select, &[condition, a, b]) = (graph.op(id), arguments) {
        return scalar::select(builder, [condition, a, b]);
    }
    if let Op::Sum = graph.op(id) {
        return scalar::sum(builder, graph.ty(id), arguments);
    }
    let view = graph.view(id);
    if let (OpView::Reduce(reduce), &[x]) = (&view, arguments) {
        return single(builder, reduce, x, &graph.ty(id).shape);
    }
    if let (OpView::Contract(spec), &[left, right]) = (&view, arguments) {
        return contraction::contract(builder, [left, right], spec);
    }
    views(facts, builder, graph, id, arguments)
}

/// The simpler value of a node by rules that change no arithmetic: operations stay, but elements
/// are found where they come from, and repeated values are computed once.
pub(in crate::passes) fn canonicalise<'b>(
    facts: &mut Facts,
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    let apply = |op, operands: &[Wire<'b>]| builder.scalar(op, operands);
    match repetition::hoist(builder, graph, id, arguments, apply)? {
        Some(repeated) => Ok(Some(repeated)),
        None => views(facts, builder, graph, id, arguments),
    }
}

fn views<'b>(
    facts: &mut Facts,
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    let (view, shape) = (graph.view(id), || &graph.ty(id).shape);
    if let OpView::Assemble(own) = view {
        return assembly::assemble(builder, graph, id, arguments, &own);
    }
    if let (OpView::Gather(gather), &[data, index]) = (&view, arguments) {
        return position::part(builder, data, &[gather.axis], &[index]);
    } else if let (OpView::PartAt(own), [whole, positions @ ..]) = (&view, arguments) {
        return position::part(builder, *whole, &own.axes, positions);
    }
    let &[x] = arguments else {
        return Ok(None);
    };
    if let OpView::Reshape(_) = view {
        return match position::slice_of_part(builder, x, shape())? {
            Some(part) => Ok(Some(part)),
            None => view::reshape(builder, x, shape()),
        };
    }
    if let OpView::Transpose(own) = view {
        return view::transpose(builder, x, &own.permutation);
    }
    if let OpView::Slice(slice) = view {
        return view::slice(&mut facts.assemblies, builder, x, &slice, shape());
    }
    match view.broadcast() {
        Some(axes) => view::broadcast(builder, x, &axes, shape()),
        None => Ok(None),
    }
}

/// Whether tidying leaves a node as it is, as its operator and those of its arguments tell: no view
/// meets one that it goes before, or cancels, and nothing is repeated.
pub(super) fn is_settled(graph: &Graph, id: NodeId) -> bool {
    let (op, arguments) = (graph.op(id), graph.arguments(id));
    let repeated = |&argument: &NodeId| matches!(graph.op(argument), Op::Broadcast(_));
    let is_read = |op| matches!(op, Op::Gather(_) | Op::PartAt(_));
    if is_read(op) {
        let of = graph.op(arguments[0]);
        return !(is_read(of) || of == Op::Reshape || arguments.iter().any(repeated));
    }
    if matches!(op, Op::Transpose(_) | Op::Assemble(_)) || arguments.iter().any(repeated) {
        return false;
    }
    let &[x] = arguments else {
        return true;
    };
    let of = graph.op(x);
    if let Op::Slice(_) = op {
        let views = matches!(
            of,
            Op::Slice(_) | Op::Windows(_) | Op::Reshape | Op::Transpose(_) | Op::Assemble(_)
        );
        return !views && graph.ty(x).shape != graph.ty(id).shape;
    }
    let of_read = || is_read(graph.op(graph.arguments(x)[0]));
    op != Op::Reshape || of != Op::Reshape && !(matches!(of, Op::Slice(_)) && of_read())
}

/// A reduction of one element is that element.
fn single<'b>(
    builder: &'b Builder,
    reduce: &Reduce,
    x: Wire<'b>,
    shape: &Shape,
) -> Result<Option<Wire<'b>>> {
    let own = builder.ty(x)?.shape;
    let single = reduce.axes.iter().all(|&axis| own.count_along(axis) == 1);
    match single && !reduce.reduction.yields_position() {
        true => builder.reshape(x, shape).map(Some),
        false => Ok(None),
    }
}
