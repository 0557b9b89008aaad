//! A graph in two parts: the nodes that depend on its first inputs only, and those that depend on
//! the others too. In a loop over the others the first part stands before the loop.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::Op;
use graph_ir::types::ValueType;

/// Which nodes depend on the later inputs.
pub(super) struct Split<'g> {
    graph: &'g Graph,
    first: usize,
    later: Vec<bool>,
    /// Which nodes depend on no input, and are made again in the loop: it need not take them, and
    /// conditions on extents stand beside what depends on them.
    free: Vec<bool>,
}

/// The split of a graph at its inputs from the one at `first` on. Effects are not part of it.
pub(super) fn split_at_inputs(graph: &Graph, first: usize) -> Split<'_> {
    let mut later = alloc::vec![false; graph.len()];
    for id in graph.ids() {
        later[id.index()] = match graph.as_input(id) {
            Some(position) => position >= first,
            None => graph.arguments(id).iter().any(|a| later[a.index()]),
        };
    }
    let mut free = alloc::vec![false; graph.len()];
    for id in graph.ids() {
        let is_small = match graph.value_type(id) {
            ValueType::Tensor(ty) => ty.is_scalar() || is_view(graph, id),
            ValueType::Tuple(_) => false,
        };
        let mut arguments = graph.arguments(id).iter();
        let is_free = graph.as_input(id).is_none() && arguments.all(|a| free[a.index()]);
        free[id.index()] = is_small && is_free;
    }
    Split {
        graph,
        first,
        later,
        free,
    }
}

/// Whether a node repeats or names what is there.
fn is_view(graph: &Graph, id: NodeId) -> bool {
    matches!(
        graph.op(id),
        Op::Constant(_) | Op::Iota | Op::Broadcast(_) | Op::Reshape
    )
}

impl Split<'_> {
    /// The values that do not depend on the later inputs, by node.
    pub(super) fn before<'b>(
        &self,
        builder: &'b Builder,
        inputs: &[Wire<'b>],
    ) -> Result<Vec<Option<Wire<'b>>>> {
        let mut wires = alloc::vec![None; self.graph.len()];
        self.copy(builder, &mut wires, false, |position| inputs[position])?;
        Ok(wires)
    }

    /// The outputs, from those values and the later inputs.
    pub(super) fn after<'b>(
        &self,
        builder: &'b Builder,
        before: &[Option<Wire<'b>>],
        inputs: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        let mut wires = before.to_vec();
        let first = self.first;
        self.copy(builder, &mut wires, true, |position| {
            inputs[position - first]
        })?;
        let outputs = self.outputs(&wires).into_iter();
        outputs.collect::<Option<_>>().ok_or(Error::OutOfScope)
    }

    /// The outputs among some values.
    pub(super) fn outputs<'b>(&self, wires: &[Option<Wire<'b>>]) -> Vec<Option<Wire<'b>>> {
        let outputs = self.graph.outputs().iter();
        outputs.map(|output| wires[output.node.index()]).collect()
    }

    fn copy<'b>(
        &self,
        builder: &'b Builder,
        wires: &mut [Option<Wire<'b>>],
        later: bool,
        input: impl Fn(usize) -> Wire<'b>,
    ) -> Result<()> {
        let is_own = |id: &NodeId| {
            let id = id.index();
            self.later[id] == later || later && self.free[id]
        };
        for id in self.graph.ids().filter(is_own) {
            builder.set_site(self.graph.node(id).site);
            let wire = match self.graph.as_input(id) {
                Some(position) => input(position),
                None => {
                    let arguments = self.graph.arguments(id).iter();
                    let arguments = arguments.map(|argument| wires[argument.index()]);
                    let arguments: Option<Vec<Wire<'b>>> = arguments.collect();
                    let arguments = arguments.ok_or(Error::OutOfScope)?;
                    builder.copy_node(self.graph, id, &arguments)?
                }
            };
            wires[id.index()] = Some(wire);
        }
        Ok(())
    }
}
