//! Operators in the form that nodes store: the kind, with plain attributes and references into the
//! graph's pools.
//!
//! Apart from its own file, an operator is named in this crate only in the list below. Two macros
//! read the list: one here generates the enum that nodes store; one in [`ops`](crate::ops), with
//! the rules of the operators, generates the enum of decoded operators and the conversions between
//! the two.

mod held;
mod kind;

pub use kind::{Algebra, Composite, Cumulation, Reduction};

pub(crate) use held::{Importer, Reference};

use super::{ConstantId, ExternalId, FunctionId, ListId};
use crate::scalar::ScalarOp;

/// Makes what nodes hold from the rows, each an operator with its attributes as nodes hold them and
/// its type, and `operators`, which hands the rows to another macro.
macro_rules! list {
    ($($row:tt)*) => {
        held::held_operators! { $($row)* }

        macro_rules! operators {
            ($make:ident) => {
                $make! { $($row)* }
            };
        }
        pub(crate) use operators;
    };
}

list! {
    /// The argument of the function at this position.
    Input(position: u32) => InputAt;
    /// A constant tensor.
    Constant(constant: ConstantId) => ConstantOf;
    /// The number that a symbolic extent is, as an integer; the list holds the extent.
    Extent(extent: ListId) => ExtentValue;
    /// The integers from 0 on along the one axis of the node's type.
    Iota => Iota;
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
    /// Every step-th element from a start along each axis; a [`Slice`](crate::ops::Slice).
    Slice(place: ListId) => Slice;
    /// The windows that slide along an axis, side by side; see [`Windows`](crate::ops::Windows). A
    /// convolution is a contraction with them, pooling a reduction of them.
    Windows(windows: ListId) => Windows;
    /// `(background, pieces..)`: pieces at their places in a tensor whose other elements are the
    /// background scalar; a [`Placement`](crate::ops::Placement). Where pieces overlap, an element
    /// is their sum, added in the order of the pieces, starting with the first (integers wrap,
    /// truth values are joined by `or`). Concatenation, stacking, padding and the adjoint of
    /// slicing are all this.
    Assemble(placement: ListId) => Placement;
    /// A reduction over the axes of the list, which are dropped.
    Reduce(reduction: Reduction, axes: ListId) => Reduce;
    /// Running sums or products along an axis; see [`Cumulate`](crate::ops::Cumulate).
    Cumulate(cumulation: Cumulation, axis: u32) => Cumulate;
    /// The elements along an axis in ascending order; see [`Sort`](crate::ops::Sort).
    Sort(axis: u32) => Sort;
    /// The positions along an axis of the elements in ascending order; see
    /// [`ArgSort`](crate::ops::ArgSort).
    ArgSort(axis: u32) => ArgSort;
    /// Sums of products over pairs of axes; a [`Contraction`](crate::ops::Contraction). Positive
    /// zero without terms.
    Contract(contraction: ListId) => Contraction;
    /// `(data, indices)`: for each index the part of `data` at it along this axis, the axes of
    /// `indices` taking that axis's place. An index out of range is an error of evaluation, also
    /// where the parts have no elements; negative indices do not count from the end.
    Gather(axis: u32) => Gather;
    /// `(whole, positions..)`: the part of `whole` at one position along each of these axes; see
    /// [`PartAt`](crate::ops::PartAt). Positions are checked as for gathering.
    PartAt(axes: ListId) => PartAt;
    /// `(indices, updates)`: zeros of the node's type to which each part of `updates` is added at
    /// its index along this axis, in the order of the indices: the adjoint of gathering. Every
    /// element starts at positive zero, and indices are checked as for gathering.
    ScatterAdd(axis: u32) => ScatterAdd;
    /// `(whole, part, positions..)`: `whole` with `part` in the place of its elements at one
    /// position along each of these axes; see [`Replace`](crate::ops::Replace). Positions are
    /// checked as for gathering.
    Replace(axes: ListId) => Replace;
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
    /// A loop over a body; see [`Scan`](crate::ops::Scan).
    Scan(body: FunctionId, attributes: ListId) => Scan;
    /// The results of a function inside the graph.
    Call(function: FunctionId) => Call;
    /// The results of a function of the host.
    External(external: ExternalId) => ExternalCall;
}

impl Op {
    /// Whether nodes yield a tuple, of whose results projections are the values.
    #[must_use]
    pub fn yields_tuple(self) -> bool {
        matches!(
            self,
            Self::Branch(..) | Self::Scan(..) | Self::Call(_) | Self::External(_)
        )
    }

    /// The functions inside that the operator refers to, of which there are two at most.
    pub(crate) fn functions(self) -> [Option<FunctionId>; 2] {
        let mut functions = [None; 2];
        let mut free = functions.iter_mut();
        self.references(&mut |reference| {
            if let Reference::Function(function) = reference
                && let Some(free) = free.next()
            {
                *free = Some(function);
            }
        });
        functions
    }
}
