//! Vectors and matrices of ndarray 0.17. Both lie in memory as functions write them, so that
//! neither is copied.
//!
//! ```
//! use adgraph_solvers::Evaluate;
//! use ndarray::{Array1, Array2, array};
//!
//! adgraph::graph! {
//!     #[derivatives(jacobian)]
//!     fn polar(r: f64, angle: f64) -> [f64; 2] {
//!         [r * cos(angle), r * sin(angle)]
//!     }
//! }
//!
//! let jacobian: Array2<f64> = polar::Function.jacobian_at(&array![2.0, 0.0])?;
//! assert_eq!(jacobian, array![[1.0, 0.0], [0.0, 2.0]]);
//! # Ok::<(), adgraph_solvers::Error>(())
//! ```

use adgraph::math::Float;
use ndarray::{Array1, Array2, ArrayView2};

use crate::error::{Error, check};
use crate::{Matrix, Vector};

impl<T: Float> Vector<T> for Array1<T> {
    type Matrix = Array2<T>;

    fn zeros(length: usize) -> Option<Self> {
        Some(Self::from_elem(length, T::ZERO))
    }

    fn elements(&self) -> Option<&[T]> {
        self.as_slice()
    }

    fn elements_mut(&mut self) -> Option<&mut [T]> {
        self.as_slice_mut()
    }
}

impl<T: Float> Matrix<T> for Array2<T> {
    fn from_row_major(rows: usize, columns: usize, entries: Vec<T>) -> Option<Self> {
        Self::from_shape_vec((rows, columns), entries).ok()
    }
}

/// A matrix given row by row, such as the Jacobian of a function over slices, as a matrix of
/// ndarray, without a copy.
///
/// # Errors
/// [`Error::Length`] where there are not `rows` times `columns` entries.
pub fn row_major<T>(
    rows: usize,
    columns: usize,
    entries: &[T],
) -> Result<ArrayView2<'_, T>, Error> {
    let expected = rows * columns;
    check("entries", entries.len(), expected)?;
    ArrayView2::from_shape((rows, columns), entries).map_err(|_| Error::Length {
        what: "entries",
        found: entries.len(),
        expected,
    })
}
