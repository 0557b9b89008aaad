//! Integers of generated code, divided by integers: Rust's own operators are the reference.

use adgraph::prelude::*;

graph! {
    /// The quotient and the remainder, of floats that are integers.
    fn divided(x: f64, y: f64) -> (f64, f64) {
        let (a, b) = (x as i64, y as i64);
        ((a / b) as f64, (a % b) as f64)
    }

    fn by_constants(x: f64) -> [f64; 6] {
        let a = x as i64;
        [(a / 1) as f64, (a % 1) as f64, (a / -1) as f64, (a % -1) as f64, (a / 8) as f64,
            (a % -7) as f64]
    }

    fn ring(x: [f64; 6], n: usize) -> f64 {
        x[(n + 1) % 6] * x[n / 2 % 6] + 0.5 * x[n % 6]
    }

    fn parity(x: f64, n: usize) -> f64 {
        if n % 2 == 0 { x * x } else { -x }
    }

    fn assigned(n: usize) -> f64 {
        let mut k = n;
        k /= 3;
        k %= 4;
        k as f64
    }

    fn guarded(x: f64, n: usize) -> f64 {
        if n != 0 && 6 / n > 1 { x } else { 2.0 * x }
    }

    fn guarded_float(x: f64, t: f64) -> f64 {
        if t >= 1.0 && 6 / (t as usize) > 1 { x } else { 2.0 * x }
    }

    fn largest(x: [f64; 5]) -> f64 {
        x[(argmax(x) + 1) % 5]
    }

    fn of_floats(x: [f64; 4], t: f64) -> f64 {
        x[t as usize / 2]
    }

    fn places(x: [f64; 40]) -> [f64; 40] {
        let order = argsort(x);
        (order / 7 % 4 + order % 3) as f64
    }

    fn gathered(x: [f64; 6], n: &[usize; 40], d: usize) -> f64 {
        sum(x[n % 6] * x[n / d % 6])
    }

    /// The largest, the smallest, the nearest within bounds, and a distance.
    fn chosen(x: [f64; 6], n: usize, m: usize) -> f64 {
        x[max(n, m)] * x[n.min(m)] + x[n.clamp(2, 4)] * x[(n - m).abs()] + x[clamp(m, 1, n.max(1))]
    }

    fn chosen_of_arrays(x: [f64; 6], n: &[usize; 9], m: usize) -> f64 {
        dot(x[max(n, m)], x[abs(n - 3)]) + sum(x[min(n, [0, 1, 2, 3, 4, 5, 0, 1, 2])])
    }

    fn of_edges(x: f64, y: f64) -> [f64; 4] {
        let (a, b) = (x as i64, y as i64);
        [max(a, b) as f64, min(a, b) as f64, a.abs() as f64, a.clamp(-2, 7) as f64]
    }

    /// Counts in a loop that stays one.
    fn counted(x: [f64; 7], start: usize) -> f64 {
        let (mut n, mut total) = (start, 0.0);
        #[unroll(never)]
        for k in 0..50 {
            n = (3 * n + k) % 7;
            total += x[n] * x[k / 8];
        }
        total
    }
}

const EDGES: [i64; 9] = [0, 1, -1, 2, -3, 7, -8, 1 << 40, i64::MIN];

#[test]
fn integers_are_divided_as_rust_divides() {
    for a in EDGES {
        for b in EDGES.into_iter().filter(|&b| b != 0) {
            let expected = (a.wrapping_div(b) as f64, a.wrapping_rem(b) as f64);
            assert_eq!(divided(a as f64, b as f64), expected, "{a} {b}");
        }
        let expected = [a, 0, a.wrapping_neg(), 0, a / 8, a % -7];
        assert_eq!(
            by_constants(a as f64),
            expected.map(|value| value as f64),
            "{a}"
        );
    }
}

#[test]
fn integers_are_chosen_as_rust_chooses() {
    for a in EDGES {
        for b in EDGES {
            let expected = [a.max(b), a.min(b), a.wrapping_abs(), a.clamp(-2, 7)];
            assert_eq!(
                of_edges(a as f64, b as f64),
                expected.map(|value| value as f64),
                "{a} {b}"
            );
        }
    }
    let x = [1.5, -2.0, 3.0, 0.25, 7.0, -1.0];
    let sloped = |products: &[[usize; 2]], alone: &[usize]| {
        let (mut value, mut slopes) = (0.0, [0.0; 6]);
        for &[i, j] in products {
            value += x[i] * x[j];
            slopes[i] += x[j];
            slopes[j] += x[i];
        }
        for &i in alone {
            value += x[i];
            slopes[i] += 1.0;
        }
        (value, slopes)
    };
    for n in 0..6_usize {
        for m in 0..6_usize {
            let products = [[n.max(m), n.min(m)], [n.clamp(2, 4), n.abs_diff(m)]];
            let (value, slopes) = sloped(&products, &[m.clamp(1, n.max(1))]);
            let (found, d) = chosen::gradient(x, n, m);
            assert!((found - value).abs() < 1e-14, "{n} {m}");
            assert_eq!(d.x, slopes, "{n} {m}");
        }
    }
    let n = [0, 5, 3, 1, 2, 4, 5, 0, 3];
    for m in 0..6 {
        let products = n.map(|n: usize| [n.max(m), n.abs_diff(3)]);
        let least: [usize; 9] = std::array::from_fn(|i| n[i].min(i % 6));
        let (value, slopes) = sloped(&products, &least);
        let (found, d) = chosen_of_arrays::gradient(x, &n, m);
        assert!((found - value).abs() < 1e-13, "{m}");
        assert_eq!(d.x, slopes, "{m}");
    }
}

#[test]
fn positions_wrap_around() {
    let x = [1.5, -2.0, 3.0, 0.25, 7.0, -1.0];
    for n in 0..20 {
        let positions = [(n + 1) % 6, n / 2 % 6, n % 6];
        let [a, b, c] = positions.map(|position| x[position]);
        let (value, slopes) = ring::gradient(x, n);
        assert_eq!(value, a * b + 0.5 * c);
        let mut expected = [0.0; 6];
        for (position, slope) in positions.into_iter().zip([b, a, 0.5]) {
            expected[position] += slope;
        }
        assert_eq!(slopes.x, expected, "{n}");
        assert_eq!(
            parity::gradient(3.0, n).1.x,
            if n % 2 == 0 { 6.0 } else { -1.0 }
        );
        assert_eq!(assigned(n), (n / 3 % 4) as f64);
    }
}

#[test]
fn a_side_that_is_not_taken_divides_nothing() {
    let expected = |n| if n != 0 && 6 / n > 1 { 1.0 } else { 2.0 };
    for n in 0..9 {
        assert_eq!(guarded::gradient(5.0, n).1.x, expected(n), "{n}");
        assert_eq!(
            guarded_float::gradient(5.0, n as f64).1.x,
            expected(n),
            "{n}"
        );
    }
}

#[test]
fn computed_integers_are_divided() {
    let x = [0.5, 4.0, 2.0, 1.0, 9.0];
    assert_eq!(
        largest::gradient(x),
        (
            0.5,
            largest::Adjoint {
                x: [1.0, 0.0, 0.0, 0.0, 0.0]
            }
        )
    );
    for t in 0..8 {
        let value = of_floats([1.0, 2.0, 3.0, 4.0], f64::from(t) + 0.75);
        assert_eq!(value, f64::from(t / 2 + 1));
    }
}

#[test]
fn arrays_of_integers_are_divided() {
    let x: [f64; 40] = std::array::from_fn(|i| (i * 7 % 40) as f64);
    let expected =
        std::array::from_fn(|i| i * 23 % 40).map(|place| (place / 7 % 4 + place % 3) as f64);
    assert_eq!(places(x), expected);

    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let n: [usize; 40] = std::array::from_fn(|i| i * i);
    let (mut expected, mut slopes) = (0.0, [0.0; 6]);
    for [i, j] in n.map(|n| [n % 6, n / 7 % 6]) {
        expected += x[i] * x[j];
        slopes[i] += x[j];
        slopes[j] += x[i];
    }
    let (value, d) = gathered::gradient(x, &n, 7);
    assert_eq!((value, d.x), (expected, slopes));
}

#[test]
fn variables_count_around() {
    let x = [1.0, 2.0, 4.0, -1.0, 3.0, 0.5, -2.0];
    for start in 0..9 {
        let (mut n, mut total, mut slopes) = (start, 0.0, [0.0; 7]);
        for k in 0..50 {
            n = (3 * n + k) % 7;
            total += x[n] * x[k / 8];
            slopes[n] += x[k / 8];
            slopes[k / 8] += x[n];
        }
        let (value, d) = counted::gradient(x, start);
        assert_eq!((value, d.x), (total, slopes), "{start}");
    }
}

graph! {
    /// The inner bounds move with a loop whose own bound is computed.
    pub fn below(x: [f64; 5], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 1..min(n, 5) {
            for j in 0..i {
                if s > 20.0 { break; }
                s += x[j] * x[i];
            }
        }
        s
    }

    /// The same above the position of the loop around.
    pub fn above(x: [f64; 5], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..min(n, 3) {
            for j in i + 1..3 {
                if s > 4.0 { break; }
                s += x[j] * x[i];
            }
        }
        s
    }

    /// No bound but that of the array.
    pub fn from(x: [f64; 5], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += x[i];
            for j in i..5 { s *= x[j]; }
        }
        s
    }
}

/// The sum of products at pairs of positions, up to a bound, in Rust.
fn products(x: [f64; 5], pairs: impl Iterator<Item = (usize, usize)>, bound: f64) -> f64 {
    let mut s = 0.0;
    for (i, j) in pairs.filter(|&(i, j)| i < 5 && j < 5) {
        if s <= bound {
            s += x[j] * x[i];
        }
    }
    s
}

#[test]
fn inner_bounds_move_with_computed_loops() {
    let x = [0.5, 1.5, 2.0, 3.25, 3.0];
    for n in 0..7 {
        let pairs = (1..n.min(5)).flat_map(|i| (0..i).map(move |j| (i, j)));
        assert_eq!(below(x, n), products(x, pairs, 20.0), "{n}");
        let pairs = (0..n.min(3)).flat_map(|i| (i + 1..3).map(move |j| (i, j)));
        assert_eq!(above(x, n), products(x, pairs, 4.0), "{n}");
    }
    for n in 0..6 {
        let mut s = 0.0;
        for i in 0..n {
            s = x[i..].iter().fold(s + x[i], |s, x| s * x);
        }
        assert_eq!(from(x, n), s, "{n}");
        let functions = [
            (
                below as fn([f64; 5], usize) -> f64,
                below::gradient(x, n).1.x,
            ),
            (above, above::gradient(x, n).1.x),
            (from, from::gradient(x, n).1.x),
        ];
        for (f, gradient) in functions {
            for (k, slope) in gradient.into_iter().enumerate() {
                let moved = |by: f64| {
                    let mut x = x;
                    x[k] += by;
                    f(x, n)
                };
                let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                assert!(
                    (slope - difference).abs() < 1e-6 * (1.0 + slope.abs()),
                    "{n} {k}"
                );
            }
        }
    }
    assert!(std::panic::catch_unwind(|| from(x, 6)).is_err());
}
