//! The state of L-BFGS: the last steps with the changes of the gradient over them, which stand for
//! the inverse of the Hessian.

use alloc::vec::Vec;
use core::mem;

use graph_math::math;

use super::super::state::tree;
use super::super::vectors::{cleared, scale};
use super::vectors::{add, copy, dot, subtract_from};
use crate::tree::{Field, FieldMut, Name, Tree};

/// The state of [`Lbfgs`](super::Lbfgs), with the last `K` steps: between 3 and 20 are common, 100
/// the most. They are a model of the curvature, and no more: each minimisation begins with an
/// evaluation, so that a history serves one function after another that is like it, and from any
/// start. [`Self::forget`] it where they have nothing in common.
///
/// All memory is allocated here, for `2 * K + 4` structs.
#[derive(Clone, Debug)]
pub struct History<M, const K: usize> {
    /// How many pairs there are.
    count: usize,
    /// The position of the next pair, which replaces the oldest one once all are there.
    next: usize,
    pairs: Pairs<M, K>,
    /// The value and the gradient where the parameters are, as long as steps are taken.
    pub(super) value: f64,
    pub(super) gradient: M,
    /// Where the search begins, its direction, and the gradient at the point that is tried: of no
    /// use behind a step. None of these is saved.
    pub(super) start: M,
    pub(super) direction: M,
    pub(super) trial: M,
}

tree!([M: Tree, const K: usize] History<M, K> {
    0 count 1 next 2 pairs
});

/// A step, and what it changed.
#[derive(Clone, Debug)]
struct Pair<M> {
    /// The step.
    s: M,
    /// The change of the gradient.
    y: M,
    /// The inverse of their product.
    rho: f64,
}

tree!([M: Tree] Pair<M> { 0 s 1 y 2 rho });

/// As many pairs as there may be.
#[derive(Clone, Debug)]
struct Pairs<M, const K: usize>(Vec<Pair<M>>);

impl<M: Tree, const K: usize> Tree for Pairs<M, K> {
    fn field(&self, at: usize) -> Option<Field<'_>> {
        let (name, value) = (Name::Element(at), self.0.get(at)?);
        let is_dynamic = false;
        Some(Field {
            name,
            is_dynamic,
            value,
        })
    }

    fn field_mut(&mut self, at: usize) -> Option<FieldMut<'_>> {
        let (name, value) = (Name::Element(at), self.0.get_mut(at)?);
        let is_dynamic = false;
        Some(FieldMut {
            name,
            is_dynamic,
            value,
        })
    }
}

impl<M: Tree, const K: usize> History<M, K> {
    /// The state before the first step, made from structs whose numbers do not matter:
    /// `History::<_, 10>::new(Mlp::zeros)`.
    #[must_use]
    pub fn new(mut zeros: impl FnMut() -> M) -> Self {
        const { assert!(K >= 1 && K <= 100, "between 1 and 100 steps") };
        let mut zeros = || cleared(zeros());
        let pairs = (0..K).map(|_| Pair {
            s: zeros(),
            y: zeros(),
            rho: 0.0,
        });
        Self {
            pairs: Pairs(pairs.collect()),
            value: 0.0,
            gradient: zeros(),
            count: 0,
            next: 0,
            start: zeros(),
            direction: zeros(),
            trial: zeros(),
        }
    }

    /// Evaluates a function where the parameters are.
    pub(super) fn begin(&mut self, parameters: &M, function: &mut impl FnMut(&M, &mut M) -> f64) {
        self.value = function(parameters, &mut self.gradient);
    }

    /// Forgets all steps: the next one is the first.
    pub fn forget(&mut self) {
        (self.count, self.next) = (0, 0);
    }

    /// Whether there is no step that the direction comes from.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Makes the direction of the next search, minus the approximate inverse of the Hessian times
    /// the gradient: algorithm 7.4 of Nocedal and Wright, which starts from the multiple of the
    /// identity in equation 7.20.
    pub(super) fn find_direction(&mut self) {
        let direction = &mut self.direction;
        copy(direction, &self.gradient);
        scale(direction, -1.0);
        let newest_first = newest_first(&self.pairs.0, self.next, self.count);
        let mut factors = [0.0; K];
        for (factor, pair) in factors.iter_mut().zip(newest_first.clone()) {
            *factor = pair.rho * dot(&pair.s, direction);
            add(direction, -*factor, &pair.y);
        }
        if let Some(newest) = newest_first.clone().next() {
            scale(direction, 1.0 / (newest.rho * dot(&newest.y, &newest.y)));
        }
        let with_factors = newest_first.zip(factors.iter().take(self.count));
        for (pair, factor) in with_factors.rev() {
            add(
                direction,
                factor - pair.rho * dot(&pair.y, direction),
                &pair.s,
            );
        }
    }

    /// Takes the parameters behind a step, and the value there, whose gradient is that of the last
    /// trial. The step is kept for the directions of later ones where the function is convex along
    /// it; else it says nothing about the inverse of a positive definite matrix, and is skipped.
    pub(super) fn moved(&mut self, parameters: &M, value: f64) {
        self.value = value;
        mem::swap(&mut self.gradient, &mut self.trial);
        // Neither the start nor the last gradient is needed any more: they hold the differences.
        let (s, y) = (&mut self.start, &mut self.trial);
        subtract_from(parameters, s);
        subtract_from(&self.gradient, y);
        let (curvature, size) = (dot(s, y), math::sqrt(dot(s, s) * dot(y, y)));
        let rho = 1.0 / curvature;
        if !(curvature > f64::EPSILON * size && rho.is_finite()) {
            return;
        }
        let next = self.next % K;
        if let Some(pair) = self.pairs.0.get_mut(next) {
            mem::swap(&mut pair.s, s);
            mem::swap(&mut pair.y, y);
            pair.rho = rho;
        }
        self.next = (next + 1) % K;
        self.count = self.count.saturating_add(1).min(K);
    }
}

/// The pairs, from the newest to the oldest. What a file says of their number and place holds as
/// far as it can.
fn newest_first<M>(
    pairs: &[Pair<M>],
    next: usize,
    count: usize,
) -> impl DoubleEndedIterator<Item = &Pair<M>> + ExactSizeIterator + Clone {
    let capacity = pairs.len();
    let newest = next % capacity + capacity - 1;
    (0..count.min(capacity)).map(move |age| &pairs[(newest - age) % capacity])
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    type Vector = [f64; 3];
    type Matrix = [Vector; 3];

    fn product(m: &Matrix, x: &Vector) -> Vector {
        m.map(|row| dot(&row, x))
    }

    /// The inverse of the Hessian after a step, from a formula over matrices: equation 7.16 of
    /// Nocedal and Wright.
    fn updated(h: &Matrix, s: &Vector, y: &Vector) -> Matrix {
        let (rho, hy) = (1.0 / dot(s, y), product(h, y));
        let squares = rho * rho * dot(y, &hy) + rho;
        core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                h[i][j] - rho * (s[i] * hy[j] + hy[i] * s[j]) + squares * s[i] * s[j]
            })
        })
    }

    /// Of a convex function.
    fn gradient(x: &Vector) -> Vector {
        [
            x[0] + x[0].powi(3) - 0.25 * x[1],
            4.0 * x[1] - 0.25 * x[0],
            x[2].exp(),
        ]
    }

    const POINTS: [Vector; 5] = [
        [1.0, 2.0, 3.0],
        [0.5, 1.5, 2.0],
        [0.25, -1.0, 1.5],
        [-0.5, 0.5, 1.25],
        [0.125, 0.25, -1.0],
    ];

    fn moved_along<const K: usize>(points: &[Vector]) -> History<Vector, K> {
        let mut history = History::new(|| [7.0; 3]);
        history.gradient = gradient(&points[0]);
        for pair in points.windows(2) {
            (history.start, history.trial) = (pair[0], gradient(&pair[1]));
            history.moved(&pair[1], 0.0);
        }
        history
    }

    #[test]
    fn directions_are_those_of_matrices() {
        for steps in 0..5 {
            let mut history = moved_along::<2>(&POINTS[..=steps]);
            history.find_direction();
            let pairs = POINTS[..=steps].windows(2).map(|pair| {
                let (from, to) = (gradient(&pair[0]), gradient(&pair[1]));
                let difference = |i| (pair[1][i] - pair[0][i], to[i] - from[i]);
                let both: [(f64, f64); 3] = core::array::from_fn(difference);
                (both.map(|(s, _)| s), both.map(|(_, y)| y))
            });
            let pairs: Vec<(Vector, Vector)> = pairs.skip(steps.saturating_sub(2)).collect();
            let scale = pairs.last().map_or(1.0, |(s, y)| dot(s, y) / dot(y, y));
            let mut h = [[0.0; 3]; 3];
            (0..3).for_each(|i| h[i][i] = scale);
            for (s, y) in &pairs {
                h = updated(&h, s, y);
            }
            let expected = product(&h, &gradient(&POINTS[steps]));
            for (found, expected) in history.direction.iter().zip(expected) {
                assert!((found + expected).abs() < 1e-12 * expected.abs().max(1.0));
            }
        }
    }

    #[test]
    fn steps_of_negative_curvature_are_skipped() {
        for wrong in [-1.0, 0.0, f64::NAN] {
            let mut history = moved_along::<2>(&POINTS[..3]);
            let before = history.clone();
            history.start = [0.0; 3];
            history.trial = history.gradient.map(|g| g + wrong);
            history.moved(&[1.0; 3], 2.0);
            assert_eq!((history.count, history.next), (before.count, before.next));
            for (kept, old) in history.pairs.0.iter().zip(&before.pairs.0) {
                assert_eq!((kept.s, kept.y, kept.rho), (old.s, old.y, old.rho));
            }
            assert_eq!(history.value, 2.0);
        }
    }
}
