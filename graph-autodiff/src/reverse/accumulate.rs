//! Adjoints under accumulation.
//!
//! A node used many times gets as many contributions; they are kept until the node's turn comes
//! and added in one sum, whose order is ours to choose. Contributions to parts of a tensor are
//! kept as parts, and become pieces of one assembly, which adds them where they overlap: a loop
//! over `x[i]` then costs as many additions as it has iterations, not that many additions of whole
//! tensors.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::NodeId;
use graph_ir::intern::number_of;
use graph_ir::ops::derivative::{Sensitivity, cover};
use graph_ir::ops::{PartAdjoint, Placement, Slice};
use graph_ir::types::{Shape, Type};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The contributions to each node's adjoint.
pub(super) struct Adjoints<'b> {
    whole: Lists<Sensitivity<'b>>,
    parts: HashMap<NodeId, Vec<PartAdjoint<'b>>, FxBuildHasher>,
    results: HashMap<NodeId, Vec<Vec<Sensitivity<'b>>>, FxBuildHasher>,
}

impl<'b> Adjoints<'b> {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            whole: Lists::new(nodes),
            parts: HashMap::default(),
            results: HashMap::default(),
        }
    }

    /// Adds to the adjoint of a node.
    pub(super) fn add(&mut self, node: NodeId, adjoint: Sensitivity<'b>) {
        self.whole.push(node, adjoint);
    }

    /// Adds to the adjoint of a part of a node.
    pub(super) fn add_part(&mut self, node: NodeId, part: PartAdjoint<'b>) {
        let parts = self.parts.entry(node).or_default();
        parts.push(PartAdjoint {
            // A single position has one name, whatever the step from it to nowhere.
            place: part.place.of_part(&part.shape),
            ..part
        });
    }

    /// Adds to the adjoint of one result of a tuple node, which several projections may read.
    pub(super) fn add_result(&mut self, tuple: NodeId, position: usize, adjoint: Sensitivity<'b>) {
        let results = self.results.entry(tuple).or_default();
        if results.len() <= position {
            results.resize_with(position + 1, Vec::new);
        }
        results[position].push(adjoint);
    }

    /// The adjoints of the results of a tuple node, if any has one.
    pub(super) fn take_results(
        &mut self,
        builder: &'b Builder,
        tuple: NodeId,
        types: &[Type],
    ) -> Result<Option<Vec<Option<Sensitivity<'b>>>>> {
        let Some(mut results) = self.results.remove(&tuple) else {
            return Ok(None);
        };
        results.resize_with(types.len(), Vec::new);
        let results = results.iter_mut().zip(types);
        let totals = results.map(|(terms, ty)| add(builder, terms, ty));
        totals.collect::<Result<_>>().map(Some)
    }

    /// The sum of all contributions to a node's adjoint, which are consumed.
    pub(super) fn total(
        &mut self,
        builder: &'b Builder,
        node: NodeId,
        ty: &Type,
    ) -> Result<Option<Sensitivity<'b>>> {
        let whole = add(builder, self.whole.take(node), ty)?;
        match self.parts.remove(&node) {
            Some(parts) => assemble(builder, whole, parts, ty).map(Some),
            None => Ok(whole),
        }
    }
}

/// A list of items for each node. Nodes wait for their turn with few items each, and a graph has
/// many of them: the items of all lists share one arena, in which those taken make room for others.
struct Lists<T> {
    items: Vec<(T, Link)>,
    /// The last item of each node's list, from which links lead back to the first.
    last: Vec<Link>,
    free: Link,
    /// The list taken last.
    taken: Vec<T>,
}

/// A position among the items, counted from one; zero at the end of a list.
type Link = u32;

impl<T: Copy> Lists<T> {
    fn new(nodes: usize) -> Self {
        Self {
            items: Vec::new(),
            last: alloc::vec![0; nodes],
            free: 0,
            taken: Vec::new(),
        }
    }

    fn push(&mut self, node: NodeId, item: T) {
        let last = &mut self.last[node.index()];
        let item = (item, *last);
        *last = match self.free {
            0 => {
                self.items.push(item);
                number_of(self.items.len())
            }
            free => {
                let place = &mut self.items[free as usize - 1];
                self.free = core::mem::replace(place, item).1;
                free
            }
        };
    }

    /// The items of a node, in the order in which they came; its list is empty then.
    fn take(&mut self, node: NodeId) -> &mut [T] {
        self.taken.clear();
        let mut next = core::mem::take(&mut self.last[node.index()]);
        while next > 0 {
            let (item, before) = &mut self.items[next as usize - 1];
            self.taken.push(*item);
            let free = core::mem::replace(&mut self.free, next);
            next = core::mem::replace(before, free);
        }
        self.taken.reverse();
        &mut self.taken
    }
}

/// The sum of terms of one type: first those that are there early, so that the last addition waits
/// for nothing but the term that takes longest.
fn add<'b>(
    builder: &'b Builder,
    terms: &mut [Sensitivity<'b>],
    ty: &Type,
) -> Result<Option<Sensitivity<'b>>> {
    terms.sort_by_key(|term| term.depth);
    let first = match *terms {
        [] => return Ok(None),
        [only] => return Ok(Some(only)),
        [first, second] => return Ok(Some(first.plus(second))),
        [ref mut first, ref mut second, ..] => {
            // The two may change places: a difference needs no negative.
            if first.negative && !second.negative {
                core::mem::swap(first, second);
            }
            *first
        }
    };
    let mut total = first;
    // Terms that are added up by themselves, before a term of the other sign is subtracted.
    let mut run = alloc::vec![first.wire];
    for term in &terms[1..] {
        total.masked |= term.masked;
        total.depth = total.depth.max(term.depth).saturating_add(1);
        if term.negative == first.negative {
            run.push(term.wire);
        } else {
            run = alloc::vec![added(builder, &run, ty)? - term.wire];
        }
    }
    total.wire = added(builder, &run, ty)?;
    Ok(Some(total))
}

fn added<'b>(builder: &'b Builder, wires: &[Wire<'b>], ty: &Type) -> Result<Wire<'b>> {
    match *wires {
        [only] => Ok(only),
        [a, b] => Ok(a + b),
        _ => builder.sum(wires, ty),
    }
}

/// The contributions to each place, in order of first appearance.
#[derive(Default)]
struct Pieces<'b> {
    numbers: HashMap<(Slice, Shape), usize, FxBuildHasher>,
    places: Vec<(Slice, Shape)>,
    terms: Vec<Vec<Sensitivity<'b>>>,
}

impl<'b> Pieces<'b> {
    fn add(&mut self, part: PartAdjoint<'b>) {
        let next = self.places.len();
        let place = (part.place, part.shape);
        let number = *self.numbers.entry(place.clone()).or_insert(next);
        if number == next {
            self.places.push(place);
            self.terms.push(Vec::new());
        }
        self.terms[number].push(part.adjoint);
    }
}

/// One tensor, assembled from the contributions to all of it and to parts of it.
///
/// The contribution to all of it is the first piece: later pieces can then be added in place.
fn assemble<'b>(
    builder: &'b Builder,
    whole: Option<Sensitivity<'b>>,
    parts: Vec<PartAdjoint<'b>>,
    ty: &Type,
) -> Result<Sensitivity<'b>> {
    let mut pieces = Pieces::default();
    if let Some(adjoint) = whole {
        pieces.add(PartAdjoint {
            place: Slice::whole(ty.shape.rank()),
            shape: ty.shape.clone(),
            adjoint,
        });
    }
    parts.into_iter().for_each(|part| pieces.add(part));
    let mut sums = Vec::with_capacity(pieces.terms.len());
    let mut placement = Placement { pieces: Vec::new() };
    for (terms, (place, shape)) in pieces.terms.iter_mut().zip(pieces.places) {
        if let Some(sum) = add(builder, terms, &ty.with_shape(shape))? {
            sums.push(sum);
            placement.pieces.push(place);
        }
    }
    let negative = sums.iter().all(|sum| sum.negative);
    let wires = sums.iter().map(|sum| match negative {
        true => sum.wire,
        false => sum.value(),
    });
    let wires: Vec<Wire<'b>> = wires.collect();
    let masked = sums.iter().any(|sum| sum.masked) || !cover::by_pieces(&wires, &placement, ty)?;
    let background = builder.number(ty.element, 0.0);
    let wire = builder.assemble_placed(background, &wires, &placement, ty)?;
    Ok(Sensitivity {
        wire,
        masked,
        negative,
        depth: sums.iter().map(|sum| sum.depth).max().unwrap_or(0) + 1,
    })
}
