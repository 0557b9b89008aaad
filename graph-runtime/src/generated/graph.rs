//! Graphs rebuilt from the text that generated code embeds.

use alloc::vec::Vec;

use graph_ir::builder::Builder;
use graph_ir::graph::Constant;
use graph_ir::{Element, Error, Graph, Result};
use graph_math::math::Float;

use super::Integer;

/// The graph of a generated function that was written in this file.
///
/// # Panics
/// When the text is not one that this version wrote; macro and run time are pinned to each other.
#[must_use]
pub fn graph(text: &str, file: &str) -> Graph {
    match graph_ir::text::parse(text) {
        Ok(mut graph) => {
            graph.set_file(file);
            graph
        }
        Err(error) => panic!("an embedded graph cannot be read: {error}"),
    }
}

/// The graph of a generated function that is generic over its float type, for one type.
///
/// # Panics
/// As [`graph`].
#[must_use]
pub fn graph_as<T: Float>(text: &str, file: &str) -> Graph {
    let element = if T::BITS == 32 {
        Element::F32
    } else {
        Element::F64
    };
    match graph_ir::passes::specialize(&graph(text, file), element) {
        Ok(graph) => graph,
        Err(error) => panic!("an embedded graph cannot be specialised: {error}"),
    }
}

/// The graph of a function for a call, or why there is none.
pub type GraphResult = Result<Graph>;

/// The elements of an argument of integers, and the position of its input in the graph.
pub type Integers = (usize, Vec<i64>);

/// An argument of integers.
#[must_use]
pub fn integers_at(input: usize, integers: &[impl Integer]) -> Integers {
    (input, integers.iter().map(|own| own.integer()).collect())
}

/// A graph for these lengths, in which these integers are constants.
///
/// # Errors
/// As [`Graph::with_extents`].
pub fn graph_of_call(
    graph: &Graph,
    lengths: &[(&str, usize)],
    integers: Vec<Integers>,
) -> GraphResult {
    let symbols = graph.symbols();
    let mut lengths = lengths.to_vec();
    lengths.retain(|(name, _)| symbols.iter().any(|own| own.name() == *name));
    let graph = graph.with_extents(&lengths)?;
    if integers.is_empty() {
        return Ok(graph);
    }
    let builder = Builder::new();
    builder.continue_graph(&graph);
    let mut inputs = builder.copy_inputs(&graph);
    for (input, integers) in integers {
        let shape = graph.ty(graph.inputs()[input].node).shape.clone();
        let constant = Constant::from_i64s(shape, integers).ok_or(Error::OutOfScope)?;
        inputs[input] = builder.constant(constant);
    }
    let outputs = builder.embed(&graph, &inputs)?;
    for (output, wire) in graph.outputs().iter().zip(&outputs) {
        builder.output(&output.name, *wire)?;
    }
    drop((inputs, outputs));
    builder.finish()
}
