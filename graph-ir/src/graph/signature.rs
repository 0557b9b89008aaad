//! Inputs and outputs of a graph.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Graph, NodeId};

/// One argument of the function.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The node that stands for the argument.
    pub node: NodeId,
    /// The argument's name; empty when it has none.
    pub name: String,
    /// How the argument takes part in differentiation.
    pub kind: InputKind,
}

/// How an argument takes part in differentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// Derivatives with respect to it are wanted (if its elements are floats).
    Independent,
    /// It may change between calls and has no derivative.
    Dynamic,
}

/// One result of the function.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The node that computes the result.
    pub node: NodeId,
    /// The result's name; empty when it has none.
    pub name: String,
}

/// The positions of the inputs that have derivatives: independent ones with float elements.
#[must_use]
pub fn differentiable_inputs(graph: &Graph) -> Vec<usize> {
    let inputs = graph.inputs().iter().zip(graph.input_types()).enumerate();
    inputs
        .filter(|(_, (input, ty))| input.kind == InputKind::Independent && ty.is_float())
        .map(|(position, _)| position)
        .collect()
}
