//! Jacobians and Hessians, whose extents come with the call.

use adgraph::{Matrix, graph};

graph! {
    #[derivatives(hessian, value_gradient_hessian, jacobian)]
    pub fn energy<const N: usize>(x: &[f64; N], w: [f64; 3], #[dynamic] y: &[[f64; 2]; N]) -> f64 {
        let chain = sum(x[1..] * x[..N - 1]) * w[0] * w[2];
        sum(exp(x) * y[(.., 0)]) * w[1] + sum(x * x) + chain
    }
    #[derivatives(hessian, value_gradient_hessian, jacobian)]
    pub fn energy_6(x: &[f64; 6], w: [f64; 3], #[dynamic] y: &[[f64; 2]; 6]) -> f64 {
        energy(x, w, y)
    }

    /// More columns than rows, several results, and a matrix as an argument.
    #[derivatives(jacobian, hessian)]
    pub fn layers<const N: usize, const M: usize>(
        a: Rows<f64, N, M>,
        x: &[f64; M],
    ) -> ([f64; N], f64) {
        let y = tanh(matmul(a, x));
        (y, sum(y * y))
    }
    #[derivatives(jacobian, hessian)]
    pub fn layers_3_4(a: [[f64; 4]; 3], x: [f64; 4]) -> ([f64; 3], f64) { layers(a, x) }

    /// A loop, whose states are kept, and a length in a type.
    #[derivatives(jacobian, hessian)]
    pub fn steps<const N: usize, const T: usize>(x: [f64; N], w: &[f64; T]) -> [f64; N] {
        let mut y = x;
        #[unroll(never)]
        for t in 0..T { y = 0.5 * y + sin(w[t] * y) * w[t]; }
        y
    }
    #[derivatives(jacobian, hessian)]
    pub fn steps_3(x: [f64; 3], w: [f64; 4]) -> [f64; 3] { steps(x, w) }

    /// Derivatives that are not finite, each of its own element.
    #[derivatives(jacobian)]
    pub fn roots<const N: usize>(x: &[f64; N]) -> [f64; N] { sqrt(x) }

    /// Variables of known length: an array, as ever.
    #[derivatives(hessian)]
    pub fn fit<const N: usize>(#[dynamic] x: &[f64; N], w: [f64; 2]) -> f64 {
        sum(exp(w[0] * x)) * w[1]
    }

    /// As values.
    pub fn inside<const N: usize>(x: &[f64; N]) -> f64 {
        let y = sin(x) * sum(x);
        let j = jacobian(y, x);
        sum(j * j) + sum(hessian(sum(y * y), x) * j)
    }
    pub fn inside_4(x: &[f64; 4]) -> f64 { inside(x) }
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let limit = 1e-12 * (1.0 + expected.abs());
        assert!(
            (found - expected).abs() < limit,
            "{found} instead of {expected}"
        );
    }
}

fn numbers<const N: usize>(from: f64) -> [f64; N] {
    std::array::from_fn(|i| 0.4 * (from + 1.7 * i as f64).sin())
}

#[test]
fn matrices_are_those_of_known_lengths() {
    let (x, w, y) = (numbers::<6>(0.0), [0.5, -1.5, 2.0], [[0.25, 1.0]; 6]);
    let hessian = energy::hessian(&x, w, &y);
    assert_eq!((hessian.rows(), hessian.columns()), (9, 9));
    close(
        hessian.elements(),
        energy_6::hessian(&x, w, &y).as_flattened(),
    );
    let (value, gradient, same) = energy::value_gradient_hessian(&x, w, &y);
    assert_eq!(
        (value, &gradient),
        (energy(&x, w, &y), &energy::gradient(&x, w, &y).1)
    );
    assert_eq!(same.elements(), hessian.elements());
    let jacobian = energy::jacobian(&x, w, &y);
    close(
        jacobian.elements(),
        energy_6::jacobian(&x, w, &y).as_flattened(),
    );

    let a: [[f64; 4]; 3] = std::array::from_fn(|i| numbers(i as f64));
    let (x, seed) = (numbers::<4>(5.0), (numbers::<3>(1.0), 0.5));
    let rows = adgraph::Rows::from(&a);
    let jacobian = layers::jacobian(rows, &x);
    assert_eq!((jacobian.rows(), jacobian.columns()), (4, 16));
    close(
        jacobian.elements(),
        layers_3_4::jacobian(a, x).as_flattened(),
    );
    let hessian = layers::hessian(rows, &x, (seed.0.to_vec(), seed.1));
    close(
        hessian.elements(),
        layers_3_4::hessian(a, x, seed).as_flattened(),
    );

    let (x, w) = (numbers::<3>(0.0), numbers::<4>(2.0));
    close(
        steps::jacobian(x, &w).elements(),
        steps_3::jacobian(x, w).as_flattened(),
    );
    let seed = [1.0, -0.5, 2.0];
    close(
        steps::hessian(x, &w, seed).elements(),
        steps_3::hessian(x, w, seed).as_flattened(),
    );
    close(&[inside(&x4())], &[inside_4(&x4())]);
    close(&inside::gradient(&x4()).1.x, &inside_4::gradient(&x4()).1.x);
}

fn x4() -> [f64; 4] {
    numbers(3.0)
}

#[test]
fn matrices_are_written_in_place() {
    let (x, w, y) = (numbers::<6>(0.0), [0.5, -1.5, 2.0], [[0.25, 1.0]; 6]);
    let mut matrix = Matrix::new();
    for length in [6, 2, 4] {
        energy::hessian_into(&x[..length], w, &y[..length], &mut matrix);
        assert_eq!((matrix.rows(), matrix.columns()), (length + 3, length + 3));
        let expected = energy::hessian(&x[..length], w, &y[..length]);
        assert_eq!(matrix.elements(), expected.elements());
    }
}

#[test]
fn an_entry_is_that_of_its_own_variable() {
    let jacobian = roots::jacobian(&[0.0, 4.0, 0.0]);
    let infinite = f64::INFINITY;
    let expected = [infinite, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, infinite];
    assert_eq!(jacobian.elements(), expected);
    assert!(roots::jacobian(&[]).elements().is_empty());
    assert_eq!(roots::jacobian(&[4.0]).elements(), [0.25]);
}

#[test]
fn variables_of_known_length_have_arrays() {
    let (x, w) = ([0.1, 0.2], [2.0_f64, 1.5]);
    let e = x.map(|x: f64| (2.0 * x).exp());
    let first: f64 = e.iter().zip(x).map(|(e, x)| e * x).sum();
    let second: f64 = e.iter().zip(x).map(|(e, x)| e * x * x).sum();
    let hessian: [[f64; 2]; 2] = fit::hessian(&x, w);
    close(hessian.as_flattened(), &[1.5 * second, first, first, 0.0]);
}
