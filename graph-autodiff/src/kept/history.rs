//! The versions of arrays that a graph changes step by step.
//!
//! Each version is the one before it with a part replaced, or as a loop or branch inside hands it
//! on. With the parts that were overwritten, the last version so gives all others, from the last to
//! the first.

use alloc::vec::Vec;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView};

/// The steps of some arrays from inputs of a graph to outputs.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// In the order of the nodes that make them.
    pub(crate) steps: Vec<Step>,
    /// The last version of each of the arrays.
    pub(crate) last: Vec<NodeId>,
}

/// A version of an array that becomes the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) before: NodeId,
    pub(crate) after: NodeId,
    /// The replacement of a part, which is the version behind it, or the loop or branch.
    pub(crate) by: NodeId,
}

impl History {
    /// The history of arrays, given as the positions of an input and of the output that it becomes.
    /// `None` where one of the outputs is no version of its input.
    pub(crate) fn of(graph: &Graph, arrays: &[(usize, usize)]) -> Option<Self> {
        let (mut steps, mut last) = (Vec::new(), Vec::new());
        for &(input, output) in arrays {
            let (origin, own) = origin(graph, output)?;
            if origin != input {
                return None;
            }
            steps.extend(own);
            last.push(graph.outputs()[output].node);
        }
        steps.sort_by_key(|step| step.by);
        Some(Self { steps, last })
    }

    /// The replacements.
    pub(crate) fn replacements(&self, graph: &Graph) -> impl Iterator<Item = NodeId> {
        let steps = self.steps.iter().map(|step| step.by);
        steps.filter(|&by| matches!(graph.op(by), Op::Replace(_)))
    }

    /// The steps that a node makes.
    pub(crate) fn by(&self, node: NodeId) -> &[Step] {
        let first = self.steps.partition_point(|step| step.by < node);
        let count = self.steps[first..].partition_point(|step| step.by == node);
        &self.steps[first..first + count]
    }

    /// For each node of the graph whether it is one of the versions.
    pub(crate) fn versions(&self, graph: &Graph) -> Vec<bool> {
        let mut is_version = alloc::vec![false; graph.len()];
        let before = self.steps.iter().map(|step| step.before);
        for node in before.chain(self.last.iter().copied()) {
            is_version[node.index()] = true;
        }
        is_version
    }

    /// Whether a node makes a step.
    pub(crate) fn changes_at(&self, node: NodeId) -> bool {
        !self.by(node).is_empty()
    }

    /// The arrays that a loop or branch hands on: the positions among its function's inputs and
    /// among its results.
    pub(crate) fn through(&self, graph: &Graph, node: NodeId) -> Vec<(usize, usize)> {
        let steps = self.by(node).iter().filter_map(|step| {
            let Op::Project(position) = graph.op(step.after) else {
                return None;
            };
            let own = origin_in(graph, node, position as usize)?;
            Some((own, position as usize))
        });
        let mut arrays: Vec<(usize, usize)> = steps.collect();
        arrays.sort_unstable();
        arrays
    }
}

/// The position of the input of which an output is a version, with the steps from there.
///
/// Recurses as deeply as loops and branches are nested.
pub(super) fn origin(graph: &Graph, output: usize) -> Option<(usize, Vec<Step>)> {
    let mut steps = Vec::new();
    let mut after = graph.outputs().get(output)?.node;
    loop {
        if let Some(input) = graph.as_input(after) {
            return Some((input, steps));
        }
        let (before, by) = if let Op::Replace(_) = graph.op(after) {
            (graph.arguments(after)[0], after)
        } else if let Op::Project(position) = graph.op(after) {
            let by = graph.arguments(after)[0];
            let own = origin_in(graph, by, position as usize)?;
            // The first argument of a branch is its condition.
            let own = own + usize::from(matches!(graph.op(by), Op::Branch(..)));
            (graph.arguments(by)[own], by)
        } else {
            return None;
        };
        steps.push(Step { before, after, by });
        after = before;
    }
}

/// The position among its function's inputs of the array of which a result of a loop or of both
/// sides of a branch is a version.
fn origin_in(graph: &Graph, node: NodeId, result: usize) -> Option<usize> {
    if let OpView::Scan(scan) = graph.view(node) {
        if result >= scan.carried || scan.ends_by(result) {
            return None;
        }
        let body = &graph.function(scan.body).graph;
        let (own, _) = origin(body, result)?;
        return (own == scan.captured + result).then_some(own);
    }
    let OpView::Branch(_) = graph.view(node) else {
        return None;
    };
    let mut sides = graph.functions_of(node);
    let mut side = || Some(origin(&sides.next()?.graph, result)?.0);
    let (then, otherwise) = (side()?, side()?);
    (then == otherwise).then_some(then)
}
