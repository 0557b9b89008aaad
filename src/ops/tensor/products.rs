//! Products of arrays.

use crate::ops::{AxisNames, Tensor};

documented! {
    /// The inner product of two vectors of equal length.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | `[n]`, `[n]`; a number |
    /// | derivative | by `a`: `b`; by `b`: `a` |
    /// | edges | 0 of no elements; zero times infinity is NaN |
    fn dot(a: Tensor, b: Tensor);

    /// The product of two matrices, of a matrix and a vector, or of a vector and a matrix. Operands
    /// of higher rank are stacks of matrices with equal leading extents.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | `[m, k]`, `[k, n]`; `[m, n]`. `[m, k]`, `[k]`; `[m]`. `[k]`, `[k, n]`; `[n]` |
    /// | derivative | of an adjoint `g`: by `a`, `matmul(g, transpose(b))`; by `b`, `matmul(transpose(a), g)` |
    /// | edges | zeros where `k` is 0; zero times infinity is NaN |
    fn matmul(a: Tensor, b: Tensor);

    /// All products of an element of `a` and one of `b`; the axes of `a` come first.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, any; the axes of `a`, then those of `b` |
    /// | derivative | by an element of `a`: the elements of `b`, and vice versa |
    /// | edges | zero times infinity is NaN |
    fn outer(a: Tensor, b: Tensor);

    /// The vector product in three dimensions: `a[1] * b[2] - a[2] * b[1]`, and so on.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | two vectors of 3 numbers; such a vector |
    /// | derivative | of an adjoint `g`: `cross(b, g)` by `a`, `cross(g, a)` by `b` |
    /// | edges | those of products and differences |
    fn cross(a: Tensor, b: Tensor);

    /// The Kronecker product of two matrices or vectors: the blocks `a[(i, j)] * b`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | two matrices or two vectors; extents are products of extents |
    /// | derivative | by each element: sums of products with the other operand |
    /// | edges | those of products |
    fn kron(a: Tensor, b: Tensor);

    /// The sum of products along the axes that both arrays have. All of their dimensions are axes
    /// ([`Axis`](crate::ops::Axis)), in any order; the result has the other axes of `a`, then those of
    /// `b`. Without an axis in common it is [`outer`], with all of them the inner product.
    ///
    /// ```
    /// adgraph::graph! {
    ///     const CHANNEL: Axis = 3;
    ///     const CLASS: Axis = 2;
    ///
    ///     fn scores(w: [[f64; CHANNEL]; CLASS], x: [f64; CHANNEL], b: [f64; CLASS]) -> [f64; CLASS] {
    ///         contract(w, x) + b
    ///     }
    /// }
    /// let w = [[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]];
    /// assert_eq!(scores(w, [1.0, 2.0, 3.0], [0.5, 0.25]), [7.5, 2.25]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any axes, any axes; those that one of the two has |
    /// | derivative | by each operand: sums of products with the other |
    /// | edges | a number has no axes: it multiplies; those of [`einsum`] |
    fn contract(a: Tensor, b: Tensor);

    /// Sums of products over named axes, as numpy's `einsum`: `einsum("ij,jk->ik", a, b)` is the
    /// product of two matrices. Each operand's axes are named by letters, in their order; axes of
    /// one name run together, and those that the result does not name are summed over. Without
    /// `->`, the result has the axes that are named once, in alphabetical order.
    ///
    /// A name twice in one operand means its diagonal. Operands are combined in pairs, in the order
    /// that takes the fewest multiplications; the sums are those of [`matmul`] and
    /// [`sum`](crate::ops::sum).
    ///
    /// | | |
    /// |---|---|
    /// | shapes | as many axes as names, numbers among them; extents of one name are equal |
    /// | derivative | by each operand: sums of products of the others |
    /// | edges | 0 where there is nothing to sum over; those of products and sums |
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The squared lengths of the rows of `x` where `metric` measures.
    ///     fn lengths(x: [[f64; 2]; 3], metric: [[f64; 2]; 2]) -> [f64; 3] {
    ///         einsum("ni,ij,nj->n", x, metric, x)
    ///     }
    /// }
    /// let x = [[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]];
    /// assert_eq!(lengths(x, [[2.0, 0.5], [0.5, 1.0]]), [2.0, 4.0, 4.0]);
    /// ```
    fn einsum(names: AxisNames, a: Tensor, b: Tensor);
}
