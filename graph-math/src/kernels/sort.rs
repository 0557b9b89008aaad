//! Sorting positions by keys.
//!
//! A key is compared as an integer that orders as the numbers do: both zeros are one, and every NaN
//! is above all numbers. With the position as the second part of the key there are no equal keys,
//! so that any sorting algorithm gives the one stable order, and core's own sort, in place, will
//! do. Up to a limit, the integers are sorted with their positions beside them; beyond it, where
//! they would take too much of the stack, the positions alone.

/// Up to so many keys are copied: two kilobytes.
const COPIED: usize = 128;

/// A number that can be sorted by.
pub trait Key: Copy {
    /// An integer that orders as the numbers do, NaN above all.
    fn order(self) -> i64;
}

impl Key for i64 {
    #[inline]
    fn order(self) -> i64 {
        self
    }
}

/// The integer of a float, by which floats of all types are sorted.
#[inline]
pub(crate) fn order_of(number: f64) -> i64 {
    // Negative zero plus zero is zero.
    let number = number + 0.0;
    let bits = number.to_bits().cast_signed();
    // Of negative numbers the larger has the smaller bits but for the sign.
    let ordered = bits ^ ((bits >> 63) & i64::MAX);
    if number.is_nan() { i64::MAX } else { ordered }
}

/// Keys inside a slice: key `i` lies at `offset + i * stride`.
#[derive(Clone, Copy, Debug)]
pub struct Keys<'a, T> {
    /// The slice that holds the keys.
    pub elements: &'a [T],
    /// Where key 0 lies.
    pub offset: usize,
    /// The distance between neighbours.
    pub stride: isize,
}

impl<T: Key> Keys<'_, T> {
    #[inline]
    fn order(&self, position: usize) -> i64 {
        let place = self.stride.wrapping_mul(position.cast_signed());
        self.elements[self.offset.wrapping_add_signed(place)].order()
    }
}

/// Writes the positions of the keys in ascending order, as many as there is room for. Equal keys,
/// negative and positive zero among them, keep their order; NaNs come last and keep theirs.
///
/// # Panics
/// When a key lies outside its slice.
///
/// ```
/// use graph_math::kernels::sort::{Keys, argsort};
///
/// let elements = [2.0, f64::NAN, -1.0, 2.0, 0.0];
/// let mut positions = [0; 5];
/// argsort(Keys { elements: &elements, offset: 0, stride: 1 }, &mut positions);
/// assert_eq!(positions, [2, 4, 0, 3, 1]);
/// ```
pub fn argsort<T: Key>(keys: Keys<'_, T>, positions: &mut [i64]) {
    match positions.len() {
        0..=32 => sort_copies::<T, 32>(&keys, positions),
        33..=COPIED => sort_copies::<T, COPIED>(&keys, positions),
        _ => sort_in_place(&keys, positions),
    }
}

fn sort_copies<T: Key, const N: usize>(keys: &Keys<'_, T>, positions: &mut [i64]) {
    let mut pairs = [(0, 0); N];
    let pairs = &mut pairs[..positions.len()];
    for (number, pair) in pairs.iter_mut().enumerate() {
        *pair = (keys.order(number), number.cast_signed() as i64);
    }
    pairs.sort_unstable();
    for (position, pair) in positions.iter_mut().zip(pairs) {
        *position = pair.1;
    }
}

fn sort_in_place<T: Key>(keys: &Keys<'_, T>, positions: &mut [i64]) {
    for (number, position) in (0..).zip(&mut *positions) {
        *position = number;
    }
    // Positions are numbers below the length.
    #[allow(clippy::cast_possible_truncation, reason = "positions fit")]
    positions.sort_unstable_by_key(|&position| {
        let place = position.cast_unsigned() as usize;
        (keys.order(place), position)
    });
}
