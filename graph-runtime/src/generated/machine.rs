//! Code for several processors, and what each of them does in one instruction.
//!
//! A generated function with `#[codegen(dispatch)]` is a [`Body`], which [`dispatch`] runs as
//! compiled for the processor at hand: the same operations in the same order, in wider registers.
//! This is the one place of the crates where `unsafe` stands: code that needs a processor's
//! extension may be called where the processor has been asked for it.

use graph_ir::math::{self, Float};

/// What a processor does in one instruction.
pub trait Machine {
    /// `a * b + c`, with one rounding where that is one instruction, else with two.
    fn mul_add<T: Float>(a: T, b: T, c: T) -> T;
}

/// A computation that can be compiled for any processor. Its `run` is `#[inline(always)]`, so that
/// it becomes part of a function that is compiled for one.
pub trait Body {
    /// What is computed.
    type Output;

    /// Computes it on a machine.
    fn run<M: Machine>(self) -> Self::Output;
}

/// The processor that the crate is compiled for.
struct Target;

impl Machine for Target {
    #[inline(always)]
    fn mul_add<T: Float>(a: T, b: T, c: T) -> T {
        if FUSES {
            math::mul_add(a, b, c)
        } else {
            a * b + c
        }
    }
}

/// `a * b + c`, with one rounding where the target does that in one instruction, else with two.
#[inline(always)]
pub fn mul_add<T: Float>(a: T, b: T, c: T) -> T {
    Target::mul_add(a, b, c)
}

/// Whether `math::mul_add` is one instruction of the target. Without `std` there is no way to it
/// on x86.
pub(crate) const FUSES: bool = cfg!(any(
    all(
        feature = "std",
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "fma"
    ),
    all(
        feature = "std",
        target_arch = "riscv64",
        target_feature = "d"
    ),
    all(
        feature = "std",
        any(target_arch = "powerpc64", target_arch = "s390x")
    ),
    all(
        any(target_arch = "aarch64", target_arch = "arm64ec"),
        target_feature = "neon"
    ),
));

/// Runs a body as compiled for the processor at hand: with AVX-512, with AVX2 and fused
/// multiply-add, or for the crate's target. Without `std`, and on other architectures, the target
/// is the only one.
#[inline]
pub fn dispatch<B: Body>(body: B) -> B::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        use std::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512vl") && has!("avx512dq") && has!("fma") {
            #[allow(unsafe_code, reason = "the processor has been asked")]
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { extended::wide(body) };
        }
        if has!("avx2") && has!("fma") {
            #[allow(unsafe_code, reason = "the processor has been asked")]
            // SAFETY: as above.
            return unsafe { extended::fused(body) };
        }
    }
    body.run::<Target>()
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod extended {
    use graph_ir::math::{self, Float};

    use super::{Body, Machine};

    /// A processor with fused multiply-add.
    struct Fused;

    impl Machine for Fused {
        #[inline(always)]
        fn mul_add<T: Float>(a: T, b: T, c: T) -> T {
            math::mul_add(a, b, c)
        }
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn fused<B: Body>(body: B) -> B::Output {
        body.run::<Fused>()
    }

    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx2,fma")]
    pub(super) fn wide<B: Body>(body: B) -> B::Output {
        body.run::<Fused>()
    }
}
