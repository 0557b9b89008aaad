//! Assemblies, and parts of them that lie in one piece.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::view::{Step, ViewedPart};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Placement, Slice};
use crate::types::Shape;

/// The known assemblies, whose parts were asked for, by their nodes.
#[derive(Debug, Default)]
pub(super) struct Assemblies {
    known: HashMap<NodeId, Assembly, FxBuildHasher>,
}

/// The pieces of an assembly, found by the elements that they cover.
#[derive(Debug)]
struct Assembly {
    placement: Placement,
    shapes: Vec<Shape>,
    whole: Shape,
    /// The piece that covers each element, where there are not many more elements than pieces.
    owners: Option<Vec<Owner>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Background,
    Piece(u32),
    Several,
}

/// With so few pieces all of them are looked at.
const FEW_PIECES: usize = 8;

/// A table of owners is made for at most so many elements a piece, so that it takes time in
/// proportion to the pieces.
const ELEMENTS_PER_PIECE: usize = 256;

/// The largest table.
const MAX_TABLE: usize = 1 << 20;

/// So many elements of a part are looked up in a table.
const MAX_LOOKED_UP: usize = 256;

/// The assembly without its pieces that show nothing.
pub(super) fn assemble<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
    placement: &Placement,
) -> Result<Option<Wire<'b>>> {
    let ty = graph.ty(id);
    let (background, pieces) = (arguments[0], &arguments[1..]);
    if let ([only], [place]) = (pieces, &placement.pieces[..])
        && builder.ty(*only)?.shape == ty.shape
        && place.is_whole()
    {
        return Ok(Some(*only));
    }
    let number = builder.splat(background);
    let shows = |&piece: &Wire<'b>| number.is_none() || builder.splat(piece) != number;
    if pieces.iter().all(shows) {
        return Ok(None);
    }
    // Where pieces overlap, one that equals the background is a term of a sum.
    let shapes: Vec<Shape> = graph.arguments(id)[1..]
        .iter()
        .map(|&piece| graph.ty(piece).shape.clone())
        .collect();
    let shapes: Vec<&Shape> = shapes.iter().collect();
    if placement.first_overlap(&shapes, &ty.shape).is_some() {
        return Ok(None);
    }
    let shown = pieces.iter().copied().zip(placement.pieces.iter().cloned());
    let shown = shown.filter(|(piece, _)| shows(piece));
    let (pieces, places): (Vec<Wire<'b>>, Vec<Slice>) = shown.unzip();
    if pieces.is_empty() {
        return builder.spread_to(background, &ty.shape).map(Some);
    }
    let placement = Placement { pieces: places };
    builder
        .assemble_placed(background, &pieces, &placement, ty)
        .map(Some)
}

/// A part of the assembly `part.source`, if it lies in one piece or in none.
pub(super) fn part<'b>(
    assemblies: &mut Assemblies,
    builder: &'b Builder,
    part: &ViewedPart<'b>,
) -> Result<Step<'b>> {
    let node = part.source.node();
    if !assemblies.known.contains_key(&node) {
        let assembly = Assembly::of(builder, part.source)?;
        assemblies.known.insert(node, assembly);
    }
    let found = match assemblies.known[&node].find(&part.slice, &part.shape) {
        Found::Several => None,
        Found::Background => builder
            .argument_of(part.source, 0)
            .map(|number| (number, None)),
        Found::Piece(piece, slice) => builder
            .argument_of(part.source, piece + 1)
            .map(|piece| (piece, Some(slice))),
    };
    Ok(match found {
        None => Step::Stuck,
        Some((number, None)) => Step::Is(builder.spread_to(number, &part.shape)?),
        Some((source, Some(slice))) => {
            let shape = part.shape.clone();
            let part = ViewedPart {
                source,
                slice,
                shape,
            };
            Step::Into(part, None)
        }
    })
}

/// Where a part of an assembly lies.
enum Found {
    Background,
    /// In this piece, of which it is this slice.
    Piece(usize, Slice),
    /// In several pieces, or it is not known where.
    Several,
}

impl Assembly {
    fn of(builder: &Builder, assembly: Wire<'_>) -> Result<Self> {
        let pieces = &builder.arguments_of(assembly)[1..];
        let Some(OpView::Assemble(placement)) = builder.view_of(assembly) else {
            return Err(Error::OutOfScope);
        };
        let shapes = pieces.iter().map(|&piece| Ok(builder.ty(piece)?.shape));
        let shapes: Vec<Shape> = shapes.collect::<Result<_>>()?;
        let whole = builder.ty(assembly)?.shape;
        let table = whole
            .count()
            .at_most(MAX_TABLE.min(ELEMENTS_PER_PIECE * pieces.len()));
        let symbolic = placement.pieces.iter().any(Slice::is_symbolic)
            || shapes.iter().any(Shape::is_symbolic);
        let owners = (table && !symbolic && pieces.len() > FEW_PIECES).then(|| {
            let strides = whole.strides();
            let mut owners = alloc::vec![Owner::Background; whole.size()];
            for ((place, shape), number) in placement.pieces.iter().zip(&shapes).zip(0..) {
                for element in place.positions(shape, &strides) {
                    owners[element] = match owners[element] {
                        Owner::Background => Owner::Piece(number),
                        _ => Owner::Several,
                    };
                }
            }
            owners
        });
        Ok(Self {
            placement,
            shapes,
            whole,
            owners,
        })
    }

    fn find(&self, slice: &Slice, shape: &Shape) -> Found {
        let owner = match &self.owners {
            Some(owners)
                if !slice.is_symbolic()
                    && shape.count().at_most(MAX_LOOKED_UP)
                    && *shape.count() != 0 =>
            {
                let strides = self.whole.strides();
                let mut found = slice.positions(shape, &strides).map(|i| owners[i]);
                let first = found.next().unwrap_or(Owner::Several);
                match found.all(|owner| owner == first) {
                    true => first,
                    false => Owner::Several,
                }
            }
            None if self.shapes.len() <= FEW_PIECES && *shape.count() != 0 => {
                let pieces = self.placement.pieces.iter().zip(&self.shapes);
                let mut met = (0..)
                    .zip(pieces)
                    .filter(|(_, (place, own))| place.meets(own, slice, shape));
                match (met.next(), met.next()) {
                    (None, _) => Owner::Background,
                    (Some((piece, _)), None) => Owner::Piece(piece),
                    _ => Owner::Several,
                }
            }
            _ => Owner::Several,
        };
        let Owner::Piece(piece) = owner else {
            return match owner {
                Owner::Background => Found::Background,
                _ => Found::Several,
            };
        };
        let piece = piece as usize;
        match within(
            &self.placement.pieces[piece],
            &self.shapes[piece],
            slice,
            shape,
        ) {
            Some(slice) => Found::Piece(piece, slice),
            None => Found::Several,
        }
    }
}

/// The part of a piece, itself at `place` of a whole, that a part of the whole is, if it lies in
/// the piece.
fn within(place: &Slice, piece: &Shape, slice: &Slice, shape: &Shape) -> Option<Slice> {
    let pieces = place.axes.iter().zip(piece.dims());
    let parts = slice.axes.iter().zip(shape.dims());
    let axes = pieces.zip(parts);
    let axes = axes.map(|(((start, step), own), ((from, by), part))| {
        let known = (
            start.known_integer(),
            from.known_integer(),
            own.count().known(),
            part.count().known(),
        );
        let (Some(start), Some(from), Some(own), Some(part)) = known else {
            let first = from - start;
            let beyond = &first + part.count();
            let inside = first.is_natural() && (own.count() - beyond).is_natural();
            return (inside && *step == 1 && *by == 1).then_some((first, 1));
        };
        let last = i64::try_from(own).ok()? - 1;
        let (step, by) = (*step, *by);
        // The step to nowhere of a single position may be any number.
        let (step, by) = match (last, part) {
            (0, 1) => (1, 1),
            (0, _) => return None,
            (_, 1) => (step, step),
            _ => (step, by),
        };
        let steps = i64::try_from(part).ok()? - 1;
        let (first, stride) = ((from - start) / step, by / step);
        let reached = first + stride * steps;
        let exact = (from - start) % step == 0 && by % step == 0;
        let inside = (0..=last).contains(&first) && (0..=last).contains(&reached);
        (exact && inside).then_some((first.into(), stride))
    });
    let axes = axes.collect::<Option<_>>()?;
    Some(Slice { axes })
}
