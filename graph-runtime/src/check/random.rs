//! Numbers that look random and are the same in every run: SplitMix64.
//!
//! Source: G. L. Steele, D. Lea and C. H. Flood, *Fast splittable pseudorandom number generators*,
//! OOPSLA 2014.

use graph_math::math::Float;

/// A generator of numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// An integer below `bound`; 0 where that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % (bound as u64).max(1)) as usize
    }

    /// Puts numbers of a range into every place.
    pub(crate) fn fill<T: Float>(&mut self, numbers: &mut [T], [low, high]: [f64; 2]) {
        for number in numbers {
            *number = T::from_f64(self.between(low, high));
        }
    }
}
