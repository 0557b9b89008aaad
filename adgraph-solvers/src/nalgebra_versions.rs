//! Vectors and matrices of nalgebra, once for each of its versions.

/// The implementations for one version, as the crate of that name.
macro_rules! version {
    ($nalgebra:ident) => {
        use ::$nalgebra::allocator::Allocator;
        use ::$nalgebra::{DMatrixView, DefaultAllocator, Dim, Dyn, OMatrix, OVector, Scalar, U1};
        use adgraph::math::Float;

        use crate::error::{Error, check};
        use crate::{Matrix, Vector};

        impl<T: Float + Scalar, D: Dim> Vector<T> for OVector<T, D>
        where
            DefaultAllocator: Allocator<D> + Allocator<D, D>,
        {
            type Matrix = OMatrix<T, D, D>;

            fn zeros(length: usize) -> Option<Self> {
                let dimension = known::<D>(length)?;
                Some(Self::from_element_generic(dimension, U1, T::ZERO))
            }

            fn elements(&self) -> Option<&[T]> {
                Some(self.as_slice())
            }

            fn elements_mut(&mut self) -> Option<&mut [T]> {
                Some(self.as_mut_slice())
            }
        }

        impl<T: Float + Scalar, R: Dim, C: Dim> Matrix<T> for OMatrix<T, R, C>
        where
            DefaultAllocator: Allocator<R, C>,
        {
            fn from_row_major(rows: usize, columns: usize, entries: Vec<T>) -> Option<Self> {
                let (r, c) = (known::<R>(rows)?, known::<C>(columns)?);
                (entries.len() == rows * columns)
                    .then(|| Self::from_row_iterator_generic(r, c, entries))
            }
        }

        /// A matrix given row by row, such as the Jacobian of a function over slices, as a matrix
        /// of nalgebra, without a copy: its rows stay next to each other in memory.
        ///
        /// # Errors
        /// [`Error::Length`] where there are not `rows` times `columns` entries.
        pub fn row_major<T: Scalar>(
            rows: usize,
            columns: usize,
            entries: &[T],
        ) -> Result<DMatrixView<'_, T, Dyn, Dyn>, Error> {
            check("entries", entries.len(), rows * columns)?;
            let (rows, columns) = (Dyn(rows), Dyn(columns));
            let (row_stride, column_stride) = (columns, Dyn(1));
            Ok(DMatrixView::from_slice_with_strides_generic(
                entries,
                rows,
                columns,
                row_stride,
                column_stride,
            ))
        }

        /// The dimension of this number, if it can be that.
        fn known<D: Dim>(length: usize) -> Option<D> {
            let fits = D::try_to_usize().is_none_or(|fixed| fixed == length);
            fits.then(|| D::from_usize(length))
        }
    };
}

/// Vectors and matrices of nalgebra 0.34: static and dynamic ones, and views of matrices that are
/// given row by row.
///
/// ```
/// use adgraph::function::JacobianFunction;
/// use adgraph_solvers::nalgebra_0_34::row_major;
///
/// adgraph::graph! {
///     #[derivatives(jacobian)]
///     fn polar(r: f64, angle: f64) -> [f64; 2] {
///         [r * cos(angle), r * sin(angle)]
///     }
/// }
///
/// let mut entries = [0.0; 4];
/// polar::Function.jacobian(&[2.0, 0.0], &mut entries);
/// let jacobian = row_major(2, 2, &entries)?;
/// assert_eq!(jacobian.determinant(), 2.0);
/// # Ok::<(), adgraph_solvers::Error>(())
/// ```
#[cfg(feature = "nalgebra-0-34")]
pub mod nalgebra_0_34 {
    version!(nalgebra);
}

/// Vectors and matrices of nalgebra 0.35: static and dynamic ones, and views of matrices that are
/// given row by row.
///
/// ```
/// use adgraph_solvers::nalgebra_0_35::row_major;
///
/// let entries = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// assert_eq!(row_major(2, 3, &entries)?[(1, 0)], 4.0);
/// # Ok::<(), adgraph_solvers::Error>(())
/// ```
#[cfg(feature = "nalgebra-0-35")]
pub mod nalgebra_0_35 {
    version!(nalgebra_0_35);
}
