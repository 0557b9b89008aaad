//! Fisher's equation: a step goes through the field row by row, in place, with the row above as it
//! was in registers' reach, so that the field of 20 KB stays in the fastest cache; six vectors of
//! eight and their neighbours, which are read beside them, make a row. The way back stores each
//! step's field, 800 KB in all, and reads it once: the third cache, at 80 GB/s, takes 10 microseconds
//! each way, less than the arithmetic beside it. A value takes 92,160 times 7 operations, 4 of them
//! fused.

use wide::f64x8;

use super::tree;

const N: usize = 50;
const STEPS: usize = 40;
const SPREAD: f64 = 0.2;
const GROWTH: f64 = 0.05;
/// What a point keeps of itself: `u (OWN - GROWTH u)`.
const OWN: f64 = 1.0 - 4.0 * SPREAD + GROWTH;
const GROUPS: usize = 6;

pub(crate) type Field = [[f64; N]; N];

/// The rows within the rim, without it, of all steps.
pub(crate) struct Scratch(Vec<[[f64x8; GROUPS]; N - 2]>);

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(vec![[[f64x8::ZERO; GROUPS]; N - 2]; STEPS])
    }
}

/// The squared distance.
pub(crate) fn value(start: &Field, goal: &Field) -> f64 {
    let mut u = *start;
    for _ in 0..STEPS {
        step(&mut u, |_, _, _| ());
    }
    distance(&u, goal)
}

/// Value and gradient.
pub(crate) fn gradient(
    start: &Field,
    goal: &Field,
    Scratch(states): &mut Scratch,
    bar: &mut Field,
) -> f64 {
    let mut u = *start;
    for state in &mut *states {
        step(&mut u, |row, group, inner| state[row][group] = inner);
    }
    for row in 0..N {
        for column in 0..N {
            bar[row][column] = 2.0 * (u[row][column] - goal[row][column]);
        }
    }
    // The rim's adjoint gathers what its neighbours need of it; within, it is a stencil as well.
    let mut rim = Rim::take(bar);
    for state in states.iter().rev() {
        rim.add(bar);
        step_with(bar, |row, group, bar, around| {
            let slope = state[row][group].mul_add(f64x8::splat(-2.0 * GROWTH), f64x8::splat(OWN));
            slope.mul_add(bar, around * SPREAD)
        });
    }
    rim.put(bar);
    distance(&u, goal)
}

/// The adjoints of the rim's points, which are zero in the field meanwhile.
struct Rim {
    above: [f64; N],
    below: [f64; N],
    left: [f64; N],
    right: [f64; N],
}

impl Rim {
    fn take(bar: &mut Field) -> Self {
        let mut rim = Self {
            above: bar[0],
            below: bar[N - 1],
            left: [0.0; N],
            right: [0.0; N],
        };
        bar[0] = [0.0; N];
        bar[N - 1] = [0.0; N];
        for row in 1..N - 1 {
            rim.left[row] = bar[row][0];
            rim.right[row] = bar[row][N - 1];
            bar[row][0] = 0.0;
            bar[row][N - 1] = 0.0;
        }
        rim
    }

    /// Adds what a step reads of the rim.
    fn add(&mut self, bar: &Field) {
        for column in 1..N - 1 {
            self.above[column] += SPREAD * bar[1][column];
            self.below[column] += SPREAD * bar[N - 2][column];
        }
        for row in 1..N - 1 {
            self.left[row] += SPREAD * bar[row][1];
            self.right[row] += SPREAD * bar[row][N - 2];
        }
    }

    fn put(self, bar: &mut Field) {
        bar[0] = self.above;
        bar[N - 1] = self.below;
        for row in 1..N - 1 {
            bar[row][0] = self.left[row];
            bar[row][N - 1] = self.right[row];
        }
    }
}

/// A step in place; hands on what was at each place.
#[inline(always)]
fn step(u: &mut Field, mut store: impl FnMut(usize, usize, f64x8)) {
    step_with(u, |row, group, inner, around| {
        store(row, group, inner);
        let kept = inner.mul_add(f64x8::splat(-GROWTH), f64x8::splat(OWN));
        kept.mul_add(inner, around * SPREAD)
    });
}

/// Replaces each point within the rim by a function of it and of the sum of its neighbours.
#[inline(always)]
fn step_with(u: &mut Field, mut at: impl FnMut(usize, usize, f64x8, f64x8) -> f64x8) {
    let at_group = |row: &[f64; N], first: usize| -> f64x8 {
        f64x8::from(*row[first..].first_chunk::<8>().expect("eight of a row"))
    };
    // The row above as it was.
    let mut above = [f64x8::ZERO; GROUPS];
    for group in 0..GROUPS {
        above[group] = at_group(&u[0], 1 + 8 * group);
    }
    for row in 1..N - 1 {
        let mut next = [f64x8::ZERO; GROUPS];
        for group in 0..GROUPS {
            let first = 1 + 8 * group;
            let inner = at_group(&u[row], first);
            let across = at_group(&u[row], first - 1) + at_group(&u[row], first + 1);
            let along = above[group] + at_group(&u[row + 1], first);
            above[group] = inner;
            next[group] = at(row - 1, group, inner, across + along);
        }
        for group in 0..GROUPS {
            let first = 1 + 8 * group;
            u[row][first..first + 8].copy_from_slice(next[group].as_array());
        }
    }
}

fn distance(u: &Field, goal: &Field) -> f64 {
    let mut sums = [0.0; 8];
    let (u, rest) = u.as_flattened().as_chunks::<8>();
    let (goal, rest_of_goal) = goal.as_flattened().as_chunks::<8>();
    for (u, goal) in u.iter().zip(goal) {
        for lane in 0..8 {
            sums[lane] += (u[lane] - goal[lane]) * (u[lane] - goal[lane]);
        }
    }
    let rest = rest.iter().zip(rest_of_goal);
    rest.fold(tree(&sums), |sum, (u, goal)| sum + (u - goal) * (u - goal))
}
