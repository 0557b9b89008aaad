//! Registers of x86-64 processors that are found when the program runs: those of AVX2 with fused
//! multiply-add, and of AVX-512.
//!
//! An instruction that not every processor has may be used where the processor has been asked. The
//! types of this module are reached as those of a [`Machine`](super::Machine) alone, and code is
//! run on such a machine by [`dispatch`](super::dispatch) alone, which asks.

#![allow(unsafe_code, reason = "the processor has been asked")]

/// Operators of values of one register, and of `[two]`, each by an instruction.
///
/// Everything here is a call of an instruction in a function that is always inlined, never in a
/// closure: only then is it certain to become part of code that is compiled for the processor.
macro_rules! operators {
    ($type:ident: $($trait:ident $method:ident $instruction:ident;)+) => {
        operators! { @each $type: $($trait $method ($instruction) {
            |x, y| unsafe { $instruction(x, y) }
        })+ }
    };
    ($type:ident [two]: $($trait:ident $method:ident $instruction:ident;)+) => {
        operators! { @each $type: $($trait $method ($instruction) {
            |x, y| unsafe { [$instruction(x[0], y[0]), $instruction(x[1], y[1])] }
        })+ }
    };
    (@each $type:ident: $($trait:ident $method:ident ($instruction:ident) {
        |$x:ident, $y:ident| $value:expr
    })+) => {$(
        impl core::ops::$trait for $type {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($x, $y) = (self.0, other.0);
                // SAFETY: the processor has the instruction.
                Self($value)
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
