//! A panel: a block of the right operand's columns, copied side by side.

use super::axes::Run;
use super::tile::Right;
use crate::kernels::number::Number;
use crate::lanes::LANES;
use crate::matrix::Matrix;

/// `TERMS` rows of `VECTORS` vectors, aligned as the widest registers want it.
#[repr(align(64))]
pub(super) struct Panel<T, const VECTORS: usize, const TERMS: usize>(
    [[[T; LANES]; VECTORS]; TERMS],
);

impl<T: Number, const VECTORS: usize, const TERMS: usize> Panel<T, VECTORS, TERMS> {
    pub(super) fn new() -> Self {
        Self([[[T::ZERO; LANES]; VECTORS]; TERMS])
    }

    /// Copies the first `columns` columns of the first `terms` terms. The rest of a row is left as
    /// it is: its sums are dropped.
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
        self.columns()
    }

    /// Copies columns, no more than a row holds, of some terms, wherever they lie from the first
    /// element on. The rest of a row is left as it is: its sums are dropped.
    pub(super) fn gather(
        &mut self,
        from: Matrix<'_, T>,
        terms: impl Iterator<Item = Run>,
        columns: impl Iterator<Item = Run>,
    ) -> Right<'_, T> {
        // The runs of columns are the same for all terms.
        let mut runs = [[Run::default(); LANES]; VECTORS];
        let runs = runs.as_flattened_mut();
        let count = runs.iter_mut().zip(columns).map(|(held, run)| *held = run);
        let count = count.count();
        let runs = &runs[..count];
        let mut rows = self.0.iter_mut();
        for term in terms {
            let mut start = from.offset.wrapping_add(term.place);
            for row in rows.by_ref().take(term.length) {
                let mut row = row.as_flattened_mut();
                for run in runs {
                    let (part, rest) = row.split_at_mut(run.length);
                    copy(part, from.elements, start.wrapping_add(run.place), run.step);
                    row = rest;
                }
                start = start.wrapping_add(term.step);
            }
        }
        self.columns()
    }

    fn columns(&self) -> Right<'_, T> {
        Right {
            elements: self.0.as_flattened().as_flattened(),
            offset: 0,
            term: VECTORS * LANES,
        }
    }
}

/// Copies every so many elements from a place on.
#[inline]
fn copy<T: Number>(to: &mut [T], from: &[T], start: usize, step: usize) {
    if step != 1 {
        for (j, element) in to.iter_mut().enumerate() {
            *element = from[start.wrapping_add(j.wrapping_mul(step))];
        }
        return;
    }
    let from = &from[start..][..to.len()];
    // Short runs are many: a call for each would take longer than what it copies.
    let (to, to_rest) = to.as_chunks_mut::<LANES>();
    let (from, from_rest) = from.as_chunks::<LANES>();
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
    for (to, from) in to_rest.iter_mut().zip(from_rest) {
        *to = *from;
    }
}
