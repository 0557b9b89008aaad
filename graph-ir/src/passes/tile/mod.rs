//! Tiling: a graph over arrays whose lengths are known at run time, as graphs of known extents.
//!
//! Arrays with a symbolic outermost extent are computed in *tiles* of so many rows: all nodes over
//! one extent that wait for no sum over it become one graph of a tile, so that an intermediate
//! array that nothing else needs is never in memory as a whole. The rest is computed once, between
//! the passes over the rows. Loops of symbolic length run their body once for each row.
//!
//! A node's *stage* is the number of passes over rows that have to end before it. A value of an
//! earlier stage is computed again for each tile where that is cheap, else kept as an array.
//!
//! | file | does |
//! |---|---|
//! | `plan` | the kind and the stage of each node, and which arrays are kept |
//! | `rows` | which operators compute a row of their result from the same row of their operands |
//! | `extract` | the steps: passes over rows, and computations between them |
//! | `part` | the graph of a step |
//! | `combine` | terms of a sum over rows, in the order in which they are added |

mod combine;
mod extract;
mod part;
mod plan;
mod rows;

use alloc::vec::Vec;

use crate::error::Result;
use crate::graph::{Graph, Literal, NodeId, Site};
use crate::ops::{Reduction, Slice};
use crate::types::{Extent, Type};

pub use combine::TermOrder;
use plan::Plan;

/// A graph over arrays of run-time length, as graphs of known extents.
#[derive(Clone, Debug)]
pub struct Tiling {
    /// The values that are kept whole: of inputs, of outputs, and between the steps.
    pub arrays: Vec<Array>,
    /// The array of each output.
    pub outputs: Vec<ArrayId>,
    /// The computations, in their order.
    pub steps: Vec<Step>,
    /// The numbers of rows of tiles, each a divisor of the one before.
    pub sizes: Vec<usize>,
}

/// An array, as a position in [`Tiling::arrays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayId(pub usize);

/// A value that is kept whole.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its type, of which the outermost extent may be symbolic.
    pub ty: Type,
    /// Where it comes from.
    pub origin: Origin,
    /// Where the node comes from that computes it.
    pub site: Site,
}

/// Where an array comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is the input at this position.
    Input(usize),
    /// A step computes it.
    Step,
    /// It has the elements of another one, under another shape.
    Same(ArrayId),
}

/// A computation.
#[derive(Clone, Debug)]
pub enum Step {
    /// A graph, once.
    Once {
        /// The graph.
        graph: Graph,
        /// Its inputs.
        inputs: Vec<Operand>,
        /// The arrays of its outputs.
        outputs: Vec<ArrayId>,
    },
    /// A graph for each tile of rows: the larger tiles first, as far as they are full. Where the
    /// last one of the smallest is not full, a row of its inputs is repeated, and rows of its
    /// outputs are ignored.
    Tiles {
        /// The number of rows.
        count: Extent,
        /// The graph of a tile of each size.
        graphs: Vec<Graph>,
        /// Its inputs.
        inputs: Vec<Operand>,
        /// The use of its outputs.
        outputs: Vec<TileResult>,
    },
    /// A loop: its body for each row, one after the other.
    Scan {
        /// The number of rows.
        count: Extent,
        /// Whether the last row comes first.
        reverse: bool,
        /// The body: a graph of the captured, carried and stacked values, to the next carried
        /// values and the rows of the results.
        body: Graph,
        /// The captured values.
        captured: Vec<Operand>,
        /// The first values of those carried, and their last ones.
        carried: Vec<(Operand, ArrayId)>,
        /// The arrays of which an iteration takes a row.
        stacked: Vec<ArrayId>,
        /// The arrays of which an iteration computes a row.
        results: Vec<ArrayId>,
    },
    /// Pieces at their places in an array whose other elements are the background. Where pieces
    /// overlap, an element is their sum in the order of the pieces.
    Assemble {
        /// The array.
        array: ArrayId,
        /// The value of elements that no piece covers.
        background: Literal,
        /// The pieces, with their places.
        pieces: Vec<(ArrayId, Slice)>,
    },
}

/// An input of a graph of known extents.
#[derive(Clone, Debug)]
pub enum Operand {
    /// All of an array.
    Whole(ArrayId),
    /// So many rows of an array, from one on.
    Rows {
        /// The array.
        array: ArrayId,
        /// The first of the rows.
        first: Extent,
        /// The number of rows.
        rows: usize,
    },
    /// The rows of the tile in an array, whose rows are counted from this one on.
    Tile {
        /// The array.
        array: ArrayId,
        /// The row that belongs to the first row of the pass.
        first: Extent,
    },
    /// The numbers of the rows of the tile, as integers.
    Positions,
    /// The value of an extent, as an integer.
    Extent(Extent),
}

/// The use of an output of a tile's graph.
#[derive(Clone, Debug)]
pub enum TileResult {
    /// It is the tile's rows of an array.
    Rows(ArrayId),
    /// It holds terms that are combined over all rows.
    Terms {
        /// The array of the results.
        array: ArrayId,
        /// How terms are combined. The position of a term is its number among those of a result.
        reduction: Reduction,
        /// The order in which they are, and how they lie in the output.
        order: TermOrder,
        /// The number of terms of each result that a row has.
        terms: usize,
    },
    /// It has the left factors of a sum of products over rows, and the next output has the right
    /// ones: an element of the result for each pair of elements of a row of both, each a sum from
    /// the first row to the last.
    Left(ArrayId),
    /// It has the right factors, the left ones of which the output before has.
    Right(ArrayId),
}

/// Splits a prepared graph into graphs of known extents, where tiles have so many rows: multiples of
/// [`LANES`](graph_math::order::LANES), each a divisor of the one before.
///
/// # Errors
/// [`Error::Symbolic`](crate::Error::Symbolic) where another extent than the outermost one of an
/// array is symbolic, and where an operator does not compute by rows, nor over all of them.
pub fn tile(graph: &Graph, sizes: &[usize]) -> Result<Tiling> {
    let plan = Plan::new(graph)?;
    let extraction = extract::Extraction::new(graph, &plan, sizes);
    let outputs = graph.outputs().iter().map(|output| output.node);
    let outputs: Vec<NodeId> = outputs.collect();
    extraction.run(&outputs)
}
