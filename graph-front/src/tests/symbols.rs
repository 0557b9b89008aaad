//! Functions whose extents are known only when they are called from outside of the block: their
//! graphs have symbols, and become those of known lengths.

mod bodies;
mod builtins;
mod corpus;
mod equality;
mod messages;
mod types;

use graph_ir::Graph;

use super::{errors, evaluated, graph, with_symbols};

/// The graph of the last function, with symbols.
fn symbolic(text: &str) -> Graph {
    let found = with_symbols(text);
    let (_, graph) = found.unwrap_or_else(|errors| panic!("{}", errors.join("\n")));
    graph
}

/// The messages of the errors of the last function.
fn refused(text: &str) -> Vec<String> {
    match with_symbols(text) {
        Ok((_, graph)) => panic!("no error in: {text}\n{graph}"),
        Err(errors) => errors,
    }
}
