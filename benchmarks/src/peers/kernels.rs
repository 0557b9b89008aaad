//! Libraries' products of matrices, on one core.

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::floors::mm::{Factor, Matrix};

/// faer's product.
pub(crate) fn faer<const N: usize>(a: Factor<'_, N>, b: Factor<'_, N>, c: &mut Matrix<N>) {
    fn view<const N: usize>(factor: Factor<'_, N>) -> MatRef<'_, f64> {
        match factor {
            Factor::AsIs(m) => MatRef::from_row_major_slice(m.as_flattened(), N, N),
            Factor::Transposed(m) => {
                MatRef::from_row_major_slice(m.as_flattened(), N, N).transpose()
            }
        }
    }
    let c = MatMut::from_row_major_slice_mut(c.as_flattened_mut(), N, N);
    matmul(c, Accum::Replace, view(a), view(b), 1.0, Par::Seq);
}

/// matrixmultiply's product, through ndarray.
pub(crate) fn matrixmultiply<const N: usize>(
    a: Factor<'_, N>,
    b: Factor<'_, N>,
    c: &mut Matrix<N>,
) {
    fn view<const N: usize>(factor: Factor<'_, N>) -> ArrayView2<'_, f64> {
        match factor {
            Factor::AsIs(m) => ArrayView2::from(m),
            Factor::Transposed(m) => ArrayView2::from(m).reversed_axes(),
        }
    }
    let mut c = ArrayViewMut2::from(c);
    ndarray::linalg::general_mat_mul(1.0, &view(a), &view(b), 0.0, &mut c);
}
