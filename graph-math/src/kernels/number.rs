//! Numbers as kernels need them.

use core::ops::{AddAssign, DivAssign};

use crate::lanes::Vectors;

/// A float type.
pub(super) trait Number: Vectors + AddAssign + DivAssign + PartialOrd {
    /// Positive zero.
    const ZERO: Self;

    /// A quiet NaN.
    const NAN: Self;

    /// Whether it is a NaN or a negative zero.
    fn is_trace(self) -> bool;
}

macro_rules! number {
    ($($float:ident)+) => {$(
        impl Number for $float {
            const ZERO: Self = 0.0;
            const NAN: Self = $float::NAN;

            #[inline]
            fn is_trace(self) -> bool {
                self.is_nan() | (self.to_bits() == $float::to_bits(-0.0))
            }
        }
    )+};
}

number!(f64 f32);
