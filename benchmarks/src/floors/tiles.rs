//! Products of matrices in register tiles of 4 rows by 16 columns.

use super::fma;

/// `c = a b`, where `a` gives the element of a row and a column: a matrix or its transpose.
#[inline(always)]
pub(super) fn product<const M: usize, const N: usize, const K: usize>(
    a: impl Fn(usize, usize) -> f64,
    b: &[[f64; N]; K],
    c: &mut [[f64; N]; M],
) {
    const { assert!(M.is_multiple_of(4) && N.is_multiple_of(16), "whole tiles") };
    for column in (0..N).step_by(16) {
        for row in (0..M).step_by(4) {
            let mut tile = [[0.0; 16]; 4];
            for k in 0..K {
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

/// The transpose, block by block.
#[inline(always)]
pub(super) fn transpose<const M: usize, const N: usize>(
    a: &[[f64; N]; M],
    transposed: &mut [[f64; M]; N],
) {
    for row in (0..M).step_by(8) {
        for column in (0..N).step_by(8) {
            for i in row..M.min(row + 8) {
                for j in column..N.min(column + 8) {
                    transposed[j][i] = a[i][j];
                }
            }
        }
    }
}
