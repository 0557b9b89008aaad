//! The array functions, for documentation: inside the macros their names mean operators of the
//! graph, and outside of them nothing can call them. `tests/reference` generates the tables of
//! their names in files, which are appended. The list is one file because it is a table: one entry
//! per function, in the order of the book's chapter.

use super::{Axes, AxisNames, Equation, Extents, Label, Tensor};

/// Defines functions that cannot be called, since their first argument has no value, and those of a
/// tensor as its methods too. Behind a `;` stand the options, which have names in a call.
macro_rules! documented {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($first:ident: $ty:ident $(, $arg:ident: $arg_ty:ty)*
            $(; $($option:ident: $option_ty:ty),+)?);
    )*) => {
        $(
            $(#[$doc])*
            #[doc = include_str!(concat!("pages/", stringify!($name), ".md"))]
            #[must_use]
            pub fn $name($first: $ty $(, $arg: $arg_ty)* $($(, $option: $option_ty)+)?) -> Tensor {
                $(let _ = $arg;)*
                $($(let _ = $option;)+)?
                match $first {}
            }
            method! {
                $ty
                $(#[$doc])*
                #[doc = include_str!(concat!("pages/", stringify!($name), ".md"))]
                #[must_use]
                pub fn $name(self $(, $arg: $arg_ty)*) -> Tensor {
                    $(let _ = $arg;)*
                    match self {}
                }
            }
        )*

        /// The functions without their options, for editors.
        #[cfg(not(doctest))]
        pub(crate) mod operands {
            use super::super::{AxisNames, Equation, Extents, Label, Tensor};

            $(
                $(#[$doc])*
                #[doc = include_str!(concat!("pages/", stringify!($name), ".md"))]
                #[must_use]
                pub fn $name($first: $ty $(, $arg: $arg_ty)*) -> Tensor {
                    $(let _ = $arg;)*
                    match $first {}
                }
            )*
        }
    };
}

/// A method where the first argument of a function is a tensor, for editors.
macro_rules! method {
    (Tensor $($method:tt)*) => {
        #[cfg(not(doctest))]
        #[doc(hidden)]
        impl Tensor {
            $($method)*
        }
    };
    ($other:ident $($method:tt)*) => {};
}

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

    /// The unit matrix with so many rows: `eye(3)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a constant integer; that many rows and columns |
    /// | derivative | none: it is a constant |
    /// | edges | none |
    fn eye(extent: Extents);

    /// The diagonal of a matrix, as a vector, or the square matrix with a vector as its diagonal
    /// and zeros elsewhere.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a matrix, which need not be square, or a vector |
    /// | derivative | of an adjoint `g`: `diag(g)`; of a matrix that is not square, as far as `x` goes |
    /// | edges | an infinity or NaN stays in its place |
    fn diag(x: Tensor);

    /// The sum of the elements on the diagonal of a matrix, which need not be square.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a matrix; a number |
    /// | derivative | by each element of the diagonal: 1 |
    /// | edges | those of [`sum`] |
    fn trace(a: Tensor);

    /// A matrix with zeros above its diagonal.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a matrix; that of `a` |
    /// | derivative | of an adjoint `g`: `tril(g)` |
    /// | edges | no infinity or NaN above the diagonal reaches a result or a derivative |
    fn tril(a: Tensor);

    /// A matrix with zeros below its diagonal.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a matrix; that of `a` |
    /// | derivative | of an adjoint `g`: `triu(g)` |
    /// | edges | no infinity or NaN below the diagonal reaches a result or a derivative |
    fn triu(a: Tensor);

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

    /// Sums of products over named axes, as numpy's `einsum`: `einsum("ij,jk->ik", a, b)` is the
    /// product of two matrices. Each operand's axes are named by letters, in their order; axes of
    /// one name run together, and those that the result does not name are summed over. Without
    /// `->`, the result has the axes that are named once, in alphabetical order.
    ///
    /// A name twice in one operand means its diagonal. Operands are combined in pairs, in the order
    /// that takes the fewest multiplications; the sums are those of [`matmul`] and [`sum`].
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

    /// So many evenly spaced numbers from the first to the last, both among them:
    /// `linspace(0.0, 1.0, 11)`. Element `i` of `n` is `(1 - t) * first + t * last` with
    /// `t = i / (n - 1)`, so that both ends are exact.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | two numbers and a constant integer, at most 65,536; a vector |
    /// | derivative | by `first`: `1 - t`; by `last`: `t` |
    /// | edges | one element is `first`; an infinite end makes the other NaN |
    fn linspace(first: Tensor, last: Tensor, count: Extents);

    /// The piecewise linear function through the points `(xs[i], ys[i])`, at each element of `x`, as
    /// numpy's `interp`. Below the first knot and above the last one it is constant. The knots `xs`
    /// ascend; both tables are arrays of numbers or of values.
    ///
    /// The interval is found by comparisons with all knots of tables up to 9 points, and by bisection
    /// in longer ones.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, and two vectors of equal length, of 2 at least; that of `x` |
    /// | derivative | by `x`: the slope of the interval, at a knot of the interval above it, and 0 outside; by `xs` and `ys` too |
    /// | edges | a NaN stays; an infinite `x` gives the value at that end; of two equal knots, the second counts from there on |
    ///
    /// Knots are met exactly; elsewhere the error is a few units in the last place of the larger
    /// neighbour. Knots that do not ascend give numbers without meaning.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The density of air at a height in kilometres.
    ///     fn density(height: f64) -> f64 {
    ///         interpolate(height, [0.0, 5.0, 10.0, 20.0], [1.225, 0.736, 0.414, 0.089])
    ///     }
    /// }
    /// let (value, d) = density::gradient(6.0);
    /// assert!((value - 0.6716).abs() < 1e-12 && (d.height + 0.0644).abs() < 1e-12);
    /// ```
    fn interpolate(x: Tensor, xs: Tensor, ys: Tensor);

    /// The cubic spline through the points `(xs[i], ys[i])`, at each element of `x`: a cubic
    /// polynomial in each interval, two times continuously differentiable. At both ends the condition
    /// is *not-a-knot*, as in scipy's `CubicSpline`: the third derivative is continuous at the second
    /// and the last but one knot, too. Outside of the knots the outermost polynomials continue. The
    /// spline of three points is their parabola, that of two their line. The knots `xs` ascend; both
    /// tables are arrays of numbers or of values.
    ///
    /// The slopes at the knots solve a system of equations of three neighbours each (C. de Boor, *A
    /// Practical Guide to Splines*, 2001, chapter IV). It is solved once for all elements of `x`, and
    /// for constant tables of up to 64 points at compile time.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, and two vectors of equal length, of 2 at least; that of `x` |
    /// | derivative | by `x`: that of the polynomial, of which the third order jumps at the knots; by `xs` and `ys` too |
    /// | edges | a NaN stays; a NaN in a table makes all values NaN; equal knots give NaN |
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// A road through given points.
    ///     fn road(x: f64, heights: [f64; 5]) -> f64 {
    ///         cubic_spline(x, [0.0, 1.0, 2.5, 4.0, 5.0], heights)
    ///     }
    /// }
    /// let (height, d) = road::gradient(2.5, [0.0, 1.0, 0.5, 1.5, 1.0]);
    /// assert_eq!(height, 0.5);
    /// // At a knot, its value alone counts.
    /// assert_eq!(d.heights, [0.0, 0.0, 1.0, 0.0, 0.0]);
    /// ```
    fn cubic_spline(x: Tensor, xs: Tensor, ys: Tensor);

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
    /// | edges | squares overflow from 1e154 on and vanish below 1e-162 (`hypot` has no such limits); an axis without elements is an error |
    fn norm(x: Tensor; axis: Axes, keep: bool);

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

    /// The solution `x` of `a x = b`, for a square matrix `a` and a vector `b`, or for each column
    /// of a matrix `b`; it has the type of `b`.
    ///
    /// The method is Gaussian elimination with partial pivoting, as in LAPACK's `gesv`: without
    /// loops and branches for matrices up to 8 by 8, with loops for larger ones. Value, tangent and
    /// adjoint, and several systems with the same matrix, share one factorisation. For a singular
    /// matrix, the solution contains infinities or NaN; a NaN in `a` makes the whole solution NaN.
    ///
    /// Derivatives: `a ẋ = ḃ - ȧ x`; `aᵀ b̄ = x̄` and `ā = -b̄ xᵀ`.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The step of Newton's method towards the minimum of a function of two numbers.
    ///     fn step(x: [f64; 2]) -> [f64; 2] {
    ///         let f = (1.0 - x[0]).powi(2) + 100.0 * (x[1] - x[0].powi(2)).powi(2);
    ///         let slope = deriv(f, x);
    ///         let curvature = stack(deriv(slope[0], x), deriv(slope[1], x));
    ///         -linear_solve(curvature, slope)
    ///     }
    /// }
    /// let [a, b] = step([1.0, 2.0]);
    /// assert!(a.abs() < 1e-15 && (b + 1.0).abs() < 1e-12);
    /// ```
    fn linear_solve(a: Tensor, b: Tensor);

    /// The solution `x` of `aᵀ x = b`, from the same factors as [`linear_solve`].
    fn transposed_solve(a: Tensor, b: Tensor);

    /// The solution `x` of `l x = b` for a lower triangular matrix `l`, whose upper triangle is not
    /// read. `b` is a vector or a matrix. A zero on the diagonal gives infinities or NaN.
    ///
    /// Derivatives: those of [`linear_solve`], restricted to the lower triangle.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The squared length of `x` where `covariance` is that of its noise.
    ///     fn mahalanobis(x: [f64; 2], covariance: [[f64; 2]; 2]) -> f64 {
    ///         let whitened = lower_solve(cholesky(covariance), x);
    ///         dot(whitened, whitened)
    ///     }
    /// }
    /// assert_eq!(mahalanobis([2.0, 3.0], [[4.0, 0.0], [0.0, 9.0]]), 2.0);
    /// ```
    fn lower_solve(l: Tensor, b: Tensor);

    /// The solution `x` of `lᵀ x = b` for a lower triangular matrix `l`; see [`lower_solve`].
    fn lower_transposed_solve(l: Tensor, b: Tensor);

    /// The Cholesky factor of a symmetric positive definite matrix: the lower triangular `l` with
    /// `l lᵀ = a` and a positive diagonal. For a matrix that is not symmetric, it is the factor of
    /// `(a + aᵀ) / 2`.
    ///
    /// If the matrix is not positive definite, the factor contains NaN from the first failing
    /// column on.
    ///
    /// Derivatives, with `φ` the lower triangle with half its diagonal: `l̇ = l φ(l⁻¹ ȧ l⁻ᵀ)`, and `ā`
    /// is the symmetric part of `l⁻ᵀ φ(lᵀ l̄) l⁻¹` (I. Murray, *Differentiation of the Cholesky
    /// decomposition*, 2016).
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The logarithm of the determinant of a covariance.
    ///     fn log_det(a: [[f64; 2]; 2]) -> f64 {
    ///         let l = cholesky(a);
    ///         2.0 * (ln(l[0][0]) + ln(l[1][1]))
    ///     }
    /// }
    /// let (value, d) = log_det::gradient([[2.0, 1.0], [1.0, 2.0]]);
    /// assert!((value - 3.0_f64.ln()).abs() < 1e-15);
    /// // The gradient is the inverse.
    /// assert!((d.a[0][0] - 2.0 / 3.0).abs() < 1e-15 && (d.a[0][1] + 1.0 / 3.0).abs() < 1e-15);
    /// ```
    fn cholesky(a: Tensor);

    /// The inverse of a square matrix, computed by [`linear_solve`] with the unit matrix. For a
    /// single right-hand side, use [`linear_solve`] itself. The inverse of a singular matrix
    /// contains infinities or NaN.
    ///
    /// Derivatives, with `y` the inverse: `ẏ = -y ȧ y` and `ā = -yᵀ ȳ yᵀ`.
    fn inverse(a: Tensor);

    /// The determinant of a square matrix: up to 4 by 4 as a polynomial in its elements, above from
    /// the factors of [`linear_solve`]. The determinant of an empty matrix is 1.
    ///
    /// Derivatives: those of the polynomial, also at singular matrices; above 4 by 4 the
    /// determinant times the transposed inverse, which is NaN for an exactly singular matrix.
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn volume(edges: [[f64; 3]; 3]) -> f64 { abs(det(edges)) }
    /// }
    /// assert_eq!(volume([[0.0, 2.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 3.0]]), 6.0);
    /// ```
    fn det(a: Tensor);

    /// The logarithm of the magnitude of the determinant of a square matrix, `ln |det a|`: the sum
    /// of the logarithms of the pivots of [`linear_solve`], which does not overflow or underflow
    /// where the determinant does. The sign of the determinant is dropped, as in the second result
    /// of `slogdet` in numpy.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a square matrix; a number |
    /// | derivative | by `a`: the transposed inverse; infinite or NaN at a singular matrix |
    /// | edges | 0 of an empty matrix; `-inf` where a pivot is zero; a NaN in `a` gives NaN |
    ///
    /// A matrix that is singular but for rounding gives a large negative number.
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn entropy(covariance: [[f64; 3]; 3]) -> f64 { 0.5 * logdet(covariance) }
    /// }
    /// // The determinant itself is 1e-600, which underflows.
    /// let (value, d) = entropy::gradient([[1e-200, 0.0, 0.0], [0.0, 1e-200, 0.0], [0.0, 0.0, 1e-200]]);
    /// assert!((value + 300.0 * 10.0_f64.ln()).abs() < 1e-12);
    /// assert_eq!(d.covariance[0], [5e199, 0.0, 0.0]);
    /// ```
    fn logdet(a: Tensor);

    /// The exponential of a square matrix, `1 + a + a² / 2 + a³ / 6 + ..`, by scaling and squaring
    /// with the Padé approximant of degree 13 (N. J. Higham, *The scaling and squaring method for the
    /// matrix exponential revisited*, 2005).
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a square matrix; that of `a` |
    /// | derivative | that of the approximant and its squares, exact to any order (A. H. Al-Mohy and N. J. Higham, *Computing the Fréchet derivative of the matrix exponential*, 2009) |
    /// | edges | the unit matrix for zeros; NaN where `a` has a NaN, or its 1-norm is above 5.7e9 |
    ///
    /// The error is of the order of the rounding of `a`: up to its 1-norm times units in the last
    /// place of the largest results.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The rotation by a vector: Rodrigues' formula.
    ///     fn rotation(w: [f64; 3]) -> [[f64; 3]; 3] {
    ///         expm([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])
    ///     }
    /// }
    /// let quarter_turn = rotation([0.0, 0.0, std::f64::consts::FRAC_PI_2]);
    /// assert!(quarter_turn[0][0].abs() < 1e-15 && (quarter_turn[1][0] - 1.0).abs() < 1e-15);
    /// ```
    fn expm(a: Tensor);

    /// The factors `(q, r)` of a matrix, `let (q, r) = qr(a);`: `a = q r`, where `q` has orthonormal
    /// columns and the shape of `a`, and `r` is upper triangular. The diagonal of `r` has no negative
    /// number, which makes the factors unique where the columns are independent; LAPACK and numpy
    /// leave the signs of its rows open. The method is Householder's reflections.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a matrix with at least as many rows as columns; that of `a`, and a square |
    /// | derivative | `ȧ r⁻¹ = x`, `c = qᵀ x`, `q̇ = x - q π(c)` and `ṙ = π(c) r`, where `π` adds the transposed lower triangle to the upper one |
    /// | edges | for dependent columns `q` is still orthonormal and `r` has zeros, or rounding errors, on its diagonal; the derivative is then infinite or NaN |
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The coefficients of the line through points, by least squares.
    ///     fn line(x: [f64; 4], y: [f64; 4]) -> [f64; 2] {
    ///         let (q, r) = qr(stack(ones_like(x), x, axis = 1));
    ///         linear_solve(r, matmul(y, q))
    ///     }
    /// }
    /// let [start, slope] = line([0.0, 1.0, 2.0, 3.0], [1.0, 3.0, 5.0, 7.0]);
    /// assert!((start - 1.0).abs() < 1e-14 && (slope - 2.0).abs() < 1e-14);
    /// ```
    fn qr(a: Tensor);

    /// The eigenvalues and eigenvectors of a symmetric matrix, `let (w, v) = eigh(a);`: the values
    /// `w` ascend, and the columns of `v` are vectors of length 1, so that `a = v diag(w) vᵀ`. For a
    /// matrix that is not symmetric, they are those of `(a + aᵀ) / 2`. The sign of each vector is that
    /// which the method finds. `eigh(a).0` computes no vectors.
    ///
    /// The method is Jacobi's, with rotations of several pairs of rows at once (R. P. Brent and
    /// F. T. Luk, 1985). It converges quadratically in the end, and of `n` by `n` takes
    /// `12 + n / 4` sweeps at most. The error is a few times `n` units in the last place of the largest
    /// eigenvalue; vectors have that error divided by the distance of their eigenvalues.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a square matrix; a vector, and that of `a` |
    /// | derivative | `ẇ` is the diagonal of `m = vᵀ ȧ v`, and `v̇ = v (f ∘ m)` with `f[i][j] = 1 / (w[j] - w[i])` off the diagonal and 0 on it |
    /// | edges | a NaN in `a` gives NaN; of equal eigenvalues, the vectors are some orthonormal basis of their space |
    ///
    /// Where eigenvalues are equal, the derivative of the vectors is infinite or NaN, and so is the
    /// second derivative of the values. The first derivative of the values stays finite; it is that of
    /// functions in which equal values are exchangeable, such as their sum.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The largest principal stress.
    ///     fn stress(a: [[f64; 2]; 2]) -> f64 { eigh(a).0[1] }
    /// }
    /// let (value, d) = stress::gradient([[1.0, 2.0], [2.0, 1.0]]);
    /// assert!((value - 3.0).abs() < 1e-15);
    /// // The derivative is the product of the vector with itself.
    /// assert!(d.a.as_flattened().iter().all(|x| (x - 0.5).abs() < 1e-15));
    /// ```
    fn eigh(a: Tensor);

    /// The singular value decomposition of a matrix, `let (u, s, vt) = svd(a);`: `a = u diag(s) vt`
    /// with orthonormal columns of `u`, orthonormal rows of `vt`, and descending `s`. With `k` the
    /// smaller extent of an `m` by `n` matrix, `u` is `m` by `k` and `vt` is `k` by `n`, as in numpy
    /// with `full_matrices=False`. The sign of each pair of vectors is that which the method finds.
    ///
    /// The method is Jacobi's with rotations of columns (G. H. Golub and C. F. Van Loan, *Matrix
    /// Computations*, 2013, section 8.6.3), after a factorisation [`qr`] where there are more rows.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a matrix; `m` by `k`, `k`, and `k` by `n` |
    /// | derivative | `ṡ` is the diagonal of `p = uᵀ ȧ v`, and `u̇ = u (f ∘ (p s + s pᵀ)) + (1 - u uᵀ) ȧ v s⁻¹` with `f[i][j] = 1 / (s[j]² - s[i]²)` off the diagonal; `v̇` is that of the transposed matrix (J. Townsend, *Differentiating the singular value decomposition*, 2016) |
    /// | edges | a NaN in `a` gives NaN; of a zero singular value, `u` and `vt` still have orthonormal vectors |
    ///
    /// Where singular values are equal, the derivative of the vectors is infinite or NaN, and so it is
    /// for zero singular values of a matrix that is not square. The derivative of the values is finite
    /// everywhere.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The nuclear norm of a matrix.
    ///     fn nuclear(a: [[f64; 2]; 3]) -> f64 { sum(svd(a).1) }
    /// }
    /// let (value, d) = nuclear::gradient([[3.0, 0.0], [0.0, 0.0], [0.0, 4.0]]);
    /// assert!((value - 7.0).abs() < 1e-14);
    /// assert!((d.a[0][0] - 1.0).abs() < 1e-15 && d.a[1][0].abs() < 1e-15);
    /// ```
    fn svd(a: Tensor);

    /// The array with its axes in reverse order, `transpose(a)`, or in the given one:
    /// `transpose(a, axis = (1, 0, 2))` has axis 1 of `a` first.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes permuted |
    /// | derivative | of an adjoint: its axes permuted back |
    /// | edges | a vector or a number is unchanged |
    fn transpose(a: Tensor; axis: Axes);

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

    /// The sliding windows of `size` neighbouring positions along an axis (`axis = 0` by default).
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

    /// Each element of `a` where the condition holds, else of `b`. Both are computed; no NaN or
    /// infinity of the unselected value reaches a derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | truth values, and two of one shape; that shape |
    /// | derivative | of an adjoint: by `a` itself where the condition holds, by `b` where not, else 0; none by the condition |
    /// | edges | a NaN cannot be a condition: comparisons with it are false, and `!=` is true |
    fn select(condition: Tensor, a: Tensor, b: Tensor);

    /// Zeros: `zeros(3)`, `zeros([2, 3])`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | none; the given one |
    /// | derivative | none |
    fn zeros(shape: Extents);

    /// Ones: `ones(3)`, `ones([2, 3])`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | none; the given one |
    /// | derivative | none |
    fn ones(shape: Extents);

    /// A value repeated in a shape: `full([2, 3], 0.5)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a number; the given one |
    /// | derivative | by the number: 1 for each element |
    fn full(shape: Extents, value: Tensor);

    /// Zeros of the type of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | none |
    fn zeros_like(x: Tensor);

    /// Ones of the type of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | none |
    fn ones_like(x: Tensor);

    /// A number repeated in the shape of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, a number; that of `x` |
    /// | derivative | by the number: 1 for each element; none by `x` |
    fn full_like(x: Tensor, value: Tensor);

    /// The value, as a constant for differentiation: `stop_gradient(x)` equals `x` and blocks
    /// derivatives.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | zero |
    fn stop_gradient(x: Tensor);

    /// The derivative of the number `c` with respect to the variable `x`: its gradient, of the type
    /// of `x`. It is an ordinary value: you can compute with it and differentiate it again.
    ///
    /// `x` is an argument or a `let` of the body, however it was computed; a `let mut` means its
    /// current value. The derivative follows every path on which `c` is computed *from this
    /// variable*; after `let y = x;`, `y` is another variable of the same value. If `c` is not
    /// computed from `x` at all, that is an error (but zero in a loop, and for the derivative of a
    /// derivative, where a dependence may be missing in some cases). If every path goes through
    /// operations without derivatives, such as comparisons, `floor` or [`stop_gradient`], the
    /// derivative is zero. The derivative with respect to one element is `deriv(c, x)[i]`.
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn energy(q: [f64; 2], stiffness: f64) -> f64 {
    ///         0.5 * stiffness * sum(q * q) + cos(q[0] - q[1])
    ///     }
    ///
    ///     /// What the energy does to a body at `q`.
    ///     fn force(q: [f64; 2], stiffness: f64) -> [f64; 2] { -deriv(energy(q, stiffness), q) }
    ///
    ///     /// The square root of `a` by Newton's method.
    ///     fn root(a: f64) -> f64 {
    ///         let mut y = 1.0;
    ///         for _ in 0..6 {
    ///             let residual = y * y - a;
    ///             y -= residual / deriv(residual, y);
    ///         }
    ///         y
    ///     }
    /// }
    ///
    /// assert_eq!(force([0.5, 0.5], 2.0), [-1.0, -1.0]);
    /// let (value, d) = root::gradient(2.0);
    /// assert!((value - 2.0_f64.sqrt()).abs() < 1e-15 && (d.a - 0.5 / value).abs() < 1e-15);
    /// ```
    ///
    /// Inside a kept loop, a derivative is that of one iteration: values that the loop carries into
    /// the iteration are constant, except for the variable itself. A derivative with respect to a
    /// variable from outside the loop is possible if no carried value lies in between;
    /// `let own = p;` in the loop defines a variable of the iteration.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a number, a variable; that of the variable |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | those of the operators, see their pages |
    fn deriv(c: Tensor, x: Tensor);

    /// The derivative of `y` in a direction of the variable `x`: the product of the Jacobian and
    /// the direction. The result has the type of `y`, and the direction that of `x`; a scalar
    /// direction applies to all elements. For the variable, the rules of [`deriv`] apply.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// How fast the length of a vector changes as it moves.
    ///     fn speed(x: [f64; 2], velocity: [f64; 2]) -> f64 { jvp(norm(x), x, velocity) }
    /// }
    /// assert_eq!(speed([3.0, 4.0], [1.0, 2.0]), 2.2);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, a variable, a direction of its shape; that of `y` |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | those of the operators, see their pages |
    fn jvp(y: Tensor, x: Tensor, direction: Tensor);

    /// The derivative of the weighted sum of all elements of `y` with respect to the variable `x`:
    /// the product of the weights and the Jacobian. The result has the type of `x`, and the weights
    /// that of `y`; a scalar weight applies to all elements. For the variable, the rules of
    /// [`deriv`] apply.
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn hand(q: [f64; 2]) -> [f64; 2] {
    ///         [cos(q[0]) + cos(q[0] + q[1]), sin(q[0]) + sin(q[0] + q[1])]
    ///     }
    ///     /// The torques in the joints that hold a force at the hand.
    ///     fn torques(q: [f64; 2], force: [f64; 2]) -> [f64; 2] { vjp(hand(q), q, force) }
    /// }
    /// assert_eq!(torques([0.0, 0.0], [3.0, 5.0]), [10.0, 5.0]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, a variable, weights of the shape of `y`; that of the variable |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | those of the operators, see their pages |
    fn vjp(y: Tensor, x: Tensor, weights: Tensor);

    /// The Jacobian of `y` with respect to the variable `x`: its axes are those of `y` and then
    /// those of `x`, so that `jacobian(y, x)[i][j]` is the derivative of `y[i]` by `x[j]`. For the
    /// variable, the rules of [`deriv`] apply; with respect to several, `jacobian(y, (x, p))`, it is
    /// a tuple.
    ///
    /// It is computed in the cheapest way that its pattern of zeros allows: by rows, by columns, by
    /// rows or columns that are compressed by colouring, or entry by entry.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// Mean and covariance of a pendulum's state after a step, linearised at the mean.
    ///     fn predict(s: [f64; 2], p: [[f64; 2]; 2]) -> ([f64; 2], [[f64; 2]; 2]) {
    ///         let moved = [s[0] + 0.5 * s[1], s[1] - 0.5 * sin(s[0])];
    ///         let f = jacobian(moved, s);
    ///         (moved, matmul(matmul(f, p), transpose(f)))
    ///     }
    /// }
    /// let (_, p) = predict([0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]);
    /// assert_eq!(p, [[1.25, 0.0], [0.0, 1.25]]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, a variable; the axes of the value, then those of the variable |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | 0 where an element does not depend on the variable; else those of the operators |
    fn jacobian(y: Tensor, x: Tensor);

    /// The Hessian of the number `c` with respect to the variable `x`: its axes are those of `x`,
    /// twice. For the variable, the rules of [`deriv`] apply; with respect to several,
    /// `hessian(c, (x, p))`, it is a tuple of tuples: the rows of blocks.
    ///
    /// Each entry of the lower triangle that may differ from zero is computed once, in the cheapest
    /// way, as in [`jacobian`].
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn energy(v: [f64; 2], q: f64) -> f64 {
    ///         v[0] * v[0] + v[0] * v[1] * cos(q) + 0.5 * v[1] * v[1]
    ///     }
    ///     /// The mass matrix of a pendulum on a cart.
    ///     fn mass(q: f64) -> [[f64; 2]; 2] {
    ///         let v = [0.0, 0.0];
    ///         hessian(energy(v, q), v)
    ///     }
    /// }
    /// assert_eq!(mass(0.0), [[2.0, 1.0], [1.0, 1.0]]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a number, a variable; the axes of the variable, twice |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | 0 where there is no second derivative; else those of the operators |
    fn hessian(c: Tensor, x: Tensor);

    /// The solution `y` of `residual(y) = 0`: an implicit function of all values in the equation.
    /// `y` has the type of `start`, a number or an array of at most 64 elements, and the residual
    /// has as many elements.
    ///
    /// The method is Newton's, starting from `start`, with at most `iterations = 50` steps. A step
    /// that would increase the sum of the residual's magnitudes is halved, which counts as a step.
    /// The search ends with the first step that is at most `tolerance` times as large as the value
    /// after it, or that is lost in rounding; the default is `1.6e-10`, and `4.7e-5` for `f32`.
    /// Since a step squares the error, the result is then accurate to the last digits. If the
    /// Jacobian is singular at the solution, as at a double root, a step only halves the error, and
    /// the result is accurate to about the tolerance. If the search does not converge, the result
    /// is NaN.
    ///
    /// Derivatives follow from the implicit function theorem, to any order, at the cost of one
    /// linear system with the Jacobian for any number of steps. The derivative with respect to
    /// `start` is zero.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The eccentric anomaly, by Kepler's equation.
    ///     fn anomaly(mean: f64, eccentricity: f64) -> f64 {
    ///         solve(|e| e - eccentricity * sin(e) - mean, mean)
    ///     }
    ///
    ///     fn energy(q: [f64; 2], load: f64) -> f64 { sum(cosh(q)) + 0.5 * q[0] * q[1] - load * q[0] }
    ///
    ///     /// Where the energy is least, under a load.
    ///     fn equilibrium(load: f64) -> [f64; 2] {
    ///         solve(|q| deriv(energy(q, load), q), [0.0, 0.0])
    ///     }
    /// }
    ///
    /// let (e, d) = anomaly::gradient(1.0, 0.5);
    /// assert!((e - 0.5 * e.sin() - 1.0).abs() < 1e-15);
    /// assert!((d.mean - 1.0 / (1.0 - 0.5 * e.cos())).abs() < 1e-15);
    ///
    /// let (q, rate) = equilibrium::tangent(0.0, &equilibrium::Tangent { load: 1.0 });
    /// assert_eq!(q, [0.0, 0.0]);
    /// assert!((rate[0] - 4.0 / 3.0).abs() < 1e-15 && (rate[1] + 2.0 / 3.0).abs() < 1e-15);
    /// ```
    fn solve(residual: Equation, start: Tensor; iterations: Extents, tolerance: Tensor);

    /// The extent of the first axis, as a constant integer: `for i in 0..x.len()`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any array; a constant |
    /// | derivative | none |
    /// | edges | of a number it is an error |
    fn len(x: Tensor);

    /// Prints a value with its name to standard error when the function is evaluated:
    /// `print("speed", v);` prints `speed = 3.5`, as `dbg!` does. It is a statement, without a
    /// value.
    ///
    /// The value has the `Debug` form of Rust: `1.0`, `[[1.0, 2.0], [3.0, 4.0]]`, `true`. It is
    /// printed each time that the statement is reached: in each iteration of a loop, in the side of
    /// a branch that is taken, and in each call of the function by another.
    ///
    /// A derivative prints what its value does, once: `gradient`, `adjoint` and `tangent` print in
    /// the forward pass, and neither in the reverse pass nor where it computes values again. Of
    /// the functions that return no value, `jacobian` of a small function prints nothing, and
    /// matrices that are filled by several products print once for each. In batches, each point
    /// prints, in the order of the points in a thread; the points are then computed one by one, not
    /// in lanes. Without adgraph's feature `std`, nothing is printed.
    ///
    /// The graph has the print as an effect: [`Evaluator::on_print`] listens to it, and files for
    /// CppAD have it as `print` (one for each element of an array), with the texts and condition of
    /// CppAD's `PrintFor`.
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn root(a: f64) -> f64 {
    ///         let mut y = 1.0;
    ///         for _ in 0..6 {
    ///             y = 0.5 * (y + a / y);
    ///             print("y", y);
    ///         }
    ///         y
    ///     }
    /// }
    /// assert_eq!(root(4.0), 2.0);     // y = 2.5, y = 2.05, ..
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a text, any; no value |
    /// | derivative | none |
    /// | edges | `NaN` and `inf` are printed so |
    ///
    /// [`Evaluator::on_print`]: crate::derivative::Evaluator::on_print
    fn print(label: Label, x: Tensor);
}
