//! Specialisation: a concrete float type in place of the generic one.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, Graph, NodeId, Rule};
use crate::ops::Op;
use crate::types::{Element, Type, ValueType};

/// The graph with `element` wherever the generic float stood; constants are rounded to it.
///
/// # Errors
/// When a cast leaves operands of different types, which a well-typed generic graph excludes.
pub fn specialize(graph: &Graph, element: Element) -> Result<Graph> {
    if !is_generic(graph) {
        return Ok(graph.clone());
    }
    let functions = Functions::default();
    rewrite(graph, &mut Specialize { functions, element })
}

/// [`specialize`] for a function inside of graphs, and its derivative rule.
///
/// # Errors
/// As [`specialize`].
pub fn specialize_function(function: &Arc<Function>, element: Element) -> Result<Arc<Function>> {
    let functions = Functions::default();
    Specialize { functions, element }.function(function)
}

/// Whether the float type of a value is open, in the graph or in a function inside of it.
fn is_generic(graph: &Graph) -> bool {
    let open = |ty: &ValueType| matches!(ty, ValueType::Tensor(ty) if ty.element == Element::Float);
    let mut seen: HashSet<*const Function, FxBuildHasher> = HashSet::default();
    let mut graphs = alloc::vec![graph];
    while let Some(graph) = graphs.pop() {
        if graph.types.iter().any(open) {
            return true;
        }
        for function in &graph.functions {
            let rule = function.rule().into_iter().flat_map(Rule::functions);
            let new = core::iter::once(function)
                .chain(rule)
                .filter(|&function| seen.insert(Arc::as_ptr(function)));
            graphs.extend(new.map(|function| &function.graph));
        }
    }
    false
}

struct Specialize {
    functions: Functions,
    element: Element,
}

impl Rewriter for Specialize {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        _: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        if let Op::Constant(constant) = graph.op(id) {
            let constant = graph.constant(constant);
            let element = self.ty(&constant.ty()).element;
            let wire = builder.constant(constant.with_element(element));
            return Ok(Some(Rewritten::Wire(wire)));
        }
        Ok(None)
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        match ty.element {
            Element::Float => Cow::Owned(ty.with_element(self.element)),
            _ => Cow::Borrowed(ty),
        }
    }
}
