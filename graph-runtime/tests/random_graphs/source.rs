//! The source of random graphs: the library's pseudorandom numbers.

use graph_runtime::check::Random;

/// A sequence of numbers that its seed determines.
#[derive(Clone, Debug)]
pub(crate) struct RandomSource(Random);

impl RandomSource {
    pub(crate) fn new(seed: u64) -> Self {
        // Seeds are spread, so that the sequences of neighbours do not overlap.
        let spread = seed.wrapping_mul(0x2545_f491_4f6c_dd1d);
        Self(Random::new(spread.wrapping_add(0x9e37_79b9_7f4a_7c15)))
    }

    /// A number below `bound`; 0 for a bound of 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of some things; there must be at least one.
    pub(crate) fn pick<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    /// A number between -2 and 2.
    pub(crate) fn moderate(&mut self) -> f64 {
        self.0.between(-2.0, 2.0)
    }

    /// Any float: mostly moderate ones, and all kinds of special ones.
    pub(crate) fn float(&mut self) -> f64 {
        const SPECIAL: [f64; 18] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            2.0,
            0.5,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
            f64::MAX,
            5e-324,
            -5e-324,
            1e-30,
            3e38,
            1e39,
            -1e16,
            1e100,
        ];
        match self.below(4) {
            0 => *self.pick(&SPECIAL),
            _ => self.moderate(),
        }
    }

    /// Any integer: mostly small ones.
    pub(crate) fn integer(&mut self) -> i64 {
        match self.below(8) {
            0 => *self.pick(&[i64::MIN, i64::MAX, 1 << 53, (1 << 53) + 1, -1]),
            _ => self.below(7) as i64 - 3,
        }
    }

    /// Axes in ascending order, each with even chances.
    pub(crate) fn axes(&mut self, rank: usize) -> Vec<usize> {
        (0..rank).filter(|_| self.once_in(2)).collect()
    }

    /// A permutation.
    pub(crate) fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for place in (1..count).rev() {
            order.swap(place, self.below(place + 1));
        }
        order
    }
}
