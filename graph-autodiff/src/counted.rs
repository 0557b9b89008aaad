//! Loops that end by a condition, made to count their iterations: the backward loop runs through
//! as many.

use alloc::sync::Arc;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Function, Graph, InputKind, Literal, NodeId};
use graph_ir::ops::{OpView, Runs, Scan};
use graph_ir::passes::{Functions, Rewriter, Rewritten, contains_node, rewrite};
use graph_ir::types::{Element, Type};

use super::counter::counters;

/// The position among the carried values of a loop that ends by a condition, and among its results,
/// of the number of iterations.
pub(super) const COUNT: usize = 1;

/// The graph with a counter in each loop that ends by a condition, in inner functions too.
pub(super) fn counted(graph: Graph) -> Result<Graph> {
    let ends = |graph: &Graph, id| matches!(graph.view(id), OpView::Scan(scan) if scan.runs == Runs::While);
    match contains_node(&graph, ends) {
        true => rewrite(&graph, &mut Count::default()),
        false => Ok(graph),
    }
}

#[derive(Default)]
struct Count {
    functions: Functions,
}

impl Rewriter for Count {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let OpView::Scan(scan) = graph.view(id) else {
            return Ok(None);
        };
        if scan.runs != Runs::While || counts(graph, id, &scan) {
            return Ok(None);
        }
        let body = self.function(graph.function(scan.body))?;
        let body = with_count(&body.graph, &scan)?;
        let at = scan.captured + COUNT;
        let mut operands = arguments.to_vec();
        operands.insert(at, builder.literal(Literal::I64(0)));
        let scan = Scan {
            carried: scan.carried + 1,
            ..scan
        };
        let mut results = builder.scan(&body, &scan, &operands)?;
        results.remove(COUNT);
        Ok(Some(Rewritten::Results(results)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

/// Whether a loop has the counter already.
fn counts(graph: &Graph, id: NodeId, scan: &Scan) -> bool {
    let body = &graph.function(scan.body).graph;
    let step = counters(body, scan).get(COUNT).copied().flatten();
    let first = graph.arguments(id).get(scan.captured + COUNT);
    let first = first.and_then(|&first| graph.as_constant(first)?.splat());
    step == Some(1) && first == Some(Literal::I64(0))
}

fn with_count(body: &Graph, scan: &Scan) -> Result<Arc<Function>> {
    let builder = Builder::new();
    let inputs = builder.copy_inputs(body);
    let count = Type::scalar(Element::I64);
    let count = builder.input("", count, InputKind::Independent);
    for result in builder.embed(body, &inputs)? {
        builder.output("", result)?;
    }
    builder.output("", count + builder.literal(Literal::I64(1)))?;
    let mut graph = builder.finish()?;
    graph.place_last(scan.captured + COUNT, COUNT);
    Ok(Function::plain(graph))
}
