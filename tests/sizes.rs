//! Extents at the edges: none at all, rows larger than memory in an array without rows, more
//! variables than a matrix has rows, arrays too large for the stack of a thread, and functions
//! whose values would be.

use adgraph::function::{HessianFunction, JacobianFunction};
use adgraph::{Float, graph};

graph! {
    #[derivatives(hessian_product)]
    fn cubes(x: &[f64; 1_100_000]) -> f64 { sum(x * x * x) / 6.0 }

    /// A Hessian that just fits into a type.
    #[derivatives(hessian_product)]
    fn fewer_cubes(x: &[f64; 1_000_000]) -> f64 { sum(x * x * x) / 6.0 }

    #[derivatives(jacobian, hessian_product)]
    fn many(x: [f64; 2]) -> [f64; 200_000] { x[0] * x[1] * full([200_000], 3.0) }

    /// The position of the largest element is kept for the adjoint, in the workspace.
    fn shifted(x: &[f64; 10_000]) -> f64 { sum(exp(x - max(x))) }

    /// So are the pivots, of as many equations as there may be.
    fn equations(a: &[f64; 63]) -> [f64; 63] {
        solve(|y| y * y * y + y - a + 0.01 * sum(y), a)
    }

    #[derivatives(batch, jacobian, hessian)]
    fn of_nothing(x: [f64; 0], y: f64, #[shared] z: &[[f64; 3]; 0]) -> f64 {
        sum(x) + y * y + sum(z)
    }

    #[derivatives(batch, jacobian)]
    fn to_nothing<T: Float>(y: T, x: [[T; 2]; 0]) -> ([[T; 0]; 2], T) {
        (full([2, 0], y), 2.0 * y + sum(x))
    }

    #[derivatives(jacobian, hessian, batch)]
    fn no_rows(x: &[[f64; 1_000_000_000_000]; 0], y: f64) -> f64 { sum(x) + y * y }

    #[derivatives(batch)]
    fn of_shared_numbers(#[dynamic] x: f64, #[shared] a: f64) -> f64 { x * a * a }

    #[derivatives(batch)]
    fn of_shared_floats<T: Float>(#[dynamic] x: T, #[shared] a: T) -> T { x * a * a }

    /// Many elementary functions, written out one after the other.
    #[derivatives(batch)]
    fn unrolled(x: f64, y: f64) -> f64 {
        let mut z = x;
        for _ in 0..12 {
            for _ in 0..12 {
                z = sin(z + y) + exp(-z * z) * tanh(y - z) + ln(1.0 + z * z);
            }
        }
        z
    }

    /// So many that points are computed one by one, or in parts.
    #[derivatives(batch)]
    fn long(x: f64, y: f64) -> f64 {
        let mut z = x;
        for _ in 0..30 {
            for _ in 0..30 {
                z = sin(z + y) + (z - y) / (2.0 + z * z);
            }
        }
        z
    }
}

#[test]
fn more_variables_than_a_matrix_has_rows() {
    let x = vec![0.5; 1_100_000];
    let direction: Vec<f64> = (0..x.len()).map(|i| (i % 7) as f64).collect();
    let mut product = vec![0.0; x.len()];
    cubes::Function {}.hessian_product(&x, &[2.0], &direction, &mut product);
    assert!(
        product
            .iter()
            .zip(&direction)
            .all(|(p, d)| *p == 2.0 * 0.5 * d)
    );
    let few = 1_000_000;
    fewer_cubes::Function {}.hessian_product(
        &x[..few],
        &[1.0],
        &direction[..few],
        &mut product[..few],
    );
    assert!(
        product[..few]
            .iter()
            .zip(&direction)
            .all(|(p, d)| *p == 0.5 * d)
    );
}

#[test]
fn what_is_large_is_not_on_the_stack() {
    let mut matrix = vec![[0.0; 2]; 200_000];
    let array = matrix.as_mut_slice().try_into().expect("as many rows");
    many::jacobian_into([2.0, 5.0], array);
    assert!(matrix.iter().all(|row| *row == [15.0, 6.0]));
    let mut flat = vec![0.0; 400_000];
    many::Function {}.jacobian(&[2.0, 5.0], &mut flat);
    assert_eq!(flat, matrix.as_flattened());
    let weights = vec![1.0; 200_000];
    let mut product = [0.0; 2];
    many::Function {}.hessian_product(&[2.0, 5.0], &weights, &[1.0, 0.0], &mut product);
    assert_eq!(product, [0.0, 600_000.0]);
}

#[test]
fn positions_are_kept_in_the_workspace() {
    let x: [f64; 10_000] = std::array::from_fn(|i| (i as f64 * 0.7).sin());
    let mut gradient = shifted::Adjoint::ZERO;
    let value = shifted::gradient_into(&x, &mut gradient);
    let largest = (0..x.len())
        .max_by(|&i, &j| x[i].total_cmp(&x[j]))
        .expect("elements");
    let terms = x.map(|x_i| (x_i - x[largest]).exp());
    let sum: f64 = terms.iter().sum();
    assert!((value - sum).abs() < 1e-9 * sum);
    for (i, (found, term)) in gradient.x.iter().zip(terms).enumerate() {
        let expected = if i == largest { term - sum } else { term };
        assert!(
            (found - expected).abs() < 1e-12 * sum,
            "{i}: {found} and {expected}"
        );
    }

    let a: [f64; 63] = std::array::from_fn(|i| (i as f64).cos());
    let direction = equations::Tangent {
        a: std::array::from_fn(|i| 1.0 / (1.0 + i as f64)),
    };
    let (y, along) = equations::tangent(&a, &direction);
    let (sum, sum_along): (f64, f64) = (y.iter().sum(), along.iter().sum());
    for i in 0..63 {
        let rest = y[i].powi(3) + y[i] - a[i] + 0.01 * sum;
        let slope = (3.0 * y[i] * y[i] + 1.0) * along[i] + 0.01 * sum_along - direction.a[i];
        assert!(
            rest.abs() < 1e-12 && slope.abs() < 1e-12,
            "{i}: {rest}, {slope}"
        );
    }
    let (_, adjoint) = equations::adjoint(&a, along);
    let [one, other]: [f64; 2] = [
        adjoint.a.iter().zip(&direction.a).map(|(x, y)| x * y).sum(),
        along.iter().map(|x| x * x).sum(),
    ];
    assert!((one - other).abs() < 1e-12 * other, "{one} and {other}");
}

#[test]
fn what_has_no_elements_has_everything_else() {
    let y = [1.0, 2.0, 3.0];
    let mut value = [0.0; 3];
    of_nothing::batch::value([], &y, &[], &mut value);
    assert_eq!(value, [1.0, 4.0, 9.0]);
    let mut slope = [0.0; 3];
    let adjoint = of_nothing::batch::Adjoint {
        x: [],
        y: &mut slope,
        z: [],
    };
    of_nothing::batch::gradient([], &y, &[], &mut value, adjoint);
    assert_eq!(slope, [2.0, 4.0, 6.0]);
    assert_eq!(of_nothing::batch::sum_value([], &y, &[]), 14.0);
    assert_eq!(of_nothing::hessian([], 1.0, &[]), [[2.0]]);

    let mut twice = [0.0_f32; 2];
    to_nothing::batch::value(&[1.0, 2.0], [], ([[], []], &mut twice));
    assert_eq!(twice, [2.0, 4.0]);
    let (parts, sum) = to_nothing::batch::sum_value(&[1.0_f64, 2.0], []);
    assert_eq!((parts, sum), ([[], []], 6.0));
    assert_eq!(to_nothing::jacobian(1.0, []), [[2.0]]);

    assert_eq!(no_rows(&[], 3.0), 9.0);
    let (value, gradient) = no_rows::gradient(&[], 3.0);
    assert_eq!((value, gradient), (9.0, no_rows::Adjoint { x: [], y: 6.0 }));
    assert_eq!(no_rows::jacobian(&[], 3.0), [[6.0]]);
    assert_eq!(no_rows::hessian(&[], 3.0), [[2.0]]);
    let mut values = [0.0; 2];
    no_rows::batch::value(&[], &[1.0, 2.0], &mut values);
    assert_eq!(values, [1.0, 4.0]);
}

#[test]
fn a_direction_in_shared_numbers_refers_to_nothing() {
    let mut value = [0.0; 2];
    let mut tangent = [0.0; 2];
    let direction = of_shared_numbers::batch::Tangent { a: 0.5 };
    of_shared_numbers::batch::tangent(&[1.0, 2.0], 3.0, direction, &mut value, &mut tangent);
    assert_eq!((value, tangent), ([9.0, 18.0], [3.0, 6.0]));
    let (mut value, mut tangent) = ([0.0_f32], [0.0_f32]);
    let direction = of_shared_floats::batch::Tangent { a: 0.5 };
    of_shared_floats::batch::tangent(&[2.0], 3.0, direction, &mut value, &mut tangent);
    assert_eq!((value, tangent), ([18.0], [6.0]));
}

/// The threads of tests have the stack that threads usually have.
#[test]
fn points_of_long_functions_fit_on_the_stack() {
    let x: Vec<f64> = (0..19).map(|i| 0.1 * f64::from(i)).collect();
    let y: Vec<f64> = (0..19).map(|i| 0.3 - 0.02 * f64::from(i)).collect();
    let [mut value, mut by_x, mut by_y] = [(); 3].map(|()| vec![0.0; 19]);
    let adjoint = unrolled::batch::Adjoint {
        x: &mut by_x,
        y: &mut by_y,
    };
    unrolled::batch::gradient(&x, &y, &mut value, adjoint);
    for i in 0..19 {
        let (single, gradient) = unrolled::gradient(x[i], y[i]);
        assert_eq!(
            (value[i], by_x[i], by_y[i]),
            (single, gradient.x, gradient.y)
        );
    }
    let adjoint = long::batch::Adjoint {
        x: &mut by_x,
        y: &mut by_y,
    };
    long::batch::gradient(&x, &y, &mut value, adjoint);
    for i in 0..19 {
        let (single, gradient) = long::gradient(x[i], y[i]);
        assert_eq!(
            (value[i], by_x[i], by_y[i]),
            (single, gradient.x, gradient.y)
        );
    }
    let direction = long::batch::Tangent { x: &y, y: &x };
    long::batch::tangent(&x, &y, direction, &mut value, &mut by_x);
    for i in 0..19 {
        let along = long::Tangent { x: y[i], y: x[i] };
        assert_eq!((value[i], by_x[i]), long::tangent(x[i], y[i], &along));
    }
}
