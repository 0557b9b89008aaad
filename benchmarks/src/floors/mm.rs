//! The sum of the squares of a product of matrices, with products in register tiles of 4 rows by 16
//! columns.

use super::fma;

/// Square matrices.
pub(crate) type Matrix<const N: usize> = [[f64; N]; N];

/// What the gradient needs beside its results.
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
    tiled(|i, k| a[i][k], b, &mut workspace.product);
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
    tiled(|i, k| a[i][k], b, c);
    let value = squares(c);
    for i in 0..N {
        for j in 0..N {
            transposed[j][i] = b[i][j];
        }
    }
    tiled(|i, k| c[i][k], transposed, a_bar);
    tiled(|i, k| a[k][i], c, b_bar);
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
    sums.iter().sum()
}

/// `c = a b`, where `a` gives the element of a row and a column.
#[inline(always)]
fn tiled<const N: usize>(a: impl Fn(usize, usize) -> f64, b: &Matrix<N>, c: &mut Matrix<N>) {
    const { assert!(N.is_multiple_of(16), "whole tiles only") };
    for column in (0..N).step_by(16) {
        for row in (0..N).step_by(4) {
            let mut tile = [[0.0; 16]; 4];
            for k in 0..N {
                let b: &[f64; 16] = b[k][column..].first_chunk().expect("a tile's width");
                for (r, sums) in tile.iter_mut().enumerate() {
                    let a = a(row + r, k);
                    for lane in 0..16 {
                        sums[lane] = fma(a, b[lane], sums[lane]);
                    }
                }
            }
            for (r, sums) in tile.iter().enumerate() {
                c[row + r][column..column + 16].copy_from_slice(sums);
            }
        }
    }
}
