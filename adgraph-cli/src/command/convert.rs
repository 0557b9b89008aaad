//! `adgraph convert`: a graph in another format.

use crate::arguments::{SourceArguments, Target};
use crate::failure::{Failure, Result};
use crate::model::Shapes;
use crate::output;
use crate::source::Source;
use graph_ir::Graph;
use graph_runtime::json::nnvm::{self, Flavour};
use graph_runtime::json::{Error, cppad, rust};
use std::path::Path;

pub(super) fn run(
    source: &SourceArguments,
    to: Target,
    output: Option<&Path>,
    pretty: bool,
) -> Result<()> {
    let source = Source::read(source)?;
    let graph = source.graph(Shapes::new())?;
    let failure = |error: Error| Failure::file(&source.name, error);
    let mut text = match to {
        Target::Cppad => cppad_text(&graph, pretty).map_err(failure)?,
        Target::Mxnet => nnvm_text(&graph, Flavour::Mxnet, pretty).map_err(failure)?,
        Target::Nnvm => nnvm_text(&graph, Flavour::Nnvm, pretty).map_err(failure)?,
        Target::Rust => rust_text(&graph).map_err(failure)?,
    };
    text.push('\n');
    output::text_to(output, &text)
}

fn cppad_text(graph: &Graph, pretty: bool) -> Result<String, Error> {
    match pretty {
        true => cppad::to_string_pretty(graph),
        false => cppad::to_string(graph),
    }
}

/// The graph as source of `graph!`, which has no words for effects.
fn rust_text(graph: &Graph) -> Result<String, Error> {
    let text = rust::to_string_without_effects(graph)?;
    let head = match graph.has_effects() {
        true => "// Without what the file prints and states about comparisons.\n",
        false => "",
    };
    Ok(format!("{head}{}", text.trim_end()))
}

/// The text of one of the two programs that share a format.
fn nnvm_text(graph: &Graph, flavour: Flavour, pretty: bool) -> Result<String, Error> {
    match pretty {
        true => nnvm::to_string_pretty_as(graph, flavour),
        false => nnvm::to_string_as(graph, flavour),
    }
}
