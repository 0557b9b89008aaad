//! Products of matrices, as kernels are asked for them: the operands inside their slices, and the
//! trait of what multiplies them.

/// A matrix inside a slice: element `(i, j)` lies at `offset + i * strides[0] + j * strides[1]`.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a, T> {
    /// The slice that holds the matrix.
    pub elements: &'a [T],
    /// Where element `(0, 0)` lies.
    pub offset: usize,
    /// The distances between neighbouring rows and between neighbouring columns.
    pub strides: [isize; 2],
}

/// The axes of a tensor that count as one axis of a matrix: the extent and the stride of each but
/// the outermost, outermost first. Position `n` of the one axis is the position in row-major order
/// over all of them; without inner axes it is the outermost axis's.
pub type Inner<'a> = &'a [(usize, isize)];

/// The result of a product: element `(i, j)` lies at `offset + i * row + j`.
#[derive(Debug)]
pub struct Rows<'a, T> {
    /// The slice that holds the matrix.
    pub elements: &'a mut [T],
    /// Where element `(0, 0)` lies.
    pub offset: usize,
    /// The distance between neighbouring rows.
    pub row: isize,
}

/// A product of matrices: `result[i][j]` is the sum over `k` of `left[i][k] * right[k][j]`.
#[derive(Debug)]
pub struct Product<'a, T> {
    /// The numbers of rows and of columns of the result, and of terms of each sum.
    pub extents: [usize; 3],
    /// Rows times terms.
    pub left: Matrix<'a, T>,
    /// Terms times columns.
    pub right: Matrix<'a, T>,
    /// The inner axes of the terms and of the columns of the right operand, where these are not one
    /// axis each; the strides are then those of the outermost axes.
    pub inner: [Inner<'a>; 2],
    /// Rows times columns.
    pub result: Rows<'a, T>,
    /// Whether the sums continue those that are in the result. Otherwise its elements do not
    /// matter, and sums without terms are zero.
    pub accumulate: bool,
    /// Whether a zero of the left operand, and whether one of the right, makes its terms positive
    /// zeros, whatever the other factor is. Such terms are never fused.
    pub zeros_win: [bool; 2],
    /// Whether a term is multiplied and added as [`crate::lanes::contract`] does it: with a
    /// single rounding where the target can.
    pub contract: bool,
}

/// The kernels of one float type: lanes come with them, compiled once, in
/// [`kernels`](crate::kernels), and not wherever they are used.
pub trait Kernels<T> {
    /// Computes a product, as [`Product`] says.
    fn product(product: Product<'_, T>);
}
