//! Second derivatives and Taylor coefficients as generated items: values worked out by hand, the
//! forms against each other, and slices against arrays.

use adgraph::derivative::Evaluator;
use adgraph::function::{HessianFunction, JacobianFunction, SparseHessianFunction, TaylorFunction};
use adgraph::{Float, graph};

graph! {
    #[derivatives(jacobian, hessian, value_gradient_hessian, taylor(3))]
    fn scalar(x: [f64; 2], #[dynamic] scale: f64, y: f64) -> f64 {
        scale * x[0] * x[0] * x[1] + exp(y) * x[1]
    }

    /// An objective and two constraints, as an optimiser wants them.
    #[derivatives(jacobian, hessian, value_gradient_hessian, taylor(2))]
    fn program(x: [f64; 3]) -> (f64, [f64; 2]) {
        (x[0] * x[1] * x[2], [dot(x, x), sin(x[0]) * x[2]])
    }

    #[derivatives(hessian_product)]
    fn product_only<T: Float>(x: &[[T; 3]; 2], y: [T; 2]) -> [T; 3] {
        let z = matmul(y, x);
        z * z
    }

    #[derivatives(value_gradient_hessian)]
    fn all_only(x: f64) -> f64 { x.powi(3) }

    #[derivatives(hessian, value_gradient_hessian)]
    fn nothing_to_move(x: [f64; 0], #[dynamic] p: f64) -> f64 { sum(x) + p }

    #[derivatives(hessian_product, sparse_hessian, value_gradient_sparse_hessian)]
    fn oscillation(x: f64) -> f64 { sin(x) * exp(x) }

    #[derivatives(hessian_product, sparse_hessian, value_gradient_sparse_hessian)]
    fn banded(x: [f64; 5], #[dynamic] p: f64) -> f64 {
        let step = x[1..] - tanh(x[..4]) * p;
        sum(exp(0.3 * step) * sin(step)) / 7.0
    }

    #[derivatives(hessian_product, sparse_hessian, value_gradient_sparse_hessian)]
    fn powers(x: [f64; 2], y: f64) -> f64 { powf(x[0], y) + atan(x[1] * y) * erf(x[0]) }

    /// Intermediate arrays on the heap.
    #[derivatives(hessian_product, taylor(2))]
    fn large(x: &[[f64; 100]; 100]) -> f64 {
        let square = matmul(x, x);
        sum(square * square)
    }

    #[derivatives(taylor(8))]
    fn elementary(x: f64) -> ([f64; 3], f64) {
        ([exp(x), 1.0 / (1.0 - x), ln(1.0 + x)], sin(x) * cos(x))
    }

    /// The square root, as the limit of an iteration that stays a loop.
    #[derivatives(taylor(4))]
    fn root(x: f64) -> f64 {
        let mut y = 1.0;
        for _ in 0..4000 {
            y -= 0.02 * (y * y - x);
        }
        y
    }
}

const X: [f64; 2] = [2.0, 3.0];

#[test]
fn second_derivatives_are_those_of_the_formula() {
    let e = 0.5_f64.exp();
    // scale x0^2 x1 + e^y x1 with scale 5.
    let expected = [[30.0, 20.0, 0.0], [20.0, 0.0, e], [0.0, e, 3.0 * e]];
    let (value, gradient, hessian) = scalar::value_gradient_hessian(X, 5.0, 0.5);
    assert_eq!((value, gradient), scalar::gradient(X, 5.0, 0.5));
    assert_eq!(hessian, expected);
    assert_eq!(scalar::hessian(X, 5.0, 0.5), expected);
    let (mut gradient_into, mut hessian_into) = (scalar::Adjoint::ZERO, [[f64::NAN; 3]; 3]);
    let value_into =
        scalar::value_gradient_hessian_into(X, 5.0, 0.5, &mut gradient_into, &mut hessian_into);
    assert_eq!((value_into, gradient_into), (value, gradient));
    assert_eq!(hessian_into, expected);
    let (value, gradient, hessian) = all_only::value_gradient_hessian(2.0);
    assert_eq!((value, gradient.x, hessian), (8.0, 12.0, [[12.0]]));
}

/// The Hessian of `program` by hand.
fn lagrangian([x0, x1, x2]: [f64; 3], sigma: f64, lambda: [f64; 2]) -> [[f64; 3]; 3] {
    let mixed = sigma * x1 + lambda[1] * x0.cos();
    let [l, s] = [lambda[0] * 2.0, lambda[1]];
    [
        [l - s * x0.sin() * x2, sigma * x2, mixed],
        [sigma * x2, l, sigma * x0],
        [mixed, sigma * x0, l],
    ]
}

fn assert_close(found: &[[f64; 3]; 3], expected: &[[f64; 3]; 3]) {
    let pairs = found.as_flattened().iter().zip(expected.as_flattened());
    for (found, expected) in pairs {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}

#[test]
fn several_results_have_weights() {
    let (x, sigma, lambda) = ([0.5, -1.5, 2.0], 0.7, [0.25, -3.0]);
    let expected = lagrangian(x, sigma, lambda);
    assert_close(&program::hessian(x, (sigma, lambda)), &expected);
    let mut hessian = [[f64::NAN; 3]; 3];
    program::hessian_into(x, &(sigma, lambda), &mut hessian);
    assert_close(&hessian, &expected);
    let (value, gradient, hessian) = program::value_gradient_hessian(x, (sigma, lambda));
    assert_eq!((value, gradient), program::adjoint(x, (sigma, lambda)));
    assert_close(&hessian, &expected);
    let (mut value_into, mut gradient_into) = ((0.0, [0.0; 2]), program::Adjoint::ZERO);
    let mut hessian = [[f64::NAN; 3]; 3];
    program::value_gradient_hessian_into(
        x,
        &(sigma, lambda),
        &mut value_into,
        &mut gradient_into,
        &mut hessian,
    );
    assert_eq!((value_into, gradient_into), (value, gradient));
    assert_close(&hessian, &expected);
    for (i, row) in expected.iter().enumerate() {
        let mut direction = program::Tangent::ZERO;
        direction.x[i] = 1.0;
        let product = program::hessian_product(x, (sigma, lambda), &direction);
        let mut into = program::Adjoint::ZERO;
        program::hessian_product_into(x, &(sigma, lambda), &direction, &mut into);
        assert_eq!(product, into);
        for (found, expected) in product.x.iter().zip(row) {
            assert!((found - expected).abs() < 1e-14, "{found} {expected}");
        }
    }
    // Weights of zero leave nothing, and each weight is linear.
    assert_eq!(program::hessian(x, (0.0, [0.0; 2])), [[0.0; 3]; 3]);
}

#[test]
fn a_product_needs_no_matrix() {
    let (x, y) = ([[1.0, 2.0, 3.0], [-1.0, 0.5, 2.0_f32]], [2.0, -0.5]);
    let (weights, mut direction) = ([1.0, -2.0, 0.5], product_only::Tangent::ZERO);
    direction.y = [1.0, 0.0];
    // z = y x, the results z^2: with dz = x_0, d(2 w z x_j) = 2 w x_0 x_j, d(2 w z y_i) follows.
    let z = [2.5, 3.75, 5.0];
    let product = product_only::hessian_product(&x, y, weights, &direction);
    for j in 0..2 {
        let expected: f32 = (0..3).map(|k| 2.0 * weights[k] * x[0][k] * x[j][k]).sum();
        assert!((product.y[j] - expected).abs() < 1e-5);
    }
    for k in 0..3 {
        let own = 2.0 * weights[k] * (x[0][k] * y[0] + z[k]);
        let other = 2.0 * weights[k] * x[0][k] * y[1];
        assert!(
            (product.x[0][k] - own).abs() < 1e-5,
            "{} {own}",
            product.x[0][k]
        );
        assert!((product.x[1][k] - other).abs() < 1e-5);
    }
}

#[test]
fn nothing_to_move_leaves_the_value() {
    assert_eq!(nothing_to_move::hessian([], 3.0), [[0.0; 0]; 0]);
    let (value, gradient, hessian) = nothing_to_move::value_gradient_hessian([], 3.0);
    assert_eq!((value, gradient.x, hessian), (3.0, [0.0; 0], [[0.0; 0]; 0]));
}

#[test]
fn slices_give_what_arrays_give() {
    let (x, weights) = ([0.5, -1.5, 2.0], [0.7, 0.25, -3.0]);
    let tuple = (0.7, [0.25, -3.0]);
    let function = program::Function;
    let (mut hessian, mut jacobian) = ([f64::NAN; 9], [f64::NAN; 9]);
    function.hessian(&x, &weights, &mut hessian);
    assert_eq!(hessian, *program::hessian(x, tuple).as_flattened());
    function.jacobian(&x, &mut jacobian);
    assert_eq!(jacobian, *program::jacobian(x).as_flattened());
    let (mut y, mut gradient, mut again) = ([0.0; 3], [0.0; 3], [f64::NAN; 9]);
    function.value_gradient_hessian(&x, &weights, &mut y, &mut gradient, &mut again);
    let (value, adjoint) = program::adjoint(x, tuple);
    assert_eq!((again, gradient), (hessian, adjoint.x));
    assert_eq!(y, [value.0, value.1[0], value.1[1]]);
    let (direction, mut product) = ([1.0, 2.0, -1.0], [0.0; 3]);
    function.hessian_product(&x, &weights, &direction, &mut product);
    let tangent = program::Tangent { x: direction };
    assert_eq!(product, program::hessian_product(x, tuple, &tangent).x);
    let (curve, mut series) = ([1.0, 2.0, -1.0, 0.5, 0.0, 0.25], [0.0; 9]);
    function.taylor(&x, &curve, &mut series);
    let [c1, c2] = [[1.0, 2.0, -1.0], [0.5, 0.0, 0.25]].map(|x| program::Tangent { x });
    let expected = program::taylor(x, &[c1, c2]).map(|(f, g)| [f, g[0], g[1]]);
    assert_eq!(series, *expected.as_flattened());
    // A single result has a weight too.
    let function = scalar::Function { scale: 5.0 };
    let (mut hessian, mut product) = ([0.0; 9], [0.0; 3]);
    function.hessian(&[2.0, 3.0, 0.5], &[-2.0], &mut hessian);
    let expected = scalar::hessian(X, 5.0, 0.5).map(|row| row.map(|h| -2.0 * h));
    assert_eq!(hessian, *expected.as_flattened());
    function.hessian_product(&[2.0, 3.0, 0.5], &[-2.0], &[1.0, 0.0, 0.0], &mut product);
    assert_eq!(product, expected[0]);
    let (mut y, mut gradient) = ([0.0], [0.0; 3]);
    function.value_gradient_hessian(
        &[2.0, 3.0, 0.5],
        &[-2.0],
        &mut y,
        &mut gradient,
        &mut hessian,
    );
    let (value, adjoint) = scalar::gradient(X, 5.0, 0.5);
    assert_eq!(y, [value]);
    let adjoint = [adjoint.x[0], adjoint.x[1], adjoint.y];
    assert_eq!(gradient, adjoint.map(|g| -2.0 * g));
}

#[test]
#[should_panic(expected = "`hessian` has 6 elements and needs 9")]
fn a_hessian_of_a_wrong_length_is_refused() {
    program::Function.hessian(&[0.0; 3], &[0.0; 3], &mut [0.0; 6]);
}

#[test]
#[should_panic(expected = "`curve` has 3 elements and needs 6")]
fn a_curve_of_a_wrong_length_is_refused() {
    program::Function.taylor(&[0.0; 3], &[0.0; 3], &mut [0.0; 9]);
}

#[test]
fn a_workspace_serves_all_orders() {
    let mut x = vec![[0.0; 100]; 100];
    (0..100).for_each(|i| x[i][i] = 0.5);
    let x: &[[f64; 100]; 100] = x[..].try_into().unwrap();
    let mut direction = Box::new(large::Tangent::ZERO);
    direction.x[3][3] = 1.0;
    let (mut workspace, mut product) = (large::Workspace::new(), Box::new(large::Adjoint::ZERO));
    large::hessian_product_into_with(&mut workspace, x, &direction, &mut product);
    // The sum of x_ii^4 on the diagonal; off it (x^2)_ij is of first order.
    assert_eq!((product.x[3][3], product.x[4][4]), (12.0 * 0.25, 0.0));
    let mut curve = vec![large::Tangent::ZERO; 2].into_boxed_slice();
    curve[0].x[3][3] = 1.0;
    let curve: &[large::Tangent; 2] = (&*curve).try_into().unwrap();
    let series = large::taylor_with(&mut workspace, x, curve);
    assert_eq!(series, [100.0 / 16.0, 4.0 * 0.125, 6.0 * 0.25]);
}

#[test]
fn series_of_elementary_functions_are_the_known_ones() {
    let mut curve = [elementary::Tangent::ZERO; 8];
    curve[0].x = 1.0;
    let series = elementary::taylor(0.0, &curve);
    let mut factorial = 1.0;
    for (k, ([exponential, geometric, logarithm], sines)) in series.into_iter().enumerate() {
        factorial *= if k == 0 { 1.0 } else { k as f64 };
        let sign = if k % 2 == 0 { -1.0 } else { 1.0 };
        // sin x cos x = sin(2 x) / 2.
        let sine = [0.0, 1.0, 0.0, -1.0][k % 4] * 2.0_f64.powi(k as i32) / (2.0 * factorial);
        let expected = [
            (exponential, 1.0 / factorial),
            (geometric, 1.0),
            (logarithm, if k == 0 { 0.0 } else { sign / k as f64 }),
            (sines, sine),
        ];
        for (found, expected) in expected {
            assert!((found - expected).abs() <= 1e-14, "{k}: {found} {expected}");
        }
    }
    // Along t^2 only even powers are left.
    curve = [elementary::Tangent::ZERO; 8];
    curve[1].x = 1.0;
    let series = elementary::taylor(0.0, &curve);
    let geometric = series.map(|([_, geometric, _], _)| geometric);
    assert_eq!(geometric, [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn a_loop_has_a_series_too() {
    let mut curve = [root::Tangent::ZERO; 4];
    curve[0].x = 1.0;
    // The binomial series of the square root at 4.
    let expected = [2.0, 0.25, -1.0 / 64.0, 1.0 / 512.0, -5.0 / 16384.0];
    for (found, expected) in root::taylor(4.0, &curve).into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}

/// Compares second derivatives of slices with those of the executor, to the bit.
fn same_as_executed<F>(function: &F, graph: &adgraph::Graph, parameter: Option<f64>)
where
    F: HessianFunction<Float = f64> + SparseHessianFunction<Float = f64>,
{
    let mut evaluator = Evaluator::<f64>::new(graph).unwrap();
    if let Some(parameter) = parameter {
        evaluator.set_parameter(1, [parameter]).unwrap();
    }
    let n = function.n_in();
    let spread = |i: usize, by: f64| 0.35 + (i as f64 * by).sin().abs();
    for weight in [1.0, 0.7, -3.1, 0.1, 1e-3, 0.0] {
        for point in 0..4 {
            let x: Vec<f64> = (0..n).map(|i| spread(i + 7 * point, 0.9)).collect();
            let direction: Vec<f64> = (0..n).map(|i| spread(i, 1.7) - 0.6).collect();
            let mut product = vec![0.0; n];
            function.hessian_product(&x, &[weight], &direction, &mut product);
            let expected = evaluator.hessian_product(&x, &[weight], &direction);
            assert_eq!(product, expected.unwrap(), "{weight} at {x:?}");
            let mut entries = vec![0.0; function.sparsity_hessian().entries()];
            function.sparse_hessian(&x, &[weight], &mut entries);
            let expected = evaluator.sparse_hessian(&x, &[weight]).unwrap();
            assert_eq!(entries, expected.values(), "{weight} at {x:?}");
            let (mut y, mut gradient) = ([0.0], vec![0.0; n]);
            function.value_gradient_sparse_hessian(
                &x,
                &[weight],
                &mut y,
                &mut gradient,
                &mut entries,
            );
            let expected = evaluator.value_gradient_hessian(&x, &[weight]).unwrap();
            let expected = (expected.0, expected.1, expected.2.values());
            assert_eq!((&y[..], &gradient[..], &entries[..]), expected, "{weight}");
        }
    }
}

#[test]
fn weights_give_the_same_bits_in_generated_code_and_executor() {
    same_as_executed(&oscillation::Function, &oscillation::graph(), None);
    same_as_executed(&banded::Function { p: 0.8 }, &banded::graph(), Some(0.8));
    same_as_executed(&powers::Function, &powers::graph(), None);
}
