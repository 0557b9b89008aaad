//! Canonicalisation: resolves views, shares equal nodes and drops dead ones, without a change to
//! arithmetic.

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, rewrite};
use super::simplify::{Facts, canonicalise as simpler, is_settled};
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
        settled: graph.is_flat() && graph.ids().all(|id| is_settled(graph, id)),
    };
    trim_shared(rewrite(graph, &mut pass)?)
}

struct Canonicalise {
    functions: Functions,
    facts: Facts,
    /// Whether all nodes stay as they are, so that there is nothing to do but to share equal ones.
    settled: bool,
}

impl Rewriter for Canonicalise {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        if self.settled {
            return Ok(None);
        }
        let wire = simpler(&mut self.facts, builder, graph, id, arguments)?;
        Ok(wire.map(Rewritten::Wire))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn keeps_pools(&self, graph: &Graph) -> bool {
        graph.is_flat()
    }

    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        let outer = core::mem::replace(&mut self.facts, Facts::of(graph));
        let result = rewrite(graph, self);
        self.facts = outer;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Constant, EffectKind, InputKind, Site};
    use crate::ops::{ScalarOp, Slice};
    use crate::text;
    use crate::types::{Element, Shape, Type};

    /// A graph as readers make it: equal nodes, operands in any order, an input behind other nodes,
    /// names, sites, an effect, a dead node; and, if asked for, a view of a view.
    fn graph(settled: bool) -> Graph {
        let b = Builder::without_sharing();
        b.set_attribute("key", "value");
        let ty = Type::new(Element::F64, Shape::new(&[3]).unwrap());
        b.set_site(Site(1));
        let x = b.input("x", ty.clone(), InputKind::Independent);
        let part = |of: Wire<'_>, start: i64, count: usize| {
            let slice = Slice::from_known([(start, 1)]);
            let shape = Shape::new(&[count]).unwrap();
            b.slice(b.value_of(of.node()).unwrap(), &slice, &shape)
                .unwrap()
        };
        let (low, high) = (part(x, 0, 2), part(x, 1, 2));
        let p = b.input("p", Type::scalar(Element::F64), InputKind::Independent);
        b.name_node(p, "p");
        b.set_site(Site(2));
        let (first, again) = (low * high, high * low);
        b.name_node(again, "again");
        let _ = first.sin();
        let table = Constant::from_f64s(Element::F64, Shape::new(&[2]).unwrap(), &[1.0, 2.0]);
        let table = b.constant(table.unwrap());
        b.set_site(Site(3));
        b.effect(EffectKind::Compare(ScalarOp::Less), &[p, p.cos()])
            .unwrap();
        let last = if settled { first } else { part(high, 1, 1) };
        b.output("y", first + again * table).unwrap();
        b.output("z", last).unwrap();
        b.finish().unwrap()
    }

    fn by_rewriting(graph: &Graph) -> Graph {
        let mut pass = Canonicalise {
            functions: Functions::default(),
            facts: Facts::of(graph),
            settled: false,
        };
        trim_shared(rewrite(graph, &mut pass).unwrap()).unwrap()
    }

    #[test]
    fn sharing_equal_nodes_is_canonical_where_nothing_moves() {
        for settled in [true, false] {
            let graph = graph(settled);
            assert_eq!(graph.ids().all(|id| is_settled(&graph, id)), settled);
            let canonical = canonicalise(&graph).unwrap();
            assert!(canonical.len() < graph.len());
            assert_eq!(text::print(&canonical), text::print(&by_rewriting(&graph)));
            assert_eq!(canonical.effects(), by_rewriting(&graph).effects());
        }
    }
}
