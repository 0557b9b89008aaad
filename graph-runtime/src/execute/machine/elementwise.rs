//! Operators on eight elements at a time: floats in lanes, others one by one.
//!
//! In lanes an operator gives the bits that it gives alone, so that what is computed together is
//! a matter of speed alone. Groups that are not whole are filled up with elements that are there
//! anyhow: what takes a function longer, such as an argument far out, is not made up.

use core::array;
use core::marker::PhantomData;

use graph_ir::ops::{ScalarOp, ValueVisitor, Visitor};
use graph_math::lanes::{Lanes, Mask};
use graph_math::math::Float;
use graph_math::order::LANES;

use crate::execute::code::Register;
use crate::execute::place::Kind;

/// An element for each lane.
pub(super) type Eight<T> = [T; LANES];

/// Receives the function of an operator on eight elements of each operand.
pub(super) trait Elementwise<T> {
    fn unary(self, f: impl Fn(Eight<T>) -> Eight<T>);
    fn binary(self, f: impl Fn(Eight<T>, Eight<T>) -> Eight<T>);
    fn ternary(self, f: impl Fn(Eight<T>, Eight<T>, Eight<T>) -> Eight<T>);
    fn compare(self, f: impl Fn(Eight<T>, Eight<T>) -> Eight<bool>);
}

/// Hands the function of an operator over elements of a kind to a visitor. A verified graph has
/// no operator over elements for which there is none.
pub(super) fn visit<V>(op: ScalarOp, kind: Kind, visitor: V)
where
    V: Elementwise<f64> + Elementwise<f32> + Elementwise<i64> + Elementwise<bool>,
{
    let done = match kind {
        Kind::F64 => op.visit_value(InLanes::<f64, V>(visitor, PhantomData)),
        Kind::F32 => op.visit_value(InLanes::<f32, V>(visitor, PhantomData)),
        Kind::I64 => op.visit_integer(OneByOne(visitor)),
        Kind::Bool => op.visit_logic(OneByOne(visitor)),
    };
    debug_assert!(done.is_some(), "{op:?} has no function over {kind:?}");
}

/// The elements of a slice of at most eight, the last one repeated.
pub(super) fn filled<T: Copy>(elements: &[T]) -> Eight<T> {
    array::from_fn(|i| elements[i.min(elements.len() - 1)])
}

/// The elements of some registers.
///
/// Code that depends on an operator's function is compiled anew for each operator; the rest, such
/// as this, stands in functions of its own.
#[inline]
pub(super) fn elements<const N: usize, E: Copy>(of: &[E], registers: &[Register; N]) -> [E; N] {
    registers.map(|register| of[register as usize])
}

/// Hands on a function of lanes.
struct InLanes<T, V>(V, PhantomData<T>);

impl<T: Float, V: Elementwise<T>> ValueVisitor<T::Lanes> for InLanes<T, V> {
    type Output = ();

    fn unary(self, f: impl Fn(T::Lanes) -> T::Lanes) {
        self.0.unary(|x| f(lanes::<T>(x)).to_array());
    }

    fn binary(self, f: impl Fn(T::Lanes, T::Lanes) -> T::Lanes) {
        self.0
            .binary(|x, y| f(lanes::<T>(x), lanes::<T>(y)).to_array());
    }

    fn ternary(self, f: impl Fn(T::Lanes, T::Lanes, T::Lanes) -> T::Lanes) {
        self.0
            .ternary(|x, y, z| f(lanes::<T>(x), lanes::<T>(y), lanes::<T>(z)).to_array());
    }

    fn compare(
        self,
        f: impl Fn(T::Lanes, T::Lanes) -> <T::Lanes as graph_math::math::Value>::Mask,
    ) {
        self.0
            .compare(|x, y| f(lanes::<T>(x), lanes::<T>(y)).to_array());
    }
}

fn lanes<T: Float>(elements: Eight<T>) -> T::Lanes {
    Lanes::from_array(elements)
}

/// Hands on a function of single elements.
struct OneByOne<V>(V);

impl<T: Copy, V: Elementwise<T>> Visitor<T> for OneByOne<V> {
    type Output = ();

    fn unary(self, f: impl Fn(T) -> T) {
        self.0.unary(|mut x| {
            for x in &mut x {
                *x = f(*x);
            }
            x
        });
    }

    fn binary(self, f: impl Fn(T, T) -> T) {
        self.0.binary(|mut x, y| {
            for (x, y) in x.iter_mut().zip(y) {
                *x = f(*x, y);
            }
            x
        });
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) {
        self.0.ternary(|mut x, y, z| {
            for ((x, y), z) in x.iter_mut().zip(y).zip(z) {
                *x = f(*x, y, z);
            }
            x
        });
    }

    fn compare(self, f: impl Fn(T, T) -> bool) {
        self.0.compare(|x, y| {
            let mut truths = [false; LANES];
            for ((truth, x), y) in truths.iter_mut().zip(x).zip(y) {
                *truth = f(x, y);
            }
            truths
        });
    }
}
