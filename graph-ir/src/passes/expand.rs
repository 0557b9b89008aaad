//! Expansion: composites and linear algebra replaced by their bodies.

use alloc::borrow::Cow;

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, contains, contains_node, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::Op;
use crate::ops::algebra::{Algebra, Bodies};

/// The graph without composites and without `stop_gradient`, in inner functions neither: for
/// back ends that compute, where nothing is differentiated any more.
///
/// # Errors
/// When the result has too many nodes.
pub fn expand(graph: &Graph) -> Result<Graph> {
    expanded(graph).map(Cow::into_owned)
}

/// [`expand`], without a copy of a graph that has nothing to expand.
///
/// # Errors
/// As [`expand`].
pub fn expanded(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let contains_some = |graph: &Graph, is_some: &dyn Fn(Op) -> bool| {
        contains_node(graph, |graph, id| {
            is_some(graph.op(id)) && !is_computed(graph, id)
        })
    };
    if !contains_some(graph, &|op| is_composed(op) || op == Op::StopGradient) {
        return Ok(Cow::Borrowed(graph));
    }
    let mut expanded = run(graph, What::All)?;
    // Bodies may be in terms of operators that have bodies themselves.
    while contains_some(&expanded, &|op| {
        is_composite(op) || matches!(op, Op::Sort(_))
    }) {
        expanded = run(&expanded, What::All)?;
    }
    Ok(Cow::Owned(expanded))
}

/// The graph without composites, if it has any; `stop_gradient` and sorting operators stay.
///
/// # Errors
/// As [`expand`].
pub fn expand_composites(graph: &Graph) -> Result<Option<Graph>> {
    if !contains(graph, |_, op| is_composite(op)) {
        return Ok(None);
    }
    let mut expanded = run(graph, What::Composites)?;
    while contains(&expanded, |_, op| is_composite(op)) {
        expanded = run(&expanded, What::Composites)?;
    }
    Ok(Some(expanded))
}

/// The graph without composites that have no derivative rule of their own; no copy if it has none.
///
/// # Errors
/// As [`expand`].
pub fn expand_without_rules(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let may_have_none = |_: &Graph, op| {
        matches!(op, Op::Composite(composite, _) if !composite.has_rules())
            || matches!(
                op,
                Op::Algebra(Algebra::Det | Algebra::Expm | Algebra::CholeskyAdjoint)
            )
    };
    if !contains(graph, may_have_none) {
        return Ok(Cow::Borrowed(graph));
    }
    run(graph, What::WithoutRules).map(Cow::Owned)
}

/// Whether an operator is said in terms of others, for some operands at least.
fn is_composed(op: Op) -> bool {
    is_composite(op) || matches!(op, Op::Sort(_) | Op::ArgSort(_))
}

/// Whether an operator depends on the same values as its body.
fn is_composite(op: Op) -> bool {
    matches!(
        op,
        Op::Composite(..) | Op::Algebra(_) | Op::Cumulate(..) | Op::PartAt(_) | Op::Replace(_)
    )
}

/// Whether programs compute a node themselves, although it can be said in terms of others.
fn is_computed(graph: &Graph, id: NodeId) -> bool {
    matches!(graph.op(id), Op::PartAt(_) | Op::Replace(_)) || graph.algebra_kernel(id).is_some()
}

/// The operators that are replaced.
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
    ) -> Result<Option<Rewritten<'b>>> {
        let op = graph.op(id);
        let without_rules = matches!(op, Op::Composite(composite, _) if !composite.has_rules())
            || matches!(op, Op::Algebra(op) if !op.has_rules(graph.ty(graph.arguments(id)[0])));
        let stays = match self.what {
            What::All => is_computed(graph, id),
            What::Composites => !is_composite(op),
            What::WithoutRules => !without_rules,
        };
        if stays {
            return Ok(None);
        }
        let value = graph.view(id).rules().expand(arguments, &mut self.bodies)?;
        Ok(value.map(Rewritten::Wire))
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
