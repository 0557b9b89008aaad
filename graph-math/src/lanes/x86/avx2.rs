//! AVX2 with fused multiply-add: four `f64` or eight `f32` in a register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::mem::transmute;

use crate::lanes::LANES;
use crate::lanes::register::{DoubleRegister, Register, Truth, WordRegister};

floats! {
    inline(always);
    /// Eight `f64` in two registers.
    Doubles,
    /// Truth values of eight `f64`.
    DoubleTruths: [__m256d; 2] of f64, u64;
    fuses true;
    splat _mm256_set1_pd; sqrt _mm256_sqrt_pd; mul_add _mm256_fmadd_pd;
    and _mm256_and_pd; and_not _mm256_andnot_pd; or _mm256_or_pd; xor _mm256_xor_pd;
    select _mm256_blendv_pd; signs _mm256_movemask_pd;
    operators {
        Add add _mm256_add_pd; Sub sub _mm256_sub_pd; Mul mul _mm256_mul_pd; Div div _mm256_div_pd;
    }
    comparisons {
        equal _mm256_cmp_pd::<_CMP_EQ_OQ>, not_equal _mm256_cmp_pd::<_CMP_NEQ_UQ>,
        less _mm256_cmp_pd::<_CMP_LT_OQ>, less_equal _mm256_cmp_pd::<_CMP_LE_OQ>,
        greater _mm256_cmp_pd::<_CMP_GT_OQ>, greater_equal _mm256_cmp_pd::<_CMP_GE_OQ>,
    }
}

floats! {
    inline(always);
    /// Eight `f32`.
    Singles,
    /// Truth values of eight `f32`.
    SingleTruths: [__m256; 1] of f32, u32;
    fuses true;
    splat _mm256_set1_ps; sqrt _mm256_sqrt_ps; mul_add _mm256_fmadd_ps;
    and _mm256_and_ps; and_not _mm256_andnot_ps; or _mm256_or_ps; xor _mm256_xor_ps;
    select _mm256_blendv_ps; signs _mm256_movemask_ps;
    operators {
        Add add _mm256_add_ps; Sub sub _mm256_sub_ps; Mul mul _mm256_mul_ps; Div div _mm256_div_ps;
    }
    comparisons {
        equal _mm256_cmp_ps::<_CMP_EQ_OQ>, not_equal _mm256_cmp_ps::<_CMP_NEQ_UQ>,
        less _mm256_cmp_ps::<_CMP_LT_OQ>, less_equal _mm256_cmp_ps::<_CMP_LE_OQ>,
        greater _mm256_cmp_ps::<_CMP_GT_OQ>, greater_equal _mm256_cmp_ps::<_CMP_GE_OQ>,
    }
}

words! {
    inline(always);
    /// Eight times 64 bits.
    Words: [__m256i; 2] of Doubles;
    splat _mm256_set1_epi64x; left _mm256_sll_epi64; right _mm256_srl_epi64;
    from_floats _mm256_castpd_si256; to_floats _mm256_castsi256_pd;
    operators {
        Add add _mm256_add_epi64; Sub sub _mm256_sub_epi64;
        BitAnd bitand _mm256_and_si256; BitOr bitor _mm256_or_si256;
        BitXor bitxor _mm256_xor_si256;
    }
}
