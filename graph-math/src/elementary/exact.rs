//! The functions whose result IEEE 754 fixes to the last bit: square root, rounding to integers
//! and fused multiply-add.
//!
//! Every correct implementation gives the same bits, so the fastest one at hand may be taken: the
//! standard library's, which compile to single instructions where the target has them, or the
//! `libm` crate's without `std`.

/// One implementation for each type and each setting of the feature `std`.
macro_rules! exact {
    ($($name64:ident $name32:ident ($($arg:ident),+) = $std:ident, $libm64:ident, $libm32:ident;)+) => {
        $(
            #[inline]
            pub(crate) fn $name64($($arg: f64),+) -> f64 {
                #[cfg(feature = "std")]
                return f64::$std($($arg),+);
                #[cfg(not(feature = "std"))]
                return libm::$libm64($($arg),+);
            }

            #[inline]
            pub(crate) fn $name32($($arg: f32),+) -> f32 {
                #[cfg(feature = "std")]
                return f32::$std($($arg),+);
                #[cfg(not(feature = "std"))]
                return libm::$libm32($($arg),+);
            }
        )+
    };
}

exact! {
    sqrt sqrtf(x) = sqrt, sqrt, sqrtf;
    floor floorf(x) = floor, floor, floorf;
    ceil ceilf(x) = ceil, ceil, ceilf;
    round roundf(x) = round, round, roundf;
    trunc truncf(x) = trunc, trunc, truncf;
    mul_add mul_addf(x, y, z) = mul_add, fma, fmaf;
}
