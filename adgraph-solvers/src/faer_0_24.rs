//! Vectors and matrices of faer 0.24.
//!
//! ```
//! use adgraph_solvers::Evaluate;
//! use faer::{Col, Mat, col};
//!
//! adgraph::graph! {
//!     #[derivatives(hessian)]
//!     fn valley(x: [f64; 2]) -> f64 {
//!         x[0] * x[0] * x[1]
//!     }
//! }
//!
//! let x = col![3.0, 5.0];
//! let gradient: Col<f64> = valley::Function.gradient_at(&x)?;
//! let hessian: Mat<f64> = valley::Function.hessian_at(&x, &[1.0])?;
//! assert_eq!((gradient[0], gradient[1]), (30.0, 9.0));
//! assert_eq!((hessian[(0, 0)], hessian[(1, 0)]), (10.0, 6.0));
//! # Ok::<(), adgraph_solvers::Error>(())
//! ```

use adgraph::math::Float;
use faer::{Col, Mat, MatRef};

use crate::error::{Error, check};
use crate::{Matrix, Vector};

impl<T: Float> Vector<T> for Col<T> {
    type Matrix = Mat<T>;

    fn zeros(length: usize) -> Option<Self> {
        Some(Self::from_fn(length, |_| T::ZERO))
    }

    fn elements(&self) -> Option<&[T]> {
        let contiguous = self.try_as_col_major();
        contiguous.map(faer::ColRef::as_slice)
    }

    fn elements_mut(&mut self) -> Option<&mut [T]> {
        let contiguous = self.try_as_col_major_mut();
        contiguous.map(faer::ColMut::as_slice_mut)
    }
}

impl<T: Float> Matrix<T> for Mat<T> {
    fn from_row_major(rows: usize, columns: usize, entries: Vec<T>) -> Option<Self> {
        let entry = |row: usize, column: usize| entries[row * columns + column];
        (entries.len() == rows * columns).then(|| Self::from_fn(rows, columns, entry))
    }
}

/// A matrix given row by row, such as the Jacobian of a function over slices, as a matrix of faer,
/// without a copy.
///
/// # Errors
/// [`Error::Length`] where there are not `rows` times `columns` entries.
pub fn row_major<T>(rows: usize, columns: usize, entries: &[T]) -> Result<MatRef<'_, T>, Error> {
    check("entries", entries.len(), rows * columns)?;
    Ok(MatRef::from_row_major_slice(entries, rows, columns))
}
