//! Graphs rebuilt from the text that generated code embeds.

use graph_ir::{Element, Graph};
use graph_math::math::Float;

/// The graph of a generated function.
///
/// # Panics
/// When the text is not one that this version wrote; macro and run time are pinned to each other.
#[must_use]
pub fn graph(text: &str) -> Graph {
    match graph_ir::text::parse(text) {
        Ok(graph) => graph,
        Err(error) => panic!("an embedded graph cannot be read: {error}"),
    }
}

/// The graph of a generated function that is generic over its float type, for one type.
///
/// # Panics
/// As [`graph`].
#[must_use]
pub fn graph_as<T: Float>(text: &str) -> Graph {
    let element = if T::BITS == 32 {
        Element::F32
    } else {
        Element::F64
    };
    match graph_ir::passes::specialize(&graph(text), element) {
        Ok(graph) => graph,
        Err(error) => panic!("an embedded graph cannot be specialised: {error}"),
    }
}
