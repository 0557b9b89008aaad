//! Every operator over floats gives in each lane the bits that it gives alone: the promise that
//! lets loops be computed in lanes or not, as the schedule sees fit.
//!
//! The operators are those of the table, so a new one is tested without a word here. Among the
//! operands are all the special ones, in every lane and next to any other.
//! `MATH_SAMPLES=10000000` takes more of them.

mod math_operands;

use graph_ir::Element;
use graph_ir::ops::{ScalarOp, ValueVisitor};
use graph_math::lanes::{LANES, Lanes};
use graph_math::math::{Float, Value};
use math_operands::{Random, bits, count, operand, specials};

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

fn operators_agree<T: Float>() {
    for op in ScalarOp::all() {
        if !op.class().takes(Element::F64) {
            continue;
        }
        let mut random = Random(7);
        for _ in 0..count(100_000).div_ceil(LANES) {
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

#[test]
fn special_operands_meet_every_lane() {
    let mut random = Random(7);
    let mut operands: Vec<[f64; LANES]> = Vec::new();
    operands.resize_with(2_500, || core::array::from_fn(|_| operand(&mut random)));
    for special in specials::<f64>() {
        for (lane, x) in (0..LANES).flat_map(|lane| [(lane, special), (lane, -special)]) {
            let found = operands.iter().any(|lanes| bits(lanes[lane]) == bits(x));
            assert!(found, "{x} never stands in lane {lane}");
        }
    }
}
