//! Signatures and types as the user writes them, resolved to those of the graph.

mod signature;
mod types;

pub(crate) use signature::{mutable_arguments, signature};
pub(crate) use types::Declared;
