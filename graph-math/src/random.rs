//! Random numbers that are functions of a seed and a position: the same on every platform, in any
//! order, without a state.
//!
//! They start the fields of structs, which are filled when a program calls for it. A *stream* is one
//! of 2^64 sequences of a seed, and a *position* one of its numbers. Normal numbers are those of Box
//! and Muller, by the elementary functions of this crate.

use crate::math::{self, Float};
use crate::philox::pair;

/// A number from 0 to below 1, one of 2^53 with equal chances.
#[must_use]
pub fn uniform(seed: u64, stream: u64, position: u64) -> f64 {
    let pair = pair(seed, stream, position / 2);
    fraction(pair[usize::from(position % 2 == 1)])
}

/// A number of the normal distribution with mean 0 and deviation 1.
#[must_use]
pub fn normal(seed: u64, stream: u64, position: u64) -> f64 {
    let [first, second] = pair(seed, stream, position / 2).map(fraction);
    // The logarithm of a number above 0, which is 1 at most.
    let radius = math::sqrt(-2.0 * math::ln(1.0 - first));
    let angle = 2.0 * core::f64::consts::PI * second;
    match position % 2 {
        0 => radius * math::cos(angle),
        _ => radius * math::sin(angle),
    }
}

/// A seed whose streams have nothing to do with those of the first one.
#[must_use]
pub fn seed_of(seed: u64, stream: u64) -> u64 {
    // No number has such a position: their count would be above 2^64.
    pair(seed, stream, u64::MAX)[0]
}

/// A key of [`random_bits`](crate::philox::random_bits) for a stream: 31 bits, which all platforms
/// index with.
#[must_use]
pub fn key_of(seed: u64, stream: u64) -> usize {
    usize::try_from(seed_of(seed, stream) >> 33).unwrap_or_default()
}

/// Fills an array with uniform numbers from `low` to `high`, which only rounding reaches. Their
/// distance is finite.
pub fn fill_uniform<T: Float>(elements: &mut [T], [seed, stream]: [u64; 2], [low, high]: [f64; 2]) {
    for (position, element) in (0..).zip(elements) {
        let fraction = uniform(seed, stream, position);
        *element = T::from_f64(low + (high - low) * fraction);
    }
}

/// Fills an array with normal numbers.
pub fn fill_normal<T: Float>(
    elements: &mut [T],
    [seed, stream]: [u64; 2],
    [mean, deviation]: [f64; 2],
) {
    for (position, element) in (0..).zip(elements) {
        *element = T::from_f64(mean + deviation * normal(seed, stream, position));
    }
}

/// Fills an array of these extents by X. Glorot and Y. Bengio, "Understanding the difficulty of
/// training deep feedforward neural networks" (2010): uniform numbers whose variance is 2 over the
/// sum of a layer's inputs and outputs.
pub fn fill_glorot<T: Float>(elements: &mut [T], place: [u64; 2], extents: &[usize]) {
    let [inputs, outputs] = fans(extents);
    let limit = math::sqrt(6.0 / (inputs + outputs).max(1.0));
    fill_uniform(elements, place, [-limit, limit]);
}

/// Fills an array of these extents by K. He and others, "Delving deep into rectifiers" (2015):
/// normal numbers whose variance is 2 over a layer's inputs.
pub fn fill_he<T: Float>(elements: &mut [T], place: [u64; 2], extents: &[usize]) {
    let [inputs, _] = fans(extents);
    fill_normal(elements, place, [0.0, math::sqrt(2.0 / inputs.max(1.0))]);
}

/// Fills a matrix of these extents with rows, or columns where there are fewer of them, that are
/// orthogonal and have the norm 1: normal ones, made so by Gram and Schmidt, twice for rounding.
pub fn fill_orthogonal<T: Float>(elements: &mut [T], place: [u64; 2], extents: &[usize]) {
    let &[rows, columns] = extents else { return };
    fill_normal(elements, place, [0.0, 1.0]);
    // Vector `i` has its element `k` at `i * step + k * stride`.
    let (count, length) = (rows.min(columns), rows.max(columns));
    let (step, stride) = match rows <= columns {
        true => (columns, 1),
        false => (1, columns),
    };
    let at = |i: usize, k: usize| i * step + k * stride;
    for i in 0..count {
        for earlier in (0..i).chain(0..i) {
            let mut product = T::ZERO;
            for k in 0..length {
                product += elements[at(i, k)] * elements[at(earlier, k)];
            }
            for k in 0..length {
                elements[at(i, k)] = elements[at(i, k)] - product * elements[at(earlier, k)];
            }
        }
        let mut square = T::ZERO;
        for k in 0..length {
            square += elements[at(i, k)] * elements[at(i, k)];
        }
        let norm = math::sqrt(square);
        for k in 0..length {
            elements[at(i, k)] = elements[at(i, k)] / norm;
        }
    }
}

/// The numbers of inputs and outputs of a layer whose weights have these extents: the outputs, the
/// inputs, and what both are multiplied by, such as a kernel.
#[allow(clippy::cast_precision_loss, reason = "extents are below 2^53")]
fn fans(extents: &[usize]) -> [f64; 2] {
    let product = |extents: &[usize]| extents.iter().map(|&own| own as f64).product::<f64>();
    match extents {
        [] => [1.0, 1.0],
        [only] => [*only as f64, 1.0],
        [outputs, inputs, others @ ..] => {
            let others = product(others);
            [*inputs as f64 * others, *outputs as f64 * others]
        }
    }
}

/// The upper 53 bits as a fraction of 2^53.
#[allow(clippy::cast_precision_loss, reason = "53 bits are exact")]
fn fraction(word: u64) -> f64 {
    (word >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{
        fill_glorot, fill_he, fill_normal, fill_orthogonal, fill_uniform, normal, seed_of, uniform,
    };

    /// Mean, variance and third moment of many numbers, and the product of neighbours.
    fn moments(number: impl Fn(u64) -> f64) -> [f64; 4] {
        const COUNT: u64 = 200_000;
        let mut sums = [0.0; 4];
        for position in 0..COUNT {
            let (x, next) = (number(position), number(position + 1));
            for (sum, term) in sums.iter_mut().zip([x, x * x, x * x * x, x * next]) {
                *sum += term / 200_000.0;
            }
        }
        sums
    }

    #[test]
    fn numbers_have_the_moments_of_their_distributions() {
        let close = |found: [f64; 4], expected: [f64; 4]| {
            let mut pairs = found.iter().zip(expected);
            assert!(pairs.all(|(a, b)| (a - b).abs() < 0.02), "{found:?}");
        };
        for (seed, stream) in [(0, 0), (7, 0), (7, 1), (u64::MAX, 1 << 40)] {
            let uniforms = moments(|at| uniform(seed, stream, at));
            close(uniforms, [0.5, 1.0 / 3.0, 0.25, 0.25]);
            let normals = moments(|at| normal(seed, stream, at));
            close(normals, [0.0, 1.0, 0.0, 0.0]);
        }
    }

    #[test]
    fn streams_and_seeds_differ() {
        let first = |seed: u64, stream: u64| uniform(seed, stream, 0).to_bits();
        let all = [
            first(0, 0),
            first(0, 1),
            first(1, 0),
            first(seed_of(0, 0), 0),
            first(seed_of(0, 1), 0),
        ];
        for (i, own) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| own != other));
        }
    }

    #[test]
    fn scales_follow_from_extents() {
        let mut own = [0.0_f64; 20_000];
        let spread = |own: &[f64]| {
            let count = own.len() as f64;
            (own.iter().map(|x| x * x).sum::<f64>() / count).sqrt()
        };
        for (extents, inputs, outputs) in [
            (&[100, 200][..], 200.0, 100.0),
            (&[20_000], 20_000.0, 1.0),
            (&[10, 20, 10, 10], 2000.0, 1000.0),
        ] {
            fill_glorot(&mut own, [1, 2], extents);
            let expected = f64::sqrt(2.0 / (inputs + outputs));
            assert!((spread(&own) / expected - 1.0).abs() < 0.02, "{extents:?}");
            let most = own.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            assert!(most <= f64::sqrt(6.0 / (inputs + outputs)));
            fill_he(&mut own, [1, 2], extents);
            let expected = f64::sqrt(2.0 / inputs);
            assert!((spread(&own) / expected - 1.0).abs() < 0.02, "{extents:?}");
        }
    }

    #[test]
    fn orthogonal_matrices_are() {
        for [rows, columns] in [[1, 1], [4, 4], [3, 7], [7, 3], [0, 2]] {
            let mut own = [0.0_f64; 49];
            let own = &mut own[..rows * columns];
            fill_orthogonal(own, [5, 0], &[rows, columns]);
            let count = rows.min(columns);
            let element = |i: usize, k: usize| match rows <= columns {
                true => own[i * columns + k],
                false => own[k * columns + i],
            };
            for i in 0..count {
                for j in 0..count {
                    let product: f64 = (0..rows.max(columns))
                        .map(|k| element(i, k) * element(j, k))
                        .sum();
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((product - expected).abs() < 1e-14, "{rows} {columns}");
                }
            }
        }
    }

    #[test]
    fn arrays_are_filled_position_by_position() {
        let (mut own, mut single) = ([0.0_f64; 5], [0.0_f32; 5]);
        fill_uniform(&mut own, [3, 4], [-2.0, 6.0]);
        fill_normal(&mut single, [3, 4], [1.0, 0.5]);
        for (position, (a, b)) in (0..).zip(own.iter().zip(single)) {
            assert_eq!(*a, -2.0 + 8.0 * uniform(3, 4, position));
            assert_eq!(b, (1.0 + 0.5 * normal(3, 4, position)) as f32);
        }
        assert!(own.iter().all(|own| (-2.0..6.0).contains(own)));
    }
}
