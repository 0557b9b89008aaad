//! Linear equations, factorisations, and functions of matrices.

use crate::ops::{Extents, Tensor};

documented! {
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
    /// Derivatives, with `φ` the lower triangle with half its diagonal: `l̇ = l φ(l⁻¹ ȧ l⁻ᵀ)`, and
    /// `ā` is the symmetric part of `l⁻ᵀ φ(lᵀ l̄) l⁻¹` (I. Murray, *Differentiation of the Cholesky
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

    /// The adjoint of a matrix whose factor is `l = cholesky(a)`, for the adjoint `g` of that: the
    /// product that the gradient of a function of a Cholesky factor needs, which is what
    /// differentiation makes of it. It is the symmetric part of `l⁻ᵀ φ(lᵀ g) l⁻¹`, with `φ` the lower
    /// triangle with half its diagonal; of `l` and `g` the lower triangles are read.
    ///
    /// Matrices from 32 by 32 on go back through the blocks of the factorisation, which takes about
    /// twice its time (I. Murray, *Differentiation of the Cholesky decomposition*, 2016, section 4).
    ///
    /// Derivatives: those of the formula. Where all of `g` is zero, so is the result, whatever `l` is.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// Of the logarithm of the determinant, the gradient is the inverse.
    ///     fn inverse_of(a: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    ///         let l = cholesky(a);
    ///         cholesky_adjoint(l, diag(2.0 / diag(l)))
    ///     }
    /// }
    /// let inverse = inverse_of([[2.0, 1.0], [1.0, 2.0]]);
    /// assert!((inverse[0][0] - 2.0 / 3.0).abs() < 1e-15 && (inverse[0][1] + 1.0 / 3.0).abs() < 1e-15);
    /// ```
    fn cholesky_adjoint(l: Tensor, g: Tensor);

    /// The inverse of a square matrix, computed by [`linear_solve`] with the unit matrix. For a
    /// single right-hand side, use [`linear_solve`] itself. The inverse of a singular matrix
    /// contains infinities or NaN.
    ///
    /// Derivatives, with `y` the inverse: `ẏ = -y ȧ y` and `ā = -yᵀ ȳ yᵀ`.
    fn inverse(a: Tensor);

    /// The determinant of a square matrix: up to 4 by 4 as a polynomial in its elements; above, and
    /// for an extent that comes with the call, from the factors of [`linear_solve`]. The determinant
    /// of an empty matrix is 1.
    ///
    /// Derivatives: those of the polynomial, also at singular matrices; from factors, the
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
    /// with the Padé approximant of degree 13 (N. J. Higham, *The scaling and squaring method for
    /// the matrix exponential revisited*, 2005).
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

    /// The factors `(q, r)` of a matrix, `let (q, r) = qr(a);`: `a = q r`, where `q` has
    /// orthonormal columns and the shape of `a`, and `r` is upper triangular. The diagonal of `r`
    /// has no negative number, which makes the factors unique where the columns are independent;
    /// LAPACK and numpy leave the signs of its rows open. The method is Householder's reflections.
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
    /// `w` ascend, and the columns of `v` are vectors of length 1, so that `a = v diag(w) vᵀ`. For
    /// a matrix that is not symmetric, they are those of `(a + aᵀ) / 2`. The sign of each vector is
    /// that which the method finds. `eigh(a).0` computes no vectors.
    ///
    /// The method is Jacobi's, with rotations of several pairs of rows at once (R. P. Brent and F.
    /// T. Luk, 1985). It converges quadratically in the end, and of `n` by `n` takes `12 + n / 4`
    /// sweeps at most. The error is a few times `n` units in the last place of the largest
    /// eigenvalue; vectors have that error divided by the distance of their eigenvalues.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a square matrix; a vector, and that of `a` |
    /// | derivative | `ẇ` is the diagonal of `m = vᵀ ȧ v`, and `v̇ = v (f ∘ m)` with `f[i][j] = 1 / (w[j] - w[i])` off the diagonal and 0 on it |
    /// | edges | a NaN in `a` gives NaN; of equal eigenvalues, the vectors are some orthonormal basis of their space |
    ///
    /// Where eigenvalues are equal, the derivative of the vectors is infinite or NaN, and so is the
    /// second derivative of the values. The first derivative of the values stays finite; it is that
    /// of functions in which equal values are exchangeable, such as their sum.
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
    /// smaller extent of an `m` by `n` matrix, `u` is `m` by `k` and `vt` is `k` by `n`, as in
    /// numpy with `full_matrices=False`. The sign of each pair of vectors is that which the method
    /// finds.
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
    /// Where singular values are equal, the derivative of the vectors is infinite or NaN, and so it
    /// is for zero singular values of a matrix that is not square. The derivative of the values is
    /// finite everywhere.
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
    /// | edges | those of [`sum`](crate::ops::sum) |
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
}
