//! Special functions of several operands, and families of functions.

use super::{INF, NAN, same};
use graph_math::math::{self, Float};

pub(crate) fn families<T: Float>() {
    let at = T::from_f64;
    for (n, expected) in [
        // At 0, -0, a pole, infinity, negative infinity.
        (0, [-INF, INF, NAN, INF, NAN]),
        (1, [INF, INF, INF, 0.0, NAN]),
        (2, [-INF, INF, NAN, -0.0, NAN]),
        (7, [INF, INF, INF, 0.0, NAN]),
        (-1, [NAN; 5]),
    ] {
        for (x, expected) in [0.0, -0.0, -3.0, INF, -INF].into_iter().zip(expected) {
            same(
                math::polygamma(at(x), n),
                expected,
                &format!("polygamma({x}, {n})"),
            );
        }
        same(math::polygamma(T::NAN, n), NAN, "polygamma of NaN");
    }
    // Beside a pole, where both sides overflow, the nearer one decides.
    same(math::polygamma(at(-2.75), 400), -INF, "above a pole");
    same(math::polygamma(at(-2.25), 400), INF, "below a pole");
    for (n, expected) in [
        (0, [1.0, 1.0, 0.0, 0.0]),
        (2, [0.0, 0.0, 0.0, 0.0]),
        (3, [0.0, -0.0, 0.0, -0.0]),
        (-3, [-0.0, 0.0, -0.0, 0.0]),
    ] {
        for (x, expected) in [0.0, -0.0, INF, -INF].into_iter().zip(expected) {
            same(
                math::bessel_j(at(x), n),
                expected,
                &format!("bessel_j({x}, {n})"),
            );
        }
        same(math::bessel_j(T::NAN, n), NAN, "bessel_j of NaN");
    }
    for (n, expected) in [(0, -INF), (2, -INF), (3, -INF), (-3, INF)] {
        for x in [0.0, -0.0] {
            same(
                math::bessel_y(at(x), n),
                expected,
                &format!("bessel_y({x}, {n})"),
            );
        }
        same(math::bessel_y(at(INF), n), 0.0, "bessel_y at infinity");
        same(math::bessel_y(at(-1.0), n), NAN, "bessel_y below 0");
        same(math::bessel_y(T::NAN, n), NAN, "bessel_y of NaN");
    }
}

pub(crate) fn beta<T: Float>() {
    for (a, b, expected) in [
        (0.0, 1.0, INF),
        (-0.0, 300.0, INF),
        (1.0, 1.0, 0.0),
        (2.0, INF, -INF),
        (INF, INF, -INF),
        (-0.5, INF, INF),
        (0.0, INF, NAN),
        (-INF, INF, NAN),
        (NAN, 1.0, NAN),
        (INF, NAN, NAN),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            let found = math::ln_beta(T::from_f64(a), T::from_f64(b));
            same(found, expected, &format!("ln_beta({a}, {b})"));
        }
    }
}

pub(crate) fn densities<T: Float>() {
    for (x, mean, deviation, expected) in [
        (INF, 0.0, 1.0, -INF),
        (0.0, -INF, 1.0, -INF),
        (INF, INF, 1.0, NAN),
        (1.0, 0.0, 0.0, NAN),
        (0.0, 0.0, -0.0, NAN),
        (0.0, 0.0, INF, -INF),
        (0.0, 0.0, -1.0, NAN),
        (NAN, 0.0, 1.0, NAN),
        (0.0, NAN, 1.0, NAN),
        (0.0, 0.0, NAN, NAN),
    ] {
        let [x, mean, deviation] = [x, mean, deviation].map(T::from_f64);
        let found = math::normal_ln_pdf(x, mean, deviation);
        let what = format!("normal_ln_pdf({x}, {mean}, {deviation})");
        same(found, expected, &what);
    }
}
