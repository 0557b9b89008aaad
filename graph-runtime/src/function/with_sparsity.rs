//! Functions whose matrices' patterns are found when they run.

use alloc::vec::Vec;
use core::fmt;

use graph_autodiff::colouring::{Compression, Product, Side};
use graph_autodiff::{compressed_hessian, compressed_jacobian, differentiable_inputs};
use graph_ir::Result;
use graph_math::math::Float;

use super::{
    Function, GraphFunction, HessianFunction, JacobianFunction, ScalarFunction,
    SparseHessianFunction, SparseJacobianFunction, TaylorFunction,
};
use crate::lengths::expect_length;
use crate::sparse::Sparsity;

/// A function over flat slices with the places of the entries of its Jacobian and its Hessian, for
/// functions whose lengths are known when the program runs.
///
/// The places are found once, in the function's graph for the lengths and the integers that it
/// holds (edges of a network, bones of a hand), by [`jacobian`](Self::jacobian) and
/// [`hessian`](Self::hessian). Then each call computes as many products with vectors as the colours
/// of the matrix: a band of three diagonals takes three tangents, for any length. With them it is a
/// [`SparseJacobianFunction`] and a [`SparseHessianFunction`], as solvers take them, and it has the
/// traits of the function besides.
///
/// With `energy`, a function of `N` nodes and of `ends` in a block,
/// `WithSparsity::new(energy::Function { N: 100, ends: &ends }).hessian()?` is such a function.
#[derive(Clone)]
pub struct WithSparsity<F, J = (), H = ()> {
    function: F,
    jacobian: J,
    hessian: H,
}

impl<F: GraphFunction> WithSparsity<F> {
    /// The function, without places of entries yet.
    #[must_use]
    pub fn new(function: F) -> Self {
        Self {
            function,
            jacobian: (),
            hessian: (),
        }
    }
}

impl<F: GraphFunction, J, H> WithSparsity<F, J, H> {
    /// With the places of the entries of the Jacobian, which are found now.
    ///
    /// # Errors
    /// As [`GraphFunction::graph`], and [`Error::PatternTooLarge`](graph_ir::Error::PatternTooLarge).
    pub fn jacobian(self) -> Result<WithSparsity<F, Compression, H>> {
        let graph = self.function.graph()?;
        Ok(WithSparsity {
            jacobian: compressed_jacobian(&graph, &differentiable_inputs(&graph))?,
            function: self.function,
            hessian: self.hessian,
        })
    }

    /// With the places of the entries of the lower triangle of the Hessian, which are found now.
    /// The function has `#[derivatives(hessian_product)]`.
    ///
    /// # Errors
    /// As [`Self::jacobian`].
    pub fn hessian(self) -> Result<WithSparsity<F, J, Compression>>
    where
        F: HessianFunction,
    {
        let graph = self.function.graph()?;
        Ok(WithSparsity {
            hessian: compressed_hessian(&graph, &differentiable_inputs(&graph))?,
            function: self.function,
            jacobian: self.jacobian,
        })
    }
}

impl<F, J, H> WithSparsity<F, J, H> {
    /// The function itself.
    pub fn function(&self) -> &F {
        &self.function
    }
}

impl<F: fmt::Debug, J, H> fmt::Debug for WithSparsity<F, J, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WithSparsity")
            .field("function", &self.function)
            .finish_non_exhaustive()
    }
}

/// The workspace of a [`WithSparsity`]: that of its function, and the vectors of products. It is
/// made by `default()` and grows in the first call.
pub struct SparseWorkspace<F: Function> {
    of_function: F::Workspace,
    /// The vector that the matrix is multiplied by.
    direction: Vec<F::Float>,
    product: Vec<F::Float>,
    value: Vec<F::Float>,
}

impl<F: Function> Default for SparseWorkspace<F> {
    fn default() -> Self {
        Self {
            of_function: F::Workspace::default(),
            direction: Vec::new(),
            product: Vec::new(),
            value: Vec::new(),
        }
    }
}

impl<F: Function> SparseWorkspace<F> {
    /// The direction of a product, and room for the latter.
    fn start(&mut self, product: Product<'_>, length: usize) {
        let number = |is_one| match is_one {
            true => F::Float::ONE,
            false => F::Float::ZERO,
        };
        self.direction.clear();
        self.direction.extend(product.seed().map(number));
        self.product.resize(length, F::Float::ZERO);
    }
}

impl<F: Function, J, H> Function for WithSparsity<F, J, H> {
    type Float = F::Float;

    type Workspace = SparseWorkspace<F>;

    fn n_in(&self) -> usize {
        self.function.n_in()
    }

    fn n_out(&self) -> usize {
        self.function.n_out()
    }

    fn value_with(&self, workspace: &mut Self::Workspace, x: &[F::Float], y: &mut [F::Float]) {
        self.function.value_with(&mut workspace.of_function, x, y);
    }

    fn adjoint_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        seed: &[F::Float],
        y: &mut [F::Float],
        adjoint: &mut [F::Float],
    ) {
        let workspace = &mut workspace.of_function;
        self.function.adjoint_with(workspace, x, seed, y, adjoint);
    }

    fn tangent_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        direction: &[F::Float],
        y: &mut [F::Float],
        tangent: &mut [F::Float],
    ) {
        let workspace = &mut workspace.of_function;
        self.function
            .tangent_with(workspace, x, direction, y, tangent);
    }
}

impl<F: ScalarFunction, J, H> ScalarFunction for WithSparsity<F, J, H> {
    fn gradient_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        gradient: &mut [F::Float],
    ) -> F::Float {
        let workspace = &mut workspace.of_function;
        self.function.gradient_with(workspace, x, gradient)
    }
}

impl<F: JacobianFunction, J, H> JacobianFunction for WithSparsity<F, J, H> {
    fn jacobian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        jacobian: &mut [F::Float],
    ) {
        let workspace = &mut workspace.of_function;
        self.function.jacobian_with(workspace, x, jacobian);
    }
}

impl<F: HessianFunction, J, H> HessianFunction for WithSparsity<F, J, H> {
    fn hessian_product_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        weights: &[F::Float],
        direction: &[F::Float],
        product: &mut [F::Float],
    ) {
        let workspace = &mut workspace.of_function;
        self.function
            .hessian_product_with(workspace, x, weights, direction, product);
    }

    fn hessian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        weights: &[F::Float],
        hessian: &mut [F::Float],
    ) {
        let workspace = &mut workspace.of_function;
        self.function.hessian_with(workspace, x, weights, hessian);
    }

    fn value_gradient_hessian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        weights: &[F::Float],
        y: &mut [F::Float],
        gradient: &mut [F::Float],
        hessian: &mut [F::Float],
    ) {
        let workspace = &mut workspace.of_function;
        self.function
            .value_gradient_hessian_with(workspace, x, weights, y, gradient, hessian);
    }
}

impl<F: TaylorFunction, J, H> TaylorFunction for WithSparsity<F, J, H> {
    const ORDER: usize = F::ORDER;

    fn taylor_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        curve: &[F::Float],
        series: &mut [F::Float],
    ) {
        let workspace = &mut workspace.of_function;
        self.function.taylor_with(workspace, x, curve, series);
    }
}

impl<F: Function, H> SparseJacobianFunction for WithSparsity<F, Compression, H> {
    fn sparsity_jacobian(&self) -> Sparsity<'_> {
        self.jacobian.pattern().into()
    }

    fn sparse_jacobian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        values: &mut [F::Float],
    ) {
        let (function, n_in, n_out) = (&self.function, self.n_in(), self.n_out());
        expect_length("x", x.len(), n_in);
        expect_length("values", values.len(), self.jacobian.pattern().entries());
        workspace.value.resize(n_out, F::Float::ZERO);
        for product in self.jacobian.products() {
            workspace.start(
                product,
                match product.side() {
                    Side::Columns => n_out,
                    Side::Rows => n_in,
                },
            );
            let SparseWorkspace {
                of_function,
                direction,
                product: result,
                value,
            } = workspace;
            match product.side() {
                Side::Columns => function.tangent_with(of_function, x, direction, value, result),
                Side::Rows => function.adjoint_with(of_function, x, direction, value, result),
            }
            product.read(result, values);
        }
        self.jacobian.substitute(values);
    }
}

impl<F: HessianFunction, J> SparseHessianFunction for WithSparsity<F, J, Compression> {
    fn sparsity_hessian(&self) -> Sparsity<'_> {
        self.hessian.pattern().into()
    }

    fn sparse_hessian_with(
        &self,
        workspace: &mut Self::Workspace,
        x: &[F::Float],
        weights: &[F::Float],
        values: &mut [F::Float],
    ) {
        let (function, n_in) = (&self.function, self.n_in());
        expect_length("x", x.len(), n_in);
        expect_length("weights", weights.len(), self.n_out());
        expect_length("values", values.len(), self.hessian.pattern().entries());
        for product in self.hessian.products() {
            workspace.start(product, n_in);
            let SparseWorkspace {
                of_function,
                direction,
                product: result,
                ..
            } = workspace;
            function.hessian_product_with(of_function, x, weights, direction, result);
            product.read(result, values);
        }
        self.hessian.substitute(values);
    }
}
