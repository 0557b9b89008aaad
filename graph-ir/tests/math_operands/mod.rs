//! Operands for the tests that compare the bits of one function computed in several ways: in
//! lanes and alone here, in everything that is generated or run in the root package's
//! `tests/elementary`.
//!
//! Among the operands are all special numbers, in every lane and next to any other.

#[path = "../../../graph-math/tests/math_accuracy/random.rs"]
mod random;

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, PI, SQRT_2};

use graph_math::math::Float;
pub(crate) use random::Random;

/// Numbers close to which a function changes its formula, leaves its domain or overflows.
const BORDERS: [f64; 40] = [
    0.0,
    1e-17,
    1e-9,
    0.35,
    0.375,
    0.5,
    FRAC_1_SQRT_2,
    0.75,
    FRAC_PI_4,
    1.0,
    SQRT_2,
    FRAC_PI_2,
    2.0,
    PI,
    4.0,
    9.2,
    13.0,
    20.0,
    22.0,
    26.5,
    28.0,
    36.0,
    39.0,
    50.0,
    87.3,
    88.7,
    104.0,
    128.0,
    150.0,
    708.4,
    709.78,
    710.4,
    745.1,
    800.0,
    1023.0,
    1075.0,
    1.6e6,
    1e9,
    1e20,
    1e300,
];

/// How many operands each function gets: a million in release and fewer without optimizations,
/// which is fifty times slower. `MATH_SAMPLES=10000000` asks for another number.
pub(crate) fn count(unoptimized: usize) -> usize {
    let wanted = std::env::var("MATH_SAMPLES").ok();
    let usual = if cfg!(debug_assertions) {
        unoptimized
    } else {
        1_000_000
    };
    wanted.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A number of any kind: any bits, of ordinary size, close to a border, special.
pub(crate) fn operand<T: Float>(random: &mut Random) -> T {
    let choice = random.bits();
    let sign = if choice & 8 == 0 { 1.0 } else { -1.0 };
    let pick = (choice >> 8) as usize;
    match choice % 8 {
        0 | 1 => T::from_bits_u64(random.bits()),
        2 | 3 => T::from_f64(random.within((-50.0, 50.0))),
        4 | 5 => T::from_f64(sign * random.beside(BORDERS[pick % BORDERS.len()])),
        6 => T::from_f64(sign * BORDERS[pick % BORDERS.len()]),
        _ => specials::<T>()[pick % SPECIALS] * T::from_f64(sign),
    }
}

/// How many numbers are special, but for their sign.
const SPECIALS: usize = 9;

/// Zero, the least and the largest numbers of their kind, the neighbours of one, and NaN.
pub(crate) fn specials<T: Float>() -> [T; SPECIALS] {
    let least = T::from_bits_u64(1);
    [
        T::ZERO,
        least,
        T::MIN_POSITIVE,
        T::MIN_POSITIVE - least,
        T::ONE,
        T::ONE + T::EPSILON,
        T::max_value(),
        T::INFINITY,
        T::NAN,
    ]
}

/// The bits, with one pattern for every NaN.
pub(crate) fn bits<T: Float>(x: T) -> u64 {
    if x.is_nan() {
        u64::MAX
    } else {
        x.to_bits_u64()
    }
}
