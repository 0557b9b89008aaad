//! How large and how deep the functions of a block become by calling one another.

use std::collections::HashMap;
use std::sync::Arc;

use graph_ir::Graph;
use graph_ir::graph::Function;

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::signature::Signature;

/// The largest number of operations of a function, calls replaced by bodies.
const MAX_SIZE: usize = 1 << 21;
/// From this depth of nested functions on, calls are replaced by bodies.
const MAX_DEPTH: usize = 24;
/// How deeply branches may be nested, through calls.
const MAX_BRANCHES: usize = 60;

/// The size of a function with calls replaced by bodies.
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
    let place = SourcePlace::token(name.span());
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
    let graph = graph_ir::passes::inline_without_rules(graph);
    let graph = graph.map_err(|error| Diagnostic::new(place, error.to_string()))?;
    let graph = graph.into_owned();
    match measure(&graph, &mut Known::new()).depth > MAX_BRANCHES {
        true => Err(too_deep(signature)),
        false => Ok(graph),
    }
}

/// Refuses a function that lies too deep with its derivative.
pub(crate) fn check_rule(
    function: &Arc<Function>,
    signature: &Signature,
) -> Result<(), Diagnostic> {
    match measure_function(function, &mut Known::new()).depth > MAX_BRANCHES {
        true => Err(too_deep(signature)),
        false => Ok(()),
    }
}

fn too_deep(signature: &Signature) -> Diagnostic {
    let name = &signature.name;
    let message = format!(
        "branches, and functions with derivatives of their own, are nested more than \
         {MAX_BRANCHES} deep in `{name}` and the functions that it calls"
    );
    Diagnostic::new(SourcePlace::token(name.span()), message)
}

/// Recurses as deeply as functions are nested, which [`embeddable`] bounds.
fn measure(graph: &Graph, known: &mut Known) -> Measure {
    let mut total = Measure {
        size: graph.len(),
        depth: 0,
    };
    for id in graph.ids() {
        for function in graph.functions_of(id) {
            let inner = measure_function(function, known);
            total.size = total.size.saturating_add(inner.size);
            total.depth = total.depth.max(inner.depth + 1);
        }
    }
    total
}

/// A function with its derivative.
fn measure_function(function: &Arc<Function>, known: &mut Known) -> Measure {
    let address = Arc::as_ptr(function);
    if let Some(measured) = known.get(&address) {
        return *measured;
    }
    let mut measured = measure(&function.graph, known);
    for given in function.rule().iter().flat_map(|rule| rule.functions()) {
        let inner = measure_function(given, known);
        measured.size = measured.size.saturating_add(inner.size);
        measured.depth = measured.depth.max(inner.depth + 1);
    }
    known.insert(address, measured);
    measured
}
