//! Eight numbers at once: the vector type of generated loops and of the kernels.
//!
//! LLVM turns some loops over `[f64; 8]` into vector instructions, and others into shuffles that
//! cost three times the arithmetic; a loop that must be fast therefore uses lanes explicitly. A
//! vector always has [`LANES`] lanes, so that a program means the same on every machine: one
//! AVX-512 register of `f64`, two of AVX, four of SSE2 or NEON.
//!
//! Each operation computes in every lane the same bits as the scalar operation (any NaN equals any
//! NaN); only [`Lanes::contract`] and the scalar [`contract`] depend on the target.
//!
//! The float type gives its vector type as [`Vectors::Lanes`]. Vectors consist of registers
//! (`register`): those of the `target`, and those of processors that are detected at run time
//! (`x86`), for code that [`dispatch`] compiles several times. Everything beyond one instruction is
//! written once, here and in [`elementary`](crate::elementary).
//!
//! ```
//! use graph_math::lanes::Lanes;
//! use graph_math::math::Float;
//!
//! /// The sum of the squares, in the order of lanes.
//! fn square_sum<T: Float>(x: &[T; 24]) -> T {
//!     let mut sum = <T::Lanes>::load(x, 0) * <T::Lanes>::load(x, 0);
//!     for at in [8, 16] {
//!         sum = sum + <T::Lanes>::load(x, at) * <T::Lanes>::load(x, at);
//!     }
//!     sum.combine_tree(|a, b| a + b)
//! }
//! assert_eq!(square_sum(&[0.5; 24]), 6.0);
//! ```

mod bits;
mod elementary;
mod machine;
mod register;
mod row;
mod target;
mod vector;
#[cfg(not(target_feature = "sse2"))]
mod wide;
#[cfg(target_feature = "sse2")]
mod x86;

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr, Not};

use crate::elementary::{Elementary, Value};
use crate::order;

#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(all(target_feature = "avx2", target_feature = "fma"))
))]
pub(crate) use machine::extended::Avx2;
#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(target_feature = "avx512f")
))]
pub(crate) use machine::extended::Avx512;
pub use machine::{Body, FUSES, Machine, Target, Vectors, dispatch};
pub use order::LANES;
pub use vector::{F32x8, F64x8, Mask32x8, Mask64x8};

pub use row::Row;

/// [`LANES`] numbers of type `T`, computed with together.
///
/// Comparisons and choices are [`Value`]'s; the elementary functions are those of
/// [`elementary`](crate::elementary), which take lanes as they take numbers.
pub trait Lanes<T: Elementary>: Elementary + Value<Mask: Mask> {
    /// The same number in every lane.
    fn splat(value: T) -> Self;

    /// Lane `j` is element `j`.
    fn from_array(elements: [T; LANES]) -> Self;

    /// Element `j` is lane `j`.
    fn to_array(self) -> [T; LANES];

    /// `self * factor + term`, fused exactly where the scalar [`contract`] is.
    #[must_use]
    fn contract(self, factor: Self, term: Self) -> Self;

    /// Lane `j` is `element(j)`.
    #[inline(always)]
    fn from_fn(mut element: impl FnMut(usize) -> T) -> Self {
        let mut lanes = [T::constant(0.0); LANES];
        for (j, lane) in lanes.iter_mut().enumerate() {
            *lane = element(j);
        }
        Self::from_array(lanes)
    }

    /// The elements `at..at + LANES`.
    ///
    /// # Panics
    /// When the slice ends before.
    #[inline(always)]
    fn load(from: &[T], at: usize) -> Self {
        Self::from_array(*block(from, at))
    }

    /// Lane `j` is the element at `at + j * stride`.
    ///
    /// # Panics
    /// When one of them is out of range.
    #[inline(always)]
    fn load_strided(from: &[T], at: usize, stride: isize) -> Self {
        Self::from_fn(|j| from[at.wrapping_add_signed(j as isize * stride)])
    }

    /// Writes the elements `at..at + LANES`.
    ///
    /// # Panics
    /// When the slice ends before.
    #[inline(always)]
    fn store(self, to: &mut [T], at: usize) {
        to[at..][..LANES].copy_from_slice(&self.to_array());
    }

    /// Writes lane `j` to `at + j * stride`.
    ///
    /// # Panics
    /// When one of them is out of range.
    #[inline(always)]
    fn store_strided(self, to: &mut [T], at: usize, stride: isize) {
        for (j, value) in self.to_array().into_iter().enumerate() {
            to[at.wrapping_add_signed(j as isize * stride)] = value;
        }
    }

    /// A scalar function of each lane, for those without a vector form.
    #[inline(always)]
    #[must_use]
    fn map(self, function: impl Fn(T) -> T) -> Self {
        let mut lanes = self.to_array();
        for lane in &mut lanes {
            *lane = function(*lane);
        }
        Self::from_array(lanes)
    }

    /// A scalar function of two operands in each lane.
    #[inline(always)]
    #[must_use]
    fn map2(self, other: Self, function: impl Fn(T, T) -> T) -> Self {
        let mut lanes = self.to_array();
        for (lane, other) in lanes.iter_mut().zip(other.to_array()) {
            *lane = function(*lane, other);
        }
        Self::from_array(lanes)
    }

    /// All lanes as one, combined in the order in which a reduction combines its partial results.
    #[inline(always)]
    fn combine_tree(self, combine: impl Fn(T, T) -> T) -> T {
        order::tree(self.to_array(), &combine)
    }
}

/// A truth value for each of [`LANES`] lanes.
pub trait Mask:
    Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The same in every lane.
    fn splat(value: bool) -> Self;

    /// Lane `j` is element `j`.
    fn from_array(elements: [bool; LANES]) -> Self;

    /// Element `j` is lane `j`.
    fn to_array(self) -> [bool; LANES];

    /// Whether it holds in any lane.
    fn any(self) -> bool;

    /// Whether it holds in every lane.
    fn all(self) -> bool;

    /// The elements `at..at + LANES`.
    ///
    /// # Panics
    /// When the slice ends before.
    #[inline(always)]
    fn load(from: &[bool], at: usize) -> Self {
        Self::from_array(*block(from, at))
    }

    /// Writes the elements `at..at + LANES`.
    ///
    /// # Panics
    /// When the slice ends before.
    #[inline(always)]
    fn store(self, to: &mut [bool], at: usize) {
        to[at..][..LANES].copy_from_slice(&self.to_array());
    }
}

/// The truth value in every lane of a mask like another one.
#[inline(always)]
#[must_use]
pub fn splat_like<M: Mask>(_: M, value: bool) -> M {
    M::splat(value)
}

/// Whether the target multiplies and adds in one instruction, so that contraction pays.
pub const FUSED: bool = cfg!(any(
    all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "fma"
    ),
    all(
        any(target_arch = "aarch64", target_arch = "arm64ec"),
        target_feature = "neon"
    ),
));

/// `factor * other + term`: with a single rounding where the target does that in one instruction
/// ([`FUSED`]), with two elsewhere.
#[inline(always)]
#[must_use]
pub fn contract<T: Elementary>(factor: T, other: T, term: T) -> T {
    if FUSED {
        crate::elementary::mul_add(factor, other, term)
    } else {
        factor * other + term
    }
}

/// The elements `at..at + LANES`, as an array: where the range is known to lie within the slice,
/// nothing is checked.
#[inline(always)]
fn block<E>(from: &[E], at: usize) -> &[E; LANES] {
    match from[at..].first_chunk() {
        Some(block) => block,
        None => too_short(from.len(), at),
    }
}

#[cold]
fn too_short(length: usize, at: usize) -> ! {
    panic!("lanes {at}..{at}+{LANES} out of range for a slice of length {length}")
}
