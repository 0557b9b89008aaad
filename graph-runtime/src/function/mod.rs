//! Functions over flat slices: the interface for optimisers and other generic code.
//!
//! Every generated function `f` has a struct `f::Function` that implements these traits. The
//! independent variables are the arguments with derivatives, flattened in row-major order, one
//! after another; the struct holds the other arguments (dynamic parameters, indices).
//!
//! Functions with large intermediate arrays need a workspace. The plain methods allocate one in
//! each call; for repeated calls, create one and use the methods that end in `_with`:
//!
//! ```
//! use graph_runtime::function::ScalarFunction;
//!
//! /// Follows the gradient downhill.
//! fn descend<F: ScalarFunction<Float = f64>>(function: &F, x: &mut [f64], steps: usize) {
//!     let mut workspace = F::Workspace::default();
//!     let mut gradient = vec![0.0; function.n_in()];
//!     for _ in 0..steps {
//!         function.gradient_with(&mut workspace, x, &mut gradient);
//!         for (x, slope) in x.iter_mut().zip(&gradient) {
//!             *x -= 0.1 * slope;
//!         }
//!     }
//! }
//! ```

mod cost;
mod derivatives;
mod generated;
#[cfg(feature = "alloc")]
mod graph;
mod methods;
mod outside;
mod sparse;
#[cfg(feature = "alloc")]
mod with_sparsity;

pub use cost::{Cost, Costs};
pub use derivatives::{HessianFunction, JacobianFunction, TaylorFunction};
pub use generated::Generated;
#[cfg(feature = "alloc")]
pub use graph::GraphFunction;
pub use methods::{DerivativesAsMethods, HasDerivativesAsMethods};
pub use outside::{DerivativesByArguments, ValueAndDerivatives, ValueAndTangent};
pub use sparse::{SparseHessianFunction, SparseJacobianFunction};
#[cfg(feature = "alloc")]
pub use with_sparsity::{SparseWorkspace, WithSparsity};

use graph_math::math::Float;

/// A differentiable function from [`n_in`](Self::n_in) to [`n_out`](Self::n_out) numbers.
///
/// All methods panic when a slice has another length than its description says, as slices do, and
/// functions of run-time length when the lengths that they hold do not fit, with the messages of
/// their calls.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function over flat slices",
    label = "no function over flat slices",
    note = "a function `f` of `graph!` has the struct `f::Function`: pass that",
    note = "one without derivatives has none"
)]
pub trait Function {
    /// The float type of arguments and results.
    type Float: Float;

    /// Room for intermediate arrays; `()` where they are few enough for the stack. Nothing of a
    /// call is kept in it, so that one serves any calls, one after the other.
    type Workspace: Default;

    /// The number of independent variables. Where it is known when the function is compiled, it is
    /// a constant of the struct as well, `f::Function::N_IN`.
    #[must_use]
    fn n_in(&self) -> usize;

    /// The number of results; the constant is `f::Function::N_OUT`.
    #[must_use]
    fn n_out(&self) -> usize;

    /// Writes the value at `x` (`n_in`) to `y` (`n_out`).
    #[inline]
    #[track_caller]
    fn value(&self, x: &[Self::Float], y: &mut [Self::Float]) {
        self.value_with(&mut Self::Workspace::default(), x, y);
    }

    /// The vector-Jacobian product: writes the value at `x` (`n_in`) to `y` (`n_out`), and the
    /// derivative of the sum of the results weighted by `seed` (`n_out`) to `adjoint` (`n_in`).
    #[inline]
    #[track_caller]
    fn adjoint(
        &self,
        x: &[Self::Float],
        seed: &[Self::Float],
        y: &mut [Self::Float],
        adjoint: &mut [Self::Float],
    ) {
        self.adjoint_with(&mut Self::Workspace::default(), x, seed, y, adjoint);
    }

    /// The Jacobian-vector product: writes the value at `x` (`n_in`) to `y` (`n_out`), and its
    /// derivative in `direction` (`n_in`) to `tangent` (`n_out`).
    #[inline]
    #[track_caller]
    fn tangent(
        &self,
        x: &[Self::Float],
        direction: &[Self::Float],
        y: &mut [Self::Float],
        tangent: &mut [Self::Float],
    ) {
        self.tangent_with(&mut Self::Workspace::default(), x, direction, y, tangent);
    }

    /// [`value`](Self::value) in a workspace.
    #[track_caller]
    fn value_with(&self, workspace: &mut Self::Workspace, x: &[Self::Float], y: &mut [Self::Float]);

    /// [`adjoint`](Self::adjoint) in a workspace.
    #[track_caller]
    fn adjoint_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        seed: &[Self::Float],
        y: &mut [Self::Float],
        adjoint: &mut [Self::Float],
    );

    /// [`tangent`](Self::tangent) in a workspace.
    #[track_caller]
    fn tangent_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        direction: &[Self::Float],
        y: &mut [Self::Float],
        tangent: &mut [Self::Float],
    );
}

/// A differentiable function to one number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no gradient",
    label = "no gradient",
    note = "the struct `Function` of a function of `graph!` has it where the result is one number; that of several results has the `adjoint` of their weighted sum"
)]
pub trait ScalarFunction: Function {
    /// The value at `x` (`n_in`); writes the gradient to `gradient` (`n_in`).
    #[inline]
    #[track_caller]
    fn gradient(&self, x: &[Self::Float], gradient: &mut [Self::Float]) -> Self::Float {
        self.gradient_with(&mut Self::Workspace::default(), x, gradient)
    }

    /// [`gradient`](Self::gradient) in a workspace.
    #[track_caller]
    fn gradient_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        gradient: &mut [Self::Float],
    ) -> Self::Float;
}
