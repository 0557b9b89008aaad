//! Adjoints under accumulation.
//!
//! A node used many times gets as many contributions; they are kept until the node's turn comes
//! and added in one sum, in the order in which they came. Contributions to parts of a tensor are
//! kept as parts: a loop over `x[i]` then costs as many additions as it has iterations, not that
//! many additions of whole tensors.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Sensitivity;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::NodeId;
use crate::ops::{Placement, Slice};
use crate::types::{Shape, Type};

/// The contributions to each node's adjoint.
pub(super) struct Adjoints<'b> {
    whole: Vec<Vec<Sensitivity<'b>>>,
    parts: HashMap<NodeId, Vec<Part<'b>>, FxBuildHasher>,
    results: HashMap<NodeId, Vec<Vec<Sensitivity<'b>>>, FxBuildHasher>,
}

/// A contribution to a part of a tensor.
struct Part<'b> {
    place: Slice,
    shape: Shape,
    adjoint: Sensitivity<'b>,
}

impl<'b> Adjoints<'b> {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            whole: (0..nodes).map(|_| Vec::new()).collect(),
            parts: HashMap::default(),
            results: HashMap::default(),
        }
    }

    /// Adds to the adjoint of a node.
    pub(super) fn add(&mut self, node: NodeId, adjoint: Sensitivity<'b>) {
        self.whole[node.index()].push(adjoint);
    }

    /// Adds to the adjoint of a part of a node.
    pub(super) fn add_part(
        &mut self,
        node: NodeId,
        mut place: Slice,
        shape: Shape,
        adjoint: Sensitivity<'b>,
    ) {
        // A single position has one name, whatever the step from it to nowhere.
        for (axis, dim) in place.axes.iter_mut().zip(shape.dims()) {
            if dim.extent() == 1 {
                axis.1 = 1;
            }
        }
        let parts = self.parts.entry(node).or_default();
        parts.push(Part {
            place,
            shape,
            adjoint,
        });
    }

    /// Adds to the adjoint of one result of a tuple node, which several projections may read.
    pub(super) fn add_result(&mut self, tuple: NodeId, position: usize, adjoint: Sensitivity<'b>) {
        let results = self.results.entry(tuple).or_default();
        if results.len() <= position {
            results.resize(position + 1, Vec::new());
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
        results.resize(types.len(), Vec::new());
        let results = results.iter().zip(types);
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
        let mut terms = core::mem::take(&mut self.whole[node.index()]);
        if let Some(parts) = self.parts.remove(&node) {
            assemble(builder, parts, ty, &mut terms)?;
        }
        add(builder, &terms, ty)
    }
}

/// The sum of terms of one type.
fn add<'b>(
    builder: &'b Builder,
    terms: &[Sensitivity<'b>],
    ty: &Type,
) -> Result<Option<Sensitivity<'b>>> {
    let wires: Vec<Wire<'b>> = terms.iter().map(|term| term.wire).collect();
    let wire = match *wires {
        [] => return Ok(None),
        [only] => only,
        [a, b] => a + b,
        _ => builder.sum(&wires, ty)?,
    };
    let masked = terms.iter().any(|term| term.masked);
    Ok(Some(Sensitivity { wire, masked }))
}

/// What parts with equal extents, equal steps and congruent starts have in common: two of them
/// are the same place or do not overlap.
#[derive(PartialEq, Eq, Hash)]
struct Grid {
    extents: Vec<usize>,
    steps: Vec<i64>,
    offsets: Vec<i64>,
}

impl Grid {
    fn of(part: &Part<'_>) -> Self {
        let extents = part.shape.extents();
        let axes = || part.place.axes.iter();
        let single = |extent: usize| extent == 1;
        let tiles = axes()
            .zip(&extents)
            .all(|(&(_, step), &extent)| step == 1 || single(extent));
        let offset = |(&(start, _), &extent): (&(i64, i64), &usize)| match i64::try_from(extent) {
            Ok(extent) if tiles && extent > 0 => start.rem_euclid(extent),
            _ => start,
        };
        Self {
            steps: match tiles {
                true => Vec::new(),
                false => axes().map(|&(_, step)| step).collect(),
            },
            offsets: axes().zip(&extents).map(offset).collect(),
            extents,
        }
    }
}

/// Contributions to the places of one grid, in order of first appearance.
#[derive(Default)]
struct Pieces<'b> {
    numbers: HashMap<Vec<(i64, i64)>, usize, FxBuildHasher>,
    places: Vec<Slice>,
    terms: Vec<Vec<Sensitivity<'b>>>,
}

/// Turns contributions to parts into whole tensors: one for each grid of disjoint parts.
fn assemble<'b>(
    builder: &'b Builder,
    parts: Vec<Part<'b>>,
    ty: &Type,
    terms: &mut Vec<Sensitivity<'b>>,
) -> Result<()> {
    let mut numbers: HashMap<Grid, usize, FxBuildHasher> = HashMap::default();
    let mut grids: Vec<(Shape, Pieces<'b>)> = Vec::new();
    for part in parts {
        let next = grids.len();
        let number = *numbers.entry(Grid::of(&part)).or_insert(next);
        if number == next {
            grids.push((part.shape.clone(), Pieces::default()));
        }
        let pieces = &mut grids[number].1;
        let next = pieces.places.len();
        let piece = pieces.numbers.entry(part.place.axes.clone());
        let piece = *piece.or_insert(next);
        if piece == next {
            pieces.places.push(part.place);
            pieces.terms.push(Vec::new());
        }
        pieces.terms[piece].push(part.adjoint);
    }
    for (shape, pieces) in grids {
        let piece_type = ty.with_shape(shape);
        let mut wires = Vec::with_capacity(pieces.terms.len());
        let mut masked = false;
        for contributions in &pieces.terms {
            if let Some(sum) = add(builder, contributions, &piece_type)? {
                wires.push(sum.wire);
                masked |= sum.masked;
            }
        }
        let background = builder.number(ty.element, 0.0);
        let placement = Placement {
            pieces: pieces.places,
        };
        let wire = builder.assemble_disjoint(background, &wires, &placement, ty)?;
        terms.push(Sensitivity { wire, masked });
    }
    Ok(())
}
