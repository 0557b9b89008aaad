//! The memory of arrays between passes: those that are not needed at one time share it.

use adgraph::{Rows, graph};

graph! {
    /// Twelve arrays, each of which waits for a sum over the one before.
    pub(crate) fn sharpened<const N: usize>(x: &[f64; N]) -> f64 {
        let mut p = softmax(x);
        #[unroll]
        for _ in 0..12 {
            p = softmax(ln(p) + x);
        }
        dot(p, p)
    }

    /// Matrices, of which each needs the one before alone.
    pub(crate) fn powers<const N: usize>(a: Rows<f64, N, N>) -> f64 {
        let mut p = transpose(a);
        #[unroll]
        for _ in 0..9 {
            p = matmul(p, a) / 2.0;
        }
        trace(p)
    }

    /// Both sides of sizes that differ, and an array that is read at the end again.
    pub(crate) fn kept<const N: usize, const M: usize>(x: &[f64; N], y: &[[f64; 2]; M]) -> f64 {
        let first = softmax(x);
        let second = softmax(first + x);
        let third = softmax(second + x);
        let wide = y / sum(y * y);
        let wider = wide / sum(wide);
        dot(first, third) + sum(wider * wide) + max(second)
    }
}

graph! {
    /// A map that is iterated, whose states are all kept.
    pub(crate) fn iterated<const N: usize>(#[dynamic] x: &[f64; N], a: [f64; 2]) -> f64 {
        let mut s = [0.5, 0.1];
        for i in 0..N {
            s = [sin(a[0] * s[0] + x[i]) + 0.1 * s[1], cos(a[1] * s[1] + s[0])];
        }
        s[0] * s[1]
    }

    /// The same, whose states are kept at the square root of their number.
    pub(crate) fn at_roots<const N: usize>(#[dynamic] x: &[f64; N], a: [f64; 2]) -> f64 {
        let mut s = [0.5, 0.1];
        #[checkpoint(sqrt)]
        for i in 0..N {
            s = [sin(a[0] * s[0] + x[i]) + 0.1 * s[1], cos(a[1] * s[1] + s[0])];
        }
        s[0] * s[1]
    }

    /// The same, of which every seventh state is kept, with a derivative by all numbers.
    pub(crate) fn at_sevenths<const N: usize>(x: &[f64; N], a: [f64; 2]) -> f64 {
        let mut s = [0.5, 0.1];
        #[checkpoint(every = 7)]
        for i in 0..N {
            s = [sin(a[0] * s[0] + x[i]) + 0.1 * s[1], cos(a[1] * s[1] + s[0])];
        }
        s[0] * s[1]
    }

    /// The same of a length that is written.
    fn at_sevenths_of_24(x: [f64; 24], a: [f64; 2]) -> f64 {
        let mut s = [0.5, 0.1];
        #[checkpoint(every = 7)]
        for i in 0..24 {
            s = [sin(a[0] * s[0] + x[i]) + 0.1 * s[1], cos(a[1] * s[1] + s[0])];
        }
        s[0] * s[1]
    }
}

graph! {
    /// Combinations of all elements of matrices, which are in memory as rows.
    pub(crate) fn of_pairs<const N: usize>(x: &[f64; N], width: f64) -> [f64; 3] {
        let from = broadcast(reshape(x, [N, 1]), [N, N]);
        let to = broadcast(reshape(x, [1, N]), [N, N]);
        let near = exp(-(from - to).powi(2) / width);
        [sum(near), max(from * to), prod(1.0 + near / 100.0)]
    }

    /// The same of a length that is written.
    fn of_pairs_of_13(x: [f64; 13], width: f64) -> [f64; 3] {
        let from = broadcast(reshape(x, [13, 1]), [13, 13]);
        let to = broadcast(reshape(x, [1, 13]), [13, 13]);
        let near = exp(-(from - to).powi(2) / width);
        [sum(near), max(from * to), prod(1.0 + near / 100.0)]
    }

    /// The sum alone, with its gradient.
    pub(crate) fn energy<const N: usize>(x: &[f64; N], width: f64) -> f64 {
        let from = broadcast(reshape(x, [N, 1]), [N, N]);
        let to = broadcast(reshape(x, [1, N]), [N, N]);
        sum(exp(-(from - to).powi(2) / width))
    }

    /// Combinations of rows of a loop, of numbers and of arrays.
    pub(crate) fn along<const N: usize>(x: &[f64; N], a: f64) -> f64 {
        let mut s = a;
        let mut rows = [[0.0; 3]; N];
        let mut squares = [0.0; N];
        for i in 0..N {
            s = sin(s + x[i]);
            rows[i] = [s, x[i], s * x[i]];
            squares[i] = s * s;
        }
        sum(rows) * min(squares)
    }

    /// A Gaussian process.
    #[derivatives(only(value, gradient))]
    pub(crate) fn misfit<const N: usize>(
        #[dynamic] x: &[f64; N],
        #[dynamic] y: &[f64; N],
        theta: [f64; 2],
    ) -> f64 {
        let from = broadcast(reshape(x, [N, 1]), [N, N]);
        let to = broadcast(reshape(x, [1, N]), [N, N]);
        let l = cholesky(theta[0] * exp(-(from - to).powi(2)) + theta[1] * eye(N));
        let whitened = lower_solve(l, y);
        0.5 * dot(whitened, whitened) + sum(ln(diag(l)))
    }
}

/// Numbers of no regularity.
fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| (i as f64 * 1.7 + 0.3).sin()).collect()
}

#[test]
fn combinations_of_all_pairs_need_no_matrix() {
    for n in [1, 2, 7, 8, 9, 13, 16, 31, 40] {
        let x = numbers(n);
        let pairs = || x.iter().flat_map(|a| x.iter().map(move |b| (a, b)));
        let near = || pairs().map(|(a, b)| (-(a - b) * (a - b) / 0.7).exp());
        let expected = [
            near().sum::<f64>(),
            pairs()
                .map(|(a, b)| a * b)
                .fold(f64::NEG_INFINITY, f64::max),
            near().map(|near| 1.0 + near / 100.0).product(),
        ];
        let found = of_pairs(&x, 0.7);
        for (found, expected) in found.iter().zip(expected) {
            let tolerance = 1e-13 * (1.0 + expected.abs());
            assert!(
                (found - expected).abs() < tolerance,
                "{n}: {found} {expected}"
            );
        }
        let slope: f64 = near()
            .zip(pairs())
            .map(|(near, (a, b))| near * (a - b).powi(2))
            .sum();
        let (value, d) = energy::gradient(&x, 0.7);
        assert_eq!(value.to_bits(), found[0].to_bits());
        assert!((d.width - slope / 0.49).abs() < 1e-12 * (1.0 + slope));
        if let Ok(x) = x.try_into() {
            let known = of_pairs_of_13(x, 0.7);
            assert_eq!(found.map(f64::to_bits), known.map(f64::to_bits));
        }
    }
    assert_eq!(energy(&[], 0.7), 0.0);
    // A sum and a product propagate it, and a maximum passes it over.
    let [sum, most, product] = of_pairs(&[0.5, f64::NAN], 0.7);
    assert!(sum.is_nan() && product.is_nan());
    assert_eq!(most, 0.25);
    let n = 1000;
    assert!(
        energy::workspace_len(n) <= 8 * n,
        "{}",
        energy::workspace_len(n)
    );
}

#[test]
fn combinations_of_rows_of_a_loop_need_no_array() {
    for n in [1, 2, 5, 8, 11, 15, 16, 17, 50] {
        let x = numbers(n);
        let mut s: f64 = 0.4;
        let (mut sum, mut least) = (0.0, f64::INFINITY);
        for x in &x {
            s = (s + x).sin();
            sum += s + x + s * x;
            least = s.mul_add(s, 0.0).min(least);
        }
        let found = along(&x, 0.4);
        assert!(
            (found - sum * least).abs() < 1e-13,
            "{n}: {found} {}",
            sum * least
        );
    }
    let x = numbers(5000);
    let of_value = arrays(x.len(), || {
        std::hint::black_box(along(&x, 0.4));
    });
    assert_eq!(of_value, 0, "memory of {of_value} arrays");
}

#[test]
fn the_gradient_of_a_gaussian_process_needs_two_matrices() {
    let n = 100;
    let len = misfit::workspace_len(n).0;
    assert!((2 * n * n..3 * n * n).contains(&len), "{len}");
    let (x, y) = (numbers(20), numbers(21).split_off(1));
    let theta = [1.3, 0.2];
    let (_, d) = misfit::gradient(&x, &y, theta);
    for i in 0..2 {
        let at = |step: f64| {
            let mut moved = theta;
            moved[i] += step;
            misfit(&x, &y, moved)
        };
        let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
        let slope = d.theta[i];
        assert!(
            (slope - difference).abs() < 1e-6 * (1.0 + slope.abs()),
            "{slope} {difference}"
        );
    }
}

#[test]
fn checkpoints_take_less_memory_and_change_nothing() {
    let a = [0.8, 1.3];
    // Fewer iterations than there are in a segment, whole segments, and segments with a rest.
    for n in [0_usize, 1, 2, 3, 6, 7, 8, 14, 15, 16, 24, 48, 49, 50, 1000] {
        let x: Vec<f64> = (0..n).map(|i| (i as f64 * 0.37).sin()).collect();
        let (value, all) = iterated::gradient(&x, a);
        let (same, at_roots) = at_roots::gradient(&x, a);
        let (third, d) = at_sevenths::gradient(&x, a);
        assert_eq!([same.to_bits(), third.to_bits()], [value.to_bits(); 2]);
        for i in 0..2 {
            let tolerance = 1e-13 * (1.0 + all.a[i].abs());
            assert!((all.a[i] - at_roots.a[i]).abs() <= tolerance, "{n}");
            assert!((all.a[i] - d.a[i]).abs() <= tolerance, "{n}");
        }
        for i in [0, n / 2, n.saturating_sub(1)] {
            let Some(&slope) = d.x.get(i) else {
                continue;
            };
            let at = |step: f64| {
                let mut moved = x.clone();
                moved[i] += step;
                at_sevenths(&moved, a)
            };
            let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!(
                (slope - difference).abs() < 1e-8,
                "{n}: {slope} {difference}"
            );
        }
        if let Ok(x) = x.try_into() {
            let (value, known) = at_sevenths_of_24::gradient(x, a);
            assert_eq!((value, known.x.to_vec(), known.a), (third, d.x, d.a));
        }
    }
    // Two states of two numbers each, and what adds to the derivatives.
    for n in [100, 10_000, 1_000_000] {
        assert!(iterated::workspace_len(n) >= 2 * n);
        let root = n.isqrt();
        let len = at_roots::workspace_len(n);
        // Each of two arrays fills its last cache line.
        assert!((2 * root..=5 * root + 14).contains(&len), "{len} at {n}");
    }
}

/// The memory of a call, as arrays of so many elements.
fn arrays(elements: usize, call: impl FnOnce()) -> u64 {
    allocation_counter::measure(call).bytes_max / (8 * elements as u64)
}

#[test]
fn arrays_that_are_not_needed_at_one_time_share_their_memory() {
    let x: Vec<f64> = (0..5000).map(|i| (f64::from(i) * 0.1).sin()).collect();
    let of_value = arrays(x.len(), || {
        std::hint::black_box(sharpened(&x));
    });
    assert!(of_value <= 2, "memory of {of_value} arrays");

    let n = 60;
    let a: Vec<f64> = (0..n * n).map(|i| (i as f64 * 0.3).cos()).collect();
    let of_value = arrays(a.len(), || {
        std::hint::black_box(powers(Rows::new(&a, n)));
    });
    assert!(of_value <= 3, "memory of {of_value} matrices");
}

#[test]
fn arrays_that_share_their_memory_have_their_values() {
    let x: [f64; 75] = std::array::from_fn(|i| (i as f64 * 0.1).sin());
    let softmax = |x: &[f64]| {
        let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = x.iter().map(|x| (x - largest).exp()).sum();
        { x.iter() }
            .map(|x| (x - largest).exp() / sum)
            .collect::<Vec<f64>>()
    };
    // Thirteen factors `exp(x)`.
    let p = softmax(&x.map(|x| 13.0 * x));
    let expected: f64 = p.iter().map(|p| p * p).sum();
    let (value, d) = sharpened::gradient(&x);
    assert!((value - expected).abs() < 1e-13, "{value} {expected}");
    for (i, p) in p.iter().enumerate() {
        let slope = 26.0 * p * (p - expected);
        assert!((d.x[i] - slope).abs() < 1e-12, "{i}: {} {slope}", d.x[i]);
    }

    let y: [[f64; 2]; 9] = std::array::from_fn(|i| [1.0 + i as f64, 0.5 - i as f64]);
    let sum = |a: &[f64], b: &[f64]| {
        { a.iter().zip(b) }
            .map(|(a, b)| a + b)
            .collect::<Vec<f64>>()
    };
    let value = |x: &[f64], y: &[[f64; 2]]| {
        let first = softmax(x);
        let second = softmax(&sum(&first, x));
        let third = softmax(&sum(&second, x));
        let y = y.as_flattened();
        let squares: f64 = y.iter().map(|y| y * y).sum();
        let wide: Vec<f64> = y.iter().map(|y| y / squares).collect();
        let total: f64 = wide.iter().sum();
        let products: f64 = wide.iter().map(|w| w / total * w).sum();
        let dot: f64 = first.iter().zip(&third).map(|(a, b)| a * b).sum();
        dot + products + second.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    };
    let (found, d) = kept::gradient(&x, &y);
    assert!((found - value(&x, &y)).abs() < 1e-13);
    for i in [0, 20, 74] {
        let at = |step: f64| {
            let mut moved = x;
            moved[i] += step;
            value(&moved, &y)
        };
        assert!((d.x[i] - (at(1e-5) - at(-1e-5)) / 2e-5).abs() < 1e-8);
    }
    let at = |step: f64| {
        let mut moved = y;
        moved[4][1] += step;
        value(&x, &moved)
    };
    assert!((d.y[4][1] - (at(1e-5) - at(-1e-5)) / 2e-5).abs() < 1e-8);
}
