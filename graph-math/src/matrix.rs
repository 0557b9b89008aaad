//! Matrices as kernels take them: products, factors and triangular systems, with the operands inside
//! their slices, and the trait of the kernels.

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

/// A factorisation of the symmetric part of a matrix `a`, in place: `a = uᵀ u`, with an upper
/// triangular `u`.
///
/// It is what these loops compute, where the square root of what is not positive is NaN:
///
/// ```text
/// a[i][j] = a[i][j] * 0.5 + a[j][i] * 0.5
/// for i in 0..extent
///   for k in 0..i
///     a[i][j] -= a[k][i] * a[k][j]       for j in i..extent
///   a[i][i] = sqrt(a[i][i])
///   a[i][j] /= a[i][i]                   for j in i + 1..extent
///   a[i][j] = 0                          for j in 0..i
/// ```
#[derive(Debug)]
pub struct Factorization<'a, T> {
    /// The number of rows, and of columns.
    pub extent: usize,
    /// The rows, one after the other.
    pub matrix: &'a mut [T],
    /// Whether a term is multiplied and subtracted with a single rounding where the target can.
    pub contract: bool,
}

/// A triangular system `a x = b`, solved in place by substitution.
///
/// It is what these loops compute, where `i` and `k` go from the first row on, or from the last:
///
/// ```text
/// for each row i
///   for each row k before it
///     x[i][j] -= a[i][k] * x[k][j]       for j in 0..columns
///   x[i][j] /= a[i][i]                   for j in 0..columns
/// ```
#[derive(Debug)]
pub struct Substitution<'a, T> {
    /// The number of rows of the matrix, and of columns of the right side.
    pub extents: [usize; 2],
    /// The matrix, of which one triangle is read.
    pub matrix: Matrix<'a, T>,
    /// The rows of the right side, one after the other, and then those of the solution.
    pub solution: &'a mut [T],
    /// Whether the matrix is an upper triangular one: rows then go from the last to the first.
    pub from_last: bool,
    /// Whether a term is multiplied and subtracted with a single rounding where the target can.
    pub contract: bool,
}

/// The adjoint of the symmetric part of a matrix `a` for that of its lower triangular factor `l`,
/// `a = l lᵀ`, in place: I. Murray, *Differentiation of the Cholesky decomposition*, 2016.
///
/// Zeros of the adjoint win over what they are multiplied with: where all of it is zero, the result
/// is.
#[derive(Debug)]
pub struct FactorAdjoint<'a, T> {
    /// The number of rows, and of columns.
    pub extent: usize,
    /// The factor, of which the lower triangle is read.
    pub factor: Matrix<'a, T>,
    /// The rows of the adjoint of the factor, of which the lower triangle is read, one after the
    /// other, and then those of the result, which is symmetric.
    pub adjoint: &'a mut [T],
    /// Whether a term is multiplied and subtracted with a single rounding where the target can.
    pub contract: bool,
}

/// A kernel with its operands.
#[derive(Debug)]
pub enum Kernel<'a, T> {
    /// A product.
    Product(Product<'a, T>),
    /// A factorisation.
    Factor(Factorization<'a, T>),
    /// The adjoint of a factorisation.
    FactorAdjoint(FactorAdjoint<'a, T>),
    /// The solution of a triangular system.
    Substitute(Substitution<'a, T>),
}

/// The kernels of one float type: lanes come with them, compiled once, in
/// [`kernels`](crate::kernels), and not wherever they are used.
pub trait Kernels<T> {
    /// Computes a product, as [`Product`] says.
    fn product(product: Product<'_, T>);

    /// Factors a matrix, as [`Factorization`] says.
    fn factor(factorization: Factorization<'_, T>);

    /// Differentiates a factorisation, as [`FactorAdjoint`] says.
    fn factor_adjoint(adjoint: FactorAdjoint<'_, T>);

    /// Solves a triangular system, as [`Substitution`] says.
    fn substitute(substitution: Substitution<'_, T>);

    /// Runs a kernel as compiled for the processor at hand, whichever these kernels are for.
    fn dispatch(kernel: Kernel<'_, T>);
}
