//! AVX-512: eight `f64` in a register. Eight `f32` are AVX2's.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::mem::transmute;
use core::ops::{BitAnd, BitOr, Neg, Not};

use crate::lanes::register::{DoubleRegister, Register, Truth, WordRegister};
use crate::lanes::{LANES, Row};

/// Eight `f64`.
#[derive(Clone, Copy)]
pub struct Doubles(__m512d);

/// Eight times 64 bits.
#[derive(Clone, Copy)]
pub struct Words(__m512i);

/// Eight truth values: bit `j` is element `j`.
#[derive(Clone, Copy)]
pub struct Truths(__mmask8);

operators! { inline(always), Doubles [bare]:
    Add add _mm512_add_pd; Sub sub _mm512_sub_pd; Mul mul _mm512_mul_pd; Div div _mm512_div_pd;
}
operators! { inline(always), Words [bare]:
    Add add _mm512_add_epi64; Sub sub _mm512_sub_epi64;
    BitAnd bitand _mm512_and_si512; BitOr bitor _mm512_or_si512; BitXor bitxor _mm512_xor_si512;
}

impl Neg for Doubles {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::from_word(self.to_word() ^ Words::splat(1 << 63))
    }
}

impl Register<f64> for Doubles {
    type Truth = Truths;

    const FUSES: bool = true;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm512_set1_pd(value) })
    }

    #[inline(always)]
    fn from_array(elements: [f64; LANES]) -> Self {
        // SAFETY: both are 64 bytes, and any bits are numbers.
        Self(unsafe { transmute::<[f64; LANES], __m512d>(elements) })
    }

    #[inline(always)]
    fn to_array(self) -> [f64; LANES] {
        // SAFETY: as above.
        unsafe { transmute::<__m512d, [f64; LANES]>(self.0) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self::from_word(self.to_word() & Words::splat(u64::MAX >> 1))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm512_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm512_fmadd_pd(self.0, factor.0, term.0) })
    }

    functions! { inline(always), [bare] -> Truths:
        equal _mm512_cmp_pd_mask::<_CMP_EQ_OQ>, not_equal _mm512_cmp_pd_mask::<_CMP_NEQ_UQ>,
        less _mm512_cmp_pd_mask::<_CMP_LT_OQ>, less_equal _mm512_cmp_pd_mask::<_CMP_LE_OQ>,
        greater _mm512_cmp_pd_mask::<_CMP_GT_OQ>, greater_equal _mm512_cmp_pd_mask::<_CMP_GE_OQ>,
    }

    #[inline(always)]
    fn select(truth: Truths, yes: Self, no: Self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm512_mask_blend_pd(truth.0, no.0, yes.0) })
    }
}

impl DoubleRegister for Doubles {
    type Word = Words;

    #[inline(always)]
    fn to_word(self) -> Words {
        // SAFETY: the processor has the instruction, which changes no bit.
        Words(unsafe { _mm512_castpd_si512(self.0) })
    }

    #[inline(always)]
    fn from_word(word: Words) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_castsi512_pd(word.0) })
    }
}

impl WordRegister for Words {
    #[inline(always)]
    fn splat(bits: u64) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm512_set1_epi64(bits.cast_signed()) })
    }

    #[inline(always)]
    fn left(self, count: u32) -> Self {
        // SAFETY: the processor has the instructions.
        Self(unsafe { _mm512_sll_epi64(self.0, _mm_cvtsi32_si128(count.cast_signed())) })
    }

    #[inline(always)]
    fn right(self, count: u32) -> Self {
        // SAFETY: the processor has the instructions.
        Self(unsafe { _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(count.cast_signed())) })
    }
}

/// Sixteen `f32`.
#[derive(Clone, Copy)]
pub struct SinglesRow(__m512);

impl Row<f32> for SinglesRow {
    const WIDTH: usize = 2 * LANES;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    fn load(from: &[f32], at: usize) -> Self {
        let from = &from[at..][..Self::WIDTH];
        // SAFETY: the slice has that many elements, and they need not be aligned.
        Self(unsafe { _mm512_loadu_ps(from.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [f32], at: usize) {
        let to = &mut to[at..][..Self::WIDTH];
        // SAFETY: as above.
        unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) };
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, term: Self) -> Self {
        // SAFETY: the processor has the instructions.
        Self(unsafe { _mm512_add_ps(_mm512_mul_ps(self.0, factor.0), term.0) })
    }

    #[inline(always)]
    fn contract(self, factor: Self, term: Self) -> Self {
        // SAFETY: the processor has the instruction.
        Self(unsafe { _mm512_fmadd_ps(self.0, factor.0, term.0) })
    }
}

impl BitAnd for Truths {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Truths {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Truths {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Truth for Truths {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self(if value { u8::MAX } else { 0 })
    }

    #[inline(always)]
    fn from_array(elements: [bool; LANES]) -> Self {
        let mut bits = 0;
        for (j, value) in elements.into_iter().enumerate() {
            bits |= u8::from(value) << j;
        }
        Self(bits)
    }

    #[inline(always)]
    fn bits(self) -> u8 {
        self.0
    }
}
