//! Loops whose bounds move with loops around them, or are integers of the call.
//!
//! The bodies are plain Rust too: the same text is compiled by rustc alone, and its values and
//! differences are those to find.

use adgraph::graph;

use crate::common::sines;

in_both! {
    plain:

    /// The energy of pairs of charges.
    pub fn pairs<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut energy = 0.0;
        for i in 0..N {
            for j in i + 1..N {
                energy += q[i] * q[j] / (1.0 + (x[i] - x[j]) * (x[i] - x[j]));
            }
        }
        energy
    }

    /// The same pairs from the other side, and with themselves.
    pub fn pairs_below<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut energy = 0.0;
        for i in 0..N {
            for j in 0..=i {
                energy += q[i] * q[j] / (1.0 + (x[i] - x[j]) * (x[i] - x[j]));
            }
        }
        energy
    }

    /// The last sums of a convolution, squared.
    pub fn convolved<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut y = [0.0; N];
        for i in 0..N {
            for j in 0..i + 1 {
                y[i] += x[j] * q[i - j];
            }
        }
        let mut sum = 0.0;
        for i in 0..N {
            sum += y[i] * y[i] * (1.0 + x[i]);
        }
        sum
    }

    /// A triangular system, solved forwards and backwards.
    pub fn swept<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut y = [0.0; N];
        for i in 0..N {
            let mut s = q[i];
            for j in 0..i {
                s -= x[i] * x[j] * y[j];
            }
            y[i] = s / (2.0 + x[i] * x[i]);
        }
        for i in (0..N).rev() {
            let mut s = y[i];
            for j in (i + 1..N).rev() {
                s -= x[i] * x[j] * y[j];
            }
            y[i] = s / (2.0 + x[i] * x[i]);
        }
        let mut sum = 0.0;
        for i in 0..N {
            sum += y[i] * y[i];
        }
        sum
    }

    /// The cheapest way to multiply a chain of matrices.
    pub fn chain<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut cost = [[0.0; N]; N];
        for length in 1..N {
            for i in 0..N - length {
                let j = i + length;
                let mut least = 1e9;
                for k in i..j {
                    let own = cost[i][k] + cost[k + 1][j] + x[i] * x[i] + q[k] * q[k] * x[j] * x[j];
                    least = if own < least { own } else { least };
                }
                cost[i][j] = least;
            }
        }
        cost[0][N - 1]
    }

    /// Every second and third position, and numbered ones.
    pub fn strided<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            for j in (i..N).step_by(2) {
                sum += x[i] * q[j];
            }
            for (n, j) in (i + 1..N).enumerate() {
                sum -= n as f64 * x[j] * x[j];
            }
            for j in (0..i).rev().step_by(3) {
                sum += x[j] * x[j] * q[i];
            }
        }
        sum
    }

    /// A loop that ends before its moving end.
    pub fn ended<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            let mut left = 1.0;
            for j in i..N {
                if left < 0.3 {
                    break;
                }
                left *= 0.5 + 0.4 * x[j];
                sum += q[j] * left;
            }
            sum += left * q[i];
        }
        sum
    }

    /// Three neighbours each: a loop that moves and does not change its length.
    pub fn windows_of_three<const N: usize>(x: &[f64; N], q: &[f64; N]) -> f64 {
        let mut sum = 0.0;
        for i in 0..N - 2 {
            let mut product = q[i];
            for j in i..i + 3 {
                product *= x[j];
            }
            sum += product;
        }
        sum
    }
}

in_both! {
    plain_of_integers:

    /// A product with rows of a sparse matrix, which start where integers say, and its square.
    pub fn sparse<const N: usize, const R: usize, const E: usize>(
        x: &[f64; N], first: &[usize; R], column: &[usize; E], value: &[f64; E],
    ) -> f64 {
        let mut sum = 0.0;
        for i in 0..R - 1 {
            let mut y = 0.0;
            for k in first[i]..first[i + 1] {
                y += value[k] * x[column[k]];
            }
            sum += y * y;
        }
        sum
    }

    /// The first numbers, as many as the call says.
    pub fn first_numbers<const N: usize>(x: &[f64; N], n: usize) -> f64 {
        let mut product = 1.0;
        for i in 0..n {
            product *= x[i];
        }
        product
    }

    /// Every third number, and pairs of two arrays as long as the shorter one is.
    pub fn zipped<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M], k: usize) -> f64 {
        let mut sum = 0.0;
        for i in (0..N).step_by(3) {
            sum += x[i] * x[i];
        }
        for i in (1..N).rev().step_by(2) {
            sum *= 0.5 + x[i];
        }
        for (a, b) in x.iter().zip(y) {
            sum += a * b * b;
        }
        for (i, (a, b)) in x.iter().skip(k).zip(y.iter().take(k)).enumerate() {
            sum -= i as f64 * a * b;
        }
        for (a, b) in x.iter().skip(2).take(3).zip(y.iter().rev()) {
            sum += a * sum * b;
        }
        sum
    }

    /// The numbers between two positions of the call, both included, backwards.
    pub fn numbers_between<const N: usize>(x: &[f64; N], from: usize, to: usize) -> f64 {
        let mut value = 0.0;
        for i in (from..=to).rev() {
            value = x[i] + 0.5 * value * value;
        }
        value
    }
}

#[test]
fn moving_bounds_follow_plain_rust() {
    follows!(1: pairs pairs_below convolved swept chain strided ended);
    follows!(2: pairs pairs_below convolved swept chain strided ended windows_of_three);
    follows!(3: pairs pairs_below convolved swept chain strided ended windows_of_three);
    follows!(17: pairs pairs_below convolved swept chain strided ended windows_of_three);
}

#[test]
fn rows_of_sparse_matrices_follow_plain_rust() {
    let x = sines::<5>(0.2);
    // The second row is empty, the last one full.
    let (first, column) = ([0, 2, 2, 3, 8], [1, 4, 0, 0, 1, 2, 3, 4]);
    let value = sines::<8>(0.7);
    let expected = plain_of_integers::sparse(&x, &first, &column, &value);
    let (found, d) = sparse::gradient(&x, &first, &column, &value);
    assert!((found - expected).abs() < 1e-13);
    for i in 0..5 {
        let slope = crate::common::slope(
            |x| {
                plain_of_integers::sparse::<5, 5, 8>(x.try_into().unwrap(), &first, &column, &value)
            },
            &x,
            i,
        );
        assert!((d.x[i] - slope).abs() < 1e-7, "x {i}");
    }
    for i in 0..8 {
        let of_value =
            |v: &[f64]| plain_of_integers::sparse(&x, &first, &column, v.try_into().unwrap());
        assert!(
            (d.value[i] - crate::common::slope(of_value, &value, i)).abs() < 1e-7,
            "value {i}"
        );
    }
    let (none, d) = sparse::gradient(&[], &[0, 0, 0], &[], &[]);
    assert_eq!((none, d.x.len(), d.value.len()), (0.0, 0, 0));
}

#[test]
fn sequences_of_any_lengths_follow_plain_rust() {
    let (x, y) = (sines::<7>(0.4), sines::<7>(1.3));
    macro_rules! follows {
        ($($n:literal $m:literal;)*) => {$(for k in 0..9 {
            let x: [f64; $n] = std::array::from_fn(|i| x[i]);
            let y: [f64; $m] = std::array::from_fn(|i| y[i]);
            let expected = plain_of_integers::zipped(&x, &y, k);
            let (value, d) = zipped::gradient(&x, &y, k);
            assert!((value - expected).abs() < 1e-13, "{} {} {k}: {value}, {expected}", $n, $m);
            for (i, d) in d.x.iter().enumerate() {
                let of_x = |x: &[f64]| plain_of_integers::zipped::<$n, $m>(x.try_into().unwrap(), &y, k);
                assert!((d - crate::common::slope(of_x, &x, i)).abs() < 1e-7, "x {i}");
            }
            for (i, d) in d.y.iter().enumerate() {
                let of_y = |y: &[f64]| plain_of_integers::zipped::<$n, $m>(&x, y.try_into().unwrap(), k);
                assert!((d - crate::common::slope(of_y, &y, i)).abs() < 1e-7, "y {i}");
            }
        })*};
    }
    follows! { 1 1; 2 5; 5 2; 7 7; 6 0; }
}

#[test]
fn bounds_of_the_call_follow_plain_rust() {
    let x = sines::<6>(0.4);
    for n in 0..=6 {
        let (value, d) = first_numbers::gradient(&x, n);
        assert_eq!(
            value.to_bits(),
            plain_of_integers::first_numbers(&x, n).to_bits()
        );
        for i in 0..6 {
            let others = x.iter().take(n).enumerate().filter(|&(at, _)| at != i);
            let expected = if i < n {
                others.map(|(_, x)| x).product()
            } else {
                0.0
            };
            assert!((d.x[i] - expected).abs() < 1e-14, "{n}, {i}");
        }
    }
    for (from, to) in [(0, 5), (2, 2), (3, 5), (4, 3), (5, 2)] {
        let (value, d) = numbers_between::gradient(&x, from, to);
        assert_eq!(
            value.to_bits(),
            plain_of_integers::numbers_between(&x, from, to).to_bits()
        );
        for i in 0..6 {
            let of_x = |x: &[f64]| {
                plain_of_integers::numbers_between::<6>(x.try_into().unwrap(), from, to)
            };
            assert!(
                (d.x[i] - crate::common::slope(of_x, &x, i)).abs() < 1e-7,
                "{from}, {to}: {i}"
            );
        }
    }
}

/// For each row, a pass over all elements would take hours, and a row of their positions a terabyte.
#[test]
fn time_and_memory_grow_with_the_elements() {
    let rows = 300_000;
    let first: Vec<usize> = (0..=rows).map(|i| 2 * i).collect();
    let column: Vec<usize> = (0..2 * rows).map(|k| k * 7 % rows).collect();
    let (x, value) = (vec![0.5; rows], vec![2.0; 2 * rows]);
    let (sum, d) = sparse::gradient(&x, &first, &column, &value);
    // A sum of squares: half of the derivative along each of the factors.
    assert!((sum - 4.0 * rows as f64).abs() < 1e-6 * sum);
    let along = |d: &[f64], x: &[f64]| -> f64 { d.iter().zip(x).map(|(d, x)| d * x).sum() };
    assert!((along(&d.x, &x) - 2.0 * sum).abs() < 1e-6 * sum);
    assert!((along(&d.value, &value) - 2.0 * sum).abs() < 1e-6 * sum);
}
