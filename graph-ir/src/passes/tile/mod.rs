//! Tiling: a graph over arrays whose lengths are known at run time, as graphs of known extents.
//!
//! Arrays with a symbolic outermost extent are computed in *tiles* of so many rows: all nodes over
//! one extent that wait for no sum over it become one graph of a tile, so that an intermediate
//! array that nothing else needs is never in memory as a whole. The rest is computed once, between
//! the passes over the rows. A loop of symbolic length, or over arrays of one, runs its body, which
//! is tiled as well, once for each row. Arrays whose rows are of symbolic length become such loops
//! first, but for products, transposes and linear algebra, which have kernels.
//!
//! A node's *stage* is the number of passes over rows that have to end before it. A value of an
//! earlier stage is computed again for each tile where that is cheap, else kept as an array.
//!
//! | file | does |
//! |---|---|
//! | `axes` | contractions of transposed arrays, along other axes |
//! | `narrow` | values of which only some rows are read, computed on those alone |
//! | `maps` | arrays with several symbolic extents as loops over their rows |
//! | `kernels` | which nodes over such arrays are calls of kernels |
//! | `lines` | sums over all elements of arrays |
//! | `plan` | the kind and the stage of each node, and which arrays are kept |
//! | `cost` | which values are computed again rather than kept |
//! | `rows` | which operators compute a row of their result from the same row of their operands |
//! | `stacks` | arrays of known numbers of rows, whose lengths are symbolic |
//! | `in_place` | which values are in the array of an operand, which is changed |
//! | `overwrite` | results of passes in the array of an operand |
//! | `joins` | arrays that are joined of rows, some of which are computed in their places |
//! | `extract` | the steps: passes over rows, and computations between them |
//! | `parts` | parts of arrays, and arrays made of them |
//! | `part` | the graph of a step |
//! | `combine` | terms of a sum over rows, in the order in which they are added |
//! | `tiling` | the results of all this: arrays and steps |
//! | `live` | the lifetimes of arrays |

mod axes;
mod blocks;
mod combine;
mod cost;
mod extract;
mod in_place;
mod joins;
mod kernels;
mod lines;
mod live;
mod maps;
mod narrow;
mod overwrite;
mod part;
mod parts;
mod plan;
mod rows;
mod stacks;
mod tiling;

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::graph::{EffectKind, Graph, NodeId};
use crate::types::Type;

pub use combine::TermOrder;
use in_place::Writable;
use plan::Plan;
pub use tiling::{
    Array, ArrayId, Assembly, Branch, Fold, Join, Kernel, KernelCall, Loop, LoopResult, Once,
    Operand, Origin, Pass, Product, Scatter, Side, Step, Stretch, Terms, TileResult, Tiling,
};

/// Splits a prepared graph into graphs of known extents, where tiles have so many rows: multiples of
/// [`LANES`](graph_math::order::LANES), each a divisor of the one before.
///
/// # Errors
/// [`Error::Symbolic`] where another extent than the outermost one of an array is symbolic;
/// [`Error::NotByRows`] where an operator does not compute by rows, nor over all of them, or prints.
///
/// Recurses as deeply as loops are nested.
pub fn tile(graph: &Graph, sizes: &[usize]) -> Result<Tiling> {
    tile_changing(
        graph,
        sizes,
        &alloc::vec![Writable::No; graph.inputs().len()],
    )
}

/// [`tile`], where the arrays of some inputs may be changed.
fn tile_changing(graph: &Graph, sizes: &[usize], writable: &[Writable]) -> Result<Tiling> {
    refuse_prints(graph)?;
    let graph = &*axes::untransposed(graph)?;
    let graph = &*narrow::narrowed(graph)?;
    let graph = &*maps::rows_as_loops(graph)?;
    let graph = &*stacks::with_rows_apart(graph)?;
    let plan = Plan::new(graph, sizes, writable)?;
    let extraction = extract::Extraction::new(graph, &plan, sizes);
    let outputs = graph.outputs().iter().map(|output| output.node);
    let outputs: Vec<NodeId> = outputs.collect();
    extraction.run(&outputs)
}

/// Refuses a graph that prints: steps have values alone.
fn refuse_prints(graph: &Graph) -> Result<()> {
    let mut effects = graph.effects().iter();
    let Some(print) = effects.find(|effect| matches!(effect.kind, EffectKind::Print { .. })) else {
        return Ok(());
    };
    let found = print.arguments.last().map(|&value| graph.ty(value).clone());
    Err(Error::NotByRows {
        op: "print".into(),
        found: found.unwrap_or_else(|| Type::scalar(crate::types::Element::F64)),
        site: print.site.0,
    })
}
