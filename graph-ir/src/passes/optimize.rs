//! Folding, simplification, sharing and dead-code removal in one go.
//!
//! Arguments are rewritten before their users, so one sweep sees every opportunity that the
//! rules have; the builder shares equal nodes as they are made; a second sweep drops the nodes that
//! the first one made superfluous.

use alloc::vec::Vec;

use super::Assumptions;
use super::finite;
use super::fold::fold;
use super::inline::splice;
use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, rewrite};
use super::simplify::{Facts, is_opaque, simplify, simplify_opaque};
use super::size::Sizes;
use super::trim::trim_shared;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, Literal, NodeId};
use crate::ops::Op;

/// How much larger a graph may become by sides that take the place of branches whose condition is
/// known: sides used by sides that are used many times would grow without bound otherwise.
const GROWTH: usize = 4;

/// The same function with less to compute.
///
/// # Errors
/// When the result has too many nodes.
pub fn optimize(graph: &Graph) -> Result<Graph> {
    optimize_with(graph, Assumptions::default())
}

/// [`optimize`] under assumptions about numbers.
///
/// # Errors
/// As [`optimize`].
pub fn optimize_with(graph: &Graph, assumptions: Assumptions) -> Result<Graph> {
    let mut pass = Optimize {
        assumptions,
        functions: Functions::with_equals_shared(),
        facts: Facts::of(graph),
        budget: Sizes::of(graph).total.saturating_mul(GROWTH),
    };
    trim_shared(rewrite(graph, &mut pass)?)
}

struct Optimize {
    assumptions: Assumptions,
    functions: Functions,
    facts: Facts,
    /// How many more nodes may come from sides of branches.
    budget: usize,
}

impl Rewriter for Optimize {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        if let Op::Scalar(op) = graph.op(id)
            && !self.assumptions.finite
            && arguments.iter().all(|&a| is_opaque(builder, a))
        {
            return Ok(simplify_opaque(builder, op, arguments).map(Rewritten::Wire));
        }
        if let Op::Branch(then, otherwise) = graph.op(id)
            && let Some(Literal::Bool(condition)) = builder.splat(arguments[0])
        {
            let taken = if condition { then } else { otherwise };
            let taken = self.function(graph.function(taken))?;
            if let Some(budget) = self.budget.checked_sub(taken.graph.len()) {
                self.budget = budget;
                return splice(builder, &taken.graph, &arguments[1..]).map(Some);
            }
        }
        if let Some(wire) = fold(builder, graph, id, arguments)? {
            return Ok(Some(Rewritten::Wire(wire)));
        }
        if self.assumptions.finite
            && let Some(wire) = finite::simplify(builder, graph, id, arguments)?
        {
            return Ok(Some(Rewritten::Wire(wire)));
        }
        let simpler = simplify(&mut self.facts, builder, graph, id, arguments)?;
        Ok(simpler.map(Rewritten::Wire))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        let outer = core::mem::replace(&mut self.facts, Facts::of(graph));
        let result = rewrite(graph, self);
        self.facts = outer;
        rewrite(&result?, &mut Sweep)
    }

    fn keeps_pools(&self, graph: &Graph) -> bool {
        graph.is_flat()
    }

    fn live(&self, graph: &Graph) -> Option<Vec<bool>> {
        Some(super::dead::live(graph))
    }
}

/// The graph without nodes that nothing depends on.
///
/// # Errors
/// None of its own: the graph does not grow.
pub(crate) fn sweep(graph: &Graph) -> Result<Graph> {
    rewrite(graph, &mut Sweep)
}

/// Leaves out dead nodes and nothing else.
pub(super) struct Sweep;

impl Rewriter for Sweep {
    fn functions(&mut self) -> Option<&mut Functions> {
        None
    }

    fn live(&self, graph: &Graph) -> Option<Vec<bool>> {
        Some(super::dead::live(graph))
    }
}
