//! Bessel functions of both kinds and any integral order, by the `libm` crate.
//!
//! Its functions of order 0 and 1 are those of the widespread library fdlibm. Higher orders are
//! made from them by the recurrence, in the direction in which it is stable.

/// Bessel function of the first kind.
pub(crate) fn j(x: f64, n: i32) -> f64 {
    libm::jn(n, x)
}

/// Bessel function of the second kind; NaN below zero.
pub(crate) fn y(x: f64, n: i32) -> f64 {
    libm::yn(n, x)
}
