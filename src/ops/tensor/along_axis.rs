//! Functions that go through the elements along one axis: running sums, orders, moves.

use crate::ops::{Axes, Extents, Tensor};

documented! {
    /// The sums of all elements up to each along an axis: `cumsum(x)`, `cumsum(a, axis = 1)`.
    ///
    /// They are added from the first element on, so that `y[i] = y[i - 1] + x[i]` to the bit.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; that of `x` |
    /// | derivative | of an adjoint `g`: the sums of `g` from the last element down to each |
    /// | edges | an infinity or NaN reaches all elements after it |
    fn cumsum(x: Tensor; axis: Axes);

    /// The products of all elements up to each along an axis: `cumprod(x)`, `cumprod(a, axis = 1)`.
    ///
    /// They are multiplied from the first element on, so that `y[i] = y[i - 1] * x[i]` to the bit.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; that of `x` |
    /// | derivative | by each element: the products of all others, also correct for zero elements |
    /// | edges | an infinity or NaN reaches all elements after it |
    fn cumprod(x: Tensor; axis: Axes);

    /// The elements along an axis in the opposite order: `flip(x)`, `flip(a, axis = 1)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; that of `x` |
    /// | derivative | of an adjoint `g`: `flip(g)` |
    /// | edges | none: elements are moved |
    fn flip(x: Tensor; axis: Axes);

    /// The elements along an axis, moved by a number of positions; those that leave it at one end
    /// come back at the other: `roll(x, 1)`, `roll(a, -2, axis = 1)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least, a constant integer; that of `x` |
    /// | derivative | of an adjoint `g`: `roll(g, -shift)` |
    /// | edges | none: elements are moved |
    fn roll(x: Tensor, shift: Extents; axis: Axes);

    /// The elements along an axis in ascending order: `sort(x)`, `sort(a, axis = 0)`. The default
    /// is the last axis.
    ///
    /// The sort is stable: equal elements, including `-0.0` and `0.0`, keep their order. The
    /// derivative is therefore a permutation also at ties: each element of the result is the
    /// element of `x` at the position that [`argsort`] gives. `-sort(-x)` sorts in descending
    /// order.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; that of `x` |
    /// | derivative | of an adjoint: its elements, permuted back |
    /// | edges | NaNs come last |
    fn sort(x: Tensor; axis: Axes);

    /// The positions of the elements along an axis in ascending order. They are integers and can be
    /// used as indices: `y[argsort(x)]` has the elements of `y` in the order of `x`. The default is
    /// the last axis. It has no derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; integers in that of `x` |
    /// | derivative | none |
    /// | edges | equal elements, including `-0.0` and `0.0`, keep their order; NaNs come last and keep their order |
    fn argsort(x: Tensor; axis: Axes);

    /// Zeros of a given extent along an axis, to which each part of `x` is added at its position:
    /// `scatter_add(forces, ends, 4)` adds up `forces[i]` at `ends[i]`. It is the transpose of
    /// `y[at]`, and takes the time of one addition for each element of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | `x` with the extents of `at` at the axis, integers, a constant; those of `x` with the extent in their place: `[m, 3]`, `[m]` and `n` become `[n, 3]` |
    /// | derivative | of an adjoint `g`: `g[at]` |
    /// | edges | parts at one position are added in their order; a position out of range panics |
    fn scatter_add(x: Tensor, at: Tensor, extent: Extents; axis: Axes);
}
