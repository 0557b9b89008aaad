//! Nodes over a row as nodes over the arrays of all rows.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::forms::Forms;
use crate::builder::{Builder, Change, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Scan, Slice};
use crate::types::{Extent, Shape, Type};

/// The results of a loop, given its captured values and the arrays of its rows.
pub(super) fn over_rows<'b>(
    builder: &'b Builder,
    body: &Graph,
    scan: &Scan,
    forms: &Forms,
    arguments: &[Wire<'b>],
) -> Result<Vec<Wire<'b>>> {
    let rows = Rows {
        builder,
        body,
        forms,
        length: &scan.length,
    };
    let wires = builder.copy_graph_but(body, arguments, |id, operands, _| {
        if !forms.live[id.index()] {
            return Ok(Some(Wire::poisoned(builder)));
        }
        match forms.varies[id.index()] {
            true => rows.array(id, operands).map(Some),
            false => Ok(None),
        }
    })?;
    for id in body.ids() {
        if let (Some(name), true) = (body.node_name(id), forms.live[id.index()]) {
            builder.suggest_name(wires[id.index()], name);
        }
    }
    let outputs = body.outputs().iter().map(|output| output.node);
    outputs
        .map(|id| rows.whole(id, wires[id.index()]))
        .collect()
}

struct Rows<'r, 'b> {
    builder: &'b Builder,
    body: &'r Graph,
    forms: &'r Forms,
    length: &'r Extent,
}

impl<'b> Rows<'_, 'b> {
    /// The array of the values that a node has for all rows.
    fn array(&self, id: NodeId, operands: &[Wire<'b>]) -> Result<Wire<'b>> {
        let (builder, body) = (self.builder, self.body);
        let own = &stacked(body.ty(id), self.length)?.shape;
        let view = body.view(id);
        if let (OpView::Gather(_), &[table, positions]) = (&view, operands) {
            return builder.gather(table, positions, 0);
        }
        let (&[operand], &[argument]) = (operands, body.arguments(id)) else {
            return self.element_by_element(id, operands);
        };
        if let OpView::Reshape(_) = view {
            // The same elements for differentiation are another value all the same.
            match body.ty(argument) == body.ty(id) {
                true => builder.variable(operand),
                false => builder.reshape(operand, own),
            }
        } else if let OpView::Slice(slice) = view {
            let all = (Extent::from(0), 1);
            let axes = [all].into_iter().chain(slice.axes).collect();
            builder.slice(operand, &Slice { axes }, own)
        } else {
            self.element_by_element(id, operands)
        }
    }

    /// An operator over the elements at one position.
    fn element_by_element(&self, id: NodeId, operands: &[Wire<'b>]) -> Result<Wire<'b>> {
        let arguments = self.body.arguments(id).iter().zip(operands);
        let whole = arguments.map(|(&argument, &wire)| self.whole(argument, wire));
        let whole: Vec<Wire<'b>> = whole.collect::<Result<_>>()?;
        let mut change = OverRows(self.length);
        self.builder
            .copy_node_with(self.body, id, &whole, &mut change)
    }

    /// A value as an array of all rows: one that does not differ between them is repeated.
    fn whole(&self, id: NodeId, wire: Wire<'b>) -> Result<Wire<'b>> {
        if self.forms.varies[id.index()] {
            return Ok(wire);
        }
        let ty = self.body.ty(id);
        let axes: Vec<usize> = (1..=ty.shape.rank()).collect();
        let shape = stacked(ty, self.length)?.shape;
        self.builder.broadcast(wire, &shape, &axes)
    }
}

/// The type of all rows.
fn stacked(row: &Type, length: &Extent) -> Result<Type> {
    let counts = core::iter::once(length.clone()).chain(row.shape.counts());
    Ok(row.with_shape(Shape::of(counts)?))
}

/// Nodes over a row as nodes over arrays, which work element by element.
struct OverRows<'r>(&'r Extent);

impl Change for OverRows<'_> {
    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        // The loop has results of this type, or of a larger one.
        stacked(ty, self.0).map_or(Cow::Borrowed(ty), Cow::Owned)
    }
}
