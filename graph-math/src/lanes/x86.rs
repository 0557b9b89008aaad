//! Registers of x86 processors: those of SSE2, which is the least that most targets have, and
//! those of AVX2 with fused multiply-add and of AVX-512, which a target may have, or a processor
//! that is found when the program runs.
//!
//! An instruction that not every processor has may be used where the target has it, or where the
//! processor has been asked. The types of this module are reached as those of a
//! [`Machine`](super::Machine) alone: as the target's, or as those of a machine on which
//! [`dispatch`](super::dispatch) alone runs code, which asks.
//!
//! For a processor that is found everything is a call of an instruction in a function that is
//! always inlined, never in a closure: only then is it certain to become part of code that is
//! compiled for the processor. What the target has is inlined where that pays: without optimization
//! the code, and the stack that it takes, would be several times as large.

#![allow(
    unsafe_code,
    reason = "the target has the instructions, or the processor has been asked"
)]

/// An instruction for each register of a value; `bare` is a value that is one register, not an
/// array.
macro_rules! each {
    ([bare] $instruction:path, $($x:expr),+) => { $instruction($($x),+) };
    ([1] $instruction:path, $($x:expr),+) => { [$instruction($($x[0]),+)] };
    ([2] $instruction:path, $($x:expr),+) => {
        [$instruction($($x[0]),+), $instruction($($x[1]),+)]
    };
    ([4] $instruction:path, $($x:expr),+) => {
        [
            $instruction($($x[0]),+),
            $instruction($($x[1]),+),
            $instruction($($x[2]),+),
            $instruction($($x[3]),+),
        ]
    };
}

/// Operators of values of some registers, each by an instruction.
macro_rules! operators {
    ($inline:meta, $type:ident $count:tt: $($trait:ident $method:ident $instruction:path;)+) => {$(
        impl core::ops::$trait for $type {
            type Output = Self;

            #[$inline]
            fn $method(self, other: Self) -> Self {
                // SAFETY: the processor has the instruction.
                Self(unsafe { each!($count $instruction, self.0, other.0) })
            }
        }
    )+};
}

/// Functions of two values of some registers, each by an instruction.
macro_rules! functions {
    ($inline:meta, $count:tt -> $result:ident: $($name:ident $instruction:path,)+) => {$(
        #[$inline]
        fn $name(self, other: Self) -> Self::Truth {
            // SAFETY: the processor has the instruction.
            $result(unsafe { each!($count $instruction, self.0, other.0) })
        }
    )+};
}

/// Eight floats in registers, and truth values of as many: floats of ones or zeros alone.
macro_rules! floats {
    (
        $inline:meta;
        $(#[$doc:meta])* $type:ident, $(#[$truths_doc:meta])* $truths:ident:
        [$register:ty; $count:tt] of $float:ident, $bits:ident;
        fuses $fuses:expr;
        splat $splat:path; sqrt $sqrt:path; mul_add $mul_add:path;
        and $and:path; and_not $and_not:path; or $or:path; xor $xor:path;
        select $select:path; signs $signs:path;
        operators { $($operators:tt)* }
        comparisons { $($comparisons:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $type([$register; $count]);

        $(#[$truths_doc])*
        #[derive(Clone, Copy)]
        pub struct $truths([$register; $count]);

        operators! { $inline, $type [$count]: $($operators)* }
        operators! {
            $inline, $truths [$count]: BitAnd bitand $and; BitOr bitor $or; BitXor bitxor $xor;
        }

        impl core::ops::Neg for $type {
            type Output = Self;

            #[$inline]
            fn neg(self) -> Self {
                // SAFETY: the processor has the instruction.
                Self(unsafe { each!([$count] $xor, self.0, Self::splat(-0.0).0) })
            }
        }

        impl Register<$float> for $type {
            type Truth = $truths;

            const FUSES: bool = $fuses;

            #[$inline]
            fn splat(value: $float) -> Self {
                // SAFETY: the processor has the instruction.
                Self([unsafe { $splat(value) }; $count])
            }

            #[$inline]
            fn from_array(elements: [$float; LANES]) -> Self {
                // SAFETY: both have as many bytes, and any bits are numbers.
                Self(unsafe { transmute::<[$float; LANES], [$register; $count]>(elements) })
            }

            #[$inline]
            fn to_array(self) -> [$float; LANES] {
                // SAFETY: as above.
                unsafe { transmute::<[$register; $count], [$float; LANES]>(self.0) }
            }

            #[$inline]
            fn abs(self) -> Self {
                // SAFETY: the processor has the instruction.
                Self(unsafe { each!([$count] $and_not, Self::splat(-0.0).0, self.0) })
            }

            #[$inline]
            fn sqrt(self) -> Self {
                // SAFETY: the processor has the instruction.
                Self(unsafe { each!([$count] $sqrt, self.0) })
            }

            #[$inline]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                // SAFETY: the processor has the instruction.
                Self(unsafe { each!([$count] $mul_add, self.0, factor.0, term.0) })
            }

            functions! { $inline, [$count] -> $truths: $($comparisons)* }

            #[$inline]
            fn select(truth: $truths, yes: Self, no: Self) -> Self {
                // SAFETY: the processor has the instruction.
                Self(unsafe { each!([$count] $select, no.0, yes.0, truth.0) })
            }
        }

        impl core::ops::Not for $truths {
            type Output = Self;

            #[$inline]
            fn not(self) -> Self {
                self ^ Self::splat(true)
            }
        }

        impl Truth for $truths {
            #[$inline]
            fn splat(value: bool) -> Self {
                let bits = if value { $bits::MAX } else { 0 };
                Self($type::splat($float::from_bits(bits)).0)
            }

            #[$inline]
            fn from_array(elements: [bool; LANES]) -> Self {
                let mut ones = [0.0; LANES];
                for (ones, value) in ones.iter_mut().zip(elements) {
                    *ones = $float::from_bits(if value { $bits::MAX } else { 0 });
                }
                Self($type::from_array(ones).0)
            }

            #[$inline]
            fn bits(self) -> u8 {
                // SAFETY: the processor has the instruction.
                let signs = unsafe { each!([$count] $signs, self.0) };
                let mut bits = 0;
                for (part, signs) in signs.into_iter().enumerate() {
                    bits |= signs << (part * LANES / $count);
                }
                bits as u8
            }
        }
    };
}

/// Eight times 64 bits in registers.
macro_rules! words {
    (
        $inline:meta;
        $(#[$doc:meta])* $words:ident: [$register:ty; $count:tt] of $doubles:ident;
        splat $splat:path; left $left:path; right $right:path;
        from_floats $from_floats:path; to_floats $to_floats:path;
        operators { $($operators:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $words([$register; $count]);

        operators! { $inline, $words [$count]: $($operators)* }

        impl WordRegister for $words {
            #[$inline]
            fn splat(bits: u64) -> Self {
                // SAFETY: the processor has the instruction.
                Self([unsafe { $splat(bits.cast_signed()) }; $count])
            }

            #[$inline]
            fn left(self, count: u32) -> Self {
                // SAFETY: the processor has the instructions.
                let counts = [unsafe { _mm_cvtsi32_si128(count.cast_signed()) }; $count];
                // SAFETY: as above.
                Self(unsafe { each!([$count] $left, self.0, counts) })
            }

            #[$inline]
            fn right(self, count: u32) -> Self {
                // SAFETY: the processor has the instructions.
                let counts = [unsafe { _mm_cvtsi32_si128(count.cast_signed()) }; $count];
                // SAFETY: as above.
                Self(unsafe { each!([$count] $right, self.0, counts) })
            }
        }

        impl DoubleRegister for $doubles {
            type Word = $words;

            #[$inline]
            fn to_word(self) -> $words {
                // SAFETY: the processor has the instruction, which changes no bit.
                $words(unsafe { each!([$count] $from_floats, self.0) })
            }

            #[$inline]
            fn from_word(word: $words) -> Self {
                // SAFETY: as above.
                Self(unsafe { each!([$count] $to_floats, word.0) })
            }
        }
    };
}

#[cfg(any(
    all(feature = "std", target_arch = "x86_64"),
    all(target_feature = "avx2", target_feature = "fma")
))]
#[cfg_attr(
    target_feature = "avx512f",
    allow(
        dead_code,
        unreachable_pub,
        reason = "of a target with AVX-512 only the `f32` are these"
    )
)]
pub(super) mod avx2;
#[cfg(any(
    all(feature = "std", target_arch = "x86_64"),
    target_feature = "avx512f"
))]
pub(super) mod avx512;
#[cfg(not(all(target_feature = "avx2", target_feature = "fma")))]
pub(super) mod sse2;
