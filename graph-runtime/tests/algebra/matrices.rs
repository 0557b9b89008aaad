//! Matrices for tests.

use super::numbers::numbers;

/// A matrix without a pattern that is far from singular, but whose largest elements are not on the
/// diagonal: rows in another order.
pub(crate) fn regular(n: usize, seed: u64) -> Vec<f64> {
    let mut matrix = numbers(n * n, seed);
    for row in 0..n {
        matrix[row * n + (row * 2 + 1) % n.max(1)] += 3.0;
    }
    if n.is_multiple_of(2) {
        // Twice as many rows have their large element in the same column.
        for row in 0..n {
            matrix[row * n + (n - 1 - row)] += 4.0 * (n as f64).sqrt();
        }
    }
    matrix
}

/// A symmetric positive definite matrix, `m mᵀ` and as much on the diagonal.
pub(crate) fn definite(n: usize, seed: u64) -> Vec<f64> {
    let m = numbers(n * n, seed);
    let row = |i: usize| &m[i * n..(i + 1) * n];
    let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    places
        .map(|(i, j)| {
            let product: f64 = row(i).iter().zip(row(j)).map(|(a, b)| a * b).sum();
            product + if i == j { 1.0 } else { 0.0 }
        })
        .collect()
}

/// A matrix that the operator is smooth at.
pub(crate) fn fitting(op: graph_ir::algebra::Algebra, n: usize, seed: u64) -> Vec<f64> {
    use graph_ir::algebra::Algebra::{
        Cholesky, CholeskyAdjoint, Det, Expm, LowerSolve, LowerTransposedSolve,
    };
    match op {
        Cholesky | CholeskyAdjoint | LowerSolve | LowerTransposedSolve => definite(n, seed),
        // With values far apart.
        _ if op.part().is_some() => numbers(n * n, seed)
            .iter()
            .enumerate()
            .map(|(place, x)| {
                let diagonal = place / n.max(1) == place % n.max(1);
                0.3 * x
                    + if diagonal {
                        1.0 + 1.5 * (place % n.max(1)) as f64
                    } else {
                        0.0
                    }
            })
            .collect(),
        // Of moderate exponentials.
        Expm => numbers(n * n, seed).iter().map(|x| 0.7 * x).collect(),
        // Rows in another order: the size of the determinant is near 1.
        Det => numbers(n * n, seed)
            .iter()
            .enumerate()
            .map(|(place, x)| 0.2 * x + f64::from(place % n == (place / n + 1) % n))
            .collect(),
        _ => regular(n, seed),
    }
}

/// Hilbert's matrix, as ill conditioned as they come.
pub(crate) fn hilbert(n: usize) -> Vec<f64> {
    let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    places.map(|(i, j)| 1.0 / (i + j + 1) as f64).collect()
}
