//! Registers of x86-64 processors that are found when the program runs: those of AVX2 with fused
//! multiply-add, and of AVX-512.
//!
//! An instruction that not every processor has may be used where the processor has been asked. The
//! types of this module are reached as those of a [`Machine`](super::Machine) alone, and code is
//! run on such a machine by [`dispatch`](super::dispatch) alone, which asks.

#![allow(unsafe_code, reason = "the processor has been asked")]

/// Operators of a register, each by an instruction for its parts.
macro_rules! operators {
    ($type:ident: $($trait:ident $method:ident $instruction:ident;)+) => {$(
        impl core::ops::$trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: the processor has the instruction.
                self.zip(other, |x, y| unsafe { $instruction(x, y) })
            }
        }
    )+};
}

/// Comparisons of a register, each by a predicate that is false where a number is a NaN (true for
/// what is not equal).
macro_rules! comparisons {
    ($compare:ident) => {
        comparisons! { $compare:
            equal _CMP_EQ_OQ, not_equal _CMP_NEQ_UQ, less _CMP_LT_OQ, less_equal _CMP_LE_OQ,
            greater _CMP_GT_OQ, greater_equal _CMP_GE_OQ
        }
    };
    ($compare:ident: $($name:ident $predicate:ident),+) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self::Truth {
                self.$compare::<$predicate>(other)
            }
        )+
    };
}

pub(super) mod avx2;
pub(super) mod avx512;
