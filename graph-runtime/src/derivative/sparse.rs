//! Sparse Jacobians and Hessians: the entries of a pattern, computed all at once.

use alloc::sync::Arc;

use graph_autodiff::sparsity::Pattern;
use graph_autodiff::{
    Method, Sparse, Weights, sparse_hessian, sparse_jacobian, value_gradient_sparse_hessian,
};
use graph_math::math::Float;

use super::Evaluator;
use super::drive::Mode;
use crate::execute::{Item, Result, expect_count};
use crate::sparse::SparseMatrix;

impl<T: Float + Item> Evaluator<T> {
    /// The places of the Jacobian's entries: a row for each result, a column for each variable.
    ///
    /// # Errors
    /// [`ExecuteError::Graph`](crate::execute::ExecuteError::Graph) for a function without
    /// derivatives or whose pattern is too large.
    pub fn jacobian_pattern(&mut self) -> Result<&Pattern> {
        Ok(&self.sparse(Mode::SparseJacobian)?.pattern)
    }

    /// The places of the entries of the lower triangle of the Hessian of a weighted sum of the
    /// results: a row and a column for each variable.
    ///
    /// # Errors
    /// As [`Self::jacobian_pattern`].
    pub fn hessian_pattern(&mut self) -> Result<&Pattern> {
        let known = self.sparse_of(Mode::Newton).is_some();
        let mode = if known {
            Mode::Newton
        } else {
            Mode::SparseHessian
        };
        Ok(&self.sparse(mode)?.pattern)
    }

    /// How the entries of the sparse Jacobian are computed.
    ///
    /// # Errors
    /// As [`Self::jacobian_pattern`].
    pub fn jacobian_method(&mut self) -> Result<Method> {
        Ok(self.sparse(Mode::SparseJacobian)?.method)
    }

    /// How the entries of the sparse Hessian are computed.
    ///
    /// # Errors
    /// As [`Self::jacobian_pattern`].
    pub fn hessian_method(&mut self) -> Result<Method> {
        Ok(self.sparse(Mode::SparseHessian)?.method)
    }

    /// The entries of the Jacobian at `x` (`n_in`), in the order of [`Self::jacobian_pattern`].
    ///
    /// # Errors
    /// As [`Self::value`] and [`Self::jacobian_pattern`].
    pub fn sparse_jacobian(&mut self, x: &[T]) -> Result<SparseMatrix<'_, T>> {
        self.start(Mode::SparseJacobian, x)?;
        self.run(Mode::SparseJacobian, true)?;
        self.read(Mode::SparseJacobian);
        self.entries(Mode::SparseJacobian)
    }

    /// The entries of the lower triangle of the Hessian at `x` (`n_in`) of the sum of the results
    /// weighted by `weights` (`n_out`), in the order of [`Self::hessian_pattern`].
    ///
    /// # Errors
    /// As [`Self::value`] and [`Self::jacobian_pattern`].
    pub fn sparse_hessian(&mut self, x: &[T], weights: &[T]) -> Result<SparseMatrix<'_, T>> {
        self.second(Mode::SparseHessian, x, weights)?;
        self.entries(Mode::SparseHessian)
    }

    /// The value at `x` (`n_in`), `n_out` numbers; the gradient of the sum of the results weighted
    /// by `weights` (`n_out`), `n_in` numbers; and the entries of the lower triangle of its
    /// Hessian, in the order of [`Self::hessian_pattern`]: in one evaluation, for little more than
    /// the last.
    ///
    /// # Errors
    /// As [`Self::value`] and [`Self::jacobian_pattern`].
    #[allow(
        clippy::type_complexity,
        reason = "three results as they are asked for"
    )]
    pub fn value_gradient_hessian(
        &mut self,
        x: &[T],
        weights: &[T],
    ) -> Result<(&[T], &[T], SparseMatrix<'_, T>)> {
        self.second(Mode::Newton, x, weights)?;
        Ok((&self.y, &self.adjoint, self.entries(Mode::Newton)?))
    }

    fn second(&mut self, mode: Mode, x: &[T], weights: &[T]) -> Result<()> {
        expect_count("weight", self.n_out(), weights.len())?;
        self.start(mode, x)?;
        self.write(mode, weights)?;
        self.run(mode, true)?;
        self.read(mode);
        Ok(())
    }

    fn entries(&self, mode: Mode) -> Result<SparseMatrix<'_, T>> {
        let sparse = self.sparse_of(mode).ok_or(graph_ir::Error::OutOfScope)?;
        Ok(SparseMatrix {
            pattern: &sparse.pattern,
            values: &self.entries,
        })
    }

    /// The sparse matrix of a mode, made at the first request.
    pub(super) fn sparse(&mut self, mode: Mode) -> Result<&Sparse> {
        let (graph, wrt) = (&*self.graph, &self.wrt[..]);
        let weights = match self.layout.is_number {
            true => Weights::One,
            false => Weights::Inputs,
        };
        let place = &mut self.sparse[place(mode)];
        let sparse = match place {
            Some(sparse) => sparse,
            None => place.insert(Arc::new(match mode {
                Mode::SparseHessian => sparse_hessian(graph, wrt, weights)?,
                Mode::Newton => value_gradient_sparse_hessian(graph, wrt, weights)?,
                _ => sparse_jacobian(graph, wrt)?,
            })),
        };
        Ok(sparse)
    }

    /// The sparse matrix of a mode, if it has one that is made.
    pub(super) fn sparse_of(&self, mode: Mode) -> Option<&Sparse> {
        let sparse = self.sparse[place(mode)].as_deref();
        sparse.filter(|_| mode.is_sparse())
    }
}

/// The place of a mode among those of sparse matrices.
fn place(mode: Mode) -> usize {
    match mode {
        Mode::SparseHessian => 1,
        Mode::Newton => 2,
        _ => 0,
    }
}
