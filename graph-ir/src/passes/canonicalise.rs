//! Canonicalisation: resolves views, shares equal nodes and drops dead ones, without a change to
//! arithmetic.

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, rewrite};
use super::simplify::{Facts, canonicalise as simpler};
use super::trim::trim_shared;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};

/// The canonical graph, as input of differentiation. A value that is computed once gets one
/// adjoint. If equal values were computed separately, from arrays that are assembled and taken
/// apart again, each would have its own adjoint, which no later pass could share. Operators are not
/// replaced by others, whose derivatives would differ.
///
/// # Errors
/// When the result has too many nodes.
pub fn canonicalise(graph: &Graph) -> Result<Graph> {
    let mut pass = Canonicalise {
        functions: Functions::default(),
        facts: Facts::of(graph),
    };
    trim_shared(rewrite(graph, &mut pass)?)
}

struct Canonicalise {
    functions: Functions,
    facts: Facts,
}

impl Rewriter for Canonicalise {
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
