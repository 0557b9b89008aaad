//! Which tensors become scalars.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Cost, Op, SCALAR_LIMIT};
use graph_ir::types::{Element, ValueType};
use graph_math::order::LANES;

use super::Settings;
use super::plan::is_elementwise;
use crate::Options;

/// How many statements of straight-line code are sensible. Compile time grows faster than the
/// code beyond (measured with rustc 1.95: 3 s for 10,000 statements, 18 s for 50,000). Where a
/// graph would need more, fewer of its tensors become scalars; scalars of the graph always do.
pub const STATEMENT_LIMIT: usize = 10_000;

/// The limit for code whose statements compute a vector each, with a point in each lane: there a
/// 4x4 matrix becomes numbers. Loops lose less, as every element fills a vector; and a function
/// that is computed by a series takes room each time that it is written.
const SCALAR_LIMIT_OF_POINTS: usize = 16;

/// The limits that are tried, the best first.
const LIMITS: [usize; 6] = [SCALAR_LIMIT, 16, 8, 4, 2, 1];

/// The limit for a tile of rows, whose smallest arrays fill a vector.
const SCALAR_LIMIT_OF_TILES: usize = LANES - 1;

/// The largest limit whose code is not too long, and that suits the program that is wanted.
pub(super) fn scalar_limit(graph: &Graph, options: Options) -> usize {
    let mut costs = [0_usize; LIMITS.len()];
    add_costs(graph, &mut costs);
    // `costs[i]` is the code that tensors above the next smaller limit add.
    let mut total = 0_usize;
    let mut best = 1;
    for (limit, cost) in LIMITS.into_iter().zip(costs).rev() {
        total = total.saturating_add(cost);
        if total <= STATEMENT_LIMIT {
            best = limit;
        } else {
            break;
        }
    }
    match options {
        Options { tiles: true, .. } => best.min(SCALAR_LIMIT_OF_TILES),
        Options { scalars: true, .. } => best.min(SCALAR_LIMIT_OF_POINTS),
        _ => best,
    }
}

/// For each node of a graph whether it is in memory, and does not become scalars: a tensor above the
/// limit; and an array that fills a vector and of which a function is computed that takes a series,
/// with the arrays that are computed of it, or of which it is computed, element by element. A range
/// of the inputs are carried values, whose next ones are the first outputs.
pub(super) fn in_memory(graph: &Graph, settings: Settings, carried: &Range<usize>) -> Vec<bool> {
    // A table that is read has any number of rows.
    let size = |id: NodeId| match graph.value_type(id) {
        ValueType::Tensor(ty) => ty.shape.count().known().unwrap_or(usize::MAX),
        ValueType::Tuple(_) => 0,
    };
    let large = graph.ids().map(|id| size(id) > settings.limit);
    let mut large: Vec<bool> = large.collect();
    let sizes = LANES..=settings.limit;
    let fills = |id: NodeId| sizes.contains(&size(id)) && graph.ty(id).element != Element::I64;
    let takes_series =
        |id: NodeId| matches!(graph.op(id), Op::Scalar(op) if op.work().transcendental > 0);
    let series = graph.ids().filter(|&id| fills(id) && takes_series(id));
    let series: Vec<NodeId> = series.collect();
    if settings.scalars || series.is_empty() {
        return large;
    }
    let mut groups = Groups::new(graph.len());
    for id in graph
        .ids()
        .filter(|&id| fills(id) && is_elementwise(graph.op(id)))
    {
        for &argument in graph.arguments(id).iter().filter(|&&id| fills(id)) {
            groups.join(id, argument);
        }
    }
    let pairs = graph.inputs()[carried.clone()].iter().zip(graph.outputs());
    for (input, output) in pairs.filter(|(input, _)| fills(input.node)) {
        groups.join(input.node, output.node);
    }
    let mut is_chosen = alloc::vec![false; graph.len()];
    for id in series {
        is_chosen[groups.first(id.index())] = true;
    }
    for id in graph.ids() {
        large[id.index()] |= is_chosen[groups.first(id.index())];
    }
    large
}

/// Nodes in groups, of which each is known by one of its nodes.
struct Groups {
    /// For each node another one of its group, and for the first of a group itself.
    nearer: Vec<usize>,
}

impl Groups {
    fn new(nodes: usize) -> Self {
        Self {
            nearer: (0..nodes).collect(),
        }
    }

    /// The node by which the group of a node is known.
    fn first(&mut self, mut node: usize) -> usize {
        while self.nearer[node] != node {
            self.nearer[node] = self.nearer[self.nearer[node]];
            node = self.nearer[node];
        }
        node
    }

    fn join(&mut self, a: NodeId, b: NodeId) {
        let [a, b] = [a, b].map(|id| self.first(id.index()));
        self.nearer[a] = b;
    }
}

/// Adds the statements of each node to the entry of the smallest limit that makes it scalar.
fn add_costs(graph: &Graph, costs: &mut [usize; LIMITS.len()]) {
    for id in graph.ids() {
        // Numbers alone are too many already, and nothing else becomes any.
        if costs[LIMITS.len() - 1] > STATEMENT_LIMIT {
            return;
        }
        match graph.view(id).rules().cost(graph, id) {
            Cost::Own(own) => {
                let entry = LIMITS.iter().rposition(|&limit| own.largest <= limit);
                if let Some(entry) = entry {
                    costs[entry] = costs[entry].saturating_add(own.statements);
                }
            }
            Cost::Branch(then, otherwise) => {
                add_costs(&graph.function(then).graph, costs);
                add_costs(&graph.function(otherwise).graph, costs);
            }
            Cost::Function(function, _) => add_costs(&graph.function(function).graph, costs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SCALAR_LIMIT, scalar_limit};
    use crate::Options;
    use graph_ir::builder::Builder;
    use graph_ir::graph::InputKind;
    use graph_ir::types::{Element, Shape, Type};

    fn limit_of_chain(extent: usize, length: usize) -> usize {
        let builder = Builder::new();
        let shape = Shape::new(&[extent]).unwrap();
        let ty = Type::new(Element::F64, shape);
        let x = builder.input("x", ty, InputKind::Independent);
        let mut y = x;
        for _ in 0..length {
            y = y.sin();
        }
        builder.output("", y).unwrap();
        scalar_limit(&builder.finish().unwrap(), Options::default())
    }

    #[test]
    fn long_code_makes_the_limit_smaller() {
        assert_eq!(limit_of_chain(32, 300), SCALAR_LIMIT);
        assert_eq!(limit_of_chain(32, 400), 16);
        assert_eq!(limit_of_chain(9, 2_000), 8);
        assert_eq!(limit_of_chain(1, 20_000), 1);
    }
}
