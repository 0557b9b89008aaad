//! Inspection of nodes under construction, which simplification matches on.

use alloc::vec::Vec;

use super::{Builder, Frame, Wire};
use crate::graph::{Graph, Literal, Node, NodeId, Op};
use crate::scalar::ScalarOp;

impl Builder {
    /// The number of nodes of the graph or region under construction.
    pub(crate) fn len(&self) -> usize {
        let state = self.state.borrow();
        state
            .frames
            .last()
            .map_or(0, |frame| frame.graph.nodes.len())
    }

    /// The operator that computes a value; `None` for a value out of scope.
    pub(crate) fn op_of(&self, wire: Wire<'_>) -> Option<Op> {
        let state = self.state.borrow();
        let (frame, node) = wire.key();
        let frame = &state.frames[state.depth_of(frame)?];
        Some(frame.graph.nodes.get(node.index())?.op)
    }

    /// The arguments of the node that computes a value.
    pub fn arguments_of<'b>(&'b self, wire: Wire<'b>) -> Vec<Wire<'b>> {
        let state = self.state.borrow();
        let (serial, node) = wire.key();
        let Some(depth) = state.depth_of(serial) else {
            return Vec::new();
        };
        let arguments = state.frames[depth].graph.arguments(node).iter();
        arguments
            .map(|&argument| Wire::new(self, serial, argument))
            .collect()
    }

    /// One argument of the node that computes a value.
    pub(crate) fn argument_of<'b>(&'b self, wire: Wire<'b>, position: usize) -> Option<Wire<'b>> {
        let state = self.state.borrow();
        let (serial, node) = wire.key();
        let frame = &state.frames[state.depth_of(serial)?];
        let argument = frame.graph.arguments(node).get(position)?;
        Some(Wire::new(self, serial, *argument))
    }

    /// The operand of a value that was made by negation.
    pub(crate) fn negated<'b>(&'b self, wire: Wire<'b>) -> Option<Wire<'b>> {
        let negative = self.op_of(wire)? == Op::Scalar(ScalarOp::Neg);
        negative.then(|| self.argument_of(wire, 0)).flatten()
    }

    /// Whether a value is made of repetitions and constants by few elementwise operators, so that
    /// there is less to compute than it has elements.
    pub(crate) fn is_repeated(&self, wire: Wire<'_>) -> bool {
        const LEVELS: usize = 3;
        let state = self.state.borrow();
        let (frame, node) = wire.key();
        let Some(depth) = state.depth_of(frame) else {
            return false;
        };
        let graph = &state.frames[depth].graph;
        node.index() < graph.len() && is_repeated(graph, node, LEVELS)
    }

    /// Looks at the node that computes a value; `None` for a value out of scope.
    pub(crate) fn look_at<T>(
        &self,
        wire: Wire<'_>,
        look: impl FnOnce(&Frame, &Node) -> T,
    ) -> Option<T> {
        let state = self.state.borrow();
        let (serial, node) = wire.key();
        let frame = &state.frames[state.depth_of(serial)?];
        Some(look(frame, frame.graph.nodes.get(node.index())?))
    }

    /// Whether a value is a constant.
    pub(crate) fn is_constant(&self, wire: Wire<'_>) -> bool {
        matches!(self.op_of(wire), Some(Op::Constant(_)))
    }

    /// The element of a constant at a row-major position.
    pub(crate) fn element(&self, wire: Wire<'_>, position: usize) -> Option<Literal> {
        let state = self.state.borrow();
        let (frame, node) = wire.key();
        let frame = &state.frames[state.depth_of(frame)?];
        let Op::Constant(id) = frame.graph.nodes.get(node.index())?.op else {
            return None;
        };
        Some(frame.constants.get(id.number()).literal(position))
    }

    /// The one number that all elements of a value are known to be.
    #[must_use]
    pub fn splat(&self, wire: Wire<'_>) -> Option<Literal> {
        let state = self.state.borrow();
        let (frame, mut node) = wire.key();
        let frame = &state.frames[state.depth_of(frame)?];
        loop {
            let op = frame.graph.nodes.get(node.index())?.op;
            if let Op::Constant(id) = op {
                return frame.constants.get(id.number()).splat();
            }
            if !matches!(op, Op::Broadcast(_) | Op::Reshape) {
                return None;
            }
            node = frame.graph.arguments(node)[0];
        }
    }
}

impl Builder {
    /// Whether a value is made of extents and constants alone.
    pub(crate) fn is_of_extents(&self, wire: Wire<'_>) -> bool {
        const LEVELS: usize = 8;
        let state = self.state.borrow();
        let (frame, node) = wire.key();
        let Some(depth) = state.depth_of(frame) else {
            return false;
        };
        is_of_extents(&state.frames[depth].graph, node, LEVELS)
    }

    /// Whether the operand is of a frame around a side of a branch that asks for extents alone.
    pub(crate) fn is_conditional(&self, operand: Wire<'_>) -> bool {
        let state = self.state.borrow();
        let depth = state.depth_of(operand.key().0);
        let mut inner = state.frames.iter().skip(depth.map_or(0, |depth| depth + 1));
        inner.any(|frame| frame.conditional)
    }
}

/// [`Builder::is_of_extents`] by at most so many nodes one after another.
fn is_of_extents(graph: &Graph, node: NodeId, levels: usize) -> bool {
    let op = graph.op(node);
    if matches!(op, Op::Extent(_) | Op::Constant(_)) {
        return true;
    }
    let is_made = matches!(op, Op::Scalar(_) | Op::Project(_) | Op::Branch(..));
    let mut arguments = graph.arguments(node).iter();
    levels.checked_sub(1).is_some_and(|levels| {
        is_made && arguments.all(|&argument| is_of_extents(graph, argument, levels))
    })
}

/// [`Builder::is_repeated`] by at most so many nodes one after another.
fn is_repeated(graph: &Graph, node: NodeId, levels: usize) -> bool {
    let op = graph.op(node);
    if let (Op::Scalar(_), Some(levels)) = (op, levels.checked_sub(1)) {
        let mut arguments = graph.arguments(node).iter();
        return arguments.all(|&argument| is_repeated(graph, argument, levels));
    }
    levels > 0 && matches!(op, Op::Constant(_) | Op::Broadcast(_))
}
