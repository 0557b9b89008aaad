//! Tidying: views resolved, equal nodes shared, dead ones dropped, and no arithmetic changed.

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, rewrite};
use super::simplify::{Facts, tidy as simpler};
use super::trim::trim_shared;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};

/// The graph as differentiation takes it. A value that is computed once gets its adjoint once:
/// where equal values are computed from arrays that were put together and taken apart again, the
/// adjoint would be computed as often as they are, and nothing could share that afterwards.
/// Operators are not replaced by others, whose derivatives would differ.
///
/// # Errors
/// When the result has too many nodes.
pub fn tidy(graph: &Graph) -> Result<Graph> {
    let mut pass = Tidy {
        functions: Functions::default(),
        facts: Facts::of(graph),
    };
    trim_shared(rewrite(graph, &mut pass)?)
}

struct Tidy {
    functions: Functions,
    facts: Facts,
}

impl Rewriter for Tidy {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let wire = simpler(&mut self.facts, builder, graph, id, arguments)?;
        Ok(wire.map(Rewritten::Wire))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        let outer = core::mem::replace(&mut self.facts, Facts::of(graph));
        let result = rewrite(graph, self);
        self.facts = outer;
        result
    }
}
