//! Traits of functions with sparse derivatives: entries as slices, and their places, which together
//! are the triplets that solvers take.

use super::Function;
use crate::sparse::Sparsity;

/// A function with a sparse Jacobian: asked for by `#[derivatives(sparse_jacobian)]`, or given the
/// places of its entries by [`WithSparsity`](super::WithSparsity).
///
/// ```
/// use graph_runtime::function::SparseJacobianFunction;
///
/// /// The sum of the squares of each column, as scaling by the diagonal needs it.
/// fn scales<F: SparseJacobianFunction<Float = f64>>(function: &F, x: &[f64]) -> Vec<f64> {
///     let mut values = vec![0.0; function.sparsity_jacobian().entries()];
///     function.sparse_jacobian(x, &mut values);
///     let mut scales = vec![0.0; function.n_in()];
///     for (_, column, value) in function.sparsity_jacobian().triplets(&values) {
///         scales[column] += value * value;
///     }
///     scales
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no sparse Jacobian",
    label = "no sparse Jacobian",
    note = "the struct `Function` of a function of `graph!` has it where `#[derivatives(sparse_jacobian)]` asks for it",
    note = "of a function of run-time length, `adgraph::function::WithSparsity::new(function).jacobian()?` has it"
)]
pub trait SparseJacobianFunction: Function {
    /// The places of the entries: `n_out` rows and `n_in` columns. Where they are known when the
    /// function is compiled, they are the constant `f::SPARSITY_JACOBIAN` as well.
    fn sparsity_jacobian(&self) -> Sparsity<'_>;

    /// Writes the entries of the Jacobian at `x` (`n_in`) to `values`
    /// (`sparsity_jacobian().entries()`, in the order of its places).
    #[inline]
    #[track_caller]
    fn sparse_jacobian(&self, x: &[Self::Float], values: &mut [Self::Float]) {
        self.sparse_jacobian_with(&mut Self::Workspace::default(), x, values);
    }

    /// [`sparse_jacobian`](Self::sparse_jacobian) in a workspace.
    #[track_caller]
    fn sparse_jacobian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        values: &mut [Self::Float],
    );
}

/// A function with a sparse Hessian: asked for by `#[derivatives(sparse_hessian)]` or
/// `#[derivatives(value_gradient_sparse_hessian)]`, or given the places of its entries by
/// [`WithSparsity`](super::WithSparsity).
///
/// The Hessian is that of the sum of the results, each times its weight. For a function that
/// returns an objective and then constraints the weights are those that solvers call `sigma` and
/// `lambda`, one after the other, and the Hessian is that of the Lagrangian. Entries are those of
/// the lower triangle.
///
/// ```
/// use graph_runtime::function::SparseHessianFunction;
///
/// /// The triplets of the Lagrangian's Hessian, as ipopt takes them.
/// fn lagrangian<F: SparseHessianFunction<Float = f64>>(
///     problem: &F,
///     x: &[f64],
///     sigma: f64,
///     lambda: &[f64],
/// ) -> Vec<(usize, usize, f64)> {
///     let weights = [&[sigma], lambda].concat();
///     let mut values = vec![0.0; problem.sparsity_hessian().entries()];
///     problem.sparse_hessian(x, &weights, &mut values);
///     problem.sparsity_hessian().triplets(&values).collect()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no sparse Hessian",
    label = "no sparse Hessian",
    note = "the struct `Function` of a function of `graph!` has it where `#[derivatives(sparse_hessian)]` asks for it",
    note = "of a function of run-time length with `#[derivatives(hessian_product)]`, `adgraph::function::WithSparsity::new(function).hessian()?` has it"
)]
pub trait SparseHessianFunction: Function {
    /// The places of the entries, all in the lower triangle: `n_in` rows and columns. The constant
    /// is `f::SPARSITY_HESSIAN`.
    fn sparsity_hessian(&self) -> Sparsity<'_>;

    /// Writes the entries of the Hessian at `x` (`n_in`), for `weights` (`n_out`), to `values`
    /// (`sparsity_hessian().entries()`, in the order of its places).
    #[inline]
    #[track_caller]
    fn sparse_hessian(
        &self,
        x: &[Self::Float],
        weights: &[Self::Float],
        values: &mut [Self::Float],
    ) {
        self.sparse_hessian_with(&mut Self::Workspace::default(), x, weights, values);
    }

    /// Writes the value at `x` (`n_in`) to `y` (`n_out`), the gradient (`n_in`) of the sum of the
    /// results, each times its element of `weights` (`n_out`), and the entries of its Hessian to
    /// `values` (`sparsity_hessian().entries()`): by one program where
    /// `#[derivatives(value_gradient_sparse_hessian)]` asks for that, by two elsewhere.
    #[inline]
    #[track_caller]
    fn value_gradient_sparse_hessian(
        &self,
        x: &[Self::Float],
        weights: &[Self::Float],
        y: &mut [Self::Float],
        gradient: &mut [Self::Float],
        values: &mut [Self::Float],
    ) {
        let workspace = &mut Self::Workspace::default();
        self.value_gradient_sparse_hessian_with(workspace, x, weights, y, gradient, values);
    }

    /// [`sparse_hessian`](Self::sparse_hessian) in a workspace.
    #[track_caller]
    fn sparse_hessian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        weights: &[Self::Float],
        values: &mut [Self::Float],
    );

    /// [`value_gradient_sparse_hessian`](Self::value_gradient_sparse_hessian) in a workspace.
    #[inline]
    #[track_caller]
    fn value_gradient_sparse_hessian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        weights: &[Self::Float],
        y: &mut [Self::Float],
        gradient: &mut [Self::Float],
        values: &mut [Self::Float],
    ) {
        self.adjoint_with(workspace, x, weights, y, gradient);
        self.sparse_hessian_with(workspace, x, weights, values);
    }
}
