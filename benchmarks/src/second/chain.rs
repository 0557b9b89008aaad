//! The chain: the sum of (x[i + 1] - x[i]^2)^2, whose Hessian has three diagonals.

use num_dual::{DualNum, HyperDual64};

/// The length.
pub(super) const N: usize = 1000;

/// The entries of the lower triangle.
pub(super) const ENTRIES: usize = 2 * N - 1;

adgraph::graph! {
    const N: usize = 1000;

    #[derivatives(sparse_hessian, value_gradient_sparse_hessian)]
    pub(super) fn chain(x: &[f64; N]) -> f64 {
        let residual = x[1..] - x[..N - 1] * x[..N - 1];
        dot(residual, residual)
    }
}

/// The entries by hand, row by row.
pub(super) fn by_hand(x: &[f64; N], entries: &mut [f64; ENTRIES]) {
    entries[0] = 12.0 * x[0] * x[0] - 4.0 * x[1];
    let (rows, _) = entries[1..].as_chunks_mut::<2>();
    for (row, x) in rows.iter_mut().zip(x.windows(3)) {
        *row = [-4.0 * x[0], 12.0 * x[1] * x[1] - 4.0 * x[2] + 2.0];
    }
    entries[ENTRIES - 2] = -4.0 * x[N - 2];
    entries[ENTRIES - 1] = 2.0;
}

/// Value, gradient and entries by hand: the value as eight sums, the rest in one loop.
pub(super) fn all_by_hand(
    x: &[f64; N],
    gradient: &mut [f64; N],
    entries: &mut [f64; ENTRIES],
) -> f64 {
    let residual = |i: usize| x[i + 1] - x[i] * x[i];
    let mut sums = [0.0; 8];
    for block in 0..(N - 1) / 8 {
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum += residual(8 * block + lane).powi(2);
        }
    }
    let rest = (N - 1) / 8 * 8..N - 1;
    let value = sums.iter().sum::<f64>() + rest.map(|i| residual(i).powi(2)).sum::<f64>();
    gradient[0] = -4.0 * x[0] * residual(0);
    let (rows, _) = entries[1..].as_chunks_mut::<2>();
    let inner = gradient[1..N - 1].iter_mut().zip(rows);
    for ((gradient, row), x) in inner.zip(x.windows(3)) {
        let next = x[2] - x[1] * x[1];
        *gradient = 2.0 * (x[1] - x[0] * x[0]) - 4.0 * x[1] * next;
        *row = [-4.0 * x[0], 12.0 * x[1] * x[1] - 4.0 * x[2] + 2.0];
    }
    gradient[N - 1] = 2.0 * residual(N - 2);
    entries[0] = 12.0 * x[0] * x[0] - 4.0 * x[1];
    entries[ENTRIES - 2] = -4.0 * x[N - 2];
    entries[ENTRIES - 1] = 2.0;
    value
}

/// The lower triangle of the first rows by num-dual: forward over forward, a pass for each element.
pub(super) fn by_num_dual(x: &[f64; N], rows: usize, lower: &mut Vec<f64>) {
    lower.clear();
    let mut point = x.map(HyperDual64::from_re);
    for row in 0..rows {
        point[row].eps1 = 1.0;
        for column in 0..=row {
            point[column].eps2 = 1.0;
            lower.push(value(&point).eps1eps2);
            point[column].eps2 = 0.0;
        }
        point[row].eps1 = 0.0;
    }
}

fn value<D: DualNum<Primitive = f64> + Copy>(x: &[D; N]) -> D {
    let terms = x.windows(2).map(|x| {
        let residual = x[1] - x[0] * x[0];
        residual * residual
    });
    terms.fold(D::zero(), |sum, term| sum + term)
}

#[cfg(test)]
mod tests {
    use super::{ENTRIES, N, all_by_hand, by_hand, by_num_dual, chain};

    #[test]
    fn entries_are_those_of_the_kernel_and_of_dual_numbers() {
        let x: [f64; N] = std::array::from_fn(|i| 0.5 + 0.001 * i as f64);
        let (mut found, mut expected) = ([0.0; ENTRIES], [0.0; ENTRIES]);
        chain::sparse_hessian_into(&x, &mut found);
        by_hand(&x, &mut expected);
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        let (rows, mut dense) = (12, Vec::new());
        by_num_dual(&x, rows, &mut dense);
        for row in 0..rows {
            for column in 0..=row {
                let entry = chain::SPARSITY_HESSIAN.position(row, column);
                let entry = entry.map_or(0.0, |position| found[position]);
                let dual = dense[row * (row + 1) / 2 + column];
                assert!(
                    (entry - dual).abs() < 1e-12,
                    "{row} {column}: {entry} {dual}"
                );
            }
        }
    }

    #[test]
    fn all_at_once_is_the_kernels() {
        let x: [f64; N] = std::array::from_fn(|i| 0.5 + 0.001 * i as f64);
        let (mut gradient, mut slope) = (chain::Adjoint::ZERO, [0.0; N]);
        let (mut found, mut expected) = ([0.0; ENTRIES], [0.0; ENTRIES]);
        let value = chain::value_gradient_sparse_hessian_into(&x, &mut gradient, &mut found);
        let other = all_by_hand(&x, &mut slope, &mut expected);
        assert!((value - other).abs() < 1e-12 * other, "{value} {other}");
        let found = gradient.x.iter().chain(&found);
        for (found, expected) in found.zip(slope.iter().chain(&expected)) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }
}
