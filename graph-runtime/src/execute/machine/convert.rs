//! Conversions between kinds, as Rust's `as`; a truth value is 0 or 1, and any number except 0 is
//! true.

use crate::execute::memory::{Memory, Stored};
use crate::execute::place::{Kind, for_kind};

/// Converts `width` elements from one kind to another.
pub(super) fn cast(
    memory: &mut Memory,
    [from, to]: [Kind; 2],
    operand: usize,
    out: usize,
    width: usize,
) {
    for_kind!(from, F => for_kind!(to, T => convert::<F, T>(memory, operand, out, width)));
}

fn convert<F: Convert, T: Convert>(memory: &mut Memory, operand: usize, out: usize, width: usize) {
    for i in 0..width {
        let value = F::lane(memory)[operand + i];
        T::lane_mut(memory)[out + i] = T::convert(value);
    }
}

trait Convert: Stored {
    fn convert<T: Convert>(value: T) -> Self;
    fn to_f64(self) -> f64;
    fn to_f32(self) -> f32;
    fn to_i64(self) -> i64;
    fn to_bool(self) -> bool;
}

macro_rules! convert {
    ($($type:ident $to:ident ($zero:expr);)+) => {$(
        impl Convert for $type {
            fn convert<T: Convert>(value: T) -> Self {
                value.$to()
            }

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn to_f32(self) -> f32 {
                self as f32
            }

            fn to_i64(self) -> i64 {
                self as i64
            }

            fn to_bool(self) -> bool {
                self != $zero
            }
        }
    )+};
}

convert! {
    f64 to_f64 (0.0);
    f32 to_f32 (0.0);
    i64 to_i64 (0);
}

impl Convert for bool {
    fn convert<T: Convert>(value: T) -> Self {
        value.to_bool()
    }

    fn to_f64(self) -> f64 {
        u8::from(self).into()
    }

    fn to_f32(self) -> f32 {
        u8::from(self).into()
    }

    fn to_i64(self) -> i64 {
        self.into()
    }

    fn to_bool(self) -> Self {
        self
    }
}
