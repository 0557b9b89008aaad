//! Comparisons of functions whose lengths come with the call: with the same ones of known lengths,
//! whose bits they have, and with plain Rust of the same text.
//!
//! Values print with all of their digits, so that equal texts are equal bits; vectors and arrays
//! print alike.
#![allow(dead_code, unused_macros, reason = "shared by several tests")]

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Compares the results of two functions, and of one of their derivatives.
macro_rules! same {
    ($($f:ident $known:ident $(:: $item:ident)?: $($argument:expr),*;)*) => {$(
        let found = format!("{:?}", $f $(:: $item)?($($argument),*));
        let expected = format!("{:?}", $known $(:: $item)?($($argument),*));
        assert_eq!(found, expected, concat!(stringify!($known) $(, "::", stringify!($item))?));
    )*};
}

/// The same functions in `graph!` and in plain Rust.
macro_rules! in_both {
    ($plain:ident: $($item:item)*) => {
        graph! { $($item)* }
        #[allow(clippy::needless_range_loop, clippy::manual_swap, reason = "the text is that of the block")]
        mod $plain {
            $(#[expect(unreachable_pub, reason = "the text is that of the block")] $item)*
        }
    };
}

/// Compares values and derivatives of lengths of the call with plain Rust and its differences.
macro_rules! follows {
    ($n:literal: $($f:ident)*) => {$({
        let (x, q) = ($crate::common::sines::<$n>(0.3), $crate::common::sines::<$n>(0.9));
        let expected = plain::$f(&x, &q);
        let (value, d) = $f::gradient(&x, &q);
        let close = |a: f64, b: f64, by: f64| (a - b).abs() <= by * (1.0 + b.abs());
        let name = stringify!($f);
        assert!(close(value, expected, 1e-13), "{name}: {value}, {expected}");
        let along = |s: f64| -> f64 {
            let moved = |a: &[f64; $n], from: f64| -> [f64; $n] {
                std::array::from_fn(|i| a[i] + s * $crate::common::sines::<$n>(from)[i])
            };
            plain::$f(&moved(&x, 2.0), &moved(&q, 4.0))
        };
        let (dx, dq) = ($crate::common::sines::<$n>(2.0), $crate::common::sines::<$n>(4.0));
        let h = 1e-4;
        let slope = (8.0 * (along(h) - along(-h)) - (along(2.0 * h) - along(-2.0 * h))) / (12.0 * h);
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let adjoint = dot(&d.x, &dx) + dot(&d.q, &dq);
        assert!(close(adjoint, slope, 1e-9), "{name} of {}: {adjoint}, {slope}", $n);
        let direction = $f::Tangent { x: dx.to_vec(), q: dq.to_vec() };
        let (again, tangent) = $f::tangent(&x, &q, &direction);
        assert!(close(again, expected, 1e-13) && close(tangent, adjoint, 1e-12), "{name}: {tangent}");
    })*};
}

/// Numbers between -1 and 1.
pub(crate) fn sines<const N: usize>(seed: f64) -> [f64; N] {
    std::array::from_fn(|i| (seed + 1.7 * i as f64).sin())
}

/// Numbers without a pattern.
pub(crate) fn numbers<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| 0.3 + (i * 7 % 23) as f64 / 11.0)
}

pub(crate) fn singles<const N: usize>() -> [f32; N] {
    numbers::<N>().map(|x| x as f32)
}

pub(crate) fn rows<const N: usize>() -> [[f64; 3]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| ((3 * i + j) * 5 % 17) as f64 / 17.0 - 0.4))
}

/// The derivative of a function by one number, by differences.
pub(crate) fn slope(f: impl Fn(&[f64]) -> f64, x: &[f64], number: usize) -> f64 {
    let moved = |by: f64| {
        let mut x = x.to_vec();
        x[number] += by;
        f(&x)
    };
    (moved(1e-5) - moved(-1e-5)) / 2e-5
}

/// The message of a panic about what a function needs, without the line that needs it.
pub(crate) fn need(f: impl FnOnce()) -> String {
    let text = message(f);
    let (need, line) = text.rsplit_once(" (line ").expect("a line");
    let line = line.strip_suffix(')').map(str::parse::<u32>);
    assert!(matches!(line, Some(Ok(1..))), "{text}");
    need.into()
}

/// The message of a panic.
pub(crate) fn message(f: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(f)).expect_err("a panic");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.into()))
        .expect("a text")
}
