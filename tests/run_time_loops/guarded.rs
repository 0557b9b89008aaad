//! Neighbours of elements that a loop changes, read under the condition that they are there.

use adgraph::{Rows, graph};

use crate::common::slope;

graph! {
    /// Sweeps from the left, each after the other.
    #[derivatives(only(value, gradient))]
    pub fn sweeps<const N: usize>(x: &[f64; N]) -> f64 {
        let mut d = x;
        #[unroll(never)]
        for _ in 0..3 {
            #[unroll(never)]
            for j in 0..N {
                if j > 0 { d[j] += 0.5 * d[j - 1] * x[j]; }
            }
        }
        sum(d * x)
    }
    #[derivatives(only(value, gradient))]
    pub fn sweeps_1(x: &[f64; 1]) -> f64 { sweeps(x) }
    #[derivatives(only(value, gradient))]
    pub fn sweeps_30(x: &[f64; 30]) -> f64 { sweeps(x) }

    /// Neighbours on both sides, as values of a choice.
    #[derivatives(only(value, gradient))]
    pub fn neighbours<const N: usize>(x: &[f64; N]) -> f64 {
        let mut d = x;
        #[unroll(never)]
        for j in 0..N {
            d[j] += if j > 0 { sin(d[j - 1]) } else { 0.0 };
            if j + 1 < N { d[j] *= d[j + 1]; }
        }
        sum(d)
    }
    #[derivatives(only(value, gradient))]
    pub fn neighbours_1(x: &[f64; 1]) -> f64 { neighbours(x) }
    #[derivatives(only(value, gradient))]
    pub fn neighbours_30(x: &[f64; 30]) -> f64 { neighbours(x) }

    /// The least cost of two series laid side by side, in a table whose borders are conditions.
    #[derivatives(hessian_product)]
    pub fn warping<const N: usize, const M: usize>(a: &[f64; N], b: &[f64; M]) -> f64 {
        let mut d = zeros([N, M]);
        #[unroll(never)]
        for i in 0..N {
            #[unroll(never)]
            for j in 0..M {
                let up = if i > 0 { d[i - 1][j] } else { 4.0 };
                let left = if j > 0 { d[(i, j - 1)] } else { 4.0 };
                let corner = if i > 0 && j > 0 { d[i - 1][j - 1] } else { 4.0 * a[i] };
                d[i][j] = (a[i] - b[j]).powi(2) + min(corner, 0.5 * min(up, left));
            }
        }
        sum(d) / (N * M) as f64
    }
    #[derivatives(only(value, gradient))]
    pub fn warping_6_6(a: &[f64; 6], b: &[f64; 6]) -> f64 { warping(a, b) }
    #[derivatives(only(value, gradient))]
    pub fn warping_30_30(a: &[f64; 30], b: &[f64; 30]) -> f64 { warping(a, b) }

    /// Sweeps over a table that take the neighbours from a copy of it, where they are there.
    #[derivatives(only(value, gradient))]
    pub fn relaxed<const N: usize, const M: usize>(f: Rows<f64, N, M>) -> f64 {
        let mut u = f;
        #[unroll(never)]
        for _ in 0..2 {
            let old = u;
            #[unroll(never)]
            for i in 0..N {
                #[unroll(never)]
                for j in 0..M {
                    let mut s = f[i][j];
                    if i > 0 { s += old[i - 1][j]; }
                    if i + 1 < N { s += old[i + 1][j] * old[i][j]; }
                    if j > 0 { s += old[i][j - 1]; }
                    if j + 1 < M { s -= sin(old[i][j + 1]); }
                    u[i][j] += 0.3 * s - old[i][j];
                }
            }
        }
        sum(u * u)
    }
    #[derivatives(only(value, gradient))]
    pub fn relaxed_7_9(f: &[[f64; 9]; 7]) -> f64 { relaxed(f) }
}

fn plain_sweeps(x: &[f64]) -> f64 {
    let mut d = x.to_vec();
    for _ in 0..3 {
        for j in 1..x.len() {
            d[j] += 0.5 * d[j - 1] * x[j];
        }
    }
    d.iter().zip(x).map(|(d, x)| d * x).sum()
}

fn plain_neighbours(x: &[f64]) -> f64 {
    let mut d = x.to_vec();
    for j in 0..x.len() {
        if j > 0 {
            d[j] += d[j - 1].sin();
        }
        if j + 1 < x.len() {
            d[j] *= d[j + 1];
        }
    }
    d.iter().sum()
}

fn compare(plain: impl Fn(&[f64]) -> f64, x: &[f64], value: f64, d: &[f64]) {
    assert!((value - plain(x)).abs() < 1e-12 * (1.0 + value.abs()));
    assert_eq!(d.len(), x.len());
    for (i, d) in d.iter().enumerate() {
        let slope = slope(&plain, x, i);
        assert!(
            (d - slope).abs() < 1e-6 * (1.0 + slope.abs()),
            "{d} {slope}"
        );
    }
}

#[test]
fn neighbours_are_read_where_they_are() {
    for n in [0, 1, 2, 30] {
        let x: Vec<f64> = (0..n).map(|i| 0.6 + 0.4 * f64::from(i).sin()).collect();
        let (value, d) = sweeps::gradient(&x);
        compare(plain_sweeps, &x, value, &d.x);
        let (value, d) = neighbours::gradient(&x);
        compare(plain_neighbours, &x, value, &d.x);
    }
    let one = [0.7];
    let many: [f64; 30] = std::array::from_fn(|i| 0.6 + 0.4 * (i as f64).sin());
    same! {
        sweeps sweeps_1: &one;
        sweeps sweeps_1::gradient: &one;
        neighbours neighbours_1::gradient: &one;
        sweeps sweeps_30: &many;
        sweeps sweeps_30::gradient: &many;
        neighbours neighbours_30::gradient: &many;
    }
}

fn plain_warping(a: &[f64], b: &[f64]) -> f64 {
    let mut d = vec![vec![0.0; b.len()]; a.len()];
    for i in 0..a.len() {
        for j in 0..b.len() {
            let up = if i > 0 { d[i - 1][j] } else { 4.0 };
            let left = if j > 0 { d[i][j - 1] } else { 4.0 };
            let corner = if i > 0 && j > 0 {
                d[i - 1][j - 1]
            } else {
                4.0 * a[i]
            };
            d[i][j] = (a[i] - b[j]).powi(2) + f64::min(corner, 0.5 * f64::min(up, left));
        }
    }
    d.iter().flatten().sum::<f64>() / (a.len() * b.len()) as f64
}

fn series<const N: usize>(phase: f64) -> [f64; N] {
    std::array::from_fn(|i| 0.6 + 0.4 * (i as f64 * 1.3 + phase).sin())
}

#[test]
fn tables_have_borders_under_conditions() {
    let (a, b) = (series::<30>(0.0), series::<30>(1.0));
    same! { warping warping_30_30: &a, &b; }
    // Loops of known length are divided at the borders, so that adjoints are added in another order.
    let (_, d) = warping::gradient(&a, &b);
    let (_, known) = warping_30_30::gradient(&a, &b);
    for (d, known) in d.a.iter().zip(known.a).chain(d.b.iter().zip(known.b)) {
        assert!((d - known).abs() < 1e-14, "{d} {known}");
    }
    let (short_a, short_b) = (series::<6>(0.0), series::<6>(1.0));
    same! { warping warping_6_6: &short_a, &short_b; }
    for (n, m) in [(1, 1), (1, 30), (30, 1), (7, 30), (30, 30)] {
        let (a, b) = (&a[..n], &b[..m]);
        let (value, d) = warping::gradient(a, b);
        compare(|x| plain_warping(x, b), a, value, &d.a);
        compare(|x| plain_warping(a, x), b, value, &d.b);
        let direction = warping::Tangent {
            a: vec![0.0; n],
            b: (0..m).map(|j| f64::from(u8::from(j == 0))).collect(),
        };
        let column = warping::hessian_product(a, b, &direction).b;
        let by = |b: &[f64]| warping::gradient(a, b).1.b[m - 1];
        let expected = slope(by, b, 0);
        assert!((column[m - 1] - expected).abs() < 1e-6 * (1.0 + expected.abs()));
    }
    assert!(warping(&[], &b).is_nan());
}

fn plain_relaxed(f: &[f64], rows: usize, columns: usize) -> f64 {
    let mut u = f.to_vec();
    for _ in 0..2 {
        let old = u.clone();
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let at = |i: usize, j: usize| old[i * columns + j];
            let mut s = f[i * columns + j];
            if i > 0 {
                s += at(i - 1, j);
            }
            if i + 1 < rows {
                s += at(i + 1, j) * at(i, j);
            }
            if j > 0 {
                s += at(i, j - 1);
            }
            if j + 1 < columns {
                s -= at(i, j + 1).sin();
            }
            u[i * columns + j] += 0.3 * s - at(i, j);
        }
    }
    u.iter().map(|u| u * u).sum()
}

#[test]
fn neighbours_in_a_copy_of_a_table_are_elements() {
    let numbers: Vec<f64> = (0..63).map(|i| 0.3 * f64::from(i * i % 11) - 1.0).collect();
    for (n, m) in [(0, 3), (1, 1), (1, 9), (7, 1), (2, 2), (7, 9)] {
        let f = &numbers[..n * m];
        let (value, d) = relaxed::gradient(Rows::new(f, m));
        compare(|x| plain_relaxed(x, n, m), f, value, d.f.elements());
    }
    let known: [[f64; 9]; 7] = std::array::from_fn(|i| std::array::from_fn(|j| numbers[9 * i + j]));
    let (value, d) = relaxed::gradient(Rows::from(&known));
    let (known_value, known) = relaxed_7_9::gradient(&known);
    assert_eq!(value.to_bits(), known_value.to_bits());
    for (d, known) in d.f.elements().iter().zip(known.f.as_flattened()) {
        assert!(
            (d - known).abs() < 1e-13 * (1.0 + known.abs()),
            "{d} {known}"
        );
    }
}

/// A row that is kept for each element would take 64 gigabytes, and 16 of the second function.
#[test]
fn memory_grows_with_the_elements() {
    let f: Vec<f64> = (0..1_600_000).map(|i| f64::from(i % 13) * 0.1).collect();
    let (value, d) = relaxed::gradient(Rows::new(&f, 1000));
    let plain = |f: &[f64]| plain_relaxed(f, 1600, 1000);
    assert!((value - plain(&f)).abs() < 1e-9 * value);
    // Two sweeps reach two rows, from which two more are seen: all others are left out, as a sum of
    // them has too many digits for differences.
    let row = 800 * 1000;
    let near = &f[row - 4000..row + 5000];
    let found = slope(|f| plain_relaxed(f, 9, 1000), near, 4500);
    assert!((d.f.elements()[row + 500] - found).abs() < 1e-6 * (1.0 + found.abs()));
    let numbers: Vec<f64> = (0..2000).map(|i| f64::from(i % 13) * 0.1).collect();
    let (_, d) = warping::gradient(&numbers, &numbers[1..]);
    let found = slope(|x| warping(x, &numbers[1..]), &numbers, 1999);
    assert!((d.a[1999] - found).abs() < 1e-6);
}
