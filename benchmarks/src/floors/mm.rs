//! The sum of the squares of a product of matrices: by register tiles, and by a library's product.

use super::{tiles, tree};

/// Square matrices.
pub(crate) type Matrix<const N: usize> = [[f64; N]; N];

/// The workspace of value and gradient.
#[derive(Clone)]
pub(crate) struct Workspace<const N: usize> {
    product: Matrix<N>,
    transposed: Matrix<N>,
}

impl<const N: usize> Workspace<N> {
    pub(crate) const ZERO: Self = Self {
        product: [[0.0; N]; N],
        transposed: [[0.0; N]; N],
    };
}

/// The value.
pub(crate) fn value<const N: usize>(
    a: &Matrix<N>,
    b: &Matrix<N>,
    workspace: &mut Workspace<N>,
) -> f64 {
    tiles::product(|i, k| a[i][k], b, &mut workspace.product);
    squares(&mut workspace.product)
}

/// Value and gradient: with `c = 2 a b`, the adjoints are `c b^T` and `a^T c`.
pub(crate) fn gradient<const N: usize>(
    a: &Matrix<N>,
    b: &Matrix<N>,
    workspace: &mut Workspace<N>,
    a_bar: &mut Matrix<N>,
    b_bar: &mut Matrix<N>,
) -> f64 {
    let Workspace {
        product: c,
        transposed,
    } = workspace;
    tiles::product(|i, k| a[i][k], b, c);
    let value = squares(c);
    tiles::transpose(b, transposed);
    tiles::product(|i, k| c[i][k], transposed, a_bar);
    tiles::product(|i, k| a[k][i], c, b_bar);
    value
}

/// A factor of a product.
#[derive(Clone, Copy)]
pub(crate) enum Factor<'a, const N: usize> {
    AsIs(&'a Matrix<N>),
    Transposed(&'a Matrix<N>),
}

/// A library's product of two matrices.
pub(crate) type Product<const N: usize> = fn(Factor<'_, N>, Factor<'_, N>, &mut Matrix<N>);

/// The value by a library's product.
pub(crate) fn value_by<const N: usize>(
    product: Product<N>,
    a: &Matrix<N>,
    b: &Matrix<N>,
    c: &mut Matrix<N>,
) -> f64 {
    product(Factor::AsIs(a), Factor::AsIs(b), c);
    squares(c)
}

/// Value and gradient by a library's product.
pub(crate) fn gradient_by<const N: usize>(
    product: Product<N>,
    a: &Matrix<N>,
    b: &Matrix<N>,
    c: &mut Matrix<N>,
    [a_bar, b_bar]: &mut [Matrix<N>; 2],
) -> f64 {
    product(Factor::AsIs(a), Factor::AsIs(b), c);
    let value = squares(c);
    product(Factor::AsIs(c), Factor::Transposed(b), a_bar);
    product(Factor::Transposed(a), Factor::AsIs(c), b_bar);
    value
}

/// The sum of the squares in eight partial sums; doubles the elements on the way.
#[inline(always)]
fn squares<const N: usize>(c: &mut Matrix<N>) -> f64 {
    let mut sums = [0.0; 8];
    for chunk in c.as_flattened_mut().as_chunks_mut::<8>().0 {
        for lane in 0..8 {
            sums[lane] += chunk[lane] * chunk[lane];
            chunk[lane] *= 2.0;
        }
    }
    tree(&sums)
}
