//! Operators.
//!
//! The structural core is closed and small; a scalar operator, mapped over tensors of equal
//! shape, is one row of the table in [`scalar`]. A structural operator is a type in the file of
//! its family, which holds its attributes and implements `Operator`: the rules of its type, text,
//! derivatives, pattern, cost and schedule. The list below is the only other place that names it
//! in this crate: from it come the enum that nodes hold, the enum of decoded operators, and the
//! ways from the one to the other.
//!
//! Integer attributes (axes, starts, steps) are lists in the graph's pool, so that an operator is
//! a small value to copy and compare. [`Graph::view`](crate::Graph::view) decodes them.

mod assemble;
mod body;
mod contract;
mod cover;
mod cumulate;
pub mod derivative;
mod effect;
mod elementwise;
mod indexing;
mod library;
mod lines;
mod list;
mod operator;
mod overlap;
pub mod positions;
mod reduce;
mod regions;
pub mod scalar;
mod scan;
mod slice;
mod sort;
mod source;
mod table;
pub(crate) mod term;
pub(crate) mod typing;
mod views;
mod windows;
mod work;

pub use assemble::Placement;
pub use contract::Contraction;
pub use cumulate::{Cumulate, Cumulation};
pub use elementwise::{Cast, Select, StopGradient, Sum};
pub use indexing::{Gather, ScatterAdd};
pub use library::CompositeOver;
pub use reduce::{Reduce, Reduction};
pub use regions::{Branch, Call, ExternalCall, Project};
pub(crate) use scalar::direction;
pub use scalar::{Class, Partial, Partials, ScalarOp, ValueVisitor, Visitor};
pub use scan::Scan;
pub use slice::Slice;
pub use sort::{ArgSort, STRAIGHT_SORT, Sort};
pub use source::{ConstantOf, InputAt};
pub use views::{Broadcast, Reshape, Transpose};
pub use windows::Windows;
pub use work::{SCALAR_LIMIT, Work};

pub(crate) use effect::effect as infer_effect;
pub(crate) use list::{Importer, Reference, Stored};
pub use operator::{
    Cost, Depends, Derivative, Elementwise, Forward, Operator, Own, Part, Reads, Reverse, Role,
    Tangents, Typing,
};
pub(crate) use regions::derivative_rule;
pub(crate) use typing::{ascending_axes, expect_types};

use alloc::vec::Vec;

use crate::algebra::Algebra;
use crate::composite::Composite;
use crate::graph::{ConstantId, ExternalId, FunctionId, ListId};

list::operators! {
    /// The argument of the function at this position.
    Input(position: u32) => InputAt;
    /// A constant tensor.
    Constant(constant: ConstantId) => ConstantOf;
    /// A scalar operator, element by element over arguments of equal shape.
    Scalar(op: ScalarOp) => ScalarOp;
    /// The elements converted to the node's element type, as Rust's `as` does: floats are rounded,
    /// an integer is rounded once to the float type at hand, a float becomes an integer by
    /// truncation (saturating, NaN is 0), a truth value is 0 or 1, and a number is true unless it
    /// is 0 (a NaN is true, negative zero is not).
    Cast => Cast;
    /// `(condition, a, b)`: each element of `a` where the condition holds, else of `b`.
    Select => Select;
    /// The sum of any number of tensors of one type, added from the first to the last, starting
    /// with the first (one alone is itself); positive zero without any. Integers wrap.
    Sum => Sum;
    /// The argument repeated along new axes; the list names the result's axis of each axis of
    /// the argument, ascending.
    Broadcast(axes: ListId) => Broadcast;
    /// The argument with its axes permuted; the list names the argument's axis of each axis of
    /// the result.
    Transpose(permutation: ListId) => Transpose;
    /// The same elements in row-major order under another shape of equal size.
    Reshape => Reshape;
    /// Every step-th element from a start along each axis; a [`Slice`].
    Slice(place: ListId) => Slice;
    /// The windows that slide along an axis, side by side; see [`Windows`]. A convolution is a
    /// contraction with them, pooling a reduction of them.
    Windows(windows: ListId) => Windows;
    /// `(background, pieces..)`: pieces at their places in a tensor whose other elements are the
    /// background scalar; a [`Placement`]. Where pieces overlap, an element is their sum, added in
    /// the order of the pieces, starting with the first (integers wrap, truth values are joined by
    /// `or`). Concatenation, stacking, padding and the adjoint of slicing are all this.
    Assemble(placement: ListId) => Placement;
    /// A reduction over the axes of the list, which are dropped.
    Reduce(reduction: Reduction, axes: ListId) => Reduce;
    /// Running sums or products along an axis; see [`Cumulate`].
    Cumulate(cumulation: Cumulation, axis: u32) => Cumulate;
    /// The elements along an axis in ascending order; see [`Sort`].
    Sort(axis: u32) => Sort;
    /// The positions along an axis of the elements in ascending order; see [`ArgSort`].
    ArgSort(axis: u32) => ArgSort;
    /// Sums of products over pairs of axes; a [`Contraction`]. Positive zero without terms.
    Contract(contraction: ListId) => Contraction;
    /// `(data, indices)`: for each index the part of `data` at it along this axis, the axes of
    /// `indices` taking that axis's place. An index out of range is an error of evaluation, also
    /// where the parts have no elements; negative indices do not count from the end.
    Gather(axis: u32) => Gather;
    /// `(indices, updates)`: zeros of the node's type to which each part of `updates` is added at
    /// its index along this axis, in the order of the indices: the adjoint of gathering. Every
    /// element starts at positive zero, and indices are checked as for gathering.
    ScatterAdd(axis: u32) => ScatterAdd;
    /// The argument, as a constant for differentiation.
    StopGradient => StopGradient;
    /// An operator said in terms of others, with the axes it works along.
    Composite(composite: Composite, axes: ListId) => CompositeOver;
    /// An operator of linear algebra, said in terms of others as composites are.
    Algebra(op: Algebra) => Algebra;
    /// One value of a tuple.
    Project(position: u32) => Project;
    /// `(condition, captured..)`: the results of the first function where the scalar condition
    /// holds, else of the second; only one is computed.
    Branch(then: FunctionId, otherwise: FunctionId) => Branch;
    /// A loop over a body; see [`Scan`].
    Scan(body: FunctionId, attributes: ListId) => Scan;
    /// The results of a function inside the graph.
    Call(function: FunctionId) => Call;
    /// The results of a function of the host.
    External(external: ExternalId) => ExternalCall;
}

/// A list of axes, as the operators that take one store it.
pub(crate) fn axes(list: &[i64]) -> Vec<usize> {
    list.iter().copied().map(axis).collect()
}

/// Axes as a list.
#[allow(clippy::cast_possible_wrap, reason = "axes are small")]
pub(crate) fn axes_list(axes: &[usize]) -> Vec<i64> {
    axes.iter().map(|&axis| axis as i64).collect()
}

/// A list entry that is a position or a count. Lists are made by the builder, so it never clamps.
fn axis(entry: i64) -> usize {
    usize::try_from(entry).unwrap_or(0)
}
