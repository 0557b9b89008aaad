//! SSE2: two `f64` or four `f32` in a register. A target may have more, which is used where it
//! does the same in fewer instructions.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::mem::transmute;

use crate::lanes::register::{DoubleRegister, Register, Truth, WordRegister};
use crate::lanes::{FUSED, LANES};

floats! {
    inline;
    /// Eight `f64` in four registers.
    Doubles,
    /// Truth values of eight `f64`.
    DoubleTruths: [__m128d; 4] of f64, u64;
    fuses FUSED;
    splat _mm_set1_pd; sqrt _mm_sqrt_pd; mul_add mul_add_pd;
    and _mm_and_pd; and_not _mm_andnot_pd; or _mm_or_pd; xor _mm_xor_pd;
    select select_pd; signs _mm_movemask_pd;
    operators { Add add _mm_add_pd; Sub sub _mm_sub_pd; Mul mul _mm_mul_pd; Div div _mm_div_pd; }
    comparisons {
        equal _mm_cmpeq_pd, not_equal _mm_cmpneq_pd, less _mm_cmplt_pd, less_equal _mm_cmple_pd,
        greater _mm_cmpgt_pd, greater_equal _mm_cmpge_pd,
    }
}

floats! {
    inline;
    /// Eight `f32` in two registers.
    Singles,
    /// Truth values of eight `f32`.
    SingleTruths: [__m128; 2] of f32, u32;
    fuses FUSED;
    splat _mm_set1_ps; sqrt _mm_sqrt_ps; mul_add mul_add_ps;
    and _mm_and_ps; and_not _mm_andnot_ps; or _mm_or_ps; xor _mm_xor_ps;
    select select_ps; signs _mm_movemask_ps;
    operators { Add add _mm_add_ps; Sub sub _mm_sub_ps; Mul mul _mm_mul_ps; Div div _mm_div_ps; }
    comparisons {
        equal _mm_cmpeq_ps, not_equal _mm_cmpneq_ps, less _mm_cmplt_ps, less_equal _mm_cmple_ps,
        greater _mm_cmpgt_ps, greater_equal _mm_cmpge_ps,
    }
}

words! {
    inline;
    /// Eight times 64 bits.
    Words: [__m128i; 4] of Doubles;
    splat _mm_set1_epi64x; left _mm_sll_epi64; right _mm_srl_epi64;
    from_floats _mm_castpd_si128; to_floats _mm_castsi128_pd;
    operators {
        Add add _mm_add_epi64; Sub sub _mm_sub_epi64;
        BitAnd bitand _mm_and_si128; BitOr bitor _mm_or_si128; BitXor bitxor _mm_xor_si128;
    }
}

/// Operations that not every target has an instruction for: fused multiply-add, and a choice by
/// truth values.
macro_rules! composed {
    ($($register:ty: $mul_add:ident $fused:ident $add:ident $mul:ident,
        $select:ident $blend:ident $and:ident $and_not:ident $or:ident;)+) => {$(
        /// # Safety
        /// None beyond that of instructions which the target has.
        #[inline]
        unsafe fn $mul_add(x: $register, factor: $register, term: $register) -> $register {
            // SAFETY: the target has the instructions.
            unsafe {
                if FUSED {
                    $fused(x, factor, term)
                } else {
                    $add($mul(x, factor), term)
                }
            }
        }

        /// # Safety
        /// None beyond that of instructions which the target has.
        #[inline]
        unsafe fn $select(no: $register, yes: $register, truth: $register) -> $register {
            // SAFETY: the target has the instructions.
            unsafe {
                if cfg!(target_feature = "sse4.1") {
                    $blend(no, yes, truth)
                } else {
                    $or($and(truth, yes), $and_not(truth, no))
                }
            }
        }
    )+};
}

composed! {
    __m128d: mul_add_pd _mm_fmadd_pd _mm_add_pd _mm_mul_pd,
        select_pd _mm_blendv_pd _mm_and_pd _mm_andnot_pd _mm_or_pd;
    __m128: mul_add_ps _mm_fmadd_ps _mm_add_ps _mm_mul_ps,
        select_ps _mm_blendv_ps _mm_and_ps _mm_andnot_ps _mm_or_ps;
}
