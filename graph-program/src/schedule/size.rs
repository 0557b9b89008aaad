//! How large a tensor may be to become scalars.

use graph_ir::graph::Graph;
use graph_ir::ops::{Cost, SCALAR_LIMIT};
use graph_math::order::LANES;

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
