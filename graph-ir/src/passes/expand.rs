//! Expansion: composites and linear algebra replaced by their bodies.

use alloc::borrow::Cow;

use super::inside::Functions;
use super::rewrite::{Rewriter, Value, contains, rewrite};
use crate::algebra::{Algebra, Bodies};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::Op;
use crate::ops::attributes::axes;

/// The graph without composites and without `stop_gradient`, in inner functions neither: for
/// back ends that compute, where nothing is differentiated any more.
///
/// # Errors
/// When the result has too many nodes.
pub fn expand(graph: &Graph) -> Result<Graph> {
    expanded(graph).map(Cow::into_owned)
}

/// [`expand`], without a copy of a graph that has nothing to expand.
pub(super) fn expanded(graph: &Graph) -> Result<Cow<'_, Graph>> {
    if !contains(graph, |_, op| {
        matches!(op, Op::Composite(..) | Op::Algebra(_) | Op::StopGradient)
    }) {
        return Ok(Cow::Borrowed(graph));
    }
    run(graph, What::All).map(Cow::Owned)
}

/// The graph without composites, if it has any; `stop_gradient` stays.
pub(crate) fn expand_composites(graph: &Graph) -> Result<Option<Graph>> {
    if !contains(graph, |_, op| {
        matches!(op, Op::Composite(..) | Op::Algebra(_))
    }) {
        return Ok(None);
    }
    run(graph, What::Composites).map(Some)
}

/// The graph without composites that have no derivative rule of their own.
pub(crate) fn expand_without_rules(graph: &Graph) -> Result<Graph> {
    let may_have_none = |_: &Graph, op| match op {
        Op::Composite(composite, _) => !composite.has_rules(),
        Op::Algebra(op) => op == Algebra::Det,
        _ => false,
    };
    if !contains(graph, may_have_none) {
        return Ok(graph.clone());
    }
    run(graph, What::WithoutRules)
}

/// What is replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// Composites and `stop_gradient`.
    All,
    Composites,
    /// Composites that have no derivative rule of their own.
    WithoutRules,
}

fn run(graph: &Graph, what: What) -> Result<Graph> {
    let mut pass = Expand {
        functions: Functions::default(),
        bodies: Bodies::default(),
        what,
    };
    rewrite(graph, &mut pass)
}

struct Expand {
    functions: Functions,
    /// Of loops, which equal nodes have to have in common.
    bodies: Bodies,
    what: What,
}

impl Rewriter for Expand {
    fn node<'b>(
        &mut self,
        _: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Value<'b>>> {
        match graph.op(id) {
            Op::Composite(composite, list)
                if self.what != What::WithoutRules || !composite.has_rules() =>
            {
                let axes = axes(graph.list(list));
                composite
                    .expand(arguments[0], &axes)
                    .map(|value| Some(Value::Wire(value)))
            }
            Op::Algebra(op)
                if self.what != What::WithoutRules
                    || !op.has_rules(graph.ty(graph.arguments(id)[0])) =>
            {
                let value = op.expand(arguments, &mut self.bodies)?;
                Ok(Some(Value::Wire(value)))
            }
            Op::StopGradient if self.what == What::All => Ok(Some(Value::Wire(arguments[0]))),
            _ => Ok(None),
        }
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        let outer = core::mem::take(&mut self.bodies);
        let result = rewrite(graph, self);
        self.bodies = outer;
        result
    }
}
