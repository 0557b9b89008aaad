//! Inputs and outputs of a graph.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Graph, NodeId};
use crate::error::{Error, Result};
use crate::types::Type;

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

/// The words for the values that [`expect_types`] compares at a call.
pub(crate) const ARGUMENT: [&str; 2] = ["argument", "arguments"];

/// Refuses a list of types that differs from the expected one; `what` names the typed values, as
/// a singular and as a plural.
pub(crate) fn expect_types<'t>(
    what: [&'static str; 2],
    expected: impl ExactSizeIterator<Item = &'t Type>,
    found: impl ExactSizeIterator<Item = &'t Type>,
) -> Result<()> {
    if expected.len() != found.len() {
        return Err(Error::CountMismatch {
            what: what[1],
            expected: expected.len(),
            found: found.len(),
        });
    }
    for (position, (expected, found)) in expected.zip(found).enumerate() {
        if expected != found {
            return Err(Error::SignatureMismatch {
                what: what[0],
                position,
                expected: expected.clone(),
                found: found.clone(),
            });
        }
    }
    Ok(())
}
