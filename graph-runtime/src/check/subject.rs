//! The subject of a check: a function with derivatives over flat slices, of generated code or of a
//! graph. Its inputs and outputs are `f64`, whatever type it computes in.

use alloc::vec;
use alloc::vec::Vec;

use graph_math::math::Float;

use super::NonFinite;
use super::entries::Entries;
use crate::derivative::Evaluator;
use crate::execute::{Item, Result};
use crate::function::Function;

/// A function with derivatives.
pub(super) trait Subject {
    fn n_in(&self) -> usize;

    fn n_out(&self) -> usize;

    /// The distance from 1 to the next number of the float type at work.
    fn epsilon(&self) -> f64;

    fn value(&mut self, x: &[f64]) -> Result<Vec<f64>>;

    /// The adjoint for a seed.
    fn adjoint(&mut self, x: &[f64], seed: &[f64]) -> Result<Vec<f64>>;

    /// The tangent in a direction.
    fn tangent(&mut self, x: &[f64], direction: &[f64]) -> Result<Vec<f64>>;

    /// The product of the Hessian of the weighted sum of the results with a direction.
    fn hessian_product(
        &mut self,
        x: &[f64],
        weights: &[f64],
        direction: &[f64],
    ) -> Result<Vec<f64>>;

    /// The entries of the Jacobian.
    fn jacobian_entries(&mut self, x: &[f64]) -> Result<Entries>;

    /// The entries of the Hessian of the weighted sum of the results, on both sides of the
    /// diagonal.
    fn hessian_entries(&mut self, x: &[f64], weights: &[f64]) -> Result<Entries>;

    /// Where value or adjoint first are not finite.
    fn first_non_finite(&mut self, x: &[f64], seed: &[f64]) -> Result<Option<NonFinite>>;
}

/// Generated code, with its graph for the values that the code does not give: derivatives of the
/// second order, and intermediate values.
pub(super) struct Generated<'f, F: Function> {
    function: &'f F,
    workspace: F::Workspace,
    graph: &'f mut Evaluator<F::Float>,
}

impl<'f, F: Function> Generated<'f, F> {
    pub(super) fn new(function: &'f F, graph: &'f mut Evaluator<F::Float>) -> Self {
        Self {
            function,
            workspace: F::Workspace::default(),
            graph,
        }
    }
}

impl<F: Function<Float: Item>> Subject for Generated<'_, F> {
    fn n_in(&self) -> usize {
        self.function.n_in()
    }

    fn n_out(&self) -> usize {
        self.function.n_out()
    }

    fn epsilon(&self) -> f64 {
        epsilon::<F::Float>()
    }

    fn value(&mut self, x: &[f64]) -> Result<Vec<f64>> {
        let mut y = vec![F::Float::ZERO; self.function.n_out()];
        self.function
            .value_with(&mut self.workspace, &narrow(x), &mut y);
        Ok(wide(&y))
    }

    fn adjoint(&mut self, x: &[f64], seed: &[f64]) -> Result<Vec<f64>> {
        let mut y = vec![F::Float::ZERO; self.function.n_out()];
        let mut adjoint = vec![F::Float::ZERO; self.function.n_in()];
        let (x, seed) = (narrow(x), narrow(seed));
        self.function
            .adjoint_with(&mut self.workspace, &x, &seed, &mut y, &mut adjoint);
        Ok(wide(&adjoint))
    }

    fn tangent(&mut self, x: &[f64], direction: &[f64]) -> Result<Vec<f64>> {
        let mut y = vec![F::Float::ZERO; self.function.n_out()];
        let mut tangent = vec![F::Float::ZERO; self.function.n_out()];
        let (x, direction) = (narrow(x), narrow(direction));
        self.function
            .tangent_with(&mut self.workspace, &x, &direction, &mut y, &mut tangent);
        Ok(wide(&tangent))
    }

    fn hessian_product(
        &mut self,
        x: &[f64],
        weights: &[f64],
        direction: &[f64],
    ) -> Result<Vec<f64>> {
        Subject::hessian_product(self.graph, x, weights, direction)
    }

    fn jacobian_entries(&mut self, x: &[f64]) -> Result<Entries> {
        Subject::jacobian_entries(self.graph, x)
    }

    fn hessian_entries(&mut self, x: &[f64], weights: &[f64]) -> Result<Entries> {
        Subject::hessian_entries(self.graph, x, weights)
    }

    fn first_non_finite(&mut self, x: &[f64], seed: &[f64]) -> Result<Option<NonFinite>> {
        Subject::first_non_finite(self.graph, x, seed)
    }
}

impl<T: Float + Item> Subject for Evaluator<T> {
    fn n_in(&self) -> usize {
        Self::n_in(self)
    }

    fn n_out(&self) -> usize {
        Self::n_out(self)
    }

    fn epsilon(&self) -> f64 {
        epsilon::<T>()
    }

    fn value(&mut self, x: &[f64]) -> Result<Vec<f64>> {
        Self::value(self, &narrow(x)).map(wide)
    }

    fn adjoint(&mut self, x: &[f64], seed: &[f64]) -> Result<Vec<f64>> {
        let adjoint = Self::adjoint(self, &narrow(x), &narrow(seed));
        adjoint.map(|(_, adjoint)| wide(adjoint))
    }

    fn tangent(&mut self, x: &[f64], direction: &[f64]) -> Result<Vec<f64>> {
        let tangent = Self::tangent(self, &narrow(x), &narrow(direction));
        tangent.map(|(_, tangent)| wide(tangent))
    }

    fn hessian_product(
        &mut self,
        x: &[f64],
        weights: &[f64],
        direction: &[f64],
    ) -> Result<Vec<f64>> {
        let [x, weights, direction] = [x, weights, direction].map(narrow);
        Self::hessian_product(self, &x, &weights, &direction).map(wide)
    }

    fn jacobian_entries(&mut self, x: &[f64]) -> Result<Entries> {
        let matrix = Self::sparse_jacobian(self, &narrow(x))?;
        let entries = matrix.triplets();
        Ok(entries
            .map(|(row, column, value)| (row, column, value.to_f64()))
            .collect())
    }

    fn hessian_entries(&mut self, x: &[f64], weights: &[f64]) -> Result<Entries> {
        let matrix = Self::sparse_hessian(self, &narrow(x), &narrow(weights))?;
        let lower = matrix.triplets();
        let both = lower.flat_map(|(row, column, value)| {
            let own = (row, column, value.to_f64());
            let mirrored = (row != column).then_some((column, row, value.to_f64()));
            [Some(own), mirrored]
        });
        Ok(both.flatten().collect())
    }

    fn first_non_finite(&mut self, x: &[f64], seed: &[f64]) -> Result<Option<NonFinite>> {
        Self::first_non_finite(self, &narrow(x), &narrow(seed))
    }
}

fn epsilon<T: Float>() -> f64 {
    match T::BITS {
        32 => f64::from(f32::EPSILON),
        _ => f64::EPSILON,
    }
}

fn narrow<T: Float>(numbers: &[f64]) -> Vec<T> {
    numbers.iter().map(|&x| T::from_f64(x)).collect()
}

fn wide<T: Float>(numbers: &[T]) -> Vec<f64> {
    numbers.iter().map(|x| x.to_f64()).collect()
}
