//! The registers of the crate's target: on x86 those of this crate, on other targets those of the
//! crate `wide`, which picks instructions by the target's features.

#[cfg(target_feature = "sse2")]
use super::x86;

#[cfg(all(
    target_feature = "sse2",
    not(all(target_feature = "avx2", target_feature = "fma"))
))]
pub(super) use x86::sse2::{Doubles, Singles};

#[cfg(all(
    target_feature = "avx2",
    target_feature = "fma",
    not(target_feature = "avx512f")
))]
pub(super) use x86::avx2::{Doubles, Singles};

#[cfg(target_feature = "avx512f")]
pub(super) use x86::{
    avx2::Singles,
    avx512::{Doubles, SinglesRow},
};

/// Sixteen `f32`, where no register holds them.
#[cfg(all(target_feature = "sse2", not(target_feature = "avx512f")))]
pub(super) type SinglesRow = [super::F32x8; 2];

#[cfg(not(target_feature = "sse2"))]
pub(super) use wide::{f32x8 as Singles, f32x16 as SinglesRow, f64x8 as Doubles};
