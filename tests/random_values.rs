//! Random numbers in bodies, against a generator that is written here again, and in all derivatives.

use adgraph::derivative::Evaluator;
use adgraph::prelude::*;

graph! {
    fn uniforms(key: usize) -> [[f64; 3]; 2] { uniform(key, [2, 3]) }
    fn normals(key: usize) -> [f64; 1000] { normal(key, 1000) }
    fn singles(key: usize) -> ([f32; 1000], [f32; 1000]) { (uniform(key, 1000), normal(key, 1000)) }
    fn of_any<T: Float>(x: T, key: usize) -> [T; 9] { x * uniform(key, 9) + normal(key, 9) }
    fn of_doubles(x: f64, key: usize) -> [f64; 9] { x * uniform(key, 9) + normal(key, 9) }
    fn of_singles(x: f32, key: usize) -> [f32; 9] { x * uniform(key, 9) + normal(key, 9) }
    fn one(key: usize) -> (f64, f64) { (uniform(key), normal(key)) }
    fn known() -> ([f64; 4], f64) { (uniform(7, 4), normal(7)) }
    fn none(key: usize) -> [f64; 0] { uniform(key, 0) }

    /// Sums over arrays of two lengths.
    pub fn of_lengths<const N: usize, const M: usize>(x: &[[f64; 3]; N], y: &[f64; M], key: usize) -> f64 {
        let (a, b) = split(key);
        sum(x * normal(a, [N, 3])) + sum(y * uniform(b, M)) + sum(uniform(a, [N, M]))
    }
    fn of_known_lengths(x: [[f64; 3]; 2], y: [f64; 5], key: usize) -> f64 { of_lengths(x, y, key) }

    fn keys(key: usize) -> (usize, usize, usize) {
        let (a, b) = split(key);
        (a, b, fold_in(key, 7))
    }
    fn folded(key: usize) -> [usize; 4] { fold_in(key, [0, 1, 2, 3]) }
    fn bits(key: usize, at: usize) -> usize { random_bits(key, at) }

    fn dropout(x: [f64; 16], rate: f64, key: usize) -> [f64; 16] {
        select(uniform(key, 16) < rate, 0.0, x / (1.0 - rate))
    }

    #[derivatives(hessian)]
    fn walk(start: f64, deviation: f64, key: usize) -> f64 {
        let mut x = start;
        for step in 0..40 {
            x += deviation * x * normal(fold_in(key, step)) / 100.0;
        }
        x
    }
    fn unrolled_walk(start: f64, deviation: f64, key: usize) -> f64 {
        let mut x = start;
        #[unroll]
        for step in 0..40 {
            x += deviation * x * normal(fold_in(key, step)) / 100.0;
        }
        x
    }

    /// The slope of an expected square, by numbers of one key.
    fn slopes(mean: f64, deviation: f64, key: usize) -> (f64, f64) {
        let c = sum((mean + deviation * normal(key, 50)).powi(2));
        (deriv(c, mean), deriv(c, deviation))
    }

    fn shuffled(x: [f64; 6], key: usize) -> [f64; 6] { x[argsort(uniform(key, 6))] }
}

/// The block of Philox4x32-10 as one number of 128 bits, of a counter and a key.
fn block(counter: u128, key: u64) -> u128 {
    let word = |number: u128, at: u32| (number >> (32 * at)) as u32;
    let [mut x, mut keys] = [counter, u128::from(key)];
    for _ in 0..10 {
        let first = u64::from(word(x, 0)) * 0xD251_1F53;
        let third = u64::from(word(x, 2)) * 0xCD9E_8D57;
        let words = [
            (third >> 32) as u32 ^ word(x, 1) ^ word(keys, 0),
            third as u32,
            (first >> 32) as u32 ^ word(x, 3) ^ word(keys, 1),
            first as u32,
        ];
        x = words
            .iter()
            .rev()
            .fold(0, |all, &word| all << 32 | u128::from(word));
        let next = [
            word(keys, 0).wrapping_add(0x9E37_79B9),
            word(keys, 1).wrapping_add(0xBB67_AE85),
        ];
        keys = u128::from(next[1]) << 32 | u128::from(next[0]);
    }
    x
}

/// The integer at a position of a key, below 2^63.
fn integer(key: u64, position: i64) -> u64 {
    let counter = u128::from(position as u64) | u128::from(u64::MAX) << 64;
    (block(counter, key) as u64) >> 1
}

const KEYS: [usize; 5] = [0, 1, 7, 1 << 31, 0x7fff_ffff];

#[test]
fn numbers_are_those_of_the_generator() {
    // Known answers of the authors.
    assert_eq!(block(0, 0), 0x9b00_dbd8_bc57_ac4c_e169_c58d_6627_e8d5);
    let all = block(u128::MAX, u64::MAX);
    assert_eq!(all, 0x6d54_51fd_a20b_c7c6_41c8_3b0e_408f_276d);
    for key in KEYS {
        let number = |at| (integer(key as u64, at) >> 10) as f64 / (1_u64 << 53) as f64;
        assert_eq!(uniforms(key).concat(), [0, 1, 2, 3, 4, 5].map(number));
        let found = normals(key);
        for (at, found) in (0..).zip(found) {
            let odd = 2 * (integer(key as u64, at) >> 11) + 1;
            // The distribution function takes it back, as far as that is accurate.
            let chance = odd as f64 / (1_u64 << 53) as f64;
            let back = adgraph::ops::normal_cdf(found);
            assert!(
                (back - chance).abs() <= 4e-16,
                "{found}: {back}, not {chance}"
            );
        }
        assert_eq!(one(key).0, uniforms(key)[0][0]);
        assert_eq!(one(key).1, found[0]);
        assert_eq!(bits(key, 11) as u64, integer(key as u64, 11));
    }
    assert_eq!(known().0[..3], uniforms(7)[0]);
    assert_eq!(known().1, normals(7)[0]);
    assert!(none(3).is_empty());
}

#[test]
fn singles_are_rounded_and_below_one() {
    for key in KEYS {
        let (uniform, normal) = singles(key);
        let doubles = normals(key);
        for (at, ((u, z), double)) in (0..).zip(uniform.into_iter().zip(normal).zip(doubles)) {
            let exact = (integer(key as u64, at) >> 10) as f64 / (1_u64 << 53) as f64;
            assert_eq!(u, exact as f32);
            assert_eq!(z, double as f32);
        }
        assert_eq!(of_any(0.5_f64, key), of_doubles(0.5, key));
        assert_eq!(of_any(0.5_f32, key), of_singles(0.5, key));
    }
    // A number that rounds to 1 is 0: the graph's own definition at such an integer.
    let almost = (u64::MAX >> 11) as f64 / (1_u64 << 53) as f64;
    assert!(almost < 1.0 && almost as f32 == 1.0 && adgraph::ops::fract(almost as f32) == 0.0);
}

#[test]
fn keys_follow_from_keys() {
    for key in KEYS {
        let at = |number: i64| integer(key as u64, -1 - number) as usize;
        assert_eq!(keys(key), (at(0), at(1), at(7)));
        assert_eq!(folded(key), [at(0), at(1), at(2), at(3)]);
    }
    let mut all: Vec<usize> = (0..1000).flat_map(folded).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 4000);
}

#[test]
fn lengths_of_run_time_give_the_same_bits() {
    let x = [[0.5, -1.0, 2.0], [1.5, 0.25, -3.0]];
    let y = [1.0, 2.0, -0.5, 0.75, 3.0];
    for key in KEYS {
        let (value, d) = of_lengths::gradient(&x, &y, key);
        let (expected, e) = of_known_lengths::gradient(x, y, key);
        assert_eq!(value, expected);
        assert_eq!((d.x.concat(), d.y), (e.x.concat(), e.y.to_vec()));
    }
}

#[test]
fn the_executor_has_the_same_bits() {
    let graph = of_doubles::graph();
    let mut evaluator = Evaluator::<f64>::new(&graph).unwrap();
    for key in KEYS {
        evaluator.set_parameter(1, &[key as i64][..]).unwrap();
        assert_eq!(evaluator.value(&[0.5]).unwrap(), of_doubles(0.5, key));
    }
}

#[test]
fn loops_and_derivatives_take_the_numbers_as_constants() {
    for key in KEYS {
        let (value, d) = walk::gradient(1.0, 0.5, key);
        let mut product = 1.0;
        let mut slope = 0.0;
        for step in 0..40 {
            let step_key = integer(key as u64, -1 - step) as usize;
            let z = one(step_key).1 / 100.0;
            product *= 1.0 + 0.5 * z;
            slope += z / (1.0 + 0.5 * z);
        }
        assert!((value - product).abs() <= 1e-13);
        assert!((d.start - product).abs() <= 1e-13);
        assert!((d.deviation - slope * product).abs() <= 1e-13);
        let (same, e) = unrolled_walk::gradient(1.0, 0.5, key);
        assert_eq!((value, d.start, d.deviation), (same, e.start, e.deviation));
        let h = 1e-5;
        let by_deviation = |deviation| walk::gradient(1.0, deviation, key).1.deviation;
        let second = walk::hessian(1.0, 0.5, key)[1][1];
        assert!(
            (second - (by_deviation(0.5 + h) - by_deviation(0.5 - h)) / (2.0 * h)).abs() < 1e-7
        );

        let numbers = normals(key);
        let by_mean: f64 = numbers[..50].iter().map(|z| 2.0 * (3.0 + 0.5 * z)).sum();
        let by_deviation: f64 = numbers[..50]
            .iter()
            .map(|z| 2.0 * (3.0 + 0.5 * z) * z)
            .sum();
        let found = slopes(3.0, 0.5, key);
        assert!((found.0 - by_mean).abs() < 1e-10 && (found.1 - by_deviation).abs() < 1e-10);
    }
}

#[test]
fn a_mask_is_that_of_its_point() {
    let x = [2.0; 16];
    let mut kept = 0;
    for key in 0..40 {
        let y = dropout(x, 0.25, key);
        let (_, d) = dropout::adjoint(x, 0.25, key, [1.0; 16]);
        for (y, d) in y.iter().zip(d.x) {
            kept += usize::from(*y != 0.0);
            assert_eq!(
                (*y, d),
                if *y == 0.0 {
                    (0.0, 0.0)
                } else {
                    (2.0 / 0.75, 1.0 / 0.75)
                }
            );
        }
    }
    assert!((450..510).contains(&kept), "{kept} of 640");
}

#[test]
fn an_array_is_shuffled() {
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let mut firsts = [0; 6];
    for key in 0..600 {
        let mut y = shuffled(x, key);
        firsts[y[0] as usize - 1] += 1;
        y.sort_by(f64::total_cmp);
        assert_eq!(y, x);
    }
    assert!(
        firsts.iter().all(|count| (60..140).contains(count)),
        "{firsts:?}"
    );
}
