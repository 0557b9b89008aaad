//! Functions over flat slices: what optimisers and other generic code are written against.
//!
//! Every generated function `f` comes with a struct `f::Function` that implements these traits.
//! The arguments with derivatives, flattened in row-major order one after another, are the
//! independent variables; the struct holds the others (dynamic parameters, indices).

use graph_ir::math::Float;

/// A differentiable function from `N_IN` to `N_OUT` numbers.
///
/// All methods panic when a slice has another length than its description says, as slices do.
pub trait Function {
    /// The float type of arguments and results.
    type Float: Float;

    /// The number of independent variables.
    const N_IN: usize;

    /// The number of results.
    const N_OUT: usize;

    /// Writes the value at `x` (`N_IN`) to `y` (`N_OUT`).
    fn value(&self, x: &[Self::Float], y: &mut [Self::Float]);

    /// The vector-Jacobian product: writes the value at `x` (`N_IN`) to `y` (`N_OUT`), and the
    /// derivative of the sum of the results weighted by `seed` (`N_OUT`) to `adjoint` (`N_IN`).
    fn adjoint(
        &self,
        x: &[Self::Float],
        seed: &[Self::Float],
        y: &mut [Self::Float],
        adjoint: &mut [Self::Float],
    );

    /// The Jacobian-vector product: writes the value at `x` (`N_IN`) to `y` (`N_OUT`), and its
    /// derivative in `direction` (`N_IN`) to `tangent` (`N_OUT`).
    fn tangent(
        &self,
        x: &[Self::Float],
        direction: &[Self::Float],
        y: &mut [Self::Float],
        tangent: &mut [Self::Float],
    );
}

/// A differentiable function to one number.
pub trait ScalarFunction: Function {
    /// The value at `x` (`N_IN`); writes the gradient to `gradient` (`N_IN`).
    fn gradient(&self, x: &[Self::Float], gradient: &mut [Self::Float]) -> Self::Float;
}
