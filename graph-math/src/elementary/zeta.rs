//! The derivatives of the digamma function, by sums of powers.
//!
//! For a positive argument and an order `n` of at least 1, the size of the derivative is
//! `n!` times the sum of `(x + k)^-(n + 1)` over all `k` from 0 on, and its sign is that of
//! `(-1)^(n + 1)` (NIST Digital Library of Mathematical Functions, 5.15.1). The first terms are
//! added, and the rest is the formula of Euler and Maclaurin (25.11.28 there).

use super::exact::round;
use super::exponential::exp;
use super::gamma::{digamma, ln_gamma};
use super::logarithm::ln;
use super::powi;

/// `B(2j) / (2j)!` with the Bernoulli numbers `B(2j)`.
const CORRECTIONS: [f64; 12] = [
    0.08333333333333333,
    -0.001388888888888889,
    3.306878306878307e-05,
    -8.267195767195768e-07,
    2.08767569878681e-08,
    -5.284190138687493e-10,
    1.3382536530684679e-11,
    -3.3896802963225827e-13,
    8.586062056277845e-15,
    -2.174868698558062e-16,
    5.5090028283602295e-18,
    -1.3954464685812522e-19,
];

/// The formula for the rest holds to all bits where the argument exceeds the order by this.
const FAR: f64 = 10.0;

/// A term of this relative size, and all behind it, change nothing.
const NEGLIGIBLE: f64 = 1e-19;

/// Up to this order, a factorial divided by a power is multiplied out.
const MULTIPLIED: i32 = 512;

/// The `n`-th derivative of the digamma function.
pub(crate) fn polygamma(x: f64, n: i32) -> f64 {
    if n <= 0 {
        return if n == 0 { digamma(x) } else { f64::NAN };
    }
    let odd = n % 2 == 1;
    if x > 0.0 {
        let size = sum(x, n);
        return if odd { size } else { -size };
    }
    let distance = x - round(x);
    if distance == 0.0 {
        // At a pole of odd order, the two sides have opposite signs; at zero, its sign is the side.
        return match (odd, x == 0.0) {
            (true, _) => f64::INFINITY,
            (false, true) => -1.0 / x,
            (false, false) => f64::NAN,
        };
    }
    if distance.is_nan() {
        return f64::NAN;
    }
    // The sum over all integers, of both signs, less the terms that do not belong to it. It is
    // periodic, so that it is computed beside the nearest pole.
    let (above, below) = match distance > 0.0 {
        true => (sum(distance, n), sum(1.0 - distance, n)),
        false => (sum(1.0 + distance, n), sum(-distance, n)),
    };
    let all = match odd {
        true => above + below,
        false if distance.abs() == 0.5 => 0.0,
        // Of two that overflow, the one beside the pole is far larger.
        false if above == below => f64::INFINITY.copysign(-distance),
        false => below - above,
    };
    match all.is_infinite() {
        true => all,
        false => all - sum(1.0 - x, n),
    }
}

/// `n!` times the sum of `(x + k)^-(n + 1)` over all `k` from 0 on, for a positive `x`.
fn sum(x: f64, n: i32) -> f64 {
    if x == f64::INFINITY {
        return 0.0;
    }
    let order = f64::from(n);
    let (mut y, mut terms) = (x, 0.0);
    while y < FAR + order {
        let ratio = x / y;
        let term = powi(ratio, n) * ratio;
        terms += term;
        y += 1.0;
        if term < terms * NEGLIGIBLE {
            return factor(x, n) * (order / x * terms);
        }
    }
    let (inverse, mut rising) = (1.0 / y, order);
    let mut rest = 0.5 * order * inverse;
    for (j, correction) in (0_u8..).zip(CORRECTIONS) {
        // `n (n + 1) .. (n + 2j - 1) / y^2j`, one factor behind.
        rising *= inverse * inverse * (order + f64::from(2 * j) + 1.0);
        rest += correction * rising;
        rising *= order + f64::from(2 * j) + 2.0;
    }
    let rest = powi(x / y, n) * (1.0 + rest);
    factor(x, n) * (order / x * terms + rest)
}

/// `(n - 1)! / x^n`: in units of this, no part of the sum leaves the range before the whole does.
fn factor(x: f64, n: i32) -> f64 {
    if n > MULTIPLIED {
        return exp(ln_gamma(f64::from(n)) - f64::from(n) * ln(x));
    }
    (1..n).fold(1.0 / x, |product, k| product * (f64::from(k) / x))
}
