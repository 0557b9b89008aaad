//! Functions of all elements along axes.

use crate::ops::{Axes, Tensor};

documented! {
    /// The sum of the elements along axes, or of all: `sum(x)`, `sum(a, axis = 0)`, `x.sum()`.
    ///
    /// 0 without elements. The order of summation is fixed, so that results have the same bits
    /// everywhere.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: 1 |
    /// | edges | 0 of no elements; a NaN, or infinities of both signs, give NaN |
    fn sum(x: Tensor; axis: Axes, keep: bool);

    /// The product of the elements along axes, or of all; 1 without elements.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: the product of all others, also correct for zero elements |
    /// | edges | 1 of no elements |
    fn prod(x: Tensor; axis: Axes, keep: bool);

    /// The arithmetic mean along axes, or of all elements.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: `1 / n` for `n` elements |
    /// | edges | an axis without elements is an error |
    fn mean(x: Tensor; axis: Axes, keep: bool);

    /// The mean squared deviation from the mean (divided by the count) along axes, or of all
    /// elements.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: `2 * (x - mean(x)) / n` for `n` elements |
    /// | edges | 0 of one element; an axis without elements is an error |
    fn variance(x: Tensor; axis: Axes, keep: bool);

    /// The Euclidean norm along axes, or of all elements. Its derivative at zero is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: `x / norm(x)`; 0 at the origin |
    /// | edges | squares overflow from 1e154 on and vanish below 1e-162, where the derivative is 0 (`hypot` has no such limits); 0 of no elements |
    fn norm(x: Tensor; axis: Axes, keep: bool);

    /// The position of the first largest element, in row-major order over the axes: an integer that
    /// can be used as an index, `x[argmax(y)]`. It has no derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; integers; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | none |
    /// | edges | an axis without elements is an error; a NaN is ignored beside numbers, and 0 is the position among NaNs alone |
    fn argmax(x: Tensor; axis: Axes, keep: bool);

    /// The position of the first smallest element, in row-major order over the axes: an integer
    /// that can be used as an index, `x[argmin(y)]`. It has no derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; integers; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | none |
    /// | edges | an axis without elements is an error; a NaN is ignored beside numbers, and 0 is the position among NaNs alone |
    fn argmin(x: Tensor; axis: Axes, keep: bool);

    /// `ln(sum(exp(x)))` along axes, or over all elements, without overflow.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: `softmax(x)` |
    /// | edges | ∞ where an element is ∞, and -∞ where all elements are -∞; an axis without elements is an error |
    fn log_sum_exp(x: Tensor; axis: Axes, keep: bool);

    /// `exp(x) / sum(exp(x))` along axes, or over all elements, without overflow; it has the shape
    /// of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | of an adjoint `g`: `(g - sum(g * y)) * y` for the value `y` |
    /// | edges | an element of -∞ gives 0; ∞ gives NaN; an axis without elements is an error |
    fn softmax(x: Tensor; axis: Axes);

    /// The logarithm of [`softmax`], accurate even if `softmax` underflows.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | of an adjoint `g`: `g - sum(g) * exp(y)` for the value `y` |
    /// | edges | an element of -∞ gives -∞; ∞ gives NaN; an axis without elements is an error |
    fn log_softmax(x: Tensor; axis: Axes);
}
