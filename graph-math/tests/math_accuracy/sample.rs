//! Arguments to measure at: pseudo-random, the same in every run.

use super::random::Random;

/// How many arguments each function gets.
fn count() -> usize {
    let wanted = std::env::var("MATH_SAMPLES").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(100_000)
}

/// The arguments of one function: the zeros, least, greatest, infinite values and their
/// neighbours; then a third anywhere, a third evenly in the range, a third close
/// to the points.
pub(crate) struct Samples {
    random: Random,
    range: (f64, f64),
    near: &'static [f64],
}

impl Samples {
    pub(crate) fn new(range: (f64, f64), near: &'static [f64]) -> Self {
        Self {
            random: Random(1),
            range,
            near,
        }
    }

    /// Samples of `f64`; anywhere means evenly over all bit patterns, so over all magnitudes.
    pub(crate) fn f64(mut self) -> impl Iterator<Item = f64> {
        let random = (0..count()).map(move |i| match i % 3 {
            0 => f64::from_bits(self.random.bits()),
            _ => self.chosen(i),
        });
        let bits = [
            0,
            1,
            2,
            1 << 52,
            f64::MAX.to_bits(),
            f64::INFINITY.to_bits(),
        ];
        let special = bits
            .into_iter()
            .flat_map(|bits| [bits - bits.min(1), bits, bits + 1]);
        special
            .map(f64::from_bits)
            .flat_map(|x| [x, -x])
            .chain(random)
    }

    /// Samples of `f32`.
    pub(crate) fn f32(mut self) -> impl Iterator<Item = f32> {
        let random = (0..count()).map(move |i| match i % 3 {
            0 => f32::from_bits(self.random.bits() as u32),
            _ => self.chosen(i) as f32,
        });
        let bits = [
            0,
            1,
            2,
            1 << 23,
            f32::MAX.to_bits(),
            f32::INFINITY.to_bits(),
        ];
        let special = bits
            .into_iter()
            .flat_map(|bits| [bits - bits.min(1), bits, bits + 1]);
        special
            .map(f32::from_bits)
            .flat_map(|x| [x, -x])
            .chain(random)
    }

    fn chosen(&mut self, i: usize) -> f64 {
        if i % 3 == 1 || self.near.is_empty() {
            return self.random.within(self.range);
        }
        self.random.beside(self.near[i / 3 % self.near.len()])
    }
}

/// Pairs for functions of two arguments: anywhere; evenly in the ranges; the first argument near
/// one, where powers have the largest exponents; both of one size.
pub(crate) fn pairs64(ranges: [(f64, f64); 2]) -> impl Iterator<Item = (f64, f64)> {
    let mut random = Random(2);
    (0..count()).map(move |i| match i % 4 {
        0 => (f64::from_bits(random.bits()), f64::from_bits(random.bits())),
        1 => (random.within(ranges[0]), random.within(ranges[1])),
        2 => near_one(&mut random, 1023.0),
        _ => {
            let x = f64::from_bits(random.bits());
            (x, x * random.within((-2.0, 2.0)))
        }
    })
}

/// The same for `f32`.
pub(crate) fn pairs32(ranges: [(f64, f64); 2]) -> impl Iterator<Item = (f32, f32)> {
    let mut random = Random(3);
    (0..count()).map(move |i| match i % 4 {
        0 => (
            f32::from_bits(random.bits() as u32),
            f32::from_bits(random.bits() as u32),
        ),
        1 => (
            random.within(ranges[0]) as f32,
            random.within(ranges[1]) as f32,
        ),
        2 => {
            let (x, y) = near_one(&mut random, 127.0);
            (x as f32, y as f32)
        }
        _ => {
            let x = f32::from_bits(random.bits() as u32);
            (x, x * random.within((-2.0, 2.0)) as f32)
        }
    })
}

/// A base of any distance from one with an exponent that keeps the power just in range.
fn near_one(random: &mut Random, largest: f64) -> (f64, f64) {
    let x = random.beside(1.0);
    let y = random.within((-1.05, 1.05)) * largest / x.log2();
    (x, if y.is_finite() { y } else { 1.0 })
}
