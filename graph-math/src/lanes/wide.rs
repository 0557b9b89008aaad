//! The vectors of the crate `wide`, which picks instructions by the target's features: the
//! registers of targets that are not x86.

use wide::{f32x8, f32x16, f64x8, u64x8};

use super::register::{DoubleRegister, Register, Truth, WordRegister};
use super::{FUSED, LANES, Row};

/// Whether `wide` takes square roots by an instruction. Where it has none, and no standard library,
/// its own are wrong for subnormal numbers.
const ROOTS: bool = cfg!(any(
    target_feature = "simd128",
    all(target_feature = "neon", target_arch = "aarch64"),
));

/// The vectors of the crate `wide`: a truth value is a number of ones or zeros alone.
macro_rules! wide {
    ($($wide:ident: $scalar:ident, $ones:expr;)+) => {$(
        impl Register<$scalar> for $wide {
            type Truth = Self;

            const FUSES: bool = FUSED;

            #[inline(always)]
            fn splat(value: $scalar) -> Self {
                Self::splat(value)
            }

            #[inline(always)]
            fn from_array(elements: [$scalar; LANES]) -> Self {
                Self::new(elements)
            }

            #[inline(always)]
            fn to_array(self) -> [$scalar; LANES] {
                self.to_array()
            }

            #[inline(always)]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                if ROOTS {
                    self.sqrt()
                } else {
                    Self::new(self.to_array().map(crate::elementary::sqrt))
                }
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                self.mul_add(factor, term)
            }

            wide!(@compare equal simd_eq, not_equal simd_ne, less simd_lt, less_equal simd_le,
                greater simd_gt, greater_equal simd_ge);

            #[inline(always)]
            fn select(truth: Self, yes: Self, no: Self) -> Self {
                truth.select(yes, no)
            }
        }

        impl Truth for $wide {
            #[inline(always)]
            fn splat(value: bool) -> Self {
                Self::splat(if value { $ones } else { 0.0 })
            }

            #[inline(always)]
            fn from_array(elements: [bool; LANES]) -> Self {
                Self::new(elements.map(|value| if value { $ones } else { 0.0 }))
            }

            #[inline(always)]
            fn bits(self) -> u8 {
                self.to_bitmask() as u8
            }
        }
    )+};
    (@compare $($name:ident $method:ident),+) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.$method(other)
            }
        )+
    };
}

wide! {
    f64x8: f64, f64::from_bits(u64::MAX);
    f32x8: f32, f32::from_bits(u32::MAX);
}

impl DoubleRegister for f64x8 {
    type Word = u64x8;

    #[inline(always)]
    fn to_word(self) -> u64x8 {
        self.to_bits()
    }

    #[inline(always)]
    fn from_word(word: u64x8) -> Self {
        Self::from_bits(word)
    }
}

impl WordRegister for u64x8 {
    #[inline(always)]
    fn splat(bits: u64) -> Self {
        Self::splat(bits)
    }

    #[inline(always)]
    fn left(self, count: u32) -> Self {
        self << count
    }

    #[inline(always)]
    fn right(self, count: u32) -> Self {
        self >> count
    }
}

impl Row<f32> for f32x16 {
    const WIDTH: usize = 2 * LANES;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self::splat(value)
    }

    #[inline(always)]
    fn load(from: &[f32], at: usize) -> Self {
        match from[at..].first_chunk() {
            Some(elements) => Self::new(*elements),
            None => super::too_short(from.len(), at),
        }
    }

    #[inline(always)]
    fn store(self, to: &mut [f32], at: usize) {
        to[at..][..2 * LANES].copy_from_slice(&self.to_array());
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, term: Self) -> Self {
        self * factor + term
    }

    #[inline(always)]
    fn contract(self, factor: Self, term: Self) -> Self {
        if FUSED {
            self.mul_add(factor, term)
        } else {
            self * factor + term
        }
    }
}
