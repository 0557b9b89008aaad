//! Loops of which not all iterations run, as loops of branches: for targets whose loops cannot end
//! early.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, contains_node, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, Graph, InputKind, Literal, NodeId};
use crate::ops::{OpView, Runs, ScalarOp, Scan};
use crate::types::{Element, Type};

/// The graph with a loop all of whose iterations run in place of each other one, in inner functions
/// too. An iteration that did not run hands on the carried values.
///
/// # Errors
/// None but those of building a graph.
pub fn guarded(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let is_partial =
        |graph: &Graph, id| matches!(graph.view(id), OpView::Scan(scan) if scan.runs != Runs::All);
    match contains_node(graph, is_partial) {
        true => rewrite(graph, &mut Guard::default()).map(Cow::Owned),
        false => Ok(Cow::Borrowed(graph)),
    }
}

#[derive(Default)]
struct Guard {
    functions: Functions,
}

impl Rewriter for Guard {
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
        if scan.runs == Runs::All {
            return Ok(None);
        }
        let body = self.function(graph.function(scan.body))?;
        let mut operands = arguments.to_vec();
        let counter = scan.captured + scan.carried;
        if scan.runs == Runs::Count {
            let first = match scan.reverse {
                true => builder.extent(&(scan.length.clone() - 1)),
                false => builder.literal(Literal::I64(0)),
            };
            operands.insert(counter, first);
        }
        let all = Scan {
            runs: Runs::All,
            carried: operands.len() - arguments.len() + scan.carried,
            ..scan.clone()
        };
        let body = iteration(&body, &scan)?;
        let mut results = builder.scan(&body, &all, &operands)?;
        if scan.runs == Runs::Count {
            results.remove(scan.carried);
        }
        Ok(Some(Rewritten::Results(results)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}

/// The body of the loop all of whose iterations run. If the loop is told how many run, it carries
/// the position along the stacked values behind all else.
fn iteration(body: &Arc<Function>, scan: &Scan) -> Result<Arc<Function>> {
    let builder = Builder::new();
    let inputs = builder.copy_inputs(&body.graph);
    let position = (scan.runs == Runs::Count)
        .then(|| builder.input("", Type::scalar(Element::I64), InputKind::Independent));
    let runs = match position {
        Some(position) => builder.scalar(ScalarOp::Less, &[position, inputs[0]])?,
        None => inputs[scan.captured],
    };
    let otherwise = handed_on(&body.graph, scan)?;
    for wire in builder.branch_to(runs, &inputs, body, &otherwise)? {
        builder.output("", wire)?;
    }
    if let Some(position) = position {
        let step = builder.literal(Literal::I64(if scan.reverse { -1 } else { 1 }));
        builder.output("", position + step)?;
    }
    let counts = position.is_some();
    let mut graph = builder.finish()?;
    if counts {
        graph.place_last(scan.captured + scan.carried, scan.carried);
    }
    Ok(Function::plain(graph))
}

/// The results of an iteration that does not run.
fn handed_on(body: &Graph, scan: &Scan) -> Result<Arc<Function>> {
    let builder = Builder::new();
    let inputs = builder.copy_inputs(body);
    for &wire in &inputs[scan.captured..][..scan.carried] {
        builder.output("", wire)?;
    }
    for ty in body.output_types().skip(scan.carried) {
        builder.output("", builder.full(ty, 0.0)?)?;
    }
    Ok(Function::plain(builder.finish()?))
}
