//! The kind and the stage of each node, and which arrays are kept.

use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::combine::combination;
use super::cost::{RECOMPUTE_LIMIT, costs};
use super::in_place::Writable;
use super::kernels::kernel;
use super::parts::{background, first_of_rows, has_symbols, needed_in_memory, taken_whole};
use super::rows::{is_by_rows, rows_of, takes_table};
use super::{Kernel, Tiling};
use crate::error::{Error, Result};
use crate::graph::{Graph, Literal, NodeId};
use crate::ops::{OpView, Role, SCALAR_LIMIT, Slice};
use crate::passes::row_folds::{RowFold, row_folds};
use crate::passes::tables::{has_known_rows, require_known_but_tables};
use crate::types::{Extent, Type, ValueType};

/// How a node is computed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// It is an input.
    Input,
    /// Wherever it is used: a constant, or a view of one.
    Constant,
    /// It is the value of an extent.
    Extent(Extent),
    /// Once.
    Whole,
    /// Once: known rows of an array.
    Piece,
    /// For each tile of rows.
    Rows,
    /// For each tile of rows: the numbers of the rows.
    Positions,
    /// For each tile of rows: rows of an array whose rows are counted from another one on.
    Window,
    /// By adding up terms of all rows.
    Terms,
    /// By the loop that has this result, from each row as it comes.
    Folded(NodeId),
    /// By a kernel, from whole arrays.
    Kernel(Kernel),
    /// Not at all: it has elements of its operand, from one on.
    Part(Extent),
    /// Not at all: it is the part of its operand at so many positions along the first axes.
    Block(usize),
    /// By writing pieces into an array over this background.
    Assembled(Literal),
    /// By adding known rows to an array.
    Scattered,
    /// By a loop over rows.
    Scan,
    /// By one of two graphs over arrays of run-time length.
    Branch,
    /// By such a loop or branch, of which it is a result.
    RegionResult,
}

/// The plan for a graph.
pub(super) struct Plan {
    pub(super) kinds: Vec<Kind>,
    /// The number of passes over rows that have to end before a node is computed.
    pub(super) stages: Vec<usize>,
    /// Whether a node that is computed for each tile is kept as an array.
    pub(super) kept: Vec<bool>,
    /// For each result of a loop of which nothing but a combination of rows is needed, that one.
    pub(super) folded: HashMap<NodeId, RowFold, FxBuildHasher>,
    /// Whether something needs a node as an array in memory, and nothing in tiles.
    needed_in_memory: Vec<bool>,
    /// Whether all that uses a node takes it as it lies in memory.
    taken_whole: Vec<bool>,
    /// The computations of the bodies of loops, and of the sides of branches.
    pub(super) inner: HashMap<NodeId, Vec<Tiling>, FxBuildHasher>,
    /// The values in whose arrays others are.
    pub(super) same: HashMap<NodeId, NodeId, FxBuildHasher>,
    /// The pieces that are computed in their places: each with the array, and its first row there.
    pub(super) placed: HashMap<NodeId, (NodeId, Extent), FxBuildHasher>,
}

impl Plan {
    /// The arrays of some inputs may be changed.
    pub(super) fn new(graph: &Graph, sizes: &[usize], writable: &[Writable]) -> Result<Self> {
        let mut plan = Self {
            kinds: Vec::with_capacity(graph.len()),
            stages: Vec::with_capacity(graph.len()),
            kept: alloc::vec![false; graph.len()],
            folded: HashMap::default(),
            needed_in_memory: needed_in_memory(graph),
            taken_whole: taken_whole(graph),
            inner: HashMap::default(),
            same: HashMap::default(),
            placed: HashMap::default(),
        };
        let readers = graph.readers();
        let folds = row_folds(graph, &readers).into_iter();
        let mut folds: HashMap<NodeId, RowFold, FxBuildHasher> =
            folds.map(|fold| (fold.id, fold)).collect();
        for id in graph.ids() {
            let kind = plan.kind(graph, id).or_else(|| plan.copied(graph, id));
            let mut kind = kind.ok_or_else(|| refused(graph, id))?;
            if kind == Kind::Terms
                && let Some(fold) = folds.remove(&id)
                && *plan.of(fold.result) == Kind::RegionResult
            {
                kind = Kind::Folded(fold.result);
                plan.folded.insert(fold.result, fold);
            }
            plan.kinds.push(kind);
            let stage = plan.stage(graph, id);
            plan.stages.push(stage);
        }
        for output in graph.outputs() {
            plan.keep(output.node);
        }
        plan.keep_what_is_expensive(graph);
        plan.take_over(graph, &readers, (sizes, writable))?;
        plan.place_pieces(graph, &readers);
        plan.overwrite(graph, &readers, writable);
        plan.read_in_place(graph);
        // Arrays are kept by their rows, one after the other.
        let kept = |id: &NodeId| plan.is_kept(*id) && rows_of(graph.ty(*id)).is_none();
        match graph.ids().find(kept) {
            Some(id) => Err(refused(graph, id)),
            None => Ok(plan),
        }
    }

    pub(super) fn of(&self, id: NodeId) -> &Kind {
        &self.kinds[id.index()]
    }

    pub(super) fn stage_of(&self, id: NodeId) -> usize {
        self.stages[id.index()]
    }

    pub(super) fn is_kept(&self, id: NodeId) -> bool {
        self.kept[id.index()]
    }

    /// How a node is computed; `None` where it cannot be computed by rows, nor over all of them.
    fn kind(&self, graph: &Graph, id: NodeId) -> Option<Kind> {
        let arguments = graph.arguments(id);
        let view = graph.view(id);
        // An operand that a graph of known extents can take.
        let is_whole = |position: usize| match graph.value_type(arguments[position]) {
            ValueType::Tensor(ty) => !ty.shape.is_symbolic() || takes_table(graph, id, position),
            ValueType::Tuple(_) => true,
        };
        if let OpView::Input(_) = view {
            return Some(Kind::Input);
        } else if let OpView::Constant(_) = view {
            return Some(Kind::Constant);
        } else if let OpView::Extent(value) = view {
            return Some(Kind::Extent(value.extent));
        } else if let OpView::Iota(_) = view {
            return Some(Kind::Positions);
        } else if let OpView::Project(_) = view
            && matches!(self.of(arguments[0]), Kind::Scan | Kind::Branch)
        {
            return Some(Kind::RegionResult);
        } else if let OpView::Scan(scan) = &view
            && (scan.length.is_symbolic() || !is_known_inside(graph, id))
        {
            return Some(Kind::Scan);
        }
        if let OpView::Branch(_) = &view
            && !((0..arguments.len()).all(is_whole) && is_known_inside(graph, id))
        {
            return Some(Kind::Branch);
        }
        if let Some(kernel) = kernel(graph, id) {
            return Some(Kind::Kernel(kernel));
        }
        // Of a long array, a part is replaced where the array is.
        if let OpView::Replace(_) = view
            && graph
                .ty(id)
                .shape
                .count()
                .known()
                .is_none_or(|size| size > SCALAR_LIMIT)
        {
            return self.copied(graph, id);
        }
        let is_known = |ty: &Type| !ty.shape.is_symbolic();
        let from_known = (0..arguments.len()).all(is_whole);
        let to_known = graph.result_types(id).into_iter().all(is_known);
        if from_known && to_known && !has_symbols(&view) {
            if !is_known_inside(graph, id) {
                return None;
            }
            let constant = |id: &NodeId| *self.of(*id) == Kind::Constant;
            let shows = view.rules().role() == Role::View && arguments.iter().all(constant);
            return Some(if shows { Kind::Constant } else { Kind::Whole });
        }
        if graph.op(id).yields_tuple() {
            return None;
        }
        if let OpView::Reshape(_) = view
            && !to_known
            && (!is_by_rows(graph, id)
                || !self.has_rows_at_hand(graph, id)
                || self.needed_in_memory[id.index()] && self.is_other_form(graph, id))
        {
            return Some(Kind::Part(Extent::from(0)));
        }
        if let OpView::Slice(slice) = view {
            return self.slice(graph, id, &slice);
        }
        if let OpView::Assemble(_) = view
            && (to_known || !is_by_rows(graph, id))
        {
            return background(graph, id).map(Kind::Assembled);
        }
        if !self.has_rows_at_hand(graph, id) {
            return None;
        }
        if combination(graph, id).is_some() {
            return Some(Kind::Terms);
        }
        if to_known {
            return None;
        }
        if let OpView::ScatterAdd(scatter) = view
            && scatter.axis == 0
            && from_known
        {
            return has_known_rows(graph.ty(id)).then_some(Kind::Scattered);
        }
        is_by_rows(graph, id).then_some(Kind::Rows)
    }

    /// Whether a node is an array in memory by another shape, in which rows are not outermost.
    fn is_other_form(&self, graph: &Graph, id: NodeId) -> bool {
        let operand = graph.arguments(id)[0];
        let is_in_memory = !self.is_in_tiles(operand) || rows_of(graph.ty(operand)).is_some();
        is_in_memory && rows_of(graph.ty(id)).is_none()
    }

    /// How a slice is computed: as a part of memory, as rows in tiles, or by copying.
    fn slice(&self, graph: &Graph, id: NodeId, slice: &Slice) -> Option<Kind> {
        let operand = graph.arguments(id)[0];
        let (ty, own) = (graph.ty(operand), graph.ty(id));
        let has_rows = rows_of(ty).is_some();
        let taken_whole = self.taken_whole[id.index()] && has_rows && rows_of(own).is_some();
        if !self.is_in_tiles(operand)
            && let Some(first) = first_of_rows(graph, id, slice, taken_whole)
        {
            return Some(Kind::Part(first));
        }
        // It begins at a known place of each row.
        let is_of_rows = !slice.axes[1..].iter().any(|(s, _)| s.is_symbolic());
        if !own.shape.is_symbolic() && is_of_rows && (!ty.shape.is_symbolic() || has_rows) {
            return Some(Kind::Piece);
        } else if self.has_rows_at_hand(graph, id) && is_by_rows(graph, id) {
            return Some(Kind::Rows);
        } else if rows_of(own).is_some() && has_rows && slice.axes[0].1 == 1 && is_of_rows {
            return Some(Kind::Window);
        }
        None
    }

    /// How a node that moves elements is computed where it does not do so row by row.
    fn copied(&self, graph: &Graph, id: NodeId) -> Option<Kind> {
        let is_kept = |&id: &NodeId| match graph.value_type(id) {
            ValueType::Tensor(ty) => rows_of(ty).is_some() || !self.is_in_tiles(id),
            ValueType::Tuple(_) => false,
        };
        let view = graph.view(id);
        let kernel = if let OpView::Replace(replace) = view {
            Kernel::Replace(replace.axes)
        } else if let OpView::Slice(slice) = view {
            Kernel::Slice(slice)
        } else if let OpView::Gather(gather) = view {
            Kernel::Gather(gather.axis)
        } else if let OpView::PartAt(part) = view {
            Kernel::PartAt(part.axes)
        } else if let OpView::ScatterAdd(scatter) = view {
            Kernel::ScatterAdd(scatter.axis)
        } else {
            return None;
        };
        let fits = graph.arguments(id).iter().all(is_kept);
        fits.then_some(Kind::Kernel(kernel))
    }

    /// Whether rows of all operands of run-time length can be had in tiles: of arrays whose rows lie
    /// one after the other, and of what is computed in tiles itself.
    fn has_rows_at_hand(&self, graph: &Graph, id: NodeId) -> bool {
        let mut operands = graph.arguments(id).iter().enumerate();
        operands.all(|(position, &operand)| match graph.value_type(operand) {
            ValueType::Tensor(ty) => {
                !ty.shape.is_symbolic()
                    || rows_of(ty).is_some()
                    || self.is_in_tiles(operand)
                    || takes_table(graph, id, position)
            }
            ValueType::Tuple(_) => true,
        })
    }

    /// The stage of the next node, whose operands that must be whole are kept.
    fn stage(&mut self, graph: &Graph, id: NodeId) -> usize {
        let arguments = graph.arguments(id);
        let kind = self.kinds[id.index()].clone();
        if let Kind::Folded(result) = kind {
            return self.stage_of(result);
        }
        let mut tables_ready = 0;
        for (position, &argument) in arguments.iter().enumerate() {
            if takes_table(graph, id, position) {
                self.keep(argument);
                tables_ready = tables_ready.max(self.whole_ready(argument));
            }
        }
        let ready: fn(&Self, NodeId) -> usize = match kind {
            Kind::Rows | Kind::Terms => Self::tile_ready,
            Kind::Piece => {
                self.keep(arguments[0]);
                Self::array_ready
            }
            Kind::Input
            | Kind::Constant
            | Kind::Extent(_)
            | Kind::Positions
            | Kind::Whole
            | Kind::Window
            | Kind::Kernel(_)
            | Kind::Part(_)
            | Kind::Block(_)
            | Kind::Assembled(_)
            | Kind::Scattered
            | Kind::Scan
            | Kind::Branch
            | Kind::RegionResult
            | Kind::Folded(_) => {
                for &argument in arguments {
                    self.keep(argument);
                }
                Self::whole_ready
            }
        };
        if kind == Kind::RegionResult {
            return self.stage_of(arguments[0]);
        }
        let stages = arguments.iter().map(|&argument| ready(self, argument));
        stages.max().unwrap_or(0).max(tables_ready)
    }

    /// The stage from which on all of a value is there.
    fn whole_ready(&self, id: NodeId) -> usize {
        let own = self.stage_of(id);
        match self.of(id) {
            Kind::Input
            | Kind::Constant
            | Kind::Extent(_)
            | Kind::Whole
            | Kind::Piece
            | Kind::Part(_)
            | Kind::Block(_) => own,
            Kind::Rows
            | Kind::Positions
            | Kind::Window
            | Kind::Terms
            | Kind::Folded(_)
            | Kind::Kernel(_)
            | Kind::Assembled(_)
            | Kind::Scattered
            | Kind::Scan
            | Kind::Branch
            | Kind::RegionResult => own + 1,
        }
    }

    /// The stage from which on a part of a value can be taken by what is computed once.
    fn array_ready(&self, id: NodeId) -> usize {
        match self.of(id) {
            Kind::Constant | Kind::Whole | Kind::Piece => self.stage_of(id) + 1,
            _ => self.whole_ready(id),
        }
    }

    /// The stage from which on a tile of a value can be had.
    fn tile_ready(&self, id: NodeId) -> usize {
        match self.of(id) {
            Kind::Rows | Kind::Positions | Kind::Window => self.stage_of(id),
            _ => self.whole_ready(id),
        }
    }

    fn keep(&mut self, id: NodeId) {
        self.kept[id.index()] |= self.is_in_tiles(id);
    }

    /// Whether a node is computed for each tile of rows.
    pub(super) fn is_in_tiles(&self, id: NodeId) -> bool {
        matches!(self.of(id), Kind::Rows | Kind::Positions | Kind::Window)
    }

    /// Whether a node is computed from the tiles of its operands.
    fn takes_tiles(&self, id: NodeId) -> bool {
        matches!(self.of(id), Kind::Rows | Kind::Terms)
    }

    /// Keeps values that a later stage needs, and that are not computed again for it.
    fn keep_what_is_expensive(&mut self, graph: &Graph) {
        let takes = |id, position| self.is_in_tiles(graph.arguments(id)[position]);
        let costs = costs(graph, |id| self.takes_tiles(id), takes);
        for id in graph.ids() {
            if !self.takes_tiles(id) {
                continue;
            }
            for &argument in graph.arguments(id) {
                let later = self.stage_of(argument) < self.stage_of(id);
                let can_be = self.is_in_tiles(argument) && rows_of(graph.ty(argument)).is_some();
                let is_expensive = costs[argument.index()] > RECOMPUTE_LIMIT;
                self.kept[argument.index()] |= later && can_be && is_expensive;
            }
        }
    }
}

/// Whether the graphs inside of a node are of known extents, but for tables.
fn is_known_inside(graph: &Graph, id: NodeId) -> bool {
    let mut inner = graph.functions_of(id);
    inner.all(|function| require_known_but_tables(&function.graph).is_ok())
}

/// The error for a node that is neither computed by rows nor over all of them.
fn refused(graph: &Graph, id: NodeId) -> Error {
    let types = graph.result_types(id).into_iter();
    let operands = graph.arguments(id).iter();
    let operands = operands.flat_map(|&id| graph.result_types(id));
    let symbolic = types.chain(operands).find(|ty| ty.shape.is_symbolic());
    Error::NotByRows {
        op: graph.view(id).rules().name().into(),
        found: symbolic.map_or_else(|| Type::scalar(crate::types::Element::F64), Type::clone),
        site: graph.node(id).site.0,
    }
}
