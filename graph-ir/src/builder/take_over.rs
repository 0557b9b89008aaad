//! Taking over a whole graph as the beginning of another: its pools stay as they are, so that its
//! nodes are copied without a look at what they refer to. So are the nodes that a pass keeps.

use alloc::vec::Vec;

use super::{Builder, Frame, Wire};
use crate::error::{Error, Result};
use crate::graph::{Effect, Graph, Node, NodeId, Op};
use crate::intern::number_of;

impl Builder {
    /// [`Self::copy_graph`] into a graph that has nothing yet but inputs like those of `graph`.
    /// Afterwards the current site is that of the last node or effect.
    ///
    /// # Errors
    /// [`Error::OutOfScope`] when there is something else; [`Error::TooManyNodes`].
    pub fn take_over<'b>(&'b self, graph: &Graph, inputs: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
        let state = &mut *self.state.borrow_mut();
        let (sharing, frame) = (state.sharing, &mut state.frames[0]);
        let serial = frame.serial;
        let is_input = |(position, input): (usize, &Wire<'b>)| {
            input.key() == (serial, NodeId::from_number(number_of(position)))
        };
        let begun = [frame.graph.nodes.len(), graph.inputs.len()] == [inputs.len(); 2];
        if !begun || !inputs.iter().enumerate().all(is_input) {
            return Err(Error::OutOfScope);
        }
        frame.take_pools(graph);
        let mut nodes: Vec<NodeId> = Vec::with_capacity(graph.len());
        let mut arguments: Vec<NodeId> = Vec::new();
        let mut effects = graph.effects.iter().peekable();
        for id in graph.ids() {
            while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
                copy_effect(frame, effect, &nodes);
            }
            let node = graph.node(id);
            state.site = node.site;
            if let Op::Input(position) = node.op {
                nodes.push(inputs[position as usize].node());
                continue;
            }
            arguments.clear();
            arguments.extend(graph.arguments(id).iter().map(|a| nodes[a.index()]));
            nodes.push(frame.push(node.op, node.ty, &arguments, node.site, sharing)?);
        }
        for effect in effects {
            copy_effect(frame, effect, &nodes);
            state.site = effect.site;
        }
        let names = graph.names.iter();
        for (id, name) in names.filter(|(id, _)| graph.as_input(**id).is_none()) {
            let copy = nodes[id.index()];
            let known = frame.graph.names.entry(copy);
            known.or_insert_with(|| name.clone());
        }
        for (id, tags) in &graph.tags {
            let own = frame.graph.tags.entry(nodes[id.index()]).or_default();
            own.extend(tags.iter().cloned());
        }
        let wires = nodes.into_iter();
        Ok(wires.map(|node| Wire::new(self, serial, node)).collect())
    }

    /// Takes over the pools of a graph, where there is nothing yet but its inputs.
    pub(crate) fn take_pools(&self, graph: &Graph) {
        self.state.borrow_mut().top().take_pools(graph);
    }

    /// A copy, at the current site, of a node of the graph whose pools were taken over.
    pub(crate) fn copy_kept<'b>(
        &'b self,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let state = &mut *self.state.borrow_mut();
        // Taken and put back, so that copying a graph allocates nothing for each node.
        let mut imported = core::mem::take(&mut state.imported);
        imported.clear();
        for wire in arguments {
            imported.push(state.import(wire.key())?);
        }
        let (site, sharing) = (state.site, state.sharing);
        let frame = state.top();
        let Node { op, ty, .. } = *graph.node(id);
        let copy = frame.push(op, ty, &imported, site, sharing)?;
        let serial = frame.serial;
        state.imported = imported;
        Ok(Wire::new(self, serial, copy))
    }
}

/// Appends an effect of a graph whose nodes so far have these copies.
fn copy_effect(frame: &mut Frame, effect: &Effect, nodes: &[NodeId]) {
    let arguments = effect.arguments.iter().map(|a| nodes[a.index()]);
    frame.graph.effects.push(Effect {
        kind: effect.kind.clone(),
        arguments: arguments.collect(),
        site: effect.site,
        position: frame.graph.nodes.len(),
    });
}
