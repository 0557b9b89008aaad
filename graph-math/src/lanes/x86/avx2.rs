//! AVX2 with fused multiply-add: four `f64` or eight `f32` in a register.

use core::arch::x86_64::*;
use core::mem::transmute;
use core::ops::{Neg, Not};

use crate::lanes::LANES;
use crate::lanes::register::{DoubleRegister, Register, Truth, WordRegister};

/// Eight `f64` in two registers.
#[derive(Clone, Copy)]
pub struct Doubles([__m256d; 2]);

/// Eight `f32`.
#[derive(Clone, Copy)]
pub struct Singles(__m256);

/// Eight times 64 bits.
#[derive(Clone, Copy)]
pub struct Words([__m256i; 2]);

/// Truth values of eight `f64`: numbers of ones or zeros alone.
#[derive(Clone, Copy)]
pub struct DoubleTruths([__m256d; 2]);

/// Truth values of eight `f32`.
#[derive(Clone, Copy)]
pub struct SingleTruths(__m256);

/// An instruction for both registers of a value.
macro_rules! both {
    ($instruction:ident $(::<$constant:ident>)? ($($x:expr),+) $(, $more:expr)?) => {
        [
            $instruction $(::<$constant>)? ($($x[0]),+ $(, $more)?),
            $instruction $(::<$constant>)? ($($x[1]),+ $(, $more)?),
        ]
    };
}

operators! { Doubles [two]:
    Add add _mm256_add_pd; Sub sub _mm256_sub_pd; Mul mul _mm256_mul_pd; Div div _mm256_div_pd;
}
operators! { Singles:
    Add add _mm256_add_ps; Sub sub _mm256_sub_ps; Mul mul _mm256_mul_ps; Div div _mm256_div_ps;
}
operators! { Words [two]:
    Add add _mm256_add_epi64; Sub sub _mm256_sub_epi64;
    BitAnd bitand _mm256_and_si256; BitOr bitor _mm256_or_si256; BitXor bitxor _mm256_xor_si256;
}
operators! { DoubleTruths [two]: BitAnd bitand _mm256_and_pd; BitOr bitor _mm256_or_pd; }
operators! { SingleTruths: BitAnd bitand _mm256_and_ps; BitOr bitor _mm256_or_ps; }

impl Neg for Doubles {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { both!(_mm256_xor_pd(self.0), _mm256_set1_pd(-0.0)) })
    }
}

impl Neg for Singles {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0)) })
    }
}

impl Doubles {
    #[inline(always)]
    fn compare<const PREDICATE: i32>(self, other: Self) -> DoubleTruths {
        // SAFETY: the processor has the instruction.
        DoubleTruths(unsafe { both!(_mm256_cmp_pd::<PREDICATE>(self.0, other.0)) })
    }
}

impl Singles {
    #[inline(always)]
    fn compare<const PREDICATE: i32>(self, other: Self) -> SingleTruths {
        // SAFETY: the processor has the instruction.
        SingleTruths(unsafe { _mm256_cmp_ps::<PREDICATE>(self.0, other.0) })
    }
}

impl Register<f64> for Doubles {
    type Truth = DoubleTruths;

    const FUSES: bool = true;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        // SAFETY: the processor has the instruction.
        Self([unsafe { _mm256_set1_pd(value) }; 2])
    }

    #[inline(always)]
    fn from_array(elements: [f64; LANES]) -> Self {
        // SAFETY: both are 64 bytes, and any bits are numbers.
        Self(unsafe { transmute::<[f64; LANES], [__m256d; 2]>(elements) })
    }

    #[inline(always)]
    fn to_array(self) -> [f64; LANES] {
        // SAFETY: as above.
        unsafe { transmute::<[__m256d; 2], [f64; LANES]>(self.0) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { both!(_mm256_andnot_pd([_mm256_set1_pd(-0.0); 2], self.0)) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { both!(_mm256_sqrt_pd(self.0)) })
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { both!(_mm256_fmadd_pd(self.0, factor.0, term.0)) })
    }

    comparisons!(compare);

    #[inline(always)]
    fn select(truth: DoubleTruths, yes: Self, no: Self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { both!(_mm256_blendv_pd(no.0, yes.0, truth.0)) })
    }
}

impl Register<f32> for Singles {
    type Truth = SingleTruths;

    const FUSES: bool = true;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    fn from_array(elements: [f32; LANES]) -> Self {
        // SAFETY: both are 32 bytes, and any bits are numbers.
        Self(unsafe { transmute::<[f32; LANES], __m256>(elements) })
    }

    #[inline(always)]
    fn to_array(self) -> [f32; LANES] {
        // SAFETY: as above.
        unsafe { transmute::<__m256, [f32; LANES]>(self.0) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm256_sqrt_ps(self.0) })
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm256_fmadd_ps(self.0, factor.0, term.0) })
    }

    comparisons!(compare);

    #[inline(always)]
    fn select(truth: SingleTruths, yes: Self, no: Self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm256_blendv_ps(no.0, yes.0, truth.0) })
    }
}

impl DoubleRegister for Doubles {
    type Word = Words;

    #[inline(always)]
    fn to_word(self) -> Words {
        // SAFETY: the processor has the instruction, which changes no bit.
        Words(unsafe { both!(_mm256_castpd_si256(self.0)) })
    }

    #[inline(always)]
    fn from_word(word: Words) -> Self {
        // SAFETY: as above.
        Self(unsafe { both!(_mm256_castsi256_pd(word.0)) })
    }
}

impl WordRegister for Words {
    #[inline(always)]
    fn splat(bits: u64) -> Self {
        // SAFETY: the processor has the instruction.
        Self([unsafe { _mm256_set1_epi64x(bits.cast_signed()) }; 2])
    }

    #[inline(always)]
    fn left(self, count: u32) -> Self {
        // SAFETY: the processor has the instructions.
        Self(unsafe {
            both!(
                _mm256_sll_epi64(self.0),
                _mm_cvtsi32_si128(count.cast_signed())
            )
        })
    }

    #[inline(always)]
    fn right(self, count: u32) -> Self {
        // SAFETY: the processor has the instructions.
        Self(unsafe {
            both!(
                _mm256_srl_epi64(self.0),
                _mm_cvtsi32_si128(count.cast_signed())
            )
        })
    }
}

impl Not for DoubleTruths {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { both!(_mm256_xor_pd(self.0, Self::splat(true).0)) })
    }
}

impl Not for SingleTruths {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm256_xor_ps(self.0, Self::splat(true).0) })
    }
}

impl Truth for DoubleTruths {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        let bits = if value { u64::MAX } else { 0 };
        Self(Doubles::splat(f64::from_bits(bits)).0)
    }

    #[inline(always)]
    fn from_array(elements: [bool; LANES]) -> Self {
        let ones = |value| f64::from_bits(if value { u64::MAX } else { 0 });
        Self(Doubles::from_array(elements.map(ones)).0)
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        // SAFETY: the processor has the instruction.
        let [low, high] = unsafe { both!(_mm256_movemask_pd(self.0)) };
        (low | high << 4) as u8
    }
}

impl Truth for SingleTruths {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        let bits = if value { u32::MAX } else { 0 };
        Self(Singles::splat(f32::from_bits(bits)).0)
    }

    #[inline(always)]
    fn from_array(elements: [bool; LANES]) -> Self {
        let ones = |value| f32::from_bits(if value { u32::MAX } else { 0 });
        Self(Singles::from_array(elements.map(ones)).0)
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        // SAFETY: the processor has the instruction.
        unsafe { _mm256_movemask_ps(self.0) as u8 }
    }
}
