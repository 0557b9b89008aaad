//! Accuracy of `math` against the correctly rounded CORE-MATH library.
//!
//! A function is tested by its row in the table: at pseudo-random arguments over the whole range of
//! the type, evenly over the interval where the function is of interest, and close to the points
//! where it is delicate; alone, and in lanes where the crate has them.
//! `cargo test --test math_accuracy -- --nocapture` prints the largest error of each function;
//! `MATH_SAMPLES=10000000` takes more samples.

mod lanes;
mod pair;
mod random;
mod sample;
mod truth;
mod ulp;

use graph_math::math;
use graph_math::order::LANES;
use lanes::in_lanes;
use sample::Samples;
use ulp::{Worst, error32, error64};

/// The accuracy that every function promises, in units in the last place.
///
/// In `f64` the distance to the correctly rounded result is a whole number, and a distance of 1
/// means an error below 1.5 units.
const ELEMENTARY: f64 = 1.5;

/// A function of one argument, its reference and where to look closely.
struct Unary {
    name: &'static str,
    f64: fn(f64) -> f64,
    f32: fn(f32) -> f32,
    lanes64: fn([f64; LANES]) -> [f64; LANES],
    lanes32: fn([f32; LANES]) -> [f32; LANES],
    /// Correctly rounded in `f64`; for `f32` it stands for the true value.
    truth: fn(f64) -> f64,
    /// Sampled evenly for `f64` and for `f32`.
    range: [(f64, f64); 2],
    /// Sampled at relative distances from far to a unit in the last place.
    near: &'static [f64],
}

/// A function of two arguments, its reference and the magnitudes of interest.
struct Binary {
    name: &'static str,
    f64: fn(f64, f64) -> f64,
    f32: fn(f32, f32) -> f32,
    lanes64: fn([f64; LANES], [f64; LANES]) -> [f64; LANES],
    lanes32: fn([f32; LANES], [f32; LANES]) -> [f32; LANES],
    truth: fn(f64, f64) -> f64,
    /// Ranges of both arguments, sampled evenly.
    range: [(f64, f64); 2],
}

/// `name = reference, range for f64, range for f32, points` to a table of [`Unary`].
macro_rules! unary {
    ($($name:ident = $truth:path, $range64:expr, $range32:expr, $near:expr;)+) => {
        &[$(Unary {
            name: stringify!($name),
            f64: math::$name,
            f32: math::$name,
            lanes64: in_lanes!($name(x): f64),
            lanes32: in_lanes!($name(x): f32),
            truth: $truth,
            range: [$range64, $range32],
            near: &$near,
        }),+]
    };
}

/// `name = reference, range of the first argument, of the second` to a table of [`Binary`].
macro_rules! binary {
    ($($name:ident = $truth:path, $first:expr, $second:expr;)+) => {
        &[$(Binary {
            name: stringify!($name),
            f64: math::$name,
            f32: math::$name,
            lanes64: in_lanes!($name(x, y): f64),
            lanes32: in_lanes!($name(x, y): f32),
            truth: $truth,
            range: [$first, $second],
        }),+]
    };
}

const PI: f64 = std::f64::consts::PI;

const UNARY: &[Unary] = unary! {
    sqrt = f64::sqrt, (0.0, 100.0), (0.0, 100.0), [1.0];
    cbrt = core_math::cbrt, (-100.0, 100.0), (-100.0, 100.0), [1.0, 8.0, -27.0];
    exp = core_math::exp, (-745.2, 709.8), (-104.0, 88.8), [0.0, 1.0, -708.4, 709.78, 88.72];
    exp2 = core_math::exp2, (-1075.0, 1024.0), (-150.0, 128.0), [0.0, 1.0, -1022.0, 1024.0, 128.0];
    exp_m1 = core_math::expm1, (-40.0, 709.8), (-20.0, 88.8), [0.0, 0.35, -0.35, 1.0, 709.78];
    ln = core_math::log, (0.0, 10.0), (0.0, 10.0), [1.0, 0.5, 2.0];
    log2 = core_math::log2, (0.0, 10.0), (0.0, 10.0), [1.0, 0.5, 2.0];
    log10 = core_math::log10, (0.0, 10.0), (0.0, 10.0), [1.0, 0.1, 10.0, 1e22];
    ln_1p = core_math::log1p, (-1.0, 10.0), (-1.0, 10.0), [0.0, -1.0, 1.0, -0.29, 0.41];
    sin = core_math::sin, (-100.0, 100.0), (-100.0, 100.0), [0.0, PI, 2.0 * PI, PI / 2.0, 355.0, 1e6];
    cos = core_math::cos, (-100.0, 100.0), (-100.0, 100.0), [0.0, PI, 1.5 * PI, PI / 2.0, 355.0, 1e6];
    tan = core_math::tan, (-100.0, 100.0), (-100.0, 100.0), [0.0, PI, PI / 4.0, PI / 2.0, 355.0, 1e6];
    asin = core_math::asin, (-1.0, 1.0), (-1.0, 1.0), [0.0, 1.0, -1.0, 0.5, -0.5];
    acos = core_math::acos, (-1.0, 1.0), (-1.0, 1.0), [0.0, 1.0, -1.0, 0.5, -0.5];
    atan = core_math::atan, (-10.0, 10.0), (-10.0, 10.0), [0.0, 0.4375, 0.6875, 1.1875, 2.4375];
    sinh = core_math::sinh, (-710.5, 710.5), (-89.5, 89.5), [0.0, 1.0, 0.35, 22.0, 710.4, 89.4];
    cosh = core_math::cosh, (-710.5, 710.5), (-89.5, 89.5), [0.0, 1.0, 0.35, 22.0, 710.4, 89.4];
    tanh = core_math::tanh, (-20.0, 20.0), (-10.0, 10.0), [0.0, 0.27, 0.55, 1.0, 22.0];
    asinh = core_math::asinh, (-10.0, 10.0), (-10.0, 10.0), [0.0, 0.5, 1.0, 2.0, 1e8];
    acosh = core_math::acosh, (1.0, 10.0), (1.0, 10.0), [1.0, 2.0, 1e8];
    atanh = core_math::atanh, (-1.0, 1.0), (-1.0, 1.0), [0.0, 1.0, -1.0, 0.5, -0.5];
    erf = core_math::erf, (-7.0, 7.0), (-5.0, 5.0), [0.0, 0.84375, 1.25, 2.857];
    erfc = core_math::erfc, (-7.0, 27.5), (-5.0, 10.5), [0.0, 0.25, 0.84375, 1.25, 2.857, 26.54, 9.19];
};

const ACTIVATIONS: &[Unary] = unary! {
    sigmoid = truth::sigmoid, (-745.2, 40.0), (-104.0, 20.0), [0.0, 1.0, -1.0, -708.4, -87.3];
    softplus = truth::softplus, (-745.2, 40.0), (-104.0, 20.0), [0.0, 1.0, -1.0, -708.4, -87.3];
    silu = truth::silu, (-752.0, 40.0), (-109.0, 20.0), [0.0, 1.0, -1.0, -36.0, -710.0, -90.0];
    normal_cdf = truth::normal_cdf, (-39.0, 10.0), (-15.0, 6.0), [0.0, -0.7, -1.0, -20.0, -37.6, -13.0];
    gelu = truth::gelu, (-39.0, 10.0), (-15.0, 6.0), [0.0, 1.0, -0.55, -1.0, -20.0, -37.6, -13.0];
};

const BINARY: &[Binary] = binary! {
    hypot = core_math::hypot, (-10.0, 10.0), (-10.0, 10.0);
    powf = core_math::pow, (0.0, 20.0), (-100.0, 100.0);
    atan2 = core_math::atan2, (-10.0, 10.0), (-10.0, 10.0);
};

#[test]
fn unary_functions_are_accurate() {
    check(UNARY);
}

#[test]
fn activations_are_accurate() {
    check(ACTIVATIONS);
}

#[test]
fn binary_functions_are_accurate() {
    for row in BINARY {
        let mut worst = Worst::new(row.name, "f64");
        lanes::of(sample::pairs64(row.range), |pairs| {
            let (x, y) = (pairs.map(|(x, _)| x), pairs.map(|(_, y)| y));
            let vector = (row.lanes64)(x, y);
            for (j, (x, y)) in pairs.into_iter().enumerate() {
                let truth = (row.truth)(x, y);
                worst.see(&[x, y], error64((row.f64)(x, y), truth));
                worst.see(&[x, y], error64(vector[j], truth));
            }
        });
        worst.report(ELEMENTARY);
        let mut worst = Worst::new(row.name, "f32");
        lanes::of(sample::pairs32(row.range), |pairs| {
            let (x, y) = (pairs.map(|(x, _)| x), pairs.map(|(_, y)| y));
            let vector = (row.lanes32)(x, y);
            for (j, (x, y)) in pairs.into_iter().enumerate() {
                let at = [x.into(), y.into()];
                let truth = (row.truth)(at[0], at[1]);
                worst.see(&at, error32((row.f32)(x, y), truth));
                worst.see(&at, error32(vector[j], truth));
            }
        });
        worst.report(ELEMENTARY);
    }
}

/// Measures each row in both types, alone and in lanes.
fn check(rows: &[Unary]) {
    for row in rows {
        let mut worst = Worst::new(row.name, "f64");
        lanes::of(Samples::new(row.range[0], row.near).f64(), |points| {
            let vector = (row.lanes64)(points);
            for (x, in_lane) in points.into_iter().zip(vector) {
                let truth = (row.truth)(x);
                worst.see(&[x], error64((row.f64)(x), truth));
                worst.see(&[x], error64(in_lane, truth));
            }
        });
        worst.report(ELEMENTARY);
        let mut worst = Worst::new(row.name, "f32");
        lanes::of(Samples::new(row.range[1], row.near).f32(), |points| {
            let vector = (row.lanes32)(points);
            for (x, in_lane) in points.into_iter().zip(vector) {
                let truth = (row.truth)(x.into());
                worst.see(&[x.into()], error32((row.f32)(x), truth));
                worst.see(&[x.into()], error32(in_lane, truth));
            }
        });
        worst.report(ELEMENTARY);
    }
}
