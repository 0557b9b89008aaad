//! The array functions, for documentation: inside the macros their names mean operators of the
//! graph, and outside of them nothing can call them. `tests/reference` generates the tables of
//! their names in files, which are appended. The list is one file because it is a table: one entry
//! per function, in the order of the book's chapter.

/// Any scalar or array, in the documentation of the language. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub enum Tensor {}

/// Axes, in the documentation of the language: `0` or `(0, 1)`. No value of it exists.
#[derive(Clone, Copy, Debug)]
pub enum Axes {}

/// Extents, in the documentation of the language: `3` or `[2, 3]`, constants. No value of it
/// exists.
#[derive(Clone, Copy, Debug)]
pub enum Extents {}

/// An equation, in the documentation of the language: `|y| ..`, a closure whose value must be zero.
/// No value of it exists.
#[derive(Clone, Copy, Debug)]
pub enum Equation {}

/// Defines functions that cannot be called, since their first argument has no value.
macro_rules! documented {
    ($($(#[$doc:meta])* fn $name:ident($first:ident: $ty:ty $(, $arg:ident: $arg_ty:ty)*);)*) => {
        $(
            $(#[$doc])*
            #[doc = include_str!(concat!("pages/", stringify!($name), ".md"))]
            #[must_use]
            pub fn $name($first: $ty $(, $arg: $arg_ty)*) -> Tensor {
                $(let _ = $arg;)*
                match $first {}
            }
        )*
    };
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
    fn sum(x: Tensor, axis: Axes, keep: bool);

    /// The product of the elements along axes, or of all; 1 without elements.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: the product of all others, also correct for zero elements |
    /// | edges | 1 of no elements |
    fn prod(x: Tensor, axis: Axes, keep: bool);

    /// The sums of all elements up to each along an axis: `cumsum(x)`, `cumsum(a, axis = 1)`.
    ///
    /// They are added from the first element on, so that `y[i] = y[i - 1] + x[i]` to the bit.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; that of `x` |
    /// | derivative | of an adjoint `g`: the sums of `g` from the last element down to each |
    /// | edges | an infinity or NaN reaches all elements after it |
    fn cumsum(x: Tensor, axis: Axes);

    /// The products of all elements up to each along an axis: `cumprod(x)`, `cumprod(a, axis = 1)`.
    ///
    /// They are multiplied from the first element on, so that `y[i] = y[i - 1] * x[i]` to the bit.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; that of `x` |
    /// | derivative | by each element: the products of all others, also correct for zero elements |
    /// | edges | an infinity or NaN reaches all elements after it |
    fn cumprod(x: Tensor, axis: Axes);

    /// The elements along an axis in the opposite order: `flip(x)`, `flip(a, axis = 1)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; that of `x` |
    /// | derivative | of an adjoint `g`: `flip(g)` |
    /// | edges | none: elements are moved |
    fn flip(x: Tensor, axis: Axes);

    /// The elements along an axis, moved by a number of positions; those that leave it at one end
    /// come back at the other: `roll(x, 1)`, `roll(a, -2, axis = 1)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least, a constant integer; that of `x` |
    /// | derivative | of an adjoint `g`: `roll(g, -shift)` |
    /// | edges | none: elements are moved |
    fn roll(x: Tensor, shift: Extents, axis: Axes);

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
    fn sort(x: Tensor, axis: Axes);

    /// The positions of the elements along an axis in ascending order. They are integers and can be
    /// used as indices: `y[argsort(x)]` has the elements of `y` in the order of `x`. The default is
    /// the last axis. It has no derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; integers in that of `x` |
    /// | derivative | none |
    /// | edges | equal elements, including `-0.0` and `0.0`, keep their order; NaNs come last and keep their order |
    fn argsort(x: Tensor, axis: Axes);

    /// The position of the first largest element, in row-major order over the axes: an integer that
    /// can be used as an index, `x[argmax(y)]`. It has no derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; integers, the axes dropped or kept with extent 1 |
    /// | derivative | none |
    /// | edges | an axis without elements is an error; a NaN is ignored beside numbers, and 0 is the position among NaNs alone |
    fn argmax(x: Tensor, axis: Axes, keep: bool);

    /// The position of the first smallest element, in row-major order over the axes: an integer
    /// that can be used as an index, `x[argmin(y)]`. It has no derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; integers, the axes dropped or kept with extent 1 |
    /// | derivative | none |
    /// | edges | an axis without elements is an error; a NaN is ignored beside numbers, and 0 is the position among NaNs alone |
    fn argmin(x: Tensor, axis: Axes, keep: bool);

    /// The arithmetic mean along axes, or of all elements.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: `1 / n` for `n` elements |
    /// | edges | an axis without elements is an error |
    fn mean(x: Tensor, axis: Axes, keep: bool);

    /// The mean squared deviation from the mean (divided by the count) along axes, or of all
    /// elements.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: `2 * (x - mean(x)) / n` for `n` elements |
    /// | edges | 0 of one element; an axis without elements is an error |
    fn variance(x: Tensor, axis: Axes, keep: bool);

    /// The Euclidean norm along axes, or of all elements. Its derivative at zero is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: `x / norm(x)`; 0 at the origin |
    /// | edges | squares overflow from 1e154 on and vanish below 1e-162 (`hypot` has no such limits); an axis without elements is an error |
    fn norm(x: Tensor, axis: Axes, keep: bool);

    /// `ln(sum(exp(x)))` along axes, or over all elements, without overflow.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes are dropped, or have extent 1 with `keep = true` |
    /// | derivative | by each element: `softmax(x)` |
    /// | edges | ∞ where an element is ∞, and -∞ where all elements are -∞; an axis without elements is an error |
    fn log_sum_exp(x: Tensor, axis: Axes, keep: bool);

    /// `exp(x) / sum(exp(x))` along axes, or over all elements, without overflow; it has the shape
    /// of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | of an adjoint `g`: `(g - sum(g * y)) * y` for the value `y` |
    /// | edges | an element of -∞ gives 0; ∞ gives NaN; an axis without elements is an error |
    fn softmax(x: Tensor, axis: Axes);

    /// The logarithm of [`softmax`], accurate even if `softmax` underflows.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | of an adjoint `g`: `g - sum(g) * exp(y)` for the value `y` |
    /// | edges | an element of -∞ gives -∞; ∞ gives NaN; an axis without elements is an error |
    fn log_softmax(x: Tensor, axis: Axes);

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

    /// The array with its axes in reverse order, `transpose(a)`, or in the given one:
    /// `transpose(a, axis = (1, 0, 2))` has axis 1 of `a` first.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the axes permuted |
    /// | derivative | of an adjoint: its axes permuted back |
    /// | edges | a vector or a number is unchanged |
    fn transpose(a: Tensor, axis: Axes);

    /// The same elements in row-major order in another shape of equal size: `reshape(x, [2, 3])`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; the given one, of equal size |
    /// | derivative | of an adjoint: the same elements in the shape of `x` |
    fn reshape(x: Tensor, shape: Extents);

    /// The value repeated to a shape: `broadcast(x, [2, 3])` repeats a vector of 3 as 2 rows, since
    /// the axes of `x` are the last ones; `broadcast(x, [3, 2], axis = 0)` as 2 columns.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | the given one less some axes; the given one |
    /// | derivative | of an adjoint: its sum over the new axes |
    /// | edges | an axis of extent 1 is repeated only if `axis` omits it; it is never stretched implicitly |
    fn broadcast(x: Tensor, shape: Extents, axis: Axes);

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
    fn windows(x: Tensor, size: Extents, axis: Axes, stride: Extents, dilation: Extents);

    /// Any number of arrays joined along an existing axis (`axis = 0` by default):
    /// `concat(a, b, c)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | equal but for the axis; there the sum of extents |
    /// | derivative | of an adjoint: its parts |
    fn concat(a: Tensor, b: Tensor, axis: Axes);

    /// Any number of values of one shape joined along a new axis (`axis = 0` by default):
    /// `stack(a, b, c)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | equal; a new axis of their number |
    /// | derivative | of an adjoint: its parts |
    fn stack(a: Tensor, b: Tensor, axis: Axes);

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
    fn solve(residual: Equation, start: Tensor, iterations: Extents, tolerance: Tensor);

    /// The extent of the first axis, as a constant integer: `for i in 0..x.len()`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any array; a constant |
    /// | derivative | none |
    /// | edges | of a number it is an error |
    fn len(x: Tensor);
}
