//! How large and how deep the functions of a block become by calling one another.

use std::collections::HashMap;
use std::sync::Arc;

use graph_ir::Graph;
use graph_ir::graph::Function;
use graph_ir::ops::{Op, Scan};

use crate::diagnostics::{Diagnostic, Place};
use crate::signature::Signature;

/// The largest number of operations of a function, calls replaced by bodies.
const MAX_SIZE: usize = 1 << 21;
/// From this depth of nested functions on, calls are replaced by bodies.
const MAX_DEPTH: usize = 24;
/// How deeply branches may be nested, through calls.
const MAX_BRANCHES: usize = 60;

/// What a function amounts to, calls replaced by bodies.
#[derive(Clone, Copy, Default)]
struct Measure {
    /// The number of nodes.
    size: usize,
    /// How deeply functions are nested.
    depth: usize,
}

/// Measures of functions by address; the functions outlive it.
type Known = HashMap<*const Function, Measure>;

/// A graph as its callers embed it. Functions call functions that call functions: where that
/// becomes deep, the calls are replaced by the bodies, so that no pass recurses deeply.
pub(crate) fn embeddable(graph: &Graph, signature: &Signature) -> Result<Graph, Diagnostic> {
    let name = &signature.name;
    let place = Place::token(name.span());
    let measured = measure(graph, &mut Known::new());
    if measured.size > MAX_SIZE {
        let message = format!(
            "`{name}` has more than {MAX_SIZE} operations, counting those of the functions that \
             it calls"
        );
        let help = "compute with whole arrays instead of single elements";
        return Err(Diagnostic::new(place, message).help(help));
    }
    if measured.depth <= MAX_DEPTH {
        return Ok(graph.clone());
    }
    let graph = graph_ir::passes::inline(graph);
    let graph = graph.map_err(|error| Diagnostic::new(place, error.to_string()))?;
    if measure(&graph, &mut Known::new()).depth > MAX_BRANCHES {
        let message = format!(
            "branches are nested more than {MAX_BRANCHES} deep in `{name}` and the functions that \
             it calls"
        );
        return Err(Diagnostic::new(place, message));
    }
    Ok(graph)
}

/// Recurses as deeply as functions are nested, which [`embeddable`] bounds.
fn measure(graph: &Graph, known: &mut Known) -> Measure {
    let mut total = Measure {
        size: graph.len(),
        depth: 0,
    };
    for id in graph.ids() {
        let functions = match graph.op(id) {
            Op::Call(function) => vec![function],
            Op::Branch(then, otherwise) => vec![then, otherwise],
            Op::Scan(list) => vec![Scan::from_list(graph.list(list)).body],
            _ => continue,
        };
        for function in functions {
            let function = graph.function(function);
            let address = Arc::as_ptr(function);
            let inner = match known.get(&address) {
                Some(inner) => *inner,
                None => {
                    let inner = measure(&function.graph, known);
                    known.insert(address, inner);
                    inner
                }
            };
            total.size = total.size.saturating_add(inner.size);
            total.depth = total.depth.max(inner.depth + 1);
        }
    }
    total
}
