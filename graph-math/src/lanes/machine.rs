//! Code for several processors, and the registers that each of them computes with.
//!
//! A generated function with `#[codegen(dispatch)]` is a [`Body`], which [`dispatch`] runs as
//! compiled for the processor at hand: the same operations in the same order, in wider registers.

use super::{F32x8, F64x8, FUSED, Lanes, Row, target};
use crate::elementary::{self, Elementary};
use crate::matrix::Kernels;

/// A processor, as a target of compiled code.
pub trait Machine: Copy {
    /// Eight `f64`.
    type F64: Lanes<f64> + Kernels<f64>;

    /// Eight `f32`.
    type F32: Lanes<f32> + Kernels<f32>;

    /// Sixteen `f32` in a row, in as few registers as they take.
    type F32Row: Row<f32>;

    /// Whether [`Lanes::contract`] has one rounding.
    const CONTRACTS: bool;

    /// `a * b + c`, with one rounding where that is one instruction, else with two.
    fn mul_add<T: Elementary>(a: T, b: T, c: T) -> T;

    /// Computes a body as compiled for the machine.
    fn run<B: Body>(body: B) -> B::Output;
}

/// A number with its lanes: the vectors that hold several numbers of its type.
pub trait Vectors: Elementary {
    /// Eight values, computed with together.
    type Lanes: Lanes<Self> + Kernels<Self>;

    /// The same on a machine.
    type On<M: Machine>: Lanes<Self> + Kernels<Self>;

    /// The widest row of numbers that a machine holds.
    type RowOn<M: Machine>: Row<Self>;
}

impl Vectors for f64 {
    type Lanes = F64x8;
    type On<M: Machine> = M::F64;
    type RowOn<M: Machine> = [M::F64; 2];
}

impl Vectors for f32 {
    type Lanes = F32x8;
    type On<M: Machine> = M::F32;
    type RowOn<M: Machine> = M::F32Row;
}

/// A computation that can be compiled for any processor. Its `run` is `#[inline(always)]`, so that
/// it becomes part of a function that is compiled for one.
pub trait Body {
    /// The result.
    type Output;

    /// Computes the result on a machine.
    fn run<M: Machine>(self) -> Self::Output;
}

/// The processor that the crate is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct Target;

impl Machine for Target {
    type F64 = F64x8;
    type F32 = F32x8;
    type F32Row = target::SinglesRow;

    const CONTRACTS: bool = FUSED;

    #[inline(always)]
    fn mul_add<T: Elementary>(a: T, b: T, c: T) -> T {
        if FUSES {
            elementary::mul_add(a, b, c)
        } else {
            a * b + c
        }
    }

    #[inline(always)]
    fn run<B: Body>(body: B) -> B::Output {
        body.run::<Self>()
    }
}

/// Whether `mul_add` is one instruction of the target. Without `std` there is no way to it
/// on x86.
pub const FUSES: bool = cfg!(any(
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
/// multiply-add, or for the crate's target, which may be such a machine itself. Without `std`, and
/// on other architectures, the target is the only one.
#[inline]
pub fn dispatch<B: Body>(body: B) -> B::Output {
    #[cfg(all(
        feature = "std",
        target_arch = "x86_64",
        not(target_feature = "avx512f")
    ))]
    {
        use std::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512vl") && has!("avx512dq") && has!("avx2") && has!("fma") {
            return extended::Avx512::run(body);
        }
        #[cfg(not(all(target_feature = "avx2", target_feature = "fma")))]
        if has!("avx2") && has!("fma") {
            return extended::Avx2::run(body);
        }
    }
    Target::run(body)
}

#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(target_feature = "avx512f")
))]
pub(crate) mod extended {
    use super::super::vector::{Doubles, Singles};
    use super::super::x86::{avx2, avx512};
    use super::{Body, Elementary, Machine, elementary};

    /// A processor that is detected at run time; only this module makes such types.
    macro_rules! machine {
        ($(#[$doc:meta])* $machine:ident, $module:ident, $row:ty, $features:literal) => {
            $(#[$doc])*
            #[derive(Clone, Copy)]
            pub struct $machine;

            impl Machine for $machine {
                type F64 = Doubles<$module::Doubles>;
                type F32 = Singles<avx2::Singles, $module::Doubles>;
                type F32Row = $row;

                const CONTRACTS: bool = true;

                #[inline(always)]
                fn mul_add<T: Elementary>(a: T, b: T, c: T) -> T {
                    elementary::mul_add(a, b, c)
                }

                #[inline(always)]
                fn run<B: Body>(body: B) -> B::Output {
                    #[target_feature(enable = $features)]
                    fn compiled<B: Body>(body: B) -> B::Output {
                        body.run::<$machine>()
                    }
                    #[allow(unsafe_code, reason = "the processor has been asked")]
                    // SAFETY: only `dispatch` names the machine first, which has asked.
                    unsafe {
                        compiled(body)
                    }
                }
            }
        };
    }

    #[cfg(not(all(target_feature = "avx2", target_feature = "fma")))]
    machine! {
        /// AVX2 with fused multiply-add.
        Avx2, avx2, [Self::F32; 2], "avx2,fma"
    }
    machine! {
        /// AVX-512.
        Avx512, avx512, avx512::SinglesRow, "avx512f,avx512vl,avx512dq,avx2,fma"
    }
}
