//! Which nodes the outputs and effects depend on, those of graphs inside included, and a graph
//! without the others.

use alloc::vec::Vec;

use crate::graph::{ConstantId, Graph, NodeId};
use crate::intern::number_of;
use crate::ops::Op;

/// For each node whether an output or an effect depends on it. Inputs count as used: the
/// signature of a function does not depend on their use.
pub fn live(graph: &Graph) -> Vec<bool> {
    let mut live = alloc::vec![false; graph.len()];
    let effects = graph.effects().iter().flat_map(|e| &e.arguments);
    let outputs = graph.outputs().iter().map(|o| &o.node);
    let inputs = graph.inputs().iter().map(|i| &i.node);
    for root in outputs.chain(inputs).chain(effects) {
        live[root.index()] = true;
    }
    for id in graph.ids().rev() {
        if live[id.index()] || graph.node_has_effects(id) {
            live[id.index()] = true;
            for argument in graph.arguments(id) {
                live[argument.index()] = true;
            }
        }
    }
    live
}

/// A graph without functions inside, without its dead nodes. The others keep their order, so that
/// none needs to be looked at but for the numbers of its arguments.
pub(super) fn without_dead(mut graph: Graph, live: &[bool]) -> Graph {
    let Some(first) = live.iter().position(|&live| !live) else {
        return graph;
    };
    let mut numbers: Vec<NodeId> = graph.ids().take(first).collect();
    numbers.reserve(graph.len() - first);
    let mut next = first;
    for &live in &live[first..] {
        numbers.push(NodeId::from_number(number_of(next)));
        next += usize::from(live);
    }
    for effect in &mut graph.effects {
        effect.position = match numbers.get(effect.position) {
            Some(position) => position.index(),
            None => next,
        };
    }
    let used = graph.effects.iter_mut().flat_map(|e| &mut e.arguments);
    let outputs = graph.outputs.iter_mut().map(|output| &mut output.node);
    let inputs = graph.inputs.iter_mut().map(|input| &mut input.node);
    for node in used.chain(outputs).chain(inputs) {
        *node = numbers[node.index()];
    }
    let names = core::mem::take(&mut graph.names).into_iter();
    let names = names.filter(|(node, _)| live[node.index()]);
    graph.names = names.map(|(n, name)| (numbers[n.index()], name)).collect();
    let tags = core::mem::take(&mut graph.tags).into_iter();
    let tags = tags.filter(|(node, _)| live[node.index()]);
    graph.tags = tags.map(|(n, own)| (numbers[n.index()], own)).collect();
    let mut pool = Vec::with_capacity(graph.arguments.len());
    let (mut kept, mut nodes) = (live.iter(), core::mem::take(&mut graph.nodes));
    nodes.retain_mut(|node| {
        let stays = kept.next() == Some(&true);
        if stays {
            let start = number_of(pool.len());
            let arguments = &graph.arguments[node.arguments.indices()];
            pool.extend(arguments.iter().map(|a| numbers[a.index()]));
            node.arguments.start = start;
        }
        stays
    });
    (graph.nodes, graph.arguments) = (nodes, pool);
    drop_constants(&mut graph);
    graph
}

/// Drops the constants that no node refers to: tables may be large.
fn drop_constants(graph: &mut Graph) {
    let mut numbers: Vec<Option<ConstantId>> = alloc::vec![None; graph.constants.len()];
    let mut kept = Vec::new();
    for node in &mut graph.nodes {
        if let Op::Constant(id) = &mut node.op {
            *id = *numbers[id.index()].get_or_insert_with(|| {
                kept.push(id.index());
                ConstantId::from_number(number_of(kept.len() - 1))
            });
        }
    }
    let mut constants: Vec<_> = core::mem::take(&mut graph.constants)
        .into_iter()
        .map(Some)
        .collect();
    let kept = kept
        .into_iter()
        .filter_map(|position| constants[position].take());
    graph.constants = kept.collect();
}

#[cfg(test)]
mod tests {
    use super::{live, without_dead};
    use crate::builder::Builder;
    use crate::graph::{Constant, EffectKind, Graph, InputKind};
    use crate::ops::ScalarOp;
    use crate::types::{Element, Shape, Type};
    use crate::{passes, text, verify};

    /// A graph with dead nodes and tables between nodes that stay, and effects at many places.
    fn graph() -> Graph {
        let b = Builder::new();
        let shape = Shape::new(&[2]).unwrap();
        let ty = Type::new(Element::F64, shape.clone());
        let x = b.input("x", ty.clone(), InputKind::Independent);
        b.input("unused", ty, InputKind::Independent);
        let table = |numbers: [f64; 2]| {
            b.constant(Constant::from_f64s(Element::F64, shape.clone(), &numbers).unwrap())
        };
        let (dead, used) = (table([1.0, 2.0]), table([3.0, 4.0]));
        b.name_node(dead * x, "dead");
        let compare = || EffectKind::Compare(ScalarOp::Less);
        b.effect(compare(), &[x, used]).unwrap();
        let y = x * used;
        b.name_node(y, "y");
        let _ = y.sin();
        b.effect(compare(), &[y, x.cos()]).unwrap();
        b.output("", y.exp()).unwrap();
        let _ = y.tan();
        b.effect(compare(), &[x, y]).unwrap();
        b.finish().unwrap()
    }

    #[test]
    fn leaving_out_dead_nodes_is_building_the_graph_without_them() {
        let graph = graph();
        let expected = passes::trim(&graph).unwrap();
        assert!(expected.len() < graph.len());
        let live = live(&graph);
        let found = without_dead(graph, &live);
        verify::verify(&found).unwrap();
        assert_eq!(text::print(&found), text::print(&expected));
        assert_eq!(found.constants.len(), expected.constants.len());
        assert_eq!(found.effects(), expected.effects());
    }

    #[test]
    fn a_graph_without_dead_nodes_stays() {
        let graph = passes::trim(&graph()).unwrap();
        let printed = text::print(&graph);
        let live = live(&graph);
        assert_eq!(text::print(&without_dead(graph, &live)), printed);
    }
}
