//! A panel: a block of the right operand's columns, copied side by side.

use super::Matrix;
use super::tile::Right;
use crate::lanes::LANES;
use crate::math::Float;

/// `TERMS` rows of `VECTORS` vectors, aligned as the widest registers want it.
#[repr(align(64))]
pub(super) struct Panel<T, const VECTORS: usize, const TERMS: usize>(
    [[[T; LANES]; VECTORS]; TERMS],
);

impl<T: Float, const VECTORS: usize, const TERMS: usize> Panel<T, VECTORS, TERMS> {
    pub(super) fn new() -> Self {
        Self([[[T::ZERO; LANES]; VECTORS]; TERMS])
    }

    /// Copies the first `columns` columns of the first `terms` terms. What fills a row up is
    /// left as it is: its sums are dropped.
    pub(super) fn fill(
        &mut self,
        from: Matrix<'_, T>,
        terms: usize,
        columns: usize,
    ) -> Right<'_, T> {
        let [term, column] = from.strides.map(isize::cast_unsigned);
        if column == 1 {
            for (k, row) in self.0[..terms].iter_mut().enumerate() {
                let start = from.offset.wrapping_add(k.wrapping_mul(term));
                let row = row.as_flattened_mut();
                // The usual length, known to the compiler, is worth a case of its own.
                if columns == row.len() {
                    row.copy_from_slice(&from.elements[start..][..VECTORS * LANES]);
                } else {
                    row[..columns].copy_from_slice(&from.elements[start..][..columns]);
                }
            }
        } else if term == 1 {
            for j in 0..columns {
                let start = from.offset.wrapping_add(j.wrapping_mul(column));
                let column = &from.elements[start..][..terms];
                for (row, &element) in self.0.iter_mut().zip(column) {
                    row[j / LANES][j % LANES] = element;
                }
            }
        } else {
            for (k, row) in self.0[..terms].iter_mut().enumerate() {
                let start = from.offset.wrapping_add(k.wrapping_mul(term));
                for (j, element) in row.as_flattened_mut()[..columns].iter_mut().enumerate() {
                    *element = from.elements[start.wrapping_add(j.wrapping_mul(column))];
                }
            }
        }
        Right {
            elements: self.0.as_flattened().as_flattened(),
            offset: 0,
            term: VECTORS * LANES,
        }
    }
}
