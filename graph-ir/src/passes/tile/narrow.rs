//! Values of which only some neighbouring rows are read, computed on those rows alone.
//!
//! `(a + b)[1..]` becomes `a[1..] + b[1..]`. Rows of arrays that are in memory are at hand, where
//! the rows of a sum are not: they would be written to an array first, in a pass over other rows
//! than those of the value that reads them.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::super::inside::Functions;
use super::super::rewrite::{Rewriter, Rewritten, rewrite};
use super::super::simplify::Slices;
use super::axes::Needed;
use super::rows::{first_row, rows_of};
use crate::builder::{Builder, Change, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Role, Slice};
use crate::types::{Shape, Type};

/// The graph with elementwise operators over the rows that are read.
///
/// # Errors
/// Those of the builder.
pub(super) fn narrowed(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let read = read(graph);
    if read.iter().all(Option::is_none) {
        return Ok(Cow::Borrowed(graph));
    }
    let slices = Slices::default();
    let narrowed = rewrite(graph, &mut Narrowed { read, slices })?;
    rewrite(&narrowed, &mut Needed).map(Cow::Owned)
}

/// The readers of a value.
#[derive(Clone, Copy, PartialEq)]
enum Readers {
    None,
    /// All of them read the rows that this slice takes.
    Rows(NodeId),
    Whole,
}

/// For each elementwise operator, all of whose readers read the same rows of it, a slice that takes
/// these.
fn read(graph: &Graph) -> Vec<Option<NodeId>> {
    let mut readers = alloc::vec![Readers::None; graph.len()];
    for output in graph.outputs() {
        readers[output.node.index()] = Readers::Whole;
    }
    let mut read = alloc::vec![None; graph.len()];
    for id in graph.ids().rev() {
        let own = match readers[id.index()] {
            Readers::Rows(slice) if is_narrow(graph, id) => {
                read[id.index()] = Some(slice);
                Readers::Rows(slice)
            }
            _ if takes_rows(graph, id).is_some() => Readers::Rows(id),
            _ => Readers::Whole,
        };
        for operand in graph.arguments(id) {
            let known = &mut readers[operand.index()];
            *known = match (*known, own) {
                (Readers::None, _) => own,
                (Readers::Rows(one), Readers::Rows(other)) if same_rows(graph, one, other) => own,
                _ => Readers::Whole,
            };
        }
    }
    read
}

/// Whether a node can be computed on some of its rows.
fn is_narrow(graph: &Graph, id: NodeId) -> bool {
    !graph.op(id).yields_tuple()
        && graph.view(id).rules().role() == Role::Elementwise
        && rows_of(graph.ty(id)).is_some()
}

/// The slice that a node is, if it takes neighbouring rows of an array.
fn takes_rows(graph: &Graph, id: NodeId) -> Option<Slice> {
    let OpView::Slice(slice) = graph.view(id) else {
        return None;
    };
    let operand = &graph.ty(graph.arguments(id)[0]).shape;
    let is_rows = first_row(&slice, &graph.ty(id).shape, operand).is_some();
    is_rows.then_some(slice)
}

fn same_rows(graph: &Graph, one: NodeId, other: NodeId) -> bool {
    one == other
        || graph.ty(one).shape == graph.ty(other).shape
            && takes_rows(graph, one) == takes_rows(graph, other)
}

struct Narrowed {
    read: Vec<Option<NodeId>>,
    slices: Slices,
}

impl Rewriter for Narrowed {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let operands = graph.arguments(id);
        let is_read = |id: NodeId| self.read[id.index()].is_some();
        let Some(by) = self.read[id.index()] else {
            // The slice of a value that has these rows alone is that value.
            let is_same = operands.first().is_some_and(|&operand| is_read(operand));
            return Ok(is_same.then(|| Rewritten::Wire(arguments[0])));
        };
        let OpView::Slice(slice) = graph.view(by) else {
            return Ok(None);
        };
        let shape = &graph.ty(by).shape;
        let operands = operands.iter().zip(arguments);
        let operands = operands.map(|(&operand, &wire)| match is_read(operand) {
            true => Ok(wire),
            false => self.slices.of(builder, wire, &slice, shape),
        });
        let operands: Vec<Wire<'b>> = operands.collect::<Result<_>>()?;
        let narrow = builder.copy_node_with(graph, id, &operands, &mut Rows(shape))?;
        Ok(Some(Rewritten::Wire(narrow)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        None
    }
}

/// The change to an operator that is computed on rows: to those of this shape.
struct Rows<'s>(&'s Shape);

impl Change for Rows<'_> {
    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        Cow::Owned(ty.with_shape(self.0.clone()))
    }
}
