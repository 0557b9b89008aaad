//! Adjoints of the arrays that a loop reads at computed positions.
//!
//! An iteration that reads a part of an array adds to that part of the array's adjoint. The parts
//! and their positions are results of the backward loop, and are added to zeros once, after it: an
//! iteration that carried the sum would move over the whole array.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView, PartAt, ScalarOp};
use graph_ir::types::{Extent, Shape, Type};

use super::outer_product::OuterProduct;

/// Parts that an iteration adds to an array: their positions, themselves, and the axis.
pub(super) struct Update {
    /// The node that adds them.
    pub(super) node: NodeId,
    /// The term that is zeros with them.
    pub(super) term: Term,
    pub(super) indices: NodeId,
    pub(super) parts: Term,
    pub(super) axis: usize,
    /// How many axes of the array, from `axis` on, are one axis to the positions.
    merged: usize,
    /// Whether a position may be that behind the array, where nothing is added.
    may_miss: bool,
    /// The positions along each of the axes that are merged, where the iteration has them so.
    place: Option<Place>,
}

impl Update {
    /// The position behind an array of this type.
    fn behind(&self, ty: &Type) -> Extent {
        ty.shape.count_along(self.axis)
    }

    /// The place of the parts. Of a row that is zero but for one part, it is that part's.
    pub(super) fn place(&self, body: &Graph) -> Place {
        debug_assert_eq!(self.merged, 1, "the position in an axis is not known");
        let mut place = Place {
            node: self.node,
            axes: alloc::vec![self.axis],
            positions: alloc::vec![self.indices],
            part: self.parts,
            behind: Vec::new(),
        };
        if self.may_miss {
            let behind = self.behind(body.ty(self.term.node));
            place.behind.push((self.indices, behind));
        }
        while body.ty(self.indices).is_scalar() {
            let row = place.part.node;
            let longer = all_but_last(body, row);
            let added = longer.unwrap_or(row);
            let OpView::ScatterAdd(scatter) = body.view(added) else {
                break;
            };
            let [position, part] = [0, 1].map(|operand| body.arguments(added)[operand]);
            if !body.ty(position).is_scalar() {
                break;
            }
            if longer.is_some() {
                let behind = body.ty(row).shape.count_along(scatter.axis);
                place.behind.push((position, behind));
            }
            let at = PartAt::add_axis(&mut place.axes, scatter.axis);
            place.positions.insert(at, position);
            place.part = place.part.of(part);
        }
        place
    }

    /// The update as one of a part at several positions, along axes that are merged: a loop would
    /// stack rows that are zero but for that part.
    fn merged(self, body: &Graph) -> Self {
        if self.merged > 1 || !body.ty(self.indices).is_scalar() {
            return self;
        }
        let place = self.place(body);
        let follow = place.axes.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        if place.axes.len() == 1 || !follow {
            return self;
        }
        Self {
            parts: place.part,
            axis: place.axes[0],
            merged: place.axes.len(),
            may_miss: !place.behind.is_empty(),
            place: Some(place),
            ..self
        }
    }

    /// The positions of the parts in an iteration of a backward loop, whose nodes are these, along
    /// the axes of the array that are merged.
    pub(super) fn positions<'b>(
        &self,
        builder: &'b Builder,
        body: &Graph,
        wires: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let Some(place) = &self.place else {
            return Ok(wires[self.indices.index()]);
        };
        let ty = body.ty(self.term.node);
        let counts = ty.shape.counts();
        let mut flat: Option<Wire<'b>> = None;
        for (&axis, position) in place.axes.iter().zip(&place.positions) {
            let position = wires[position.index()];
            flat = Some(match flat {
                Some(rows) => rows * builder.extent(&counts[axis]) + position,
                None => position,
            });
        }
        let flat = flat.ok_or(Error::NotATensor)?;
        match place.inside(builder, wires)? {
            Some(inside) => {
                let behind = self.flat(ty)?.shape.count_along(self.axis);
                builder.select(inside, flat, builder.extent(&behind))
            }
            None => Ok(flat),
        }
    }

    /// The type of an array whose merged axes are one.
    fn flat(&self, ty: &Type) -> Result<Type> {
        let mut counts = ty.shape.counts();
        let merged = counts.drain(self.axis..self.axis + self.merged);
        let whole = merged.fold(Extent::from(1), |product, count| &product * &count);
        counts.insert(self.axis, whole);
        Ok(ty.with_shape(Shape::of(counts)?))
    }
}

/// Where a part of an array is, at positions along some axes, which ascend.
pub(super) struct Place {
    /// The node that adds it.
    pub(super) node: NodeId,
    pub(super) axes: Vec<usize>,
    pub(super) positions: Vec<NodeId>,
    pub(super) part: Term,
    /// The positions that may be behind the array, where nothing is added, with those.
    pub(super) behind: Vec<(NodeId, Extent)>,
}

impl Place {
    /// Whether no position is the one behind the array, where that is to be asked. `wires` are the
    /// graph's nodes.
    pub(super) fn inside<'b>(
        &self,
        builder: &'b Builder,
        wires: &[Wire<'b>],
    ) -> Result<Option<Wire<'b>>> {
        let mut inside: Option<Wire<'b>> = None;
        for (position, behind) in &self.behind {
            let own = wires[position.index()].less(builder.extent(behind));
            inside = Some(match inside {
                None => own,
                Some(others) => builder.scalar(ScalarOp::And, &[others, own])?,
            });
        }
        Ok(inside)
    }

    /// Zeros of a type with a part added to them, or to nothing where the positions are those behind
    /// the array.
    pub(super) fn added<'b>(
        &self,
        builder: &'b Builder,
        ty: &Type,
        positions: &[Wire<'b>],
        part: Wire<'b>,
    ) -> Result<Wire<'b>> {
        let places = self.axes.iter().zip(positions).enumerate();
        places
            .rev()
            .try_fold(part, |part, (number, (&axis, &position))| {
                // The axes before this one are not there yet.
                let before = &self.axes[..number];
                let own = ty.with_shape(ty.shape.filter_axes(|axis| !before.contains(&axis)));
                added(builder, &own, axis - number, position, part)
            })
    }
}

/// Zeros of a type with parts added to them along an axis, or to nothing where the position is that
/// behind the array.
fn added<'b>(
    builder: &'b Builder,
    ty: &Type,
    axis: usize,
    indices: Wire<'b>,
    parts: Wire<'b>,
) -> Result<Wire<'b>> {
    let behind = ty.shape.count_along(axis);
    let mut counts = ty.shape.counts();
    counts[axis] = &behind + 1;
    let more = ty.with_shape(Shape::of(counts)?);
    let sum = builder.scatter_add(indices, parts, axis, &more)?;
    builder.range(sum, axis, 0, behind)
}

/// A term of a sum, which may be subtracted.
#[derive(Clone, Copy)]
pub(super) struct Term {
    pub(super) node: NodeId,
    negative: bool,
}

impl Term {
    /// One that is added.
    pub(super) fn plain(node: NodeId) -> Self {
        Self {
            node,
            negative: false,
        }
    }

    /// Whether it is subtracted.
    pub(super) fn is_negative(self) -> bool {
        self.negative
    }

    /// Another node in its place.
    pub(super) fn of(self, node: NodeId) -> Self {
        Self { node, ..self }
    }

    /// The value to add, given that of the node.
    pub(super) fn value<'b>(&self, wire: Wire<'b>) -> Wire<'b> {
        match self.negative {
            true => -wire,
            false => wire,
        }
    }
}

/// The adjoint of a captured array that one iteration computes, as a sum.
pub(super) struct Contribution {
    /// The terms that are parts alone.
    pub(super) updates: Vec<Update>,
    /// The only other term, if it is an outer product whose factors the loop stacks.
    pub(super) product: Option<OuterProduct>,
    /// The other terms.
    pub(super) whole: Vec<Term>,
    /// Whether the loop stacks the sum of those, rather than carry the sum over all iterations.
    stacked: bool,
}

impl Contribution {
    /// The terms of an adjoint in the body of the backward loop. A sum that is a term of many sums
    /// stands for more terms than there are nodes; then the adjoint is one term.
    pub(super) fn of(body: &Graph, adjoint: NodeId) -> Self {
        let root = Term::plain(adjoint);
        Self::within(body, root, body.len()).unwrap_or_else(|| Self::whole(adjoint))
    }

    /// An adjoint as one term.
    pub(super) fn whole(adjoint: NodeId) -> Self {
        Self {
            updates: Vec::new(),
            product: None,
            whole: alloc::vec![Term::plain(adjoint)],
            stacked: false,
        }
    }

    /// The terms of a term, unless they and the sums that they are in are more than `limit`.
    fn within(body: &Graph, root: Term, limit: usize) -> Option<Self> {
        let mut own = Self {
            updates: Vec::new(),
            product: None,
            whole: Vec::new(),
            stacked: false,
        };
        let mut open = alloc::vec![root];
        let mut seen = 0;
        while let Some(term) = open.pop() {
            seen += 1;
            if seen > limit {
                return None;
            }
            match (operands(body, term), update(body, term)) {
                (Some(operands), _) => open.extend(operands.into_iter().rev()),
                (None, Some(update)) => own.updates.push(update),
                (None, None) => own.whole.push(term),
            }
        }
        Some(own)
    }

    /// The same without whole terms that are zeros.
    pub(super) fn without_zeros(mut self, body: &Graph) -> Self {
        self.whole.retain(|term| !is_zero(body, term.node));
        self
    }

    /// The same with parts at several positions as such, for a loop that stacks them.
    pub(super) fn with_merged_axes(mut self, body: &Graph) -> Self {
        let updates = self.updates.into_iter();
        self.updates = updates.map(|update| update.merged(body)).collect();
        self
    }

    /// The same with the updates along merged axes among the other terms.
    pub(super) fn without_merged_axes(mut self) -> Self {
        let is_merged = |update: &mut Update| update.merged > 1;
        let merged = self.updates.extract_if(.., is_merged);
        self.whole.extend(merged.map(|update| update.term));
        self
    }

    /// The same with the only other term as an outer product, if it is one, for a loop that stacks
    /// its factors.
    pub(super) fn with_product(mut self, body: &Graph) -> Self {
        if let [term] = self.whole[..] {
            self.product = OuterProduct::of(body, term);
        }
        if self.product.is_some() {
            self.whole.clear();
        }
        self
    }

    /// The same for a loop that stacks the terms of each iteration.
    pub(super) fn by_rows(self) -> Self {
        Self {
            stacked: true,
            ..self
        }
    }

    /// Whether there are other terms than updates and an outer product.
    pub(super) fn has_terms(&self) -> bool {
        self.product.is_none() && self.updates.is_empty() || !self.whole.is_empty()
    }

    /// Whether the loop carries a sum.
    pub(super) fn is_carried(&self) -> bool {
        self.has_terms() && !self.stacked
    }

    /// Whether the loop stacks terms that are added up after it.
    pub(super) fn is_stacked(&self) -> bool {
        self.has_terms() && self.stacked
    }

    /// The sum of the terms of one iteration, given the values of the nodes.
    pub(super) fn term<'b>(
        &self,
        builder: &'b Builder,
        body: &Graph,
        wires: &[Wire<'b>],
        ty: &Type,
    ) -> Result<Wire<'b>> {
        let terms = self.whole.iter();
        let terms: Vec<Wire<'b>> = terms
            .map(|term| term.value(wires[term.node.index()]))
            .collect();
        if let Some(term) = self.whole.last() {
            builder.set_site(body.node(term.node).site);
        }
        match terms[..] {
            [term] => Ok(term),
            _ => builder.sum(&terms, ty),
        }
    }

    /// The adjoint, given the sum over all iterations and for each update the positions and the
    /// parts of all iterations.
    pub(super) fn sum<'b>(
        &self,
        builder: &'b Builder,
        ty: &Type,
        sum: Option<Wire<'b>>,
        stacked: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let mut terms: Vec<Wire<'b>> = sum.into_iter().collect();
        for (update, stacked) in self.updates.iter().zip(stacked.chunks_exact(2)) {
            let (indices, parts) = (stacked[0], stacked[1]);
            // Positions stand where the axis was: those of all iterations first.
            let rank = parts.ty()?.shape.rank();
            let around = (1..=update.axis).chain([0]).chain(update.axis + 1..rank);
            let permutation: Vec<usize> = around.collect();
            let parts = builder.transpose(parts, &permutation)?;
            let flat = update.flat(ty)?;
            let term = match update.may_miss {
                true => added(builder, &flat, update.axis, indices, parts)?,
                false => builder.scatter_add(indices, parts, update.axis, &flat)?,
            };
            terms.push(match update.merged {
                1 => term,
                _ => builder.reshape(term, &ty.shape)?,
            });
        }
        match terms[..] {
            [term] => Ok(term),
            _ => builder.sum(&terms, ty),
        }
    }
}

/// The terms of a term that is a sum.
fn operands(body: &Graph, term: Term) -> Option<Vec<Term>> {
    let view = body.view(term.node);
    let subtracted = if let OpView::Sum(_) | OpView::Scalar(ScalarOp::Add) = view {
        None
    } else if let OpView::Scalar(ScalarOp::Sub) = view {
        Some(1)
    } else if let OpView::Scalar(ScalarOp::Neg) = view {
        Some(0)
    } else {
        return None;
    };
    let operands = body.arguments(term.node).iter().enumerate();
    let terms = operands.map(|(position, &node)| Term {
        node,
        negative: term.negative != (subtracted == Some(position)),
    });
    Some(terms.collect())
}

/// Whether a value is known to be zeros.
pub(super) fn is_zero(body: &Graph, mut node: NodeId) -> bool {
    while let Op::Broadcast(_) | Op::Reshape = body.op(node) {
        node = body.arguments(node)[0];
    }
    let Op::Constant(constant) = body.op(node) else {
        return false;
    };
    let splat = body.constant(constant).splat();
    splat.is_some_and(|literal| literal.to_f64() == 0.0)
}

/// Zeros with updates, in the place of all but the last position of them.
fn all_but_last(body: &Graph, node: NodeId) -> Option<NodeId> {
    let OpView::Slice(slice) = body.view(node) else {
        return None;
    };
    let whole = body.arguments(node)[0];
    let OpView::ScatterAdd(scatter) = body.view(whole) else {
        return None;
    };
    let [own, more] = [node, whole].map(|id| body.ty(id).shape.counts());
    let mut extents = own.iter().zip(&more).enumerate();
    let fits = extents.all(|(axis, (own, more))| match axis == scatter.axis {
        true => own + 1 == *more,
        false => own == more,
    });
    (slice.is_whole() && fits).then_some(whole)
}

/// The parts that a term consists of. One part is one whatever the array's length, so that the
/// order of additions is the same for all lengths; many parts are smaller than the array.
fn update(body: &Graph, term: Term) -> Option<Update> {
    let flat = match matches!(body.op(term.node), Op::Reshape) {
        true => body.arguments(term.node)[0],
        false => term.node,
    };
    let longer = all_but_last(body, flat);
    let added = longer.unwrap_or(flat);
    let OpView::ScatterAdd(scatter) = body.view(added) else {
        return None;
    };
    let merged = merged_axes(body, flat, term.node, scatter.axis)?;
    let [indices, parts] = [0, 1].map(|position| body.arguments(added)[position]);
    let known = |id: NodeId| body.ty(id).shape.count().known();
    let pays = match (known(term.node), known(parts)) {
        _ if body.ty(indices).is_scalar() => true,
        (Some(all), Some(parts)) => 2 * parts <= all,
        (Some(_), None) => false,
        (None, _) => true,
    };
    pays.then_some(Update {
        node: added,
        term,
        indices,
        parts: Term {
            node: parts,
            ..term
        },
        axis: scatter.axis,
        merged,
        may_miss: longer.is_some(),
        place: None,
    })
}

/// How many axes of a node one axis of another is, if that is all in which their shapes differ.
fn merged_axes(body: &Graph, flat: NodeId, node: NodeId, axis: usize) -> Option<usize> {
    let [flat, own] = [flat, node].map(|id| body.ty(id).shape.counts());
    let merged = (own.len() + 1).checked_sub(flat.len())?;
    let fits =
        merged > 0 && own[..axis] == flat[..axis] && own.get(axis + merged..)? == &flat[axis + 1..];
    fits.then_some(merged)
}
