//! Trees as vectors of their learnt floats: sums, norms, factors.
//!
//! Sums over all numbers are formed in `f64`, in eight partial results for each array, and from the
//! first array to the last: their bits depend on the struct alone.

use graph_math::math;

use super::leaves::{Number, Rule, each};
use crate::tree::Tree;

/// The number of partial results of a sum.
const LANES: usize = 8;

/// Adds up a term of each number and its neighbour in the other slice.
fn sum<T: Number>(x: &[T], y: &[T], term: impl Fn(f64, f64) -> f64) -> f64 {
    let (x_groups, x_rest) = x.as_chunks::<LANES>();
    let (y_groups, y_rest) = y.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for (x, y) in x_groups.iter().zip(y_groups) {
        for ((lane, x), y) in lanes.iter_mut().zip(x).zip(y) {
            *lane += term(x.to_f64(), y.to_f64());
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    let total = ((a + e) + (c + g)) + ((b + f) + (d + h));
    let rest = x_rest.iter().zip(y_rest);
    rest.fold(total, |total, (x, y)| total + term(x.to_f64(), y.to_f64()))
}

/// The sum of products.
pub(super) struct Dot(pub(super) f64);

impl Rule<0, 2> for Dot {
    fn apply<T: Number>(&mut self, []: [&mut [T]; 0], [x, y]: [&[T]; 2]) {
        self.0 += sum(x, y, |x, y| x * y);
    }
}

struct ScaledSquares {
    by: f64,
    sum: f64,
}

impl Rule<0, 1> for ScaledSquares {
    fn apply<T: Number>(&mut self, []: [&mut [T]; 0], [x]: [&[T]; 1]) {
        let by = self.by;
        self.sum += sum(x, x, |x, _| (x / by) * (x / by));
    }
}

/// The Euclidean norm of all floats of a struct that are learnt: those in `#[dynamic]` fields do
/// not count. It is a NaN if one of them is, and else an infinity if one is infinite; it does not
/// overflow or lose digits before the norm itself does.
///
/// ```
/// use graph_runtime::optimise::global_norm;
///
/// assert_eq!(global_norm(&([3.0, 0.0], 4.0_f32)), 5.0);
/// assert_eq!(global_norm(&[f64::MAX, 0.0]), f64::MAX);
/// ```
#[must_use]
pub fn global_norm<M: Tree>(tree: &M) -> f64 {
    // As far from the smallest number as squares need to be to have all digits.
    const SAFE: f64 = 1e-280;
    let mut squares = Dot(0.0);
    each(&mut squares, [], [tree, tree]);
    let squares = squares.0;
    if squares.is_nan() || (SAFE..f64::INFINITY).contains(&squares) {
        return math::sqrt(squares);
    }
    let largest = largest(tree);
    if largest == 0.0 || largest == f64::INFINITY {
        return largest;
    }
    // A power of two, which rounds nothing.
    let by = f64::from_bits(largest.to_bits() & f64::INFINITY.to_bits()).max(f64::MIN_POSITIVE);
    let mut scaled = ScaledSquares { by, sum: 0.0 };
    each(&mut scaled, [], [tree]);
    by * math::sqrt(scaled.sum)
}

struct Largest(f64);

impl Rule<0, 1> for Largest {
    fn apply<T: Number>(&mut self, []: [&mut [T]; 0], [x]: [&[T]; 1]) {
        for x in x {
            let x = math::abs(x.to_f64());
            // A NaN stays, once it is there.
            if !(x <= self.0 || self.0.is_nan()) {
                self.0 = x;
            }
        }
    }
}

/// The largest absolute value: 0 without numbers, a NaN if there is one.
pub(super) fn largest<M: Tree>(tree: &M) -> f64 {
    let mut largest = Largest(0.0);
    each(&mut largest, [], [tree]);
    largest.0
}

struct Scale(f64);

impl Rule<1, 0> for Scale {
    fn apply<T: Number>(&mut self, [x]: [&mut [T]; 1], []: [&[T]; 0]) {
        let by = T::from_f64(self.0);
        for x in x {
            *x *= by;
        }
    }
}

/// Multiplies all floats of a struct that are learnt.
///
/// ```
/// let mut gradient = ([2.0, -4.0], 1.0_f32, 7_usize);
/// graph_runtime::optimise::scale(&mut gradient, 0.5);
/// assert_eq!(gradient, ([1.0, -2.0], 0.5, 7));
/// ```
pub fn scale<M: Tree>(tree: &mut M, by: f64) {
    each(&mut Scale(by), [tree], []);
}

struct Clear;

impl Rule<1, 0> for Clear {
    fn apply<T: Number>(&mut self, [x]: [&mut [T]; 1], []: [&[T]; 0]) {
        x.fill(T::ZERO);
    }
}

/// The tree with zeros for its learnt floats: what a state starts with, whatever it is made from.
pub(super) fn cleared<M: Tree>(mut tree: M) -> M {
    each(&mut Clear, [&mut tree], []);
    tree
}
