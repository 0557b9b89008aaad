//! The steps of a computation over arrays of run-time length, and the arrays between them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::TermOrder;
use crate::algebra::Algebra;
use crate::graph::{Graph, Literal, Site};
use crate::ops::{Reduction, Runs, Slice};
use crate::types::{Extent, Type};

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

impl Tiling {
    /// The input that is in an array.
    #[must_use]
    pub fn input_of(&self, ArrayId(array): ArrayId) -> Option<usize> {
        match self.arrays[array].origin {
            Origin::Input(position) => Some(position),
            Origin::Step | Origin::Place { .. } | Origin::Part { .. } | Origin::Block { .. } => {
                None
            }
        }
    }
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is the input at this position.
    Input(usize),
    /// A step computes it.
    Step,
    /// A step computes it in its place in another one, which is joined of such arrays.
    Place {
        /// The other one.
        of: ArrayId,
        /// The number of its elements before them.
        first: Extent,
    },
    /// It has elements of another one: as many as its shape says.
    Part {
        /// The other one.
        of: ArrayId,
        /// The number of its elements before them.
        first: Extent,
    },
    /// It is the part of another one at positions along the first axes.
    Block {
        /// The other one.
        of: ArrayId,
        /// The positions, one along each of the axes.
        positions: Vec<ArrayId>,
    },
}

/// A computation.
#[derive(Clone, Debug)]
pub enum Step {
    /// A graph, once.
    Once(Box<Once>),
    /// A graph for each tile of rows.
    Pass(Pass),
    /// A graph for each row, one after the other.
    Loop(Box<Loop>),
    /// One of two graphs, once.
    Branch(Box<Branch>),
    /// Pieces at their places in an array.
    Assemble(Assembly),
    /// Stretches of an array, one after the other.
    Join(Join),
    /// Updates of an array.
    Scatter(Scatter),
    /// A kernel, over whole arrays.
    Kernel(KernelCall),
}

/// A graph that is computed once.
#[derive(Clone, Debug)]
pub struct Once {
    /// The graph.
    pub graph: Graph,
    /// Its inputs.
    pub inputs: Vec<Operand>,
    /// The arrays of its outputs.
    pub outputs: Vec<ArrayId>,
}

/// A pass over rows, in tiles: the larger tiles first, as far as they are full. Where the last one
/// of the smallest is not full, a row of its inputs is repeated, and rows of its outputs are
/// ignored; if nothing is combined over rows, it may begin with rows of the tile before instead. A
/// result may be in the array of an operand, of which a tile reads its rows before it writes them.
#[derive(Clone, Debug)]
pub struct Pass {
    /// The number of rows.
    pub count: Extent,
    /// The graph of a tile of each size.
    pub graphs: Vec<Graph>,
    /// Its inputs.
    pub inputs: Vec<Operand>,
    /// The results, each of one or two outputs.
    pub results: Vec<TileResult>,
}

/// A loop over rows.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The number of rows.
    pub count: Extent,
    /// Whether the last row comes first.
    pub reverse: bool,
    /// Which iterations run.
    pub runs: Runs,
    /// The body: a graph of the captured, carried and stacked values, to the next carried values
    /// and the rows of the results.
    pub body: Graph,
    /// The computations of the body.
    pub tiling: Tiling,
    /// The captured values.
    pub captured: Vec<Operand>,
    /// The first values of those carried, and their last ones: where both are in one array, the
    /// iterations find it there. Those that the body has as the same input and output, as an array,
    /// it changes where they are.
    pub carried: Vec<(Operand, ArrayId)>,
    /// The arrays of which an iteration takes a row.
    pub stacked: Vec<ArrayId>,
    /// The results, of each of which an iteration computes a row.
    pub results: Vec<LoopResult>,
}

/// A result of a loop.
#[derive(Clone, Copy, Debug)]
pub enum LoopResult {
    /// The rows of this array.
    Rows(ArrayId),
    /// A combination of rows.
    Fold(Fold),
}

impl LoopResult {
    /// The array that the loop leaves behind.
    #[must_use]
    pub fn array(&self) -> ArrayId {
        match self {
            Self::Rows(array) => *array,
            Self::Fold(fold) => fold.array,
        }
    }
}

/// A combination of rows, in partial results: of the elements of all rows to a number, in the order
/// of memory, or of each element by itself.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    /// The array of the result.
    pub array: ArrayId,
    /// The array of a row, which belongs to the loop.
    pub row: ArrayId,
    /// How elements are combined.
    pub reduction: Reduction,
    /// Whether each element is combined by itself: then they are added up.
    pub apart: bool,
}

/// One of two graphs, by a condition.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The condition.
    pub condition: Operand,
    /// The graph where it holds, and the one where it does not.
    pub sides: [Side; 2],
    /// The inputs of both.
    pub captured: Vec<Operand>,
    /// The arrays of their results.
    pub results: Vec<ArrayId>,
}

/// A side of a branch.
#[derive(Clone, Debug)]
pub struct Side {
    /// The graph.
    pub graph: Graph,
    /// The computations of it.
    pub tiling: Tiling,
}

/// Pieces at their places in an array whose other elements are the background. Where pieces
/// overlap, an element is their sum in the order of the pieces.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The array.
    pub array: ArrayId,
    /// The value of elements that no piece covers.
    pub background: Literal,
    /// The pieces, with their places.
    pub pieces: Vec<(ArrayId, Slice)>,
}

/// An array of stretches, one after the other. Those that other steps have computed in their places
/// are not among them.
#[derive(Clone, Debug)]
pub struct Join {
    /// The array.
    pub array: ArrayId,
    /// The value of elements of no other array.
    pub background: Literal,
    /// The stretches.
    pub stretches: Vec<Stretch>,
}

/// Elements of an array.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The first of them.
    pub first: Extent,
    /// The number of the element behind the last one.
    pub end: Extent,
    /// The array that they are, if they are not the background.
    pub from: Option<ArrayId>,
}

/// Updates, which are added to rows of an array that is zero before, in their order.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// The array.
    pub array: ArrayId,
    /// The numbers of the rows.
    pub positions: Operand,
    /// The update of each of them.
    pub updates: ArrayId,
}

/// A call of a kernel.
#[derive(Clone, Debug)]
pub struct KernelCall {
    /// The array of the result.
    pub array: ArrayId,
    /// The operands.
    pub operands: Vec<ArrayId>,
    /// The kernel.
    pub kernel: Kernel,
    /// Where the node comes from that it computes.
    pub site: Site,
}

/// A kernel over arrays of symbolic extents.
#[derive(Clone, Debug, PartialEq)]
pub enum Kernel {
    /// Rows become columns. Their elements may be arrays of known extents.
    Transpose,
    /// A product of matrices.
    Product(Product),
    /// An operator of linear algebra.
    Algebra(Algebra),
    /// Elements at regular distances.
    Slice(Slice),
    /// The positions that sort a vector.
    ArgSort,
    /// The parts of the first operand, along this axis, at the positions that the second one holds.
    Gather(usize),
    /// The part of the first operand at one position along each of these axes. The positions are the
    /// other operands.
    PartAt(Vec<usize>),
    /// Updates, the second operand, added along this axis at the positions that the first one holds
    /// to zeros.
    ScatterAdd(usize),
    /// The first operand with the second one as its part at one position along each of these axes.
    /// The positions are the other operands. The result may be in the array of the first operand.
    Replace(Vec<usize>),
}

/// A product of matrices.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    /// Whether the operand with the rows of the result is the second one.
    pub swapped: bool,
    /// The numbers of rows, columns and terms.
    pub extents: [Extent; 3],
    /// The distances between neighbours in the operand with the rows (along rows, then terms) and in
    /// the one with the columns (along terms, then columns).
    pub strides: [[Extent; 2]; 2],
    /// Whether a zero of either operand, in this order, wins over what it is multiplied with.
    pub zeros_win: [bool; 2],
}

/// An input of a graph of known extents.
#[derive(Clone, Debug)]
pub enum Operand {
    /// All of an array. Where its number of rows is symbolic, the graph reads it as a table.
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

/// A result of a pass over rows.
#[derive(Clone, Debug)]
pub enum TileResult {
    /// One output: the tile's rows of this array.
    Rows(ArrayId),
    /// One output: terms that are combined over all rows.
    Terms(Terms),
    /// Two outputs: the factors of sums of products over rows, each of three axes: of products, of
    /// rows, and of elements. For each product this array has an element for each pair of elements of
    /// a row of both factors, a sum from the first row to the last.
    Product(ArrayId),
    /// Two outputs: numbers of rows, and as many updates, which are added to those rows of this
    /// array, from the first one to the last. The array is zero before.
    Scatter(ArrayId),
}

impl TileResult {
    /// The number of outputs.
    #[must_use]
    pub fn outputs(&self) -> usize {
        match self {
            Self::Rows(_) | Self::Terms(_) => 1,
            Self::Product(_) | Self::Scatter(_) => 2,
        }
    }
}

/// Terms that are combined over rows.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The array of the results.
    pub array: ArrayId,
    /// How terms are combined. The position of a term is its number among those of a result.
    pub reduction: Reduction,
    /// The order in which they are, and how they lie in the output.
    pub order: TermOrder,
    /// The number of terms of each result that a row has.
    pub count: usize,
}
