//! Parts of flat slices as arrays of rows, and counts of their elements.

use super::many;

/// The value of an extent: the sum of terms, each a coefficient times the values of symbols. It is
/// 0 where a call is refused for it, and the greatest number where it is greater: no slice is as
/// long.
///
/// ```
/// use graph_runtime::generated::rows::count;
///
/// // 2 * N * M - 1
/// assert_eq!(count(&[(2, &[3, 4]), (-1, &[])]), 23);
/// assert_eq!(count(&[(2, &[0, 4]), (-1, &[])]), 0);
/// ```
#[inline]
#[must_use]
pub fn count(terms: &[(i64, &[usize])]) -> usize {
    let product = |(coefficient, factors): &(i64, &[usize])| {
        let factors = factors.iter();
        factors.fold(i128::from(*coefficient), |product, &factor| {
            product.saturating_mul(i128::try_from(factor).unwrap_or(i128::MAX))
        })
    };
    let sum = terms.iter().map(product).fold(0, i128::saturating_add);
    usize::try_from(sum.max(0)).unwrap_or(usize::MAX)
}

/// The largest integer that is not above a quotient; 0 where the divisor is not positive.
#[inline]
#[must_use]
pub const fn quotient(of: i64, by: i64) -> i64 {
    if by > 0 { of.div_euclid(by) } else { 0 }
}

/// The largest integer whose square is not above a number, and at least 1.
#[inline]
#[must_use]
pub const fn root(of: i64) -> i64 {
    if of > 1 { of.isqrt() } else { 1 }
}

/// The number of elements of several arrays together.
#[inline]
#[must_use]
pub fn total(counts: &[usize]) -> usize {
    counts.iter().copied().fold(0, usize::saturating_add)
}

/// Elements as so many rows of `N`.
#[inline]
#[must_use]
pub fn chunks<T: Copy, const N: usize>(elements: &[T], rows: usize) -> &[[T; N]] {
    match N {
        0 => without_elements(rows),
        _ => elements.as_chunks().0,
    }
}

/// The same to write.
#[inline]
#[must_use]
pub fn chunks_mut<T: Copy, const N: usize>(elements: &mut [T], rows: usize) -> &mut [[T; N]] {
    match N {
        0 => without_elements(rows),
        _ => elements.as_chunks_mut().0,
    }
}

/// Rows without elements. They take no memory, so that none is lost.
fn without_elements<'a, T: Copy + 'a, const N: usize>(rows: usize) -> &'a mut [[T; N]] {
    match <[T; N]>::try_from(&[][..]) {
        Ok(row) => leaked(many(row, rows)),
        Err(_) => &mut [],
    }
}

#[cfg(feature = "alloc")]
fn leaked<'a, T>(rows: super::Vec<T>) -> &'a mut [T] {
    rows.leak()
}

#[cfg(not(feature = "alloc"))]
fn leaked<'a, T>(_: super::Vec<T>) -> &'a mut [T] {
    &mut []
}

#[cfg(test)]
mod tests {
    use super::{chunks, chunks_mut, count, total};

    #[test]
    fn counts_are_no_less_than_none_and_end_at_the_greatest() {
        assert_eq!(count(&[]), 0);
        assert_eq!(count(&[(1, &[7])]), 7);
        assert_eq!(count(&[(1, &[3, 5]), (2, &[3]), (-4, &[])]), 17);
        assert_eq!(count(&[(1, &[2]), (-3, &[])]), 0);
        assert_eq!(count(&[(3, &[usize::MAX])]), usize::MAX);
        assert_eq!(count(&[(1, &[usize::MAX; 4])]), usize::MAX);
        assert_eq!(total(&[2, 0, 3]), 5);
        assert_eq!(total(&[usize::MAX, 3]), usize::MAX);
    }

    #[test]
    fn rows_of_any_length() {
        assert_eq!(
            chunks::<_, 2>(&[1, 2, 3, 4, 5, 6], 3),
            [[1, 2], [3, 4], [5, 6]]
        );
        assert_eq!(chunks::<f64, 3>(&[], 0).len(), 0);
        assert_eq!(chunks::<f64, 0>(&[], 4), [[0.0; 0]; 4]);
        let mut elements = [1, 2, 3, 4];
        chunks_mut::<_, 2>(&mut elements, 2)[1] = [7, 8];
        assert_eq!(elements, [1, 2, 7, 8]);
        assert_eq!(chunks_mut::<f64, 0>(&mut [], 2).len(), 2);
    }
}
