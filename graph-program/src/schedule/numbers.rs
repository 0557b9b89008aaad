//! Graphs of numbers: their programs are the longest, and have nothing for a simplification of
//! statements to find.

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, ScalarOp};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::{STATEMENT_LIMIT, assembly};

/// Whether each node is one statement, or a sum whose additions are no other node's, and stands
/// outside of loops and branches: the rules that the passes have applied to the nodes are those for
/// statements, and have nothing left to do. Numbers may be put side by side, as those of a gradient
/// are. Known numbers that the passes leave alone, as their type is not known, may be simpler as
/// statements.
pub(crate) fn is_of_numbers(graph: &Graph) -> bool {
    let known = |&id: &NodeId| matches!(graph.op(id), Op::Constant(_));
    graph.functions().is_empty()
        && graph.ids().all(|id| {
            let op = graph.op(id);
            let number =
                || graph.ty(id).shape.size() == 1 && !graph.arguments(id).iter().all(known);
            matches!(
                op,
                Op::Input(_) | Op::Constant(_) | Op::Slice(_) | Op::Reshape
            ) || matches!(op, Op::Scalar(_) | Op::Cast | Op::Select | Op::Sum) && number()
                || matches!(op, Op::Assemble(_)) && assembly::is_of_numbers(graph, id)
        })
        // To look at all statements of a large graph costs more than few additions.
        && simpler_sums(graph) <= graph.len() / STATEMENT_LIMIT
}

/// How many additions of the sums of a graph of numbers are known, or equal to others. Only the
/// first addition of a sum is over terms alone; each of the others is over the one before.
fn simpler_sums(graph: &Graph) -> usize {
    let first = |id: NodeId| match *graph.arguments(id) {
        [a, b, ..] => (a.min(b), a.max(b)),
        _ => (id, id),
    };
    let known = |&term: &NodeId| graph.as_constant(term).is_some();
    let mut firsts: HashSet<(NodeId, NodeId), FxBuildHasher> = HashSet::default();
    let sums = graph.ids().filter(|&id| matches!(graph.op(id), Op::Sum));
    let sums = sums
        .filter(|&id| !firsts.insert(first(id)) || graph.arguments(id).iter().any(known))
        .count();
    let added = |&id: &NodeId| matches!(graph.op(id), Op::Scalar(ScalarOp::Add));
    let alike = graph.ids().filter(added);
    let alike = alike.filter(|&id| firsts.contains(&first(id)));
    sums + alike.count()
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{is_of_numbers, simpler_sums};
    use graph_ir::builder::{Builder, Wire};
    use graph_ir::graph::{Graph, InputKind};
    use graph_ir::types::{Element, Type};

    /// The graph of some values made of three numbers.
    fn graph(values: impl for<'b> Fn(&'b Builder, [Wire<'b>; 3]) -> Vec<Wire<'b>>) -> Graph {
        let b = Builder::new();
        let ty = Type::scalar(Element::F64);
        let inputs = ["x", "y", "z"].map(|name| b.input(name, ty.clone(), InputKind::Independent));
        for value in values(&b, inputs) {
            b.output("", value).unwrap();
        }
        b.finish().unwrap()
    }

    fn sum<'b>(b: &'b Builder, terms: [Wire<'b>; 3]) -> Wire<'b> {
        b.sum(&terms, &Type::scalar(Element::F64)).unwrap()
    }

    #[test]
    fn sums_that_begin_alike_are_not_numbers_by_themselves() {
        let alone = graph(|b, [x, y, z]| vec![sum(b, [x, y, z]), sum(b, [z, x, y]), y + z]);
        assert_eq!(simpler_sums(&alone), 0);
        assert!(is_of_numbers(&alone));
        let alike = graph(|b, [x, y, z]| vec![sum(b, [x, y, z]), sum(b, [y, x, x])]);
        assert_eq!(simpler_sums(&alike), 1);
        assert!(!is_of_numbers(&alike));
        let added = graph(|b, [x, y, z]| vec![sum(b, [x, y, z]), y + x]);
        assert!(!is_of_numbers(&added));
        let known = graph(|b, [x, y, _]| vec![sum(b, [x, y, b.number(Element::F64, 1.0)])]);
        assert!(!is_of_numbers(&known));
    }
}
