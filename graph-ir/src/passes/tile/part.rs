//! A part of a graph as a graph of its own: what is computed from what is there.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Operand;
use super::extract::Extraction;
use super::plan::Kind;
use super::rows::{row_axis, rows_of, takes_table};
use crate::builder::{Builder, Change, Wire};
use crate::error::Result;
use crate::graph::{InputKind, NodeId};
use crate::intern::signed;
use crate::ops::{OpView, Slice};
use crate::types::{Extent, Shape, Type};

/// The computation that a graph is extracted for.
pub(super) enum Context<'e> {
    /// Once, at this stage.
    Once(usize),
    /// For tiles of so many rows of an extent, at this stage.
    Tiles {
        extent: &'e Extent,
        stage: usize,
        rows: usize,
    },
}

/// A value that a graph takes from elsewhere: its type there, the operand, and, if it is a part of
/// that, where.
struct Taken {
    ty: Type,
    operand: Operand,
    part: Option<Slice>,
}

/// A part of the graph under construction.
pub(super) struct Part<'p, 'g, 'b> {
    pub(super) from: &'p mut Extraction<'g>,
    builder: &'b Builder,
    context: Context<'p>,
    /// The values so far.
    pub(super) wires: HashMap<NodeId, Wire<'b>, FxBuildHasher>,
    /// The arrays that are read as tables, whether or not rows of them are values too.
    tables: HashMap<NodeId, Wire<'b>, FxBuildHasher>,
    /// The inputs so far.
    pub(super) operands: Vec<Operand>,
}

impl<'p, 'g, 'b> Part<'p, 'g, 'b> {
    pub(super) fn new(
        from: &'p mut Extraction<'g>,
        builder: &'b Builder,
        context: Context<'p>,
    ) -> Self {
        builder.continue_graph(from.graph);
        Self {
            from,
            builder,
            context,
            wires: HashMap::default(),
            tables: HashMap::default(),
            operands: Vec::new(),
        }
    }

    /// Computes nodes from what is there; sums over rows are left to the caller, who finds their
    /// operands.
    pub(super) fn compute(&mut self, wanted: &[NodeId]) -> Result<()> {
        let graph = self.from.graph;
        let mut needed: BTreeSet<NodeId> = BTreeSet::new();
        let mut open: Vec<NodeId> = Vec::new();
        for &id in wanted {
            match self.from.plan.of(id) {
                Kind::Terms => open.extend(graph.arguments(id)),
                _ => open.push(id),
            }
        }
        while let Some(id) = open.pop() {
            if needed.insert(id) && !self.is_taken(id) {
                for (position, &argument) in graph.arguments(id).iter().enumerate() {
                    match takes_table(graph, id, position) {
                        true => self.table(argument),
                        false => open.push(argument),
                    }
                }
            }
        }
        for id in needed {
            self.builder.set_site(graph.node(id).site);
            let wire = match self.taken(id) {
                Some(taken) => self.take(id, taken)?,
                None => {
                    let arguments = graph.arguments(id).iter().enumerate();
                    let arguments = arguments.map(|(position, argument)| {
                        match takes_table(graph, id, position) {
                            true => self.tables[argument],
                            false => self.wires[argument],
                        }
                    });
                    let arguments: Vec<Wire<'b>> = arguments.collect();
                    let mut change = Tiled(self.tile());
                    self.builder
                        .copy_node_with(graph, id, &arguments, &mut change)?
                }
            };
            self.wires.insert(id, wire);
        }
        Ok(())
    }

    /// The extent whose rows are in tiles, and the number of rows of one.
    fn tile(&self) -> Option<(Extent, usize)> {
        match self.context {
            Context::Once(_) => None,
            Context::Tiles { extent, rows, .. } => Some((extent.clone(), rows)),
        }
    }

    /// Whether a value is taken from elsewhere rather than computed from its operands.
    fn is_taken(&self, id: NodeId) -> bool {
        let (plan, kind) = (self.from.plan, self.from.plan.of(id));
        match (&self.context, kind) {
            (_, Kind::Constant) => false,
            (Context::Once(stage), Kind::Whole) => plan.stage_of(id) != *stage,
            (Context::Tiles { stage, .. }, Kind::Rows) => {
                plan.is_kept(id) && plan.stage_of(id) < *stage
            }
            _ => true,
        }
    }

    fn taken(&mut self, id: NodeId) -> Option<Taken> {
        if !self.is_taken(id) {
            return None;
        }
        let graph = self.from.graph;
        let ty = graph.ty(id).clone();
        let tile = self.tile();
        let has_rows = |ty: &Type| match &tile {
            Some((extent, _)) => rows_of(ty) == Some(extent),
            None => false,
        };
        let here = |ty: &Type| match &tile {
            Some((extent, rows)) => tiled(ty, extent, *rows).unwrap_or_else(|| ty.clone()),
            None => ty.clone(),
        };
        let is_here = match self.context {
            Context::Once(stage) => self.from.plan.stage_of(id) == stage,
            Context::Tiles { .. } => true,
        };
        let place = if let OpView::Slice(slice) = graph.view(id) {
            Some(slice)
        } else {
            None
        };
        let (ty, operand, part) = match (self.from.plan.of(id).clone(), place) {
            (Kind::Extent(extent), _) => (ty, Operand::Extent(extent), None),
            (Kind::Positions, _) => (here(&ty), Operand::Positions, None),
            (Kind::Window, Some(mut place)) => {
                let base = graph.arguments(id)[0];
                let first = core::mem::replace(&mut place.axes[0].0, Extent::from(0));
                let array = self.from.array(base);
                let rows = graph.ty(base).shape.counts();
                let all = rows.into_iter().skip(1);
                let own = ty.shape.count_along(0);
                let window = Shape::of(core::iter::once(own).chain(all)).ok()?;
                let window = here(&ty.with_shape(window));
                (window, Operand::Tile { array, first }, Some(place))
            }
            (Kind::Piece, Some(mut place)) if is_here && tile.is_none() => {
                let base = graph.arguments(id)[0];
                let taken = ty.shape.count_along(0).known()?;
                let (first, step) = place.axes[0].clone();
                let far = signed(taken.saturating_sub(1)) * step;
                let rows = match taken {
                    0 => 0,
                    _ => usize::try_from(far.unsigned_abs()).ok()? + 1,
                };
                let below = far.min(0);
                place.axes[0].0 = Extent::from(-below);
                let first = &first + &Extent::from(below);
                let array = self.from.array(base);
                let all = graph.ty(base).shape.counts().into_iter().skip(1);
                let piece = Shape::of(core::iter::once(Extent::from(rows)).chain(all)).ok()?;
                let operand = Operand::Rows { array, first, rows };
                (ty.with_shape(piece), operand, Some(place))
            }
            _ if has_rows(&ty) => {
                let array = self.from.array(id);
                let first = Extent::from(0);
                (here(&ty), Operand::Tile { array, first }, None)
            }
            _ => (ty, Operand::Whole(self.from.array(id)), None),
        };
        Some(Taken { ty, operand, part })
    }

    /// Takes an array that is read as a table.
    fn table(&mut self, id: NodeId) {
        if !self.tables.contains_key(&id) {
            let array = self.from.array(id);
            let ty = self.from.graph.ty(id).clone();
            let input = self.input(ty, Operand::Whole(array));
            self.tables.insert(id, input);
        }
    }

    fn input(&mut self, ty: Type, operand: Operand) -> Wire<'b> {
        let name = alloc::format!("x{}", self.operands.len());
        self.operands.push(operand);
        self.builder.input(&name, ty, InputKind::Dynamic)
    }

    /// The wire of a value that is taken from elsewhere.
    fn take(&mut self, id: NodeId, taken: Taken) -> Result<Wire<'b>> {
        let graph = self.from.graph;
        let input = self.input(taken.ty, taken.operand);
        let Some(place) = taken.part else {
            return Ok(input);
        };
        let own = graph.ty(id);
        let shape = match self.tile() {
            Some((extent, rows)) => tiled(own, &extent, rows).map(|ty| ty.shape),
            None => None,
        };
        let shape = shape.unwrap_or_else(|| own.shape.clone());
        self.builder.slice(input, &place, &shape)
    }
}

/// The type of a tile of so many rows of an array with this many; `None` for any other type.
fn tiled(ty: &Type, extent: &Extent, rows: usize) -> Option<Type> {
    let (axis, _) = row_axis(ty).filter(|(_, own)| *own == extent)?;
    let mut extents = ty.shape.counts();
    extents[axis] = Extent::from(rows);
    Some(ty.with_shape(Shape::of(extents).ok()?))
}

/// Nodes over an extent as nodes over a tile of so many rows.
struct Tiled(Option<(Extent, usize)>);

impl Change for Tiled {
    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        let tile = self.0.as_ref();
        let tile = tile.and_then(|(extent, rows)| tiled(ty, extent, *rows));
        tile.map_or(Cow::Borrowed(ty), Cow::Owned)
    }
}
