//! Traces: what is told of calls, in loops, branches and functions too, and what is refused.

mod errors;
mod inside;
mod json;

use graph_ir::Graph;
use graph_ir::text;
use graph_runtime::execute::AsValues;
use graph_runtime::trace::{Filter, Trace};

fn parse(text: &str) -> Graph {
    text::parse(&format!("adgraph 1\n{text}")).unwrap()
}

/// The lines that a filter lets through.
fn lines(graph: &Graph, filter: Filter, inputs: &[impl AsValues]) -> Vec<String> {
    let mut lines = Vec::new();
    let trace = Trace::new(graph).unwrap().only(filter);
    trace
        .run(inputs, &mut |call| lines.push(call.to_string()))
        .unwrap();
    lines
}

fn all(graph: &Graph, inputs: &[impl AsValues]) -> Vec<String> {
    lines(graph, Filter::new(), inputs)
}
