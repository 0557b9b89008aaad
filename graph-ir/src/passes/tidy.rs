//! Tidying: views resolved, equal nodes shared, dead ones dropped, and no arithmetic changed.

use alloc::vec::Vec;

use super::inside::Functions;
use super::rewrite::{Rewriter, Value, rewrite};
use super::simplify::{Facts, is_settled, tidy as simpler};
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
    if graph.is_flat() && graph.ids().all(|id| is_settled(graph, id)) {
        return trim_shared(shared(graph)?);
    }
    let mut pass = Tidy {
        functions: Functions::default(),
        facts: Facts::of(graph),
    };
    trim_shared(rewrite(graph, &mut pass)?)
}

/// The graph with equal nodes made one.
fn shared(graph: &Graph) -> Result<Graph> {
    let builder = Builder::new();
    builder.reserve_for(graph);
    builder.continue_graph(graph);
    for (key, value) in graph.attributes() {
        builder.set_attribute(key, value);
    }
    let inputs = graph.inputs().iter().map(|input| {
        builder.set_site(graph.node(input.node).site);
        let ty = graph.ty(input.node).clone();
        let wire = builder.input(&input.name, ty, input.kind);
        if let Some(name) = graph.node_name(input.node) {
            builder.name_node(wire, name);
        }
        wire
    });
    let inputs: Vec<Wire<'_>> = inputs.collect();
    let wires = builder.take_over(graph, &inputs)?;
    for output in graph.outputs() {
        builder.output(&output.name, wires[output.node.index()])?;
    }
    drop((inputs, wires));
    builder.finish()
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
    ) -> Result<Option<Value<'b>>> {
        let wire = simpler(&mut self.facts, builder, graph, id, arguments)?;
        Ok(wire.map(Value::Wire))
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
            let slice = Slice {
                axes: alloc::vec![(start, 1)],
            };
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
        let mut pass = Tidy {
            functions: Functions::default(),
            facts: Facts::of(graph),
        };
        trim_shared(rewrite(graph, &mut pass).unwrap()).unwrap()
    }

    #[test]
    fn to_share_equal_nodes_is_to_tidy_where_nothing_moves() {
        for settled in [true, false] {
            let graph = graph(settled);
            assert_eq!(graph.ids().all(|id| is_settled(&graph, id)), settled);
            let tidied = tidy(&graph).unwrap();
            assert!(tidied.len() < graph.len());
            assert_eq!(text::print(&tidied), text::print(&by_rewriting(&graph)));
            assert_eq!(tidied.effects(), by_rewriting(&graph).effects());
        }
    }
}
