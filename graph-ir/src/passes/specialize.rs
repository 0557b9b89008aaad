//! Specialisation: a concrete float type in place of the generic one.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use super::rewrite::{Functions, Rewriter, Value, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, Graph, NodeId};
use crate::ops::Op;
use crate::types::{Element, Type};

/// The graph with `element` wherever the generic float stood; constants are rounded to it.
///
/// # Errors
/// When a cast leaves operands of different types, which a well-typed generic graph excludes.
pub fn specialize(graph: &Graph, element: Element) -> Result<Graph> {
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
    ) -> Result<Option<Value<'b>>> {
        if let Op::Constant(constant) = graph.op(id) {
            let constant = graph.constant(constant);
            let element = self.ty(&constant.ty()).element;
            let wire = builder.constant(constant.with_element(element));
            return Ok(Some(Value::Wire(wire)));
        }
        Ok(None)
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        let element = self.element;
        self.functions.get(function, |graph, functions| {
            let mut inner = Self {
                functions: core::mem::take(functions),
                element,
            };
            let result = rewrite(graph, &mut inner);
            *functions = inner.functions;
            result
        })
    }

    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        match ty.element {
            Element::Float => Cow::Owned(ty.with_element(self.element)),
            _ => Cow::Borrowed(ty),
        }
    }
}
