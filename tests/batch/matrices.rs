//! Matrices of derivatives at many points, and of sums.

use adgraph::graph;

use crate::{SIZES, columns};

graph! {
    /// The negative logarithm of a likelihood.
    #[derivatives(batch(rows), hessian, sparse_hessian, value_gradient_hessian)]
    fn logistic(#[dynamic] x: [f64; 3], #[dynamic] label: f64, #[shared] w: [f64; 3]) -> f64 {
        let z = dot(x, w);
        softplus(z) - label * z
    }

    /// Several results, columns.
    #[derivatives(batch, jacobian, hessian, sparse_jacobian, value_gradient_sparse_hessian)]
    fn polar(r: f64, angle: f64, #[shared] center: [f64; 2]) -> [f64; 2] {
        [center[0] + r * cos(angle), center[1] * r + sin(angle)]
    }

    /// More rows than a Jacobian has that is a program of its own: filled by products.
    #[derivatives(batch(rows), jacobian, hessian)]
    fn wide(x: [f64; 30]) -> [f64; 20] {
        let mut y = [0.0; 20];
        for i in 0..20 {
            y[i] = sin(x[i]) * x[i + 10];
        }
        y
    }
}

#[test]
fn hessians_of_numbers_are_those_of_single_calls() {
    for n in SIZES {
        let c = columns(7, n);
        let x: Vec<[f64; 3]> = (0..n).map(|i| [c[0][i], c[1][i], c[2][i]]).collect();
        let v: Vec<f64> = c[3].clone();
        let w = [0.25, -1.5, 0.75];
        let mut hessian = vec![[[f64::NAN; 3]; 3]; n];
        logistic::batch::hessian(&x, &v, w, &mut hessian);
        let mut product = vec![[f64::NAN; 3]; n];
        let direction = logistic::batch::Tangent {
            w: &[1.0, 2.0, -1.0],
        };
        let adjoint = logistic::batch::Adjoint { w: &mut product };
        logistic::batch::hessian_product(&x, &v, w, direction, adjoint);
        let (mut value, mut gradient) = (vec![f64::NAN; n], vec![[f64::NAN; 3]; n]);
        let mut again = vec![[[f64::NAN; 3]; 3]; n];
        let adjoint = logistic::batch::Adjoint { w: &mut gradient };
        logistic::batch::value_gradient_hessian(&x, &v, w, &mut value, adjoint, &mut again);
        let mut entries = vec![[f64::NAN; 6]; n];
        logistic::batch::sparse_hessian(&x, &v, w, &mut entries);
        assert_eq!(hessian, again);
        for i in 0..n {
            let (y, d, h) = logistic::value_gradient_hessian(x[i], v[i], w);
            assert_eq!(
                (y, d.w, h),
                (value[i], gradient[i], hessian[i]),
                "point {i} of {n}"
            );
            let direction = logistic::Tangent {
                w: [1.0, 2.0, -1.0],
            };
            assert_eq!(
                logistic::hessian_product(x[i], v[i], w, &direction).w,
                product[i]
            );
            assert_eq!(logistic::sparse_hessian(x[i], v[i], w), entries[i]);
        }
    }
}

#[test]
fn matrices_of_several_results_are_those_of_single_calls() {
    const NAN: f64 = f64::NAN;
    for n in SIZES {
        let c = columns(4, n);
        let (r, angle, weights) = (&c[0], &c[1], [&c[2][..], &c[3]]);
        let center = [0.5, -2.0];
        let mut jacobian: [[Vec<f64>; 4]; 2] = Default::default();
        let mut hessian: [[Vec<f64>; 4]; 4] = Default::default();
        jacobian.as_flattened_mut().fill(vec![NAN; n]);
        hessian.as_flattened_mut().fill(vec![NAN; n]);
        let places = jacobian
            .each_mut()
            .map(|row| row.each_mut().map(|column| &mut column[..]));
        polar::batch::jacobian(r, angle, center, places);
        let places = hessian
            .each_mut()
            .map(|row| row.each_mut().map(|column| &mut column[..]));
        polar::batch::hessian(r, angle, center, weights, places);
        let mut entries: [Vec<f64>; polar::SPARSITY_JACOBIAN.indices.len()] = Default::default();
        entries.fill(vec![NAN; n]);
        let places = entries.each_mut().map(|column| &mut column[..]);
        polar::batch::sparse_jacobian(r, angle, center, places);
        let mut value = [vec![NAN; n], vec![NAN; n]];
        let [v0, v1] = &mut value;
        let (mut dr, mut da, mut dc) = (vec![NAN; n], vec![NAN; n], [vec![NAN; n], vec![NAN; n]]);
        let [c0, c1] = &mut dc;
        let mut lower: [Vec<f64>; polar::SPARSITY_HESSIAN.indices.len()] = Default::default();
        lower.fill(vec![NAN; n]);
        let places = lower.each_mut().map(|column| &mut column[..]);
        polar::batch::value_gradient_sparse_hessian(
            r,
            angle,
            center,
            weights,
            [v0, v1],
            polar::batch::Adjoint {
                r: &mut dr,
                angle: &mut da,
                center: [c0, c1],
            },
            places,
        );
        for i in 0..n {
            let weights = [c[2][i], c[3][i]];
            let expected = polar::jacobian(r[i], angle[i], center);
            let found = jacobian
                .each_ref()
                .map(|row| row.each_ref().map(|column| column[i]));
            assert_eq!(found, expected);
            let expected = polar::hessian(r[i], angle[i], center, weights);
            let found = hessian
                .each_ref()
                .map(|row| row.each_ref().map(|column| column[i]));
            assert_eq!(found, expected);
            let found = entries.each_ref().map(|column| column[i]);
            assert_eq!(found, polar::sparse_jacobian(r[i], angle[i], center));
            let (y, d, h) = polar::value_gradient_sparse_hessian(r[i], angle[i], center, weights);
            assert_eq!(y, [value[0][i], value[1][i]]);
            assert_eq!(
                (d.r, d.angle, d.center),
                (dr[i], da[i], [dc[0][i], dc[1][i]])
            );
            assert_eq!(h, lower.each_ref().map(|column| column[i]));
        }
    }
}

graph! {
    /// What points share goes through functions before it meets them, of an array and a number.
    #[derivatives(batch, hessian, value_gradient_hessian)]
    pub(crate) fn mixture(x: f64, #[shared] logs: [f64; 2], #[shared] shift: f64) -> f64 {
        let scales = exp(logs) / (1.0 + exp(-shift));
        ln(scales[0] + scales[1] * x * x) + cos(scales[0] * x) * shift
    }

    /// Weighted results, by more shared numbers than a Hessian has that is a program of its own.
    #[derivatives(batch(rows), hessian, value_gradient_hessian)]
    pub(crate) fn network(#[dynamic] x: [f64; 3], #[shared] w: [[f64; 3]; 8], #[shared] c: f64) -> [f64; 2] {
        let hidden = tanh(matmul(w, x));
        [c * sum(hidden), dot(hidden, hidden)]
    }
}

fn close(found: f64, expected: f64, scale: f64) {
    assert!(
        (found - expected).abs() <= 1e-13 * scale,
        "{found} and {expected}"
    );
}

#[test]
fn sums_of_hessians_are_those_of_the_points() {
    for n in SIZES {
        let x = columns(1, n).remove(0);
        let (logs, shift) = ([0.3, -0.6], 0.8);
        let (value, d, hessian) = mixture::batch::sum_value_gradient_hessian(&x, logs, shift);
        assert_eq!(hessian, mixture::batch::sum_hessian(&x, logs, shift));
        let (total, first) = mixture::batch::sum_gradient(&x, logs, shift);
        let scale = n as f64 * 10.0;
        close(value, total, scale);
        close(d.logs[0], first.logs[0], scale);
        close(d.shift, first.shift, scale);
        // Column 0 of the matrix at a point is that of `x`.
        let columns = mixture::offset::LOGS..mixture::offset::SHIFT + 1;
        let mut expected = [[0.0; 3]; 3];
        for &x in &x {
            let point = mixture::hessian(x, logs, shift);
            for (sum, row) in expected.iter_mut().zip(&point[columns.clone()]) {
                for (sum, more) in sum.iter_mut().zip(&row[columns.clone()]) {
                    *sum += more;
                }
            }
        }
        let elements = hessian.as_flattened().iter().zip(expected.as_flattened());
        for (found, expected) in elements {
            close(*found, *expected, scale);
        }
        let direction = mixture::batch::Shared {
            logs: [1.0, -2.0],
            shift: 0.5,
        };
        let product = mixture::batch::sum_hessian_product(&x, logs, shift, &direction);
        let product = [product.logs[0], product.logs[1], product.shift];
        for (found, row) in product.iter().zip(expected) {
            let along = [1.0, -2.0, 0.5];
            let expected = row.iter().zip(along).map(|(element, v)| element * v).sum();
            close(*found, expected, scale);
        }
        assert_eq!(mixture::batch::shared_offset::LOGS, 0);
        assert_eq!(mixture::batch::shared_offset::SHIFT, 2);
    }
}

#[test]
fn sums_of_hessians_are_filled_by_products_where_they_are_large() {
    for n in [0, 1, 9, 1030] {
        let c = columns(3, n);
        let x: Vec<[f64; 3]> = (0..n).map(|i| [c[0][i], c[1][i], c[2][i]]).collect();
        let w: [[f64; 3]; 8] =
            core::array::from_fn(|i| core::array::from_fn(|j| ((3 * i + j) as f64).sin()));
        let (scale, weights) = (n as f64 * 100.0, [0.75, -1.25]);
        let (value, d, hessian) = network::batch::sum_value_gradient_hessian(&x, w, 1.5, weights);
        assert_eq!(hessian, network::batch::sum_hessian(&x, w, 1.5, weights));
        let mut sums = ([0.0; 2], [0.0; 25], [[0.0; 25]; 25]);
        for x in &x {
            let (y, d, h) = network::value_gradient_hessian(*x, w, 1.5, weights);
            for (sum, more) in sums.0.iter_mut().zip(y) {
                *sum += more;
            }
            let flat = [d.w.as_flattened(), &[d.c]].concat();
            for (sum, more) in sums.1.iter_mut().zip(flat) {
                *sum += more;
            }
            let matrix = sums.2.as_flattened_mut();
            for (sum, more) in matrix.iter_mut().zip(h.as_flattened()) {
                *sum += more;
            }
        }
        for (found, expected) in value.iter().zip(sums.0) {
            close(*found, expected, scale);
        }
        let flat = [d.w.as_flattened(), &[d.c]].concat();
        for (found, expected) in flat.iter().zip(sums.1) {
            close(*found, expected, scale);
        }
        for (found, expected) in hessian.as_flattened().iter().zip(sums.2.as_flattened()) {
            close(*found, *expected, scale);
        }
    }
}

#[test]
fn newton_fits_a_logistic_regression() {
    // Labels that the weights (1, -2, 0.5) make likely; the fit is where the gradient is zero.
    let c = columns(4, 500);
    let x: Vec<[f64; 3]> = (0..500).map(|i| [c[0][i], c[1][i], 1.0]).collect();
    let label = |i: usize| {
        let z = x[i][0] - 2.0 * x[i][1] + 0.5;
        f64::from(1.0 / (1.0 + (-z).exp()) > 0.5 + 0.5 * c[3][i])
    };
    let labels: Vec<f64> = (0..500).map(label).collect();
    let mut w = [0.0; 3];
    for _ in 0..8 {
        let (_, d, h) = logistic::batch::sum_value_gradient_hessian(&x, &labels, w);
        let step = newton_step(h, d.w);
        for (w, step) in w.iter_mut().zip(step) {
            *w -= step;
        }
    }
    let (_, d) = logistic::batch::sum_gradient(&x, &labels, w);
    assert!(d.w.iter().all(|d| d.abs() < 1e-11), "{d:?}");
}

graph! {
    fn newton_step(h: [[f64; 3]; 3], d: [f64; 3]) -> [f64; 3] { linear_solve(h, d) }
}

#[test]
fn matrices_that_are_filled_by_products_are_those_of_single_calls() {
    for n in [0, 1, 9] {
        let c = columns(50, n);
        let x: Vec<[f64; 30]> = (0..n).map(|i| core::array::from_fn(|j| c[j][i])).collect();
        let weights: Vec<[f64; 20]> = (0..n)
            .map(|i| core::array::from_fn(|j| c[30 + j][i]))
            .collect();
        let mut jacobian = vec![[[f64::NAN; 30]; 20]; n];
        wide::batch::jacobian(&x, &mut jacobian);
        let mut hessian = vec![[[f64::NAN; 30]; 30]; n];
        wide::batch::hessian(&x, &weights, &mut hessian);
        for i in 0..n {
            assert!(wide::jacobian(x[i]) == jacobian[i], "point {i} of {n}");
            assert!(
                wide::hessian(x[i], weights[i]) == hessian[i],
                "point {i} of {n}"
            );
        }
    }
}
