//! Dense Jacobians and Hessians, a row or a column at a time.

use graph_math::math::Float;

use super::Evaluator;
use super::drive::Mode;
use crate::Rows;
use crate::execute::{ExecuteError, Item, Result, expect_count};

impl<T: Float + Item> Evaluator<T> {
    /// The Jacobian at `x` (`n_in`): a row for each result, a column for each variable. It takes
    /// a tangent for each variable or an adjoint for each result, whichever are fewer.
    ///
    /// # Errors
    /// As [`Self::value`], and [`ExecuteError::TooLarge`].
    pub fn jacobian(&mut self, x: &[T]) -> Result<Rows<'_, T>> {
        let (rows, columns) = (self.n_out(), self.n_in());
        self.room(rows, columns)?;
        if columns <= rows {
            self.start(Mode::Tangent, x)?;
            self.for_each_unit(columns, |this, column, unit| {
                this.write(Mode::Tangent, unit)?;
                this.run(Mode::Tangent, column == 0)?;
                this.read(Mode::Tangent);
                for (row, &derivative) in this.tangent.iter().enumerate() {
                    this.matrix[row * columns + column] = derivative;
                }
                Ok(())
            })?;
        } else {
            self.start(Mode::Adjoint, x)?;
            self.for_each_unit(rows, |this, row, unit| {
                this.write(Mode::Adjoint, unit)?;
                this.run(Mode::Adjoint, row == 0)?;
                this.read(Mode::Adjoint);
                this.matrix[row * columns..][..columns].copy_from_slice(&this.adjoint);
                Ok(())
            })?;
        }
        Ok(self.finished(rows, columns))
    }

    /// The Hessian at `x` (`n_in`) of the sum of the results weighted by `weights` (`n_out`): a
    /// row and a column for each variable. Each row is computed by itself, as the tangent of the
    /// adjoint in the direction of one variable.
    ///
    /// # Errors
    /// As [`Self::value`], and [`ExecuteError::TooLarge`].
    pub fn hessian(&mut self, x: &[T], weights: &[T]) -> Result<Rows<'_, T>> {
        let n = self.n_in();
        expect_count("weight", self.n_out(), weights.len())?;
        self.room(n, n)?;
        self.start(Mode::Second, x)?;
        self.write(Mode::Second, weights)?;
        self.for_each_unit(n, |this, row, unit| {
            this.write_second(unit)?;
            this.run(Mode::Second, row == 0)?;
            this.read(Mode::Second);
            this.matrix[row * n..][..n].copy_from_slice(&this.adjoint);
            Ok(())
        })?;
        Ok(self.finished(n, n))
    }

    /// The Hessian at `x` (`n_in`) of the sum of the results weighted by `weights` (`n_out`),
    /// times `direction` (`n_in`): `n_in` numbers, for the price of a few values.
    ///
    /// # Errors
    /// As [`Self::value`].
    pub fn hessian_product(&mut self, x: &[T], weights: &[T], direction: &[T]) -> Result<&[T]> {
        expect_count("weight", self.n_out(), weights.len())?;
        expect_count("number of the direction", self.n_in(), direction.len())?;
        self.start(Mode::Second, x)?;
        self.write(Mode::Second, weights)?;
        self.write_second(direction)?;
        self.run(Mode::Second, true)?;
        self.read(Mode::Second);
        Ok(&self.adjoint)
    }

    /// Refuses matrices that take more memory than is allowed, and makes room for this one.
    fn room(&mut self, rows: usize, columns: usize) -> Result<()> {
        let bytes = (rows as u64).saturating_mul(columns as u64);
        let bytes = bytes.saturating_mul(u64::from(T::BITS / 8));
        if bytes > self.limit {
            let limit = self.limit;
            return Err(ExecuteError::TooLarge { bytes, limit });
        }
        self.matrix.resize(rows * columns, T::ZERO);
        Ok(())
    }

    /// Calls `f` with each unit vector of so many numbers.
    fn for_each_unit(
        &mut self,
        count: usize,
        mut f: impl FnMut(&mut Self, usize, &[T]) -> Result<()>,
    ) -> Result<()> {
        let mut unit = core::mem::take(&mut self.unit);
        unit.clear();
        unit.resize(count, T::ZERO);
        let mut done = Ok(());
        for i in 0..count {
            unit[i] = T::ONE;
            done = f(self, i, &unit);
            unit[i] = T::ZERO;
            if done.is_err() {
                break;
            }
        }
        self.unit = unit;
        done
    }

    fn finished(&self, rows: usize, columns: usize) -> Rows<'_, T> {
        Rows::of(&self.matrix, rows, columns)
    }
}
