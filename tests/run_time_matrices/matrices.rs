//! Matrices with two run-time extents: between the operators, and as arguments whose rows have a
//! length in their type.

use adgraph::{Float, graph};

graph! {
    /// The negative logarithm of the likelihood of observations under a Gaussian process, but for a
    /// constant: an amplitude, an inverse squared width, and a noise.
    #[derivatives(hessian_product)]
    pub fn process<const N: usize>(x: &[[f64; 2]; N], y: &[f64; N], theta: [f64; 3]) -> f64 {
        let own = sum(x * x, axis = 1);
        let distance = broadcast(reshape(own, [N, 1]), [N, N]) + broadcast(reshape(own, [1, N]), [N, N])
            - 2.0 * matmul(x, transpose(x));
        let kernel = theta[0] * exp(-theta[1] * distance) + theta[2] * eye(N);
        let l = cholesky(kernel);
        let z = lower_solve(l, y);
        0.5 * dot(z, z) + sum(ln(diag(l)))
    }
    #[derivatives(hessian_product)]
    pub fn process_1(x: &[[f64; 2]; 1], y: &[f64; 1], theta: [f64; 3]) -> f64 { process(x, y, theta) }
    #[derivatives(hessian_product)]
    pub fn process_12(x: &[[f64; 2]; 12], y: &[f64; 12], theta: [f64; 3]) -> f64 { process(x, y, theta) }
    #[derivatives(hessian_product)]
    pub fn process_70(x: &[[f64; 2]; 70], y: &[f64; 70], theta: [f64; 3]) -> f64 { process(x, y, theta) }

    /// A layer of any width, over a batch of any size.
    #[derivatives(hessian_product)]
    pub fn layer<const I: usize, const O: usize, const B: usize>(
        w: &[[f64; I]; O],
        b: &[f64; O],
        x: &[[f64; I]; B],
    ) -> f64 {
        let y = tanh(matmul(x, transpose(w)) + broadcast(b, [B, O]));
        sum(y * y) + sum(max(y, axis = 0)) + sum(sum(y, axis = 0) * b)
    }
    #[derivatives(hessian_product)]
    pub fn layer_3_2_9(w: &[[f64; 3]; 2], b: &[f64; 2], x: &[[f64; 3]; 9]) -> f64 { layer(w, b, x) }
    #[derivatives(hessian_product)]
    pub fn layer_20_17_33(w: &[[f64; 20]; 17], b: &[f64; 17], x: &[[f64; 20]; 33]) -> f64 {
        layer(w, b, x)
    }

    /// Differences in both directions of an image, and its first row.
    #[derivatives(hessian_product)]
    pub fn roughness<const H: usize, const W: usize>(u: &[[f64; W]; H]) -> f64 {
        let down = u[1..] - u[..H - 1];
        let across = u[(.., 1..)] - u[(.., ..W - 1)];
        sum(down * down) + sum(across.powi(4)) + dot(u[0], u[0])
    }
    #[derivatives(hessian_product)]
    pub fn roughness_3_2(u: &[[f64; 2]; 3]) -> f64 { roughness(u) }
    #[derivatives(hessian_product)]
    pub fn roughness_20_17(u: &[[f64; 17]; 20]) -> f64 { roughness(u) }

    /// Matrices as results: with rows of a length in the type, and with the extents exchanged.
    pub fn outer<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> [[f64; M]; N] {
        broadcast(reshape(x, [N, 1]), [N, M]) * broadcast(reshape(y, [1, M]), [N, M])
    }
    pub fn outer_20_3(x: &[f64; 20], y: &[f64; 3]) -> [[f64; 3]; 20] { outer(x, y) }
    pub fn turned<const N: usize, const M: usize>(x: &[[f64; M]; N]) -> [[f64; N]; M] { transpose(x) }

    /// One piece of code for both float types, with arguments by value.
    pub fn scores<T: Float, const N: usize, const M: usize>(x: [[T; M]; N], w: [T; M]) -> [T; N] {
        matmul(x, w) / M as T
    }
    pub fn scores_4_20(x: [[f32; 20]; 4], w: [f32; 20]) -> [f32; 4] { scores(x, w) }
}

fn numbers<const N: usize>(seed: f64) -> [f64; N] {
    std::array::from_fn(|i| (seed + 1.7 * i as f64).sin())
}

fn rows<const M: usize, const N: usize>(seed: f64) -> [[f64; M]; N] {
    std::array::from_fn(|i| numbers(seed + 0.3 * i as f64))
}

const THETA: [f64; 3] = [1.3, 0.6, 0.2];

#[test]
fn a_gaussian_process_has_the_bits_of_known_lengths() {
    let tangent = process_12::Tangent {
        x: rows(9.0),
        y: numbers(8.0),
        theta: [0.5, -1.0, 0.25],
    };
    let (x, y) = (rows::<2, 12>(1.0), numbers::<12>(2.0));
    same! {
        process process_12: &x, &y, THETA;
        process process_12::gradient: &x, &y, THETA;
        process process_1::gradient: &rows::<2, 1>(1.0), &numbers::<1>(2.0), THETA;
        process process_70::gradient: &rows::<2, 70>(1.0), &numbers::<70>(2.0), THETA;
    }
    let own = process::Tangent {
        x: tangent.x.to_vec(),
        y: tangent.y.to_vec(),
        theta: tangent.theta,
    };
    let found = process::hessian_product(&x, &y, THETA, &own);
    let expected = process_12::hessian_product(&x, &y, THETA, &tangent);
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
}

/// By the formula with the inverse, in plain Rust, and by differences.
#[test]
fn a_gaussian_process_has_the_derivative_of_its_formula() {
    let (x, y) = (rows::<2, 30>(1.0), numbers::<30>(2.0));
    let (value, d) = process::gradient(&x, &y, THETA);
    // The derivative is half the trace of (k⁻¹ - a aᵀ) k' with a = k⁻¹ y.
    let n = x.len();
    let square = |i: usize, j: usize| {
        let along = |axis: usize| (x[i][axis] - x[j][axis]).powi(2);
        along(0) + along(1)
    };
    let mut inverse = vec![vec![0.0; 2 * n]; n];
    for (i, row) in inverse.iter_mut().enumerate() {
        for (j, place) in row[..n].iter_mut().enumerate() {
            let noise = if i == j { THETA[2] } else { 0.0 };
            *place = THETA[0] * (-THETA[1] * square(i, j)).exp() + noise;
        }
        row[n + i] = 1.0;
    }
    let mut ln_determinant = 0.0;
    for k in 0..n {
        let pivot = inverse[k][k];
        ln_determinant += pivot.ln();
        inverse[k].iter_mut().for_each(|x| *x /= pivot);
        let own = inverse[k].clone();
        for (_, row) in inverse.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = row[k];
            row.iter_mut().zip(&own).for_each(|(x, y)| *x -= factor * y);
        }
    }
    let a: Vec<f64> = { inverse.iter() }
        .map(|row| row[n..].iter().zip(&y).map(|(k, y)| k * y).sum())
        .collect();
    let fit: f64 = a.iter().zip(&y).map(|(a, y)| a * y).sum();
    assert!((value - 0.5 * (fit + ln_determinant)).abs() < 1e-11);
    let mut expected = [0.0; 3];
    for i in 0..n {
        for j in 0..n {
            let weight = 0.5 * (inverse[i][n + j] - a[i] * a[j]);
            let decay = (-THETA[1] * square(i, j)).exp();
            expected[0] += weight * decay;
            expected[1] -= weight * THETA[0] * square(i, j) * decay;
            expected[2] += if i == j { weight } else { 0.0 };
        }
    }
    for (found, expected) in d.theta.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-10, "{found} {expected}");
    }
    for (i, axis) in [(0, 0), (7, 1), (29, 0)] {
        let at = |step: f64| {
            let mut moved = x;
            moved[i][axis] += step;
            process(&moved, &y, THETA)
        };
        let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
        assert!((d.x[i][axis] - difference).abs() < 1e-7 * difference.abs().max(1.0));
    }
}

#[test]
fn no_points_have_no_likelihood() {
    let (value, d) = process::gradient(&[], &[], THETA);
    assert_eq!((value, d.theta), (0.0, [0.0; 3]));
}

#[test]
fn layers_of_any_width_have_the_bits_of_known_ones() {
    let small = (rows::<3, 2>(1.0), numbers::<2>(2.0), rows::<3, 9>(3.0));
    let large = (rows::<20, 17>(1.0), numbers::<17>(2.0), rows::<20, 33>(3.0));
    same! {
        layer layer_3_2_9: &small.0, &small.1, &small.2;
        layer layer_3_2_9::gradient: &small.0, &small.1, &small.2;
        layer layer_20_17_33::gradient: &large.0, &large.1, &large.2;
    }
    let known = layer_20_17_33::Tangent {
        w: large.0.map(|row| row.map(f64::cos)),
        b: large.1.map(f64::cos),
        x: large.2.map(|row| row.map(f64::cos)),
    };
    let along = layer::Tangent {
        w: known.w.to_vec(),
        b: known.b.to_vec(),
        x: known.x.to_vec(),
    };
    let found = layer::hessian_product(&large.0, &large.1, &large.2, &along);
    let expected = layer_20_17_33::hessian_product(&large.0, &large.1, &large.2, &known);
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
}

#[test]
fn rows_are_taken_where_they_lie() {
    let (small, large) = (rows::<2, 3>(1.0), rows::<17, 20>(2.0));
    same! {
        roughness roughness_3_2: &small;
        roughness roughness_3_2::gradient: &small;
        roughness roughness_20_17::gradient: &large;
    }
    let along = roughness::Tangent { u: small.to_vec() };
    let known = roughness_3_2::Tangent { u: small };
    let found = roughness::hessian_product(&small, &along);
    assert_eq!(
        format!("{found:?}"),
        format!("{:?}", roughness_3_2::hessian_product(&small, &known))
    );
}

#[test]
fn matrices_are_results_and_values_of_any_float() {
    same!(outer outer_20_3: &numbers::<20>(1.0), &numbers::<3>(2.0););
    assert_eq!(
        turned(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]
    );
    let (x, w) = (rows::<20, 4>(1.0), numbers::<20>(2.0));
    let narrow = |row: [f64; 20]| row.map(|x| x as f32);
    same!(scores scores_4_20: x.map(narrow), narrow(w););
    // In another order.
    let sum = x[0].iter().zip(w).map(|(x, w)| x * w).sum::<f64>();
    assert!((scores(x, w)[0] - sum / 20.0).abs() < 1e-15);
}
