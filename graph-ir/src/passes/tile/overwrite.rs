//! Passes over rows that write a result where they have read an operand.
//!
//! A pass reads the rows of a tile before it writes them. An array of which it reads nothing but
//! those rows, and which no step reads later, can take a result of the same type: that is one array
//! less in memory, and a value that a loop carries stays in one place.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::blocks::{Phase, Time};
use super::in_place::Writable;
use super::plan::{Kind, Plan};
use super::rows::{row_axis, rows_of, takes_table};
use crate::graph::{Graph, NodeId};
use crate::types::{Extent, Type, ValueType};

/// The readers of each value, with the positions of operands.
type Readers = [Vec<(NodeId, usize)>];

/// A pass: its stage, and the extent of its rows.
type Pass<'g> = (usize, &'g Extent);

/// The steps that read an array.
#[derive(Default)]
struct Reads<'g> {
    /// Passes, each with whether it reads nothing but the rows of its tile.
    passes: Vec<(Pass<'g>, bool)>,
    /// Others.
    steps: Vec<Time>,
}

impl Plan {
    /// Finds the results of passes that are in the array of an operand.
    pub(super) fn overwrite(&mut self, graph: &Graph, readers: &Readers, writable: &[Writable]) {
        let mut owned = self.owned(graph, writable);
        for id in graph.ids() {
            let ValueType::Tensor(ty) = graph.value_type(id) else {
                continue;
            };
            let Some(pass) = self.pass_of(id, ty) else {
                continue;
            };
            let operand = self.rows_read(graph, id).into_iter().find(|&operand| {
                owned[operand.index()]
                    && is_meant(graph, writable, self.origin(operand), id)
                    && graph.value_type(operand) == graph.value_type(id)
                    && self.is_last_to_read(graph, readers, operand, pass)
            });
            if let Some(operand) = operand {
                owned[operand.index()] = false;
                self.same.insert(id, operand);
            }
        }
    }

    /// The pass that computes a node, if that is an array of floats, one for each row, with no place
    /// yet.
    fn pass_of<'g>(&self, id: NodeId, ty: &'g Type) -> Option<Pass<'g>> {
        let is_result = *self.of(id) == Kind::Rows && self.is_kept(id);
        // Tiles of longer rows would be copied to and from memory.
        let is_vector = ty.is_float() && ty.shape.rank() == 1;
        let extent =
            rows_of(ty).filter(|_| is_result && is_vector && !self.placed.contains_key(&id));
        extent.map(|extent| (self.stage_of(id), extent))
    }

    /// The arrays of which the pass that computes a node reads the rows of its tile for it, in their
    /// order.
    fn rows_read(&self, graph: &Graph, id: NodeId) -> BTreeSet<NodeId> {
        let (stage, mut found) = (self.stage_of(id), BTreeSet::new());
        let mut seen = BTreeSet::from([id]);
        let mut open = alloc::vec![id];
        while let Some(id) = open.pop() {
            for (position, &operand) in graph.arguments(id).iter().enumerate() {
                if takes_table(graph, id, position) || !seen.insert(operand) {
                    continue;
                }
                let is_here = !self.is_kept(operand) || self.stage_of(operand) == stage;
                match self.of(operand) {
                    Kind::Rows if is_here => open.push(operand),
                    Kind::Window => {}
                    _ => _ = found.insert(operand),
                }
            }
        }
        found
    }

    /// Whether all other steps have read an array when a pass writes it, and this one reads nothing
    /// of it but the rows of its tile.
    fn is_last_to_read(
        &self,
        graph: &Graph,
        readers: &Readers,
        value: NodeId,
        (stage, extent): Pass<'_>,
    ) -> bool {
        let mut reads = Reads::default();
        let are_known = self.reads(graph, readers, (value, true), &mut reads);
        let own = (stage, Phase::Pass, None);
        let is_fine = |&((other, rows), by_rows): &(Pass<'_>, bool)| {
            other < stage || (other, rows) == (stage, extent) && by_rows
        };
        are_known
            && !graph.is_output(value)
            && reads.steps.iter().all(|&step| step < own)
            && reads.passes.iter().all(is_fine)
    }

    /// Notes the steps that read an array through a value, which has its rows or others of its
    /// elements. Whether it is known of all of them when they run.
    fn reads<'g>(
        &self,
        graph: &'g Graph,
        readers: &Readers,
        of: (NodeId, bool),
        reads: &mut Reads<'g>,
    ) -> bool {
        let mut seen = BTreeSet::from([of]);
        let mut open = alloc::vec![of];
        while let Some((value, by_rows)) = open.pop() {
            for &(reader, position) in &readers[value.index()] {
                let is_table = takes_table(graph, reader, position);
                let (through, pass) = match self.of(reader) {
                    Kind::Rows if self.is_kept(reader) => {
                        (None, Some((rows_of(graph.ty(reader)), !is_table)))
                    }
                    Kind::Rows => (Some(by_rows && !is_table), None),
                    Kind::Terms => {
                        let operand = graph.ty(graph.arguments(reader)[0]);
                        let rows = row_axis(operand).map(|(_, extent)| extent);
                        (None, Some((rows, !is_table)))
                    }
                    Kind::Window => {
                        let kept = self.is_kept(reader);
                        let pass = kept.then(|| (rows_of(graph.ty(reader)), false));
                        (Some(false), pass)
                    }
                    Kind::Part(_) => (Some(false), None),
                    _ => match self.time_of(reader) {
                        Some(time) => {
                            reads.steps.push(time);
                            (None, None)
                        }
                        None => return false,
                    },
                };
                if let Some((extent, rows)) = pass {
                    let Some(extent) = extent else { return false };
                    let pass = (self.stage_of(reader), extent);
                    reads.passes.push((pass, by_rows && rows));
                }
                if let Some(by_rows) = through
                    && seen.insert((reader, by_rows))
                {
                    open.push((reader, by_rows));
                }
            }
        }
        true
    }
}

/// Whether a node may be in the array of a value: in that of an input that is for one output, it is
/// that output.
fn is_meant(graph: &Graph, writable: &[Writable], origin: NodeId, id: NodeId) -> bool {
    let mut inputs = graph.inputs().iter().zip(writable);
    let input = inputs.find(|(input, _)| input.node == origin);
    match input {
        Some((_, &Writable::For(output))) => graph.outputs()[output].node == id,
        _ => true,
    }
}
