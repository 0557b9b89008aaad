//! Operators.
//!
//! The structural core is closed and small; a scalar operator, mapped over tensors of equal
//! shape, is one row of the table in [`scalar`]. Integer attributes (axes, starts, steps) are
//! lists in the graph's pool, so that an operator is a small value to copy and compare; the typed
//! views of those lists stand in [`attributes`].

pub mod attributes;
mod body;
mod cover;
mod overlap;
pub(crate) mod positions;
pub mod scalar;
mod table;
mod work;

pub use attributes::{Contraction, Placement, Scan, Slice, Windows};
pub(crate) use scalar::direction;
pub use scalar::{Class, Partial, ScalarOp, ValueVisitor, Visitor};
pub use work::Work;

use crate::algebra::Algebra;
use crate::composite::Composite;
use crate::graph::{ConstantId, ExternalId, FunctionId, ListId};

/// What a node computes from its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// The argument of the function at this position.
    Input(u32),
    /// A constant tensor.
    Constant(ConstantId),
    /// A scalar operator, element by element over arguments of equal shape.
    Scalar(ScalarOp),
    /// The elements converted to the node's element type, as Rust's `as` does: floats are rounded,
    /// an integer is rounded once to the float type at hand, a float becomes an integer by
    /// truncation (saturating, NaN is 0), a truth value is 0 or 1, and a number is true unless it
    /// is 0 (a NaN is true, negative zero is not).
    Cast,
    /// `(condition, a, b)`: each element of `a` where the condition holds, else of `b`.
    Select,
    /// The sum of any number of tensors of one type, added from the first to the last, starting
    /// with the first (one alone is itself); positive zero without any. Integers wrap.
    Sum,
    /// The argument repeated along new axes; the list names the result's axis of each axis of
    /// the argument, ascending.
    Broadcast(ListId),
    /// The argument with its axes permuted; the list names the argument's axis of each axis of
    /// the result.
    Transpose(ListId),
    /// The same elements in row-major order under another shape of equal size.
    Reshape,
    /// Every step-th element from a start along each axis; a [`Slice`].
    Slice(ListId),
    /// The windows that slide along an axis, side by side; see [`Windows`]. A convolution is a
    /// contraction with them, pooling a reduction of them.
    Windows(ListId),
    /// `(background, pieces..)`: pieces at their places in a tensor whose other elements are the
    /// background scalar; a [`Placement`]. Where pieces overlap, an element is their sum, added in
    /// the order of the pieces, starting with the first (integers wrap, truth values are joined by
    /// `or`). Concatenation, stacking, padding and the adjoint of slicing are all this.
    Assemble(ListId),
    /// A reduction over the axes of the list, which are dropped.
    Reduce(Reduction, ListId),
    /// Sums of products over pairs of axes; a [`Contraction`]. Positive zero without terms.
    Contract(ListId),
    /// `(data, indices)`: for each index the part of `data` at it along this axis, the axes of
    /// `indices` taking that axis's place. An index out of range is an error of evaluation, also
    /// where the parts have no elements; negative indices do not count from the end.
    Gather(u32),
    /// `(indices, updates)`: zeros of the node's type to which each part of `updates` is added at
    /// its index along this axis, in the order of the indices: the adjoint of gathering. Every
    /// element starts at positive zero, and indices are checked as for gathering.
    ScatterAdd(u32),
    /// The argument, as a constant for differentiation.
    StopGradient,
    /// An operator said in terms of others, with the axes it works along.
    Composite(Composite, ListId),
    /// An operator of linear algebra, said in terms of others as composites are.
    Algebra(Algebra),
    /// One value of a tuple.
    Project(u32),
    /// `(condition, captured..)`: the results of the first function where the scalar condition
    /// holds, else of the second; only one is computed.
    Branch(FunctionId, FunctionId),
    /// A loop; see [`Scan`].
    Scan(ListId),
    /// The results of a function inside the graph.
    Call(FunctionId),
    /// The results of a function of the host.
    External(ExternalId),
}

/// The reductions. Their order of combination is [`crate::order`]'s; two floats are combined by
/// the scalar operator of [`Self::combination`], two integers by wrapping arithmetic and by their
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// The sum; 0 without elements.
    Sum,
    /// The product; 1 without elements.
    Prod,
    /// The largest element (a NaN is ignored beside numbers); there must be an element.
    Max,
    /// The smallest element (a NaN is ignored beside numbers); there must be an element.
    Min,
    /// The position of the first largest element in row-major order over the reduced axes. A NaN
    /// is ignored beside numbers; 0 where there are only NaNs.
    ArgMax,
    /// The position of the first smallest element in row-major order over the reduced axes. A NaN
    /// is ignored beside numbers; 0 where there are only NaNs.
    ArgMin,
}

impl Reduction {
    /// Every reduction, for tables and tests.
    pub const ALL: [Self; 6] = [
        Self::Sum,
        Self::Prod,
        Self::Max,
        Self::Min,
        Self::ArgMax,
        Self::ArgMin,
    ];

    /// The name in the textual form and in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Prod => "prod",
            Self::Max => "max",
            Self::Min => "min",
            Self::ArgMax => "argmax",
            Self::ArgMin => "argmin",
        }
    }

    /// Whether the result is a position rather than a value.
    #[must_use]
    pub fn yields_position(self) -> bool {
        matches!(self, Self::ArgMax | Self::ArgMin)
    }

    /// The value without elements, where there is one.
    #[must_use]
    pub fn neutral(self) -> Option<f64> {
        match self {
            Self::Sum => Some(0.0),
            Self::Prod => Some(1.0),
            Self::Max | Self::Min | Self::ArgMax | Self::ArgMin => None,
        }
    }

    /// The scalar operator that combines two elements; `None` for positions.
    #[must_use]
    pub fn combination(self) -> Option<ScalarOp> {
        match self {
            Self::Sum => Some(ScalarOp::Add),
            Self::Prod => Some(ScalarOp::Mul),
            Self::Max => Some(ScalarOp::Max),
            Self::Min => Some(ScalarOp::Min),
            Self::ArgMax | Self::ArgMin => None,
        }
    }
}
