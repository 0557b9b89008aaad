//! The vector arithmetic of L-BFGS over trees: products, combinations, copies.

use super::super::leaves::{Number, Rule, each};
use super::super::vectors::Dot;
use crate::tree::Tree;

/// The sum of products.
pub(super) fn dot<M: Tree>(x: &M, y: &M) -> f64 {
    let mut dot = Dot(0.0);
    each(&mut dot, [], [x, y]);
    dot.0
}

struct Difference;

impl Rule<1, 1> for Difference {
    fn apply<T: Number>(&mut self, [to]: [&mut [T]; 1], [x]: [&[T]; 1]) {
        for (to, &x) in to.iter_mut().zip(x) {
            *to = x - *to;
        }
    }
}

/// `to = x - to`.
pub(super) fn subtract_from<M: Tree>(x: &M, to: &mut M) {
    each(&mut Difference, [to], [x]);
}

struct Ray(f64);

impl Rule<1, 2> for Ray {
    fn apply<T: Number>(&mut self, [to]: [&mut [T]; 1], [x, y]: [&[T]; 2]) {
        let by = T::from_f64(self.0);
        for ((to, &x), &y) in to.iter_mut().zip(x).zip(y) {
            *to = x + by * y;
        }
    }
}

/// `to = x + by * y`.
pub(super) fn along<M: Tree>(to: &mut M, x: &M, by: f64, y: &M) {
    each(&mut Ray(by), [to], [x, y]);
}

struct Multiple(f64);

impl Rule<1, 1> for Multiple {
    fn apply<T: Number>(&mut self, [to]: [&mut [T]; 1], [x]: [&[T]; 1]) {
        let by = T::from_f64(self.0);
        for (to, &x) in to.iter_mut().zip(x) {
            *to += by * x;
        }
    }
}

/// `to += by * x`.
pub(super) fn add<M: Tree>(to: &mut M, by: f64, x: &M) {
    each(&mut Multiple(by), [to], [x]);
}

struct Copied;

impl Rule<1, 1> for Copied {
    fn apply<T: Number>(&mut self, [to]: [&mut [T]; 1], [x]: [&[T]; 1]) {
        for (to, &x) in to.iter_mut().zip(x) {
            *to = x;
        }
    }
}

/// `to = x`, of what is learnt.
pub(super) fn copy<M: Tree>(to: &mut M, x: &M) {
    each(&mut Copied, [to], [x]);
}
