//! Numbers of about 100 bits, each the sum of two `f64`: simple and slow, for references alone.

use std::f64::consts::LN_2;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `ln(2)` less its nearest `f64`.
const LN_2_LOW: f64 = 2.3190468138462996e-17;

/// The sum of both, of which the second is at most half a unit in the last place of the first.
#[derive(Clone, Copy)]
pub(crate) struct Pair(pub(crate) f64, pub(crate) f64);

impl Pair {
    /// The nearest `f64`.
    pub(crate) fn round(self) -> f64 {
        self.0 + self.1
    }

    /// The product of two numbers, exactly.
    pub(crate) fn product(x: f64, y: f64) -> Self {
        let product = x * y;
        Self(product, x.mul_add(y, -product))
    }

    /// `exp(x)` as a number between 0.5 and 2 and a power of two: by the series, after 8 halvings.
    pub(crate) fn exp(self) -> (Self, i32) {
        let n = (self.0 / LN_2).round();
        let r = (self - Self(n, 0.0) * Self(LN_2, LN_2_LOW)) * Self(1.0 / 256.0, 0.0);
        let mut sum = Self(1.0, 0.0);
        for i in (1..12).rev() {
            sum = Self(1.0, 0.0) + sum * r / Self(f64::from(i), 0.0);
        }
        for _ in 0..8 {
            sum = sum * sum;
        }
        (sum, n as i32)
    }
}

/// `x * 2^exponent`, rounded once.
pub(crate) fn scaled(x: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x * 2f64.powi(half) * 2f64.powi(exponent - half)
}

/// The sum of two numbers, exactly.
fn sum(x: f64, y: f64) -> Pair {
    let sum = x + y;
    let from_y = sum - x;
    Pair(sum, (x - (sum - from_y)) + (y - from_y))
}

impl Add for Pair {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let Self(high, rest) = sum(self.0, other.0);
        let Self(low, last) = sum(self.1, other.1);
        let Self(high, rest) = sum(high, rest + low);
        sum(high, rest + last)
    }
}

impl Neg for Pair {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl Sub for Pair {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Pair {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let Self(high, low) = Self::product(self.0, other.0);
        sum(high, low + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Div for Pair {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self - other * Self(first, 0.0);
        let second = rest.0 / other.0;
        let rest = rest - other * Self(second, 0.0);
        sum(first, second) + Self(rest.0 / other.0, 0.0)
    }
}
