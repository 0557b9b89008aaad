//! Other shapes of the same elements.

use crate::ops::{Axes, Axis, Extents, Tensor};

documented! {
    /// The array with its axes in reverse order, `transpose(a)`, or in the given one:
    /// `transpose(a, axis = (1, 0, 2))` has axis 1 of `a` first, and `transpose(a, [K, N])` the dimension
    /// that is called `K`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes permuted |
    /// | derivative | of an adjoint: its axes permuted back |
    /// | edges | a vector or a number is unchanged |
    fn transpose(a: Tensor; axis: Axes);

    /// The same array, of which the dimension that is called `from` is called `to` from here on:
    /// `rename(x, N, M)`. Where a product pairs the elements of one axis with each other, one of the
    /// two arrays has it under another name:
    ///
    /// ```
    /// adgraph::graph! {
    ///     const POINT: Axis = 3;
    ///     const OTHER: Axis = 3;
    ///     const X: Axis = 2;
    ///
    ///     /// The squared distances of all pairs of points.
    ///     fn distances(x: [[f64; X]; POINT]) -> [[f64; OTHER]; POINT] {
    ///         let d = x - rename(x, POINT, OTHER);
    ///         sum(d * d, axis = X)
    ///     }
    /// }
    /// assert_eq!(distances([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]])[0], [0.0, 25.0, 1.0]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the same. The name has the length of the dimension, and no other dimension has it |
    /// | derivative | of an adjoint: the same |
    fn rename(x: Tensor, from: Axis, to: Axis);

    /// The same elements in row-major order in another shape of equal size: `reshape(x, [2, 3])`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the given one, of equal size |
    /// | derivative | of an adjoint: the same elements in the shape of `x` |
    fn reshape(x: Tensor, shape: Extents);

    /// The value repeated to a shape: `broadcast(x, [2, 3])` repeats a vector of 3 as 2 rows, since
    /// the axes of `x` are the last ones; `broadcast(x, [3, 2], axis = 0)` as 2 columns. An axis of
    /// extent 1 is repeated too, so that the result of a reduction with `keep = true` can be
    /// repeated to the shape that was reduced, without naming axes:
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// Each row divided by its sum.
    ///     fn normalised(a: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
    ///         a / broadcast(sum(a, axis = 1, keep = true), [2, 3])
    ///     }
    /// }
    /// assert_eq!(normalised([[1.0, 1.0, 2.0]; 2]), [[0.25, 0.25, 0.5]; 2]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | the given one less some axes, or with 1 in place of some extents; the given one |
    /// | derivative | of an adjoint: its sum over the repeated axes |
    /// | edges | an axis of extent 1 is repeated here alone: operators need equal shapes |
    fn broadcast(x: Tensor, shape: Extents; axis: Axes);

    /// The sliding windows of `size` neighbouring positions along an axis (`axis = 0` by default), each along a new last axis.
    /// The axis then counts the windows, and a new last axis is the position within a window:
    /// `windows(x, 3)[i][k]` is `x[i + k]`, and with `stride = s` and `dilation = d` it is
    /// `x[s * i + d * k]`.
    ///
    /// A convolution is a product with windows; pooling is a reduction of windows:
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// Three filters of 5 by 5 over a picture, each value the largest of 2 by 2.
    ///     fn features(picture: &[[f64; 12]; 12], filters: &[[f64; 25]; 3]) -> [[[f64; 3]; 4]; 4] {
    ///         let patches = picture.windows(5).windows(5, axis = 1);
    ///         let filtered = matmul(reshape(patches, [64, 25]), transpose(filters));
    ///         let map = reshape(filtered, [8, 8, 3]).relu();
    ///         let cells = map.windows(2, stride = 2).windows(2, axis = 1, stride = 2);
    ///         max(cells, axis = (3, 4))
    ///     }
    /// }
    /// assert_eq!(features(&[[0.5; 12]; 12], &[[1.0; 25]; 3])[3][3], [12.5; 3]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | axis `n`; there `(n - dilation * (size - 1) - 1) / stride + 1`, and a last axis `size` |
    /// | derivative | of an adjoint: for each element of `x`, the sum over all windows that contain it |
    /// | edges | a window longer than the axis is an error |
    fn windows(x: Tensor, size: Extents; axis: Axes, stride: Extents, dilation: Extents);

    /// Any number of arrays joined along an existing axis (`axis = 0` by default):
    /// `concat(a, b, c)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | equal but for the axis; there the sum of extents |
    /// | derivative | of an adjoint: its parts |
    fn concat(a: Tensor, b: Tensor; axis: Axes);

    /// Any number of values of one shape joined along a new axis (`axis = 0` by default):
    /// `stack(a, b, c)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | equal; a new axis of their number |
    /// | derivative | of an adjoint: its parts |
    fn stack(a: Tensor, b: Tensor; axis: Axes);

    /// The extent of the first axis, as a constant integer: `for i in 0..x.len()`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any array; a constant |
    /// | derivative | none |
    /// | edges | of a number it is an error |
    fn len(x: Tensor);
}
