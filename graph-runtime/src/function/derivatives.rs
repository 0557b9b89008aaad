//! Traits of functions whose matrices and higher derivatives were asked for.

use super::Function;

/// A function with a dense Jacobian: asked for by `#[derivatives(jacobian)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Jacobian",
    label = "no Jacobian",
    note = "the struct `Function` of a function of `graph!` has it where `#[derivatives(jacobian)]` asks for it"
)]
pub trait JacobianFunction: Function {
    /// Writes the Jacobian at `x` (`n_in`) to `jacobian` (`n_out` rows of `n_in`, one after
    /// another).
    #[inline]
    #[track_caller]
    fn jacobian(&self, x: &[Self::Float], jacobian: &mut [Self::Float]) {
        self.jacobian_with(&mut Self::Workspace::default(), x, jacobian);
    }

    /// [`jacobian`](Self::jacobian) in a workspace.
    #[track_caller]
    fn jacobian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        jacobian: &mut [Self::Float],
    );
}

/// A function with second derivatives: asked for by `#[derivatives(hessian)]`,
/// `#[derivatives(hessian_product)]` or `#[derivatives(value_gradient_hessian)]`.
///
/// The Hessian is that of the sum of the results, each times its weight: the Lagrangian of an
/// optimiser, whose results are its objective and constraints.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Hessian",
    label = "no Hessian",
    note = "the struct `Function` of a function of `graph!` has it where `#[derivatives(hessian_product)]` asks for it"
)]
pub trait HessianFunction: Function {
    /// Writes the product of the Hessian at `x` (`n_in`), for `weights` (`n_out`), with
    /// `direction` (`n_in`) to `product` (`n_in`).
    #[inline]
    #[track_caller]
    fn hessian_product(
        &self,
        x: &[Self::Float],
        weights: &[Self::Float],
        direction: &[Self::Float],
        product: &mut [Self::Float],
    ) {
        let workspace = &mut Self::Workspace::default();
        self.hessian_product_with(workspace, x, weights, direction, product);
    }

    /// Writes the Hessian at `x` (`n_in`), for `weights` (`n_out`), to `hessian` (`n_in` rows of
    /// `n_in`, one after another).
    #[inline]
    #[track_caller]
    fn hessian(&self, x: &[Self::Float], weights: &[Self::Float], hessian: &mut [Self::Float]) {
        self.hessian_with(&mut Self::Workspace::default(), x, weights, hessian);
    }

    /// Writes the value at `x` (`n_in`) to `y` (`n_out`), and the gradient (`n_in`) and the Hessian
    /// (`n_in` rows of `n_in`) of the sum of the results, each times its element of `weights`
    /// (`n_out`): for the price of the Hessian.
    #[inline]
    #[track_caller]
    fn value_gradient_hessian(
        &self,
        x: &[Self::Float],
        weights: &[Self::Float],
        y: &mut [Self::Float],
        gradient: &mut [Self::Float],
        hessian: &mut [Self::Float],
    ) {
        let workspace = &mut Self::Workspace::default();
        self.value_gradient_hessian_with(workspace, x, weights, y, gradient, hessian);
    }

    /// [`hessian_product`](Self::hessian_product) in a workspace.
    #[track_caller]
    fn hessian_product_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        weights: &[Self::Float],
        direction: &[Self::Float],
        product: &mut [Self::Float],
    );

    /// [`hessian`](Self::hessian) in a workspace.
    #[track_caller]
    fn hessian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        weights: &[Self::Float],
        hessian: &mut [Self::Float],
    );

    /// [`value_gradient_hessian`](Self::value_gradient_hessian) in a workspace.
    #[track_caller]
    fn value_gradient_hessian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        weights: &[Self::Float],
        y: &mut [Self::Float],
        gradient: &mut [Self::Float],
        hessian: &mut [Self::Float],
    );
}

/// A function with Taylor coefficients: asked for by `#[derivatives(taylor(order))]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Taylor series",
    label = "no Taylor series",
    note = "the struct `Function` of a function of `graph!` has it where `#[derivatives(taylor(2))]` asks for it"
)]
pub trait TaylorFunction: Function {
    /// The highest order.
    const ORDER: usize;

    /// Writes the coefficients of the results as series in `t` to `series` (`ORDER + 1` times
    /// `n_out`, the value first), where the variables move along `x` (`n_in`) plus the first
    /// `n_in` elements of `curve` (`ORDER` times `n_in`) times `t`, plus the next ones times `t`
    /// squared, and so on.
    #[inline]
    #[track_caller]
    fn taylor(&self, x: &[Self::Float], curve: &[Self::Float], series: &mut [Self::Float]) {
        self.taylor_with(&mut Self::Workspace::default(), x, curve, series);
    }

    /// [`taylor`](Self::taylor) in a workspace.
    #[track_caller]
    fn taylor_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[Self::Float],
        curve: &[Self::Float],
        series: &mut [Self::Float],
    );
}
