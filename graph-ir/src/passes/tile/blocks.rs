//! Parts of arrays that are read where they are.
//!
//! The part of an array at positions along its first axes lies together in memory. Its readers can
//! read it there, if no step changes the array before they do.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::Kernel;
use super::plan::{Kind, Plan};
use crate::graph::{Graph, NodeId};

/// When a step runs, for comparison: its stage, the phase of the stage, and its node. No node is
/// known to run before another one in a phase but of those that are steps by themselves.
pub(super) type Time = (usize, Phase, Option<NodeId>);

/// The phases of a stage, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Values that are computed once.
    Once,
    /// Passes over rows.
    Pass,
    /// Steps of one node, in the order of their nodes.
    Step,
}

impl Plan {
    /// Has the parts that are read before their arrays are changed read where they are.
    pub(super) fn read_in_place(&mut self, graph: &Graph) {
        let readers = graph.readers();
        let mut changes: HashMap<NodeId, Vec<Time>, FxBuildHasher> = HashMap::default();
        for &node in self.same.keys() {
            let own = match self.of(node) {
                Kind::Rows => (self.stage_of(node), Phase::Pass, None),
                Kind::RegionResult => self.step(graph.arguments(node)[0]),
                _ => self.step(node),
            };
            changes.entry(self.origin(node)).or_default().push(own);
        }
        let outputs = graph.outputs().iter().map(|output| output.node);
        let kept: HashSet<NodeId, FxBuildHasher> = outputs.chain(changes.keys().copied()).collect();
        for id in graph.ids() {
            let Some(positions) = self.positions_of_block(graph, id) else {
                continue;
            };
            let whole = self.origin(graph.arguments(id)[0]);
            let own = self.step(id);
            let changes = changes.get(&whole).into_iter().flatten();
            let next = changes.filter(|&&change| change > own).min();
            let mut readers = readers[id.index()].iter();
            let is_read_before = readers.all(|&(reader, _)| {
                let time = self.time_of(reader);
                time.is_some_and(|time| next.is_none_or(|next| time < *next))
            });
            if is_read_before && !kept.contains(&id) {
                self.kinds[id.index()] = Kind::Block(positions);
            }
        }
    }

    /// The number of positions of a part that lies together and is no number.
    fn positions_of_block(&self, graph: &Graph, id: NodeId) -> Option<usize> {
        let positions = match self.of(id) {
            Kind::Kernel(Kernel::Gather(0)) => {
                graph.ty(graph.arguments(id)[1]).is_scalar().then_some(1)
            }
            Kind::Kernel(Kernel::PartAt(axes)) => {
                axes.iter().copied().eq(0..axes.len()).then_some(axes.len())
            }
            _ => None,
        };
        // Integers of the user are of another type, which is converted as it is copied.
        positions.filter(|_| {
            let ty = graph.ty(id);
            ty.shape.rank() > 0 && ty.is_float()
        })
    }

    /// When a reader of an array runs; `None` where it may run in several steps.
    pub(super) fn time_of(&self, reader: NodeId) -> Option<Time> {
        let phase = match self.of(reader) {
            Kind::Whole | Kind::Piece | Kind::Folded(_) => Phase::Once,
            Kind::Terms => Phase::Pass,
            Kind::Kernel(_) | Kind::Assembled(_) | Kind::Scattered | Kind::Scan | Kind::Branch => {
                Phase::Step
            }
            Kind::Rows
            | Kind::Positions
            | Kind::Window
            | Kind::Part(_)
            | Kind::Block(_)
            | Kind::RegionResult
            | Kind::Input
            | Kind::Constant
            | Kind::Extent(_) => return None,
        };
        Some((self.stage_of(reader), phase, Some(reader)))
    }

    /// When a step of one node runs.
    fn step(&self, node: NodeId) -> Time {
        (self.stage_of(node), Phase::Step, Some(node))
    }
}
