//! The functions from outside that a graph reaches.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use graph_ir::graph::Function;
use graph_ir::ops::Op;
use graph_ir::{Error, Graph};

use crate::signature::Outside;

/// The functions that a graph, its functions, and their derivatives reach, in the order of
/// declaration.
pub(super) fn reached(graph: &Graph, all: &[Rc<Outside>]) -> Vec<Rc<Outside>> {
    if all.is_empty() {
        return Vec::new();
    }
    let mut names = HashSet::new();
    visit(graph, &mut HashSet::new(), &mut |graph, op| {
        if let Op::External(external) = op {
            names.insert(graph.external(external).name.clone());
        }
    });
    let reached = all.iter().filter(|outside| names.contains(&outside.name()));
    reached.cloned().collect()
}

/// Why a graph has no derivatives by these inputs, where that is because it calls a function from
/// outside that has none, or, by `deriv`, the derivative of one.
pub(super) fn missing_derivative(graph: &Graph, wrt: &[usize]) -> Option<Error> {
    let mut opaque = false;
    visit(graph, &mut HashSet::new(), &mut |graph, op| {
        if let Op::External(external) = op {
            opaque |= graph.external(external).is_opaque();
        }
    });
    if !opaque {
        return None;
    }
    // Only a sweep knows whether a derivative goes through it; the items need both.
    let sweeps = [graph_autodiff::reverse, graph_autodiff::forward];
    let mut errors = sweeps.iter().filter_map(|sweep| sweep(graph, wrt).err());
    errors.find(|error| matches!(error, Error::NotDifferentiable { .. }))
}

/// Visits all nodes, each function once. Recurses as deeply as functions are nested, which
/// [`crate::nesting`] bounds.
fn visit(graph: &Graph, seen: &mut HashSet<*const Function>, node: &mut impl FnMut(&Graph, Op)) {
    for id in graph.ids() {
        let op = graph.op(id);
        node(graph, op);
        for function in graph.functions_of(id) {
            inside(function, seen, node);
        }
    }
}

fn inside(
    function: &Arc<Function>,
    seen: &mut HashSet<*const Function>,
    node: &mut impl FnMut(&Graph, Op),
) {
    if !seen.insert(Arc::as_ptr(function)) {
        return;
    }
    visit(&function.graph, seen, node);
    for given in function.rule().iter().flat_map(|rule| rule.functions()) {
        inside(given, seen, node);
    }
}
