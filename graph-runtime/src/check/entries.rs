//! The entries of the Jacobian and of the Hessian, against products with these matrices.
//!
//! Entries are computed from the places where a matrix can be other than zero, products without
//! them. So a place that is missed is a difference.

use alloc::format;
use alloc::vec::Vec;

use super::subject::Subject;
use super::{Check, VARIABLES};
use crate::execute::{ExecuteError, Result};

/// The entries of a matrix: row, column and value.
pub(super) type Entries = Vec<(usize, usize, f64)>;

impl<S: Subject> Check<'_, S> {
    /// Compares the Jacobian with its product with a direction.
    pub(super) fn jacobian(&mut self, x: &[f64], direction: &[f64], tangent: &[f64]) -> Result<()> {
        if self.subject.n_in() > VARIABLES {
            return Ok(());
        }
        let entries = self.subject.jacobian_entries(x);
        self.entries("Jacobian, by products", entries, direction, tangent)
    }

    /// The same for the Hessian of the weighted sum of the results.
    pub(super) fn hessian(
        &mut self,
        x: &[f64],
        weights: &[f64],
        direction: &[f64],
        product: &[f64],
    ) -> Result<()> {
        if self.subject.n_in() > VARIABLES {
            return Ok(());
        }
        let entries = self.subject.hessian_entries(x, weights);
        self.entries("Hessian, by products", entries, direction, product)
    }

    fn entries(
        &mut self,
        what: &'static str,
        entries: Result<Entries>,
        direction: &[f64],
        product: &[f64],
    ) -> Result<()> {
        let entries = match entries {
            Ok(entries) => entries,
            // There are products where there is no matrix: its pattern is too large.
            Err(ExecuteError::Graph(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        let mut sums = alloc::vec![0.0; product.len()];
        let mut scales: Vec<f64> = product.iter().map(|p| p.abs()).collect();
        for (row, column, value) in entries {
            let term = value * direction[column];
            sums[row] += term;
            scales[row] += term.abs();
        }
        for (row, ((&sum, &product), scale)) in sums.iter().zip(product).zip(scales).enumerate() {
            let verdict = self.compare(sum, product, scale);
            self.report.add(what, verdict, || {
                format!("row {row}: the entries give {sum}, the product is {product}")
            });
        }
        Ok(())
    }
}
