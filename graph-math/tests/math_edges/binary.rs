//! Powers, angles and lengths: the functions of two arguments that annex F tabulates.

use super::{HALF_PI, INF, NAN, PI, same};
use graph_math::math::{self, Float};

pub(crate) fn powers<T: Float>() {
    for (x, y, expected) in [
        (NAN, 0.0, 1.0),
        (1.0, NAN, 1.0),
        (NAN, 1.0, NAN),
        (2.0, NAN, NAN),
        (0.0, 3.0, 0.0),
        (-0.0, 3.0, -0.0),
        (-0.0, 2.0, 0.0),
        (0.0, -3.0, INF),
        (-0.0, -3.0, -INF),
        (-0.0, -2.0, INF),
        (0.0, -INF, INF),
        (0.0, INF, 0.0),
        (-1.0, INF, 1.0),
        (-1.0, -INF, 1.0),
        (0.5, INF, 0.0),
        (0.5, -INF, INF),
        (2.0, INF, INF),
        (2.0, -INF, 0.0),
        (INF, 2.0, INF),
        (INF, -2.0, 0.0),
        (-INF, 3.0, -INF),
        (-INF, 2.0, INF),
        (-INF, -3.0, -0.0),
        (-INF, -2.0, 0.0),
        (-8.0, 1.0 / 3.0, NAN),
        (-2.0, 3.0, -8.0),
        (2.0, 10.0, 1024.0),
        (9.0, 0.5, 3.0),
        (1e9, 1e9, INF),
        (1e-9, 1e9, 0.0),
    ] {
        let got = math::powf(T::from_f64(x), T::from_f64(y));
        same(got, expected, &format!("powf({x:?}, {y:?})"));
    }
}

pub(crate) fn huge_exponents<T: Float>() {
    let (above, below) = (T::ONE + T::EPSILON, T::ONE - T::EPSILON);
    let huge = T::from_f64(1e19);
    same(
        math::powf(above, T::max_value()),
        INF,
        "powf(1 + EPSILON, MAX)",
    );
    same(
        math::powf(below, T::max_value()),
        0.0,
        "powf(1 - EPSILON, MAX)",
    );
    same(math::powf(above, huge), INF, "powf(1 + EPSILON, 1e19)");
    same(math::powf(below, huge), 0.0, "powf(1 - EPSILON, 1e19)");
    same(math::powf(below, -huge), INF, "powf(1 - EPSILON, -1e19)");
    same(math::powf(T::ONE, huge), 1.0, "powf(1, 1e19)");
    same(math::powf(T::ONE, -huge), 1.0, "powf(1, -1e19)");
    same(
        math::powf(-T::ONE, T::from_f64(1e10)),
        1.0,
        "powf(-1, 1e10)",
    );
    same(math::powf(-above, huge), INF, "powf(-1 - EPSILON, 1e19)");
}

pub(crate) fn angles<T: Float>() {
    for (y, x, expected) in [
        (0.0, 0.0, 0.0),
        (-0.0, 0.0, -0.0),
        (0.0, -0.0, PI),
        (-0.0, -0.0, -PI),
        (0.0, -1.0, PI),
        (-0.0, -1.0, -PI),
        (-0.0, 1.0, -0.0),
        (1.0, 0.0, HALF_PI),
        (-1.0, -0.0, -HALF_PI),
        (1.0, INF, 0.0),
        (-1.0, INF, -0.0),
        (1.0, -INF, PI),
        (-1.0, -INF, -PI),
        (INF, 1.0, HALF_PI),
        (-INF, 1.0, -HALF_PI),
        (INF, INF, PI / 4.0),
        (-INF, INF, -PI / 4.0),
        (INF, -INF, 0.75 * PI),
        (-INF, -INF, -0.75 * PI),
        (NAN, 1.0, NAN),
        (1.0, NAN, NAN),
    ] {
        let got = math::atan2(T::from_f64(y), T::from_f64(x));
        same(got, expected, &format!("atan2({y:?}, {x:?})"));
    }
}

pub(crate) fn lengths<T: Float>() {
    for (x, y, expected) in [
        (0.0, -0.0, 0.0),
        (-3.0, 4.0, 5.0),
        (INF, NAN, INF),
        (NAN, -INF, INF),
        (NAN, 1.0, NAN),
    ] {
        let got = math::hypot(T::from_f64(x), T::from_f64(y));
        same(got, expected, &format!("hypot({x:?}, {y:?})"));
    }
    let (max, least) = (T::max_value(), T::from_bits_u64(1));
    same(math::hypot(max, T::ZERO), max.to_f64(), "hypot(MAX, 0)");
    same(math::hypot(max, max), INF, "hypot(MAX, MAX)");
    same(
        math::hypot(least, T::ZERO),
        least.to_f64(),
        "hypot(least, 0)",
    );
}

pub(crate) fn integer_powers<T: Float>() {
    for (x, n, expected) in [
        (NAN, 0, 1.0),
        (INF, 0, 1.0),
        (NAN, 1, NAN),
        (0.0, 5, 0.0),
        (-0.0, 5, -0.0),
        (-0.0, 4, 0.0),
        (0.0, -1, INF),
        (-0.0, -1, -INF),
        (-2.0, 3, -8.0),
        (2.0, -3, 0.125),
        (3.0, 5, 243.0),
        (-INF, 3, -INF),
        (-INF, -3, -0.0),
        (1.0, i32::MAX, 1.0),
        (-1.0, i32::MAX, -1.0),
        (-1.0, i32::MIN, 1.0),
        (2.0, i32::MIN, 0.0),
        (0.5, i32::MIN, INF),
    ] {
        let got = math::powi(T::from_f64(x), n);
        same(got, expected, &format!("powi({x:?}, {n})"));
    }
}
