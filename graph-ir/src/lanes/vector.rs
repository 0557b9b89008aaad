//! The vector types, for `f64` and for `f32`: thin covers of the crate `wide`'s.

use core::fmt;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Rem, Sub};

use wide::{f32x8, f64x8};

use super::{FUSED, LANES, Lanes, Mask};
use crate::math::Value;

/// A vector type, its mask, and their operations; both types say them in the same words.
macro_rules! vector {
    ($(#[$doc:meta])* $vector:ident, $(#[$mask_doc:meta])* $mask:ident: $scalar:ident, $wide:ident, $ones:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub struct $vector(pub(super) $wide);

        $(#[$mask_doc])*
        ///
        /// A lane holds all ones or all zeros, as comparisons give them.
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub struct $mask($wide);

        vector!(@binary $vector, Add add, Sub sub, Mul mul, Div div);
        vector!(@binary $mask, BitAnd bitand, BitOr bitor);

        impl Neg for $vector {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl Rem for $vector {
            type Output = Self;

            #[inline(always)]
            fn rem(self, other: Self) -> Self {
                self.map2(other, |x, y| x % y)
            }
        }

        impl $vector {
            #[inline(always)]
            pub(crate) fn abs(self) -> Self {
                Self(self.0.abs())
            }

            #[inline(always)]
            pub(crate) fn sqrt(self) -> Self {
                Self(self.0.sqrt())
            }
        }

        impl Value for $vector {
            type Mask = $mask;

            #[inline(always)]
            fn constant(value: f64) -> Self {
                Self($wide::splat(value as $scalar))
            }

            vector!(@compare $mask, equal simd_eq, not_equal simd_ne, less simd_lt,
                less_equal simd_le, greater simd_gt, greater_equal simd_ge);

            #[inline(always)]
            fn select(mask: $mask, yes: Self, no: Self) -> Self {
                Self(mask.0.select(yes.0, no.0))
            }

            #[inline(always)]
            fn any(mask: $mask) -> bool {
                mask.0.any()
            }
        }

        impl Not for $mask {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }

        impl Lanes<$scalar> for $vector {
            #[inline(always)]
            fn splat(value: $scalar) -> Self {
                Self($wide::splat(value))
            }

            #[inline(always)]
            fn from_array(elements: [$scalar; LANES]) -> Self {
                Self($wide::new(elements))
            }

            #[inline(always)]
            fn to_array(self) -> [$scalar; LANES] {
                self.0.to_array()
            }

            #[inline(always)]
            fn contract(self, factor: Self, term: Self) -> Self {
                if FUSED {
                    Self(self.0.mul_add(factor.0, term.0))
                } else {
                    self * factor + term
                }
            }
        }

        impl Mask for $mask {
            #[inline(always)]
            fn splat(value: bool) -> Self {
                Self($wide::splat(if value { $ones } else { 0.0 }))
            }

            #[inline(always)]
            fn from_array(elements: [bool; LANES]) -> Self {
                Self($wide::new(elements.map(|value| if value { $ones } else { 0.0 })))
            }

            #[inline(always)]
            fn to_array(self) -> [bool; LANES] {
                let bits = self.0.to_bitmask();
                core::array::from_fn(|j| bits >> j & 1 == 1)
            }

            #[inline(always)]
            fn any(self) -> bool {
                self.0.any()
            }

            #[inline(always)]
            fn all(self) -> bool {
                self.0.all()
            }
        }

        impl fmt::Debug for $vector {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.to_array().fmt(f)
            }
        }

        impl fmt::Debug for $mask {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.to_array().fmt(f)
            }
        }
    };
    (@binary $type:ident, $($trait:ident $method:ident),+) => {
        $(
            impl $trait for $type {
                type Output = Self;

                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    Self(self.0.$method(other.0))
                }
            }
        )+
    };
    (@compare $mask:ident, $($method:ident $wide:ident),+) => {
        $(
            #[inline(always)]
            fn $method(self, other: Self) -> $mask {
                $mask(self.0.$wide(other.0))
            }
        )+
    };
}

vector! {
    /// Eight `f64`.
    F64x8,
    /// A truth value for each of eight `f64`.
    Mask64x8: f64, f64x8, f64::from_bits(u64::MAX)
}

vector! {
    /// Eight `f32`.
    F32x8,
    /// A truth value for each of eight `f32`.
    Mask32x8: f32, f32x8, f32::from_bits(u32::MAX)
}
