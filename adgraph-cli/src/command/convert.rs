//! `adgraph convert`: a graph in another format.

use crate::arguments::{SourceArguments, Target};
use crate::extents;
use crate::failure::{Failure, Result, say};
use crate::model::Shapes;
use crate::output::{self, counted};
use crate::source::Source;
use graph_ir::graph::FunctionKind;
use graph_ir::{Graph, passes};
use graph_runtime::json::nnvm::{self, Flavour};
use graph_runtime::json::rust::{self, Effects};
use graph_runtime::json::{Error, cppad};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// So many operators are a reason to say how many there are, if they are this many times those of
/// the graph.
const MANY: usize = 10_000;
const TIMES: usize = 10;

/// How to write a graph.
pub(super) struct Conversion {
    pub(super) to: Target,
    pub(super) pretty: bool,
    /// Whether to leave out what the graph prints and states.
    pub(super) silent: bool,
    /// The largest number of operators to write.
    pub(super) limit: Option<usize>,
}

/// A text with the number of its operators.
struct Written {
    text: String,
    operators: usize,
}

impl Conversion {
    pub(super) fn run(&self, source: &SourceArguments, output: Option<&Path>) -> Result<()> {
        let source = Source::read(source)?;
        let mut graph = source.graph(Shapes::new())?;
        if self.silent {
            let silent = passes::DropEffects::default().in_graph(&graph);
            graph = silent.map_err(|error| Failure::file(&source.name, error))?;
        }
        // A file for batches of any size is one that MXNet can be given back.
        let failure = |error: Error| {
            let known = extents::require_known(&graph, &source.name);
            known
                .err()
                .unwrap_or_else(|| Failure::file(&source.name, error))
        };
        let mut written = match self.to {
            Target::Cppad => self.cppad(&graph).map_err(failure)?,
            Target::Mxnet => self.nnvm(&graph, Flavour::Mxnet).map_err(failure)?,
            Target::Nnvm => self.nnvm(&graph, Flavour::Nnvm).map_err(failure)?,
            Target::Rust => rust_text(&graph).map_err(failure)?,
            Target::Text => Written {
                operators: graph.len(),
                text: graph.to_string().trim_end().into(),
            },
        };
        let operators = counted(written.operators, "operator");
        if written.operators > self.limit() {
            let limit = self.limit();
            let words = format!("the graph has {operators} in this format, and --limit is {limit}");
            return Err(Failure::file(&source.name, words));
        }
        if written.operators >= MANY.max(TIMES.saturating_mul(graph.len())) {
            let nodes = counted(graph.len(), "node");
            say(format_args!(
                "note: {nodes} became {operators}: what the format has no words for is written out"
            ));
        }
        let rules = rules(&graph);
        if rules > 0 && matches!(self.to, Target::Cppad | Target::Mxnet | Target::Nnvm) {
            let rules = counted(rules, "rule");
            say(format_args!(
                "note: the format has no derivatives of functions: {rules} left out, so that \
                 derivatives of the file are those of what it computes"
            ));
        }
        written.text.push('\n');
        output::text_to(output, &written.text)
    }

    /// The largest number of operators.
    fn limit(&self) -> usize {
        self.limit.unwrap_or(usize::MAX)
    }

    fn cppad(&self, graph: &Graph) -> Result<Written, Error> {
        let document = cppad::Document::from_graph_within(graph, self.limit())?;
        Ok(Written {
            operators: document.usages().len(),
            text: match self.pretty {
                true => document.to_string_pretty()?,
                false => document.to_string()?,
            },
        })
    }

    /// The text of one of the two programs that share a format.
    fn nnvm(&self, graph: &Graph, flavour: Flavour) -> Result<Written, Error> {
        let document = nnvm::Document::from_graph_within(graph, flavour, self.limit())?;
        let operators = document.nodes.iter().filter(|node| !node.is_variable());
        Ok(Written {
            operators: operators.count(),
            text: match self.pretty {
                true => document.to_string_pretty()?,
                false => document.to_string()?,
            },
        })
    }
}

/// The number of functions that come with their derivatives.
fn rules(graph: &Graph) -> usize {
    let functions = graph.graphs().flat_map(Graph::functions);
    let rules = functions.filter_map(|function| match &function.kind {
        FunctionKind::WithRule(_) => Some(Arc::as_ptr(function)),
        FunctionKind::Plain | FunctionKind::Foreign(_) => None,
    });
    rules.collect::<HashSet<_>>().len()
}

/// The graph as source of `graph!`, with its effects as far as the language has them; a line is an
/// operator.
fn rust_text(graph: &Graph) -> Result<Written, Error> {
    let (head, text) = match rust::to_string(graph) {
        Err(_) if graph.has_effects() => {
            let head = "// `print` writes `name = value`. Statements of the file about comparisons are left \
                        out.\n";
            (head, rust::to_string_with(graph, Effects::Nearest)?)
        }
        exact => ("", exact?),
    };
    Ok(Written {
        operators: text.lines().filter(|line| line.contains("let ")).count(),
        text: format!("{head}{}", text.trim_end()),
    })
}
