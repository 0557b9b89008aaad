//! Functions that do not approximate: choices, rounding to integers, the fused multiply-add,
//! conversions.

use super::{INF, NAN, same};
use graph_math::math::{self, Float};

pub(crate) fn extremes<T: Float>() {
    for (x, y, max, min) in [
        (1.0, 2.0, 2.0, 1.0),
        (2.0, 1.0, 2.0, 1.0),
        (0.0, -0.0, 0.0, 0.0),
        (-0.0, 0.0, -0.0, -0.0),
        (NAN, 1.0, 1.0, 1.0),
        (1.0, NAN, 1.0, 1.0),
        (NAN, NAN, NAN, NAN),
        (INF, -INF, INF, -INF),
        (NAN, -INF, -INF, -INF),
    ] {
        let (left, right) = (T::from_f64(x), T::from_f64(y));
        same(math::max(left, right), max, &format!("max({x:?}, {y:?})"));
        same(math::min(left, right), min, &format!("min({x:?}, {y:?})"));
    }
}

pub(crate) fn clamped<T: Float>() {
    for (x, lo, hi, expected) in [
        (0.5, 0.0, 1.0, 0.5),
        (-3.0, 0.0, 1.0, 0.0),
        (3.0, 0.0, 1.0, 1.0),
        (3.0, 2.0, 1.0, 1.0),
        (-3.0, 2.0, 1.0, 1.0),
        (3.0, NAN, 1.0, 1.0),
        (3.0, 0.0, NAN, 3.0),
        (NAN, 0.0, 1.0, NAN),
        (NAN, NAN, 1.0, NAN),
        (NAN, NAN, NAN, NAN),
        (INF, 0.0, 1.0, 1.0),
        (-INF, 0.0, 1.0, 0.0),
    ] {
        let got = math::clamp(T::from_f64(x), T::from_f64(lo), T::from_f64(hi));
        same(got, expected, &format!("clamp({x:?}, {lo:?}, {hi:?})"));
    }
}

pub(crate) fn products<T: Float>() {
    let at = T::from_f64;
    for (x, y, expected) in [
        (0.0, INF, 0.0),
        (-0.0, -INF, 0.0),
        (0.0, NAN, 0.0),
        (0.0, -1.0, 0.0),
        (NAN, 0.0, NAN),
        (2.0, -0.0, -0.0),
        (INF, 0.0, NAN),
        (2.0, 3.0, 6.0),
    ] {
        same(
            math::azmul(at(x), at(y)),
            expected,
            &format!("azmul({x:?}, {y:?})"),
        );
    }
    same(
        math::leaky_relu(at(-2.0), at(0.25)),
        -0.5,
        "leaky_relu(-2, 0.25)",
    );
    same(
        math::leaky_relu(at(2.0), at(0.25)),
        2.0,
        "leaky_relu(2, 0.25)",
    );
    same(
        math::leaky_relu(at(NAN), at(0.25)),
        NAN,
        "leaky_relu(NaN, 0.25)",
    );
    same(math::copysign(at(2.0), at(-0.0)), -2.0, "copysign(2, -0)");
    same(math::sign(T::from_bits_u64(1)), 1.0, "sign(least)");
}

/// The rounding functions and the remainder against the standard library, whose results are exact.
pub(crate) fn rounding<T: Float>() {
    let epsilon = T::EPSILON.to_f64();
    let whole = 1.0 / epsilon; // From here on every number is an integer.
    let plain = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 3.5, 1e10, INF, NAN];
    let large = [
        0.5 * whole - 0.5,
        0.5 * whole + 0.5,
        whole - 1.0,
        whole,
        whole + 2.0,
    ];
    let ends = [T::max_value(), T::MIN_POSITIVE, T::from_bits_u64(1)].map(Float::to_f64);
    let below_half = [0.5 - 0.25 * epsilon];
    let all = plain.iter().chain(&large).chain(&ends).chain(&below_half);
    for x in all.flat_map(|x| [*x, -x]) {
        let at = T::from_f64(x);
        same(math::floor(at), x.floor(), &format!("floor({x:e})"));
        same(math::ceil(at), x.ceil(), &format!("ceil({x:e})"));
        same(math::round(at), x.round(), &format!("round({x:e})"));
        same(math::trunc(at), x.trunc(), &format!("trunc({x:e})"));
        same(math::fract(at), x - x.trunc(), &format!("fract({x:e})"));
        for y in [1.0, -0.75, 3.0, INF, 0.0, NAN] {
            same(
                math::rem(at, T::from_f64(y)),
                x % y,
                &format!("rem({x:e}, {y:?})"),
            );
        }
    }
}

pub(crate) fn fused<T: Float>() {
    let (above, below) = (T::ONE + T::EPSILON, T::ONE - T::EPSILON);
    let square = -(T::EPSILON * T::EPSILON).to_f64();
    same(
        math::mul_add(above, below, -T::ONE),
        square,
        "(1 + e) * (1 - e) - 1",
    );
    let two = T::from_f64(2.0);
    same(
        math::mul_add(T::max_value(), two, -T::max_value()),
        T::max_value().to_f64(),
        "MAX * 2 - MAX",
    );
    same(
        math::mul_add(T::INFINITY, T::ZERO, T::ONE),
        NAN,
        "inf * 0 + 1",
    );
    same(
        math::mul_add(-T::ONE, T::ZERO, -T::ZERO),
        -0.0,
        "-1 * 0 + -0",
    );
}

pub(crate) fn conversions<T: Float>() {
    for x in [0.0, -0.0, 1.0, -1.5, INF, -INF, NAN] {
        let bits = T::from_f64(x).to_bits_u64();
        assert!(T::BITS == 64 || bits >> 32 == 0);
        same(T::from_bits_u64(bits), x, "through its bits");
    }
    assert_eq!(T::from_f64(-2.9).to_i64(), -2);
    assert_eq!(T::NAN.to_i64(), 0);
    assert_eq!(T::INFINITY.to_i64(), i64::MAX);
    assert_eq!(T::NEG_INFINITY.to_i64(), i64::MIN);
    same(T::from_i64(-3), -3.0, "from_i64(-3)");
    same(T::from_i64(i64::MAX), 2f64.powi(63), "from_i64(MAX)");
    assert!(T::max_value().is_finite() && !T::NAN.is_finite() && !T::INFINITY.is_finite());
    assert!(!(T::max_value() + T::max_value()).is_finite());
}
