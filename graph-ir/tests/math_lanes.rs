//! Every operator over floats gives in each lane the bits that it gives alone: the promise that
//! lets loops be computed in lanes or not, as the schedule sees fit.
//!
//! The operators are those of the table, so a new one is tested without a word here. Among the
//! operands are all the special ones, in every lane and beside any other.
//! `MATH_SAMPLES=10000000` takes more of them.

#[path = "math_accuracy/random.rs"]
mod random;

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, PI, SQRT_2};

use graph_ir::lanes::{LANES, Lanes};
use graph_ir::math::{Float, Value};
use graph_ir::ops::{Class, ScalarOp, ValueVisitor};
use random::Random;

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

/// How many operands each operator gets. Without optimizations all this is fifty times slower.
fn count() -> usize {
    let wanted = std::env::var("MATH_SAMPLES").ok();
    let usual = if cfg!(debug_assertions) {
        100_000
    } else {
        1_000_000
    };
    wanted.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The operators' function in eight lanes at once.
struct InLanes<'a, T>(&'a [[T; LANES]]);

/// The same, number by number.
struct Alone<'a, T>(&'a [[T; LANES]]);

/// A truth value as a number.
fn number<V: Value>(mask: V::Mask) -> V {
    V::select(mask, V::constant(1.0), V::constant(0.0))
}

impl<T: Float> ValueVisitor<T::Lanes> for InLanes<'_, T> {
    type Output = [T; LANES];

    fn unary(self, f: impl Fn(T::Lanes) -> T::Lanes) -> [T; LANES] {
        f(<T::Lanes>::from_array(self.0[0])).to_array()
    }

    fn binary(self, f: impl Fn(T::Lanes, T::Lanes) -> T::Lanes) -> [T; LANES] {
        let [x, y] = [0, 1].map(|i| <T::Lanes>::from_array(self.0[i]));
        f(x, y).to_array()
    }

    fn ternary(self, f: impl Fn(T::Lanes, T::Lanes, T::Lanes) -> T::Lanes) -> [T; LANES] {
        let [x, y, z] = [0, 1, 2].map(|i| <T::Lanes>::from_array(self.0[i]));
        f(x, y, z).to_array()
    }

    fn compare(self, f: impl Fn(T::Lanes, T::Lanes) -> <T::Lanes as Value>::Mask) -> [T; LANES] {
        self.binary(|x, y| number(f(x, y)))
    }
}

impl<T: Float> ValueVisitor<T> for Alone<'_, T> {
    type Output = [T; LANES];

    fn unary(self, f: impl Fn(T) -> T) -> [T; LANES] {
        self.0[0].map(f)
    }

    fn binary(self, f: impl Fn(T, T) -> T) -> [T; LANES] {
        core::array::from_fn(|j| f(self.0[0][j], self.0[1][j]))
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) -> [T; LANES] {
        core::array::from_fn(|j| f(self.0[0][j], self.0[1][j], self.0[2][j]))
    }

    fn compare(self, f: impl Fn(T, T) -> <T as Value>::Mask) -> [T; LANES] {
        self.binary(|x, y| number(f(x, y)))
    }
}

/// A number of any kind: any bits, of ordinary size, close to a border, special.
fn operand<T: Float>(random: &mut Random) -> T {
    let choice = random.bits();
    let sign = if choice & 8 == 0 { 1.0 } else { -1.0 };
    let pick = (choice >> 8) as usize;
    match choice % 8 {
        0 | 1 => T::from_bits_u64(random.bits()),
        2 | 3 => T::from_f64(random.within((-50.0, 50.0))),
        4 | 5 => T::from_f64(sign * random.beside(BORDERS[pick % BORDERS.len()])),
        6 => T::from_f64(sign * BORDERS[pick % BORDERS.len()]),
        _ => {
            let least = T::from_bits_u64(1);
            let special = [
                T::ZERO,
                least,
                T::MIN_POSITIVE,
                T::MIN_POSITIVE - least,
                T::ONE,
                T::ONE + T::EPSILON,
                T::MAX,
                T::INFINITY,
                T::NAN,
            ];
            special[pick % special.len()] * T::from_f64(sign)
        }
    }
}

/// The bits, with one pattern for every NaN.
fn bits<T: Float>(x: T) -> u64 {
    if x.is_nan() {
        u64::MAX
    } else {
        x.to_bits_u64()
    }
}

fn operators_agree<T: Float>() {
    for op in ScalarOp::all() {
        if op.class() == Class::Logic {
            continue;
        }
        let mut random = Random(7);
        for _ in 0..count().div_ceil(LANES) {
            let operands: [[T; LANES]; 3] =
                core::array::from_fn(|_| core::array::from_fn(|_| operand(&mut random)));
            let together: Option<[T; LANES]> = op.visit_value(InLanes(&operands));
            let alone: Option<[T; LANES]> = op.visit_value(Alone(&operands));
            let (together, alone) = (together.expect("floats"), alone.expect("floats"));
            assert_eq!(
                together.map(bits),
                alone.map(bits),
                "{op:?} of {:?}: {together:?} in lanes, {alone:?} alone",
                &operands[..op.arity()],
            );
        }
    }
}

#[test]
fn every_operator_has_the_same_bits_alone_and_in_lanes() {
    operators_agree::<f64>();
}

#[test]
fn every_operator_has_the_same_bits_alone_and_in_lanes_of_f32() {
    operators_agree::<f32>();
}
