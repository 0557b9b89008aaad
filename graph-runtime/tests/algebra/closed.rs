//! Closed forms: small, diagonal, triangular, permutation and Hilbert matrices; derivatives and
//! second derivatives of the logarithm of the determinant.

use graph_ir::Graph;
use graph_ir::algebra::Algebra;

use super::check::graph as graph_over;
use super::matrices::{definite, hilbert, regular};
use super::{assert_close, evaluate, value};

#[test]
fn two_by_two() {
    let [a, b, c, d] = [3.0, -2.0, 5.0, 7.0];
    let matrix = [a, b, c, d];
    let det = a * d - b * c;
    assert_eq!(value(Algebra::Det, &matrix, &[]), [det]);
    let inverse = [d, -b, -c, a].map(|x| x / det);
    assert_close(
        &value(Algebra::Inverse, &matrix, &[]),
        &inverse,
        1e-15,
        "inverse",
    );
    let x = value(Algebra::LinearSolve, &matrix, &[1.0, -4.0]);
    let expected = [(d * 1.0 - b * -4.0) / det, (-c * 1.0 + a * -4.0) / det];
    assert_close(&x, &expected, 1e-15, "solution");
    let factor = value(Algebra::Cholesky, &[4.0, 2.0, 2.0, 10.0], &[]);
    assert_eq!(factor, [2.0, 0.0, 1.0, 3.0]);
}

#[test]
fn cholesky_is_of_the_symmetric_part() {
    let factor = value(Algebra::Cholesky, &[4.0, -1.0, 5.0, 10.0], &[]);
    assert_eq!(factor, [2.0, 0.0, 1.0, 3.0]);
    let mut skewed = definite(6, 3);
    let expected = value(Algebra::Cholesky, &skewed, &[]);
    for (row, column) in [(0, 1), (5, 2), (3, 4)] {
        skewed[row * 6 + column] += 0.5;
        skewed[column * 6 + row] -= 0.5;
    }
    let found = value(Algebra::Cholesky, &skewed, &[]);
    assert_close(&found, &expected, 1e-14, "factor");
}

#[test]
fn three_by_three() {
    let matrix = [2.0, -1.0, 0.5, 1.0, 3.0, -2.0, 0.0, 4.0, 1.0];
    // Sarrus.
    let det = 2.0 * 3.0 * 1.0 + 0.5 * 1.0 * 4.0 - 2.0 * -2.0 * 4.0 - -1.0;
    assert_eq!(value(Algebra::Det, &matrix, &[]), [det]);
    let x = [1.0, -2.0, 3.0];
    let right = [5.5, -11.0, -5.0];
    assert_close(
        &value(Algebra::LinearSolve, &matrix, &right),
        &x,
        1e-15,
        "x",
    );
}

/// Partial pivoting must find its pivots, wherever they are, and signs follow the order of rows.
#[test]
fn permutations() {
    for n in [2, 3, 5, 6, 9, 11] {
        for turn in 1..n {
            let place = |row: usize| (row * turn + turn / 2) % n;
            let mut hit = vec![false; n];
            (0..n).for_each(|row| hit[place(row)] = true);
            if hit.contains(&false) {
                continue;
            }
            let mut matrix = vec![0.0; n * n];
            (0..n).for_each(|row| matrix[row * n + place(row)] = (row + 1) as f64);
            let inversions = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
            let inversions = inversions.filter(|&(i, j)| place(i) > place(j)).count();
            let factorial: f64 = (1..=n).map(|k| k as f64).product();
            let sign = if inversions % 2 == 0 { 1.0 } else { -1.0 };
            assert_eq!(value(Algebra::Det, &matrix, &[]), [sign * factorial]);
            let right: Vec<f64> = (0..n).map(|i| (i * i) as f64 - 3.0).collect();
            let x = value(Algebra::LinearSolve, &matrix, &right);
            let transposed = value(Algebra::TransposedSolve, &matrix, &right);
            for row in 0..n {
                assert_eq!(x[place(row)], right[row] / (row + 1) as f64);
                assert_eq!(transposed[row], right[place(row)] / (row + 1) as f64);
            }
        }
    }
}

/// The inverse of Hilbert's matrix has integers as elements, given by binomials.
#[test]
fn hilbert_matrices() {
    let binomial = |n: usize, k: usize| -> f64 {
        (0..k)
            .fold(1.0, |b, i| b * (n - i) as f64 / (i + 1) as f64)
            .round()
    };
    // Twice what the condition number makes of rounding.
    for (n, condition) in [
        (2, 19.3),
        (3, 524.0),
        (4, 1.6e4),
        (5, 4.8e5),
        (8, 1.6e10),
        (9, 5e11),
    ] {
        let inverse = value(Algebra::Inverse, &hilbert(n), &[]);
        let largest = inverse.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        for i in 0..n {
            for j in 0..n {
                let sign = if (i + j) % 2 == 0 { 1.0 } else { -1.0 };
                let expected = sign
                    * (i + j + 1) as f64
                    * binomial(n + i, n - j - 1)
                    * binomial(n + j, n - i - 1)
                    * binomial(i + j, i).powi(2);
                let error = (inverse[i * n + j] - expected).abs() / largest;
                assert!(error <= 2.0 * condition * f64::EPSILON, "{n}: {error:e}");
            }
        }
    }
    let det = value(Algebra::Det, &hilbert(5), &[])[0];
    assert!((det * 266_716_800_000.0 - 1.0).abs() < 1e-10, "{det:e}");
}

/// The logarithm of the determinant: its gradient is the transposed inverse, and its Hessian maps a
/// change `d` to `-(y d y)ᵀ`, with `y` the inverse.
#[test]
fn gradient_and_hessian_of_the_logarithm_of_the_determinant() {
    for n in [1, 2, 3, 5, 9] {
        let by_factor = graph_over(&[&[n, n]], |b, x| {
            let factor = b.algebra(Algebra::Cholesky, x).unwrap();
            let mut sum = b.number(graph_ir::Element::F64, 0.0);
            for i in 0..n as i64 {
                let row = b.index(factor, 0, i).unwrap();
                sum = sum + b.index(row, 0, i).unwrap().ln();
            }
            vec![sum * 2.0]
        });
        let by_pivots = graph_over(&[&[n, n]], |b, x| {
            vec![b.algebra(Algebra::LogDet, x).unwrap()]
        });
        let by_determinant = graph_over(&[&[n, n]], |b, x| {
            vec![b.algebra(Algebra::Det, x).unwrap().ln()]
        });
        let point = definite(n, 11);
        let inverse = value(Algebra::Inverse, &point, &[]);
        let direction = symmetric(&regular(n, 4), n);
        let product = times(&times(&inverse, &direction, n), &inverse, n);
        let second: Vec<f64> = product.iter().map(|x| -x).collect();
        for graph in [&by_factor, &by_determinant, &by_pivots] {
            let gradient = graph_autodiff::gradient(graph, &[0]).unwrap();
            let found = evaluate(&gradient, &point);
            assert_close(&found[1..], &inverse, 1e-11, &format!("gradient of {n}"));
            let found = along(&gradient, &point, &direction);
            assert_close(&found, &second, 1e-10, &format!("Hessian of {n}"));
        }
    }
}

/// The determinant of a permuted diagonal matrix, which neither fits into the range of the type.
#[test]
fn the_logarithm_of_a_determinant_out_of_range() {
    for n in [2, 3, 4, 5, 8, 9, 12] {
        for magnitude in [1e-300, 3e-200, 7e250] {
            let mut matrix = vec![0.0; n * n];
            (0..n).for_each(|i| matrix[i * n + (i + 1) % n] = -magnitude);
            let found = value(Algebra::LogDet, &matrix, &[]);
            let expected = n as f64 * f64::ln(magnitude);
            assert_close(&found, &[expected], 1e-15, &format!("{magnitude:e} of {n}"));
            let gradient = graph_autodiff::gradient(
                &graph_over(&[&[n, n]], |b, x| {
                    vec![b.algebra(Algebra::LogDet, x).unwrap()]
                }),
                &[0],
            );
            let found = evaluate(&gradient.unwrap(), &matrix);
            let inverse = matrix.iter().map(|x| if *x == 0.0 { 0.0 } else { 1.0 / x });
            assert_close(&found[1..], &inverse.collect::<Vec<_>>(), 1e-15, "gradient");
        }
    }
}

/// The tangents of all results but the first.
fn along(graph: &Graph, point: &[f64], direction: &[f64]) -> Vec<f64> {
    let forward = graph_autodiff::forward(graph, &[0]).unwrap();
    let all = evaluate(&forward, &[point, direction].concat());
    all[all.len() - direction.len()..].to_vec()
}

fn times(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    places
        .map(|(i, j)| (0..n).map(|k| a[i * n + k] * b[k * n + j]).sum())
        .collect()
}

fn symmetric(a: &[f64], n: usize) -> Vec<f64> {
    let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    places.map(|(i, j)| a[i * n + j] + a[j * n + i]).collect()
}
