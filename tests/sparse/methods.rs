//! Entries against dense matrices, for functions whose entries are computed in different ways and
//! that are made of different things; outside of the pattern there are zeros.

use adgraph::differentiate::{Method, Weights, sparse_hessian, sparse_jacobian};
use adgraph::function::{
    HessianFunction, JacobianFunction, SparseHessianFunction, SparseJacobianFunction,
};

/// Defines functions `f` in modules, and compares all of them.
macro_rules! functions {
    ($($name:ident { $($body:tt)* } jacobian $jacobian:pat, hessian $hessian:pat,)*) => {
        $(mod $name {
            adgraph::graph! { $($body)* }
        })*

        #[test]
        fn entries_are_those_of_the_dense_matrices() {
            $(compare(stringify!($name), &$name::f::Function {});)*
        }

        /// The functions below take every way there is.
        #[test]
        fn entries_are_computed_in_the_ways_that_are_expected() {
            $({
                let graph = $name::f::graph();
                let wrt: Vec<usize> = (0..graph.inputs().len()).collect();
                let method = sparse_jacobian(&graph, &wrt).unwrap().method;
                assert!(matches!(method, $jacobian), "{}: {method:?}", stringify!($name));
                let method = sparse_hessian(&graph, &wrt, Weights::Inputs).unwrap().method;
                assert!(matches!(method, $hessian), "{}: {method:?}", stringify!($name));
            })*
        }
    };
}

use Method::{Empty, Entries, Products, Rows};

functions! {
    chain {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 40]) -> f64 {
            let residual = x[1..] - x[..39] * x[..39];
            dot(residual, residual)
        }
    }
    jacobian Rows,
    hessian Entries,

    arrow {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 30], y: f64) -> ([f64; 30], f64) {
            (sin(x) * y, exp(y) * sum(x * x))
        }
    }
    jacobian Entries,
    hessian Entries,

    grid {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(u: [[f64; 6]; 5]) -> [[f64; 4]; 3] {
            let centre = u[(1..4, 1..5)];
            let sides = u[(..3, 1..5)] + u[(2.., 1..5)] + u[(1..4, ..4)] + u[(1..4, 2..)];
            sides - 4.0 * centre + centre * centre * centre
        }
    }
    jacobian Entries,
    hessian Entries,

    dense {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(a: [[f64; 4]; 3], b: [f64; 4]) -> [f64; 3] { tanh(matmul(a, b)) }
    }
    jacobian Entries,
    hessian Entries,

    few_rows {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 20]) -> [f64; 2] { [norm(x[..12]), exp(mean(x[8..] * x[8..]))] }
    }
    jacobian Rows,
    hessian Products { columns: 12, rows: 0, .. },

    long_loop {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 8]) -> [f64; 8] {
            let mut y = x;
            #[unroll(never)]
            for _ in 0..50 {
                y += 0.001 * (x * x - sin(y));
            }
            y
        }
    }
    jacobian Products { columns: 1, rows: 0, .. },
    hessian Products { columns: 1, rows: 0, .. },

    sides {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 3]) -> [f64; 2] {
            if x[0] > 0.1 { [x[0] * x[1], exp(x[1])] } else { [x[2] * x[2], x[0]] }
        }
    }
    jacobian Products { columns: 3, rows: 0, .. },
    hessian Products { columns: 2, rows: 0, .. },

    affine {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 10]) -> [f64; 9] { 2.0 * x[1..] - x[..9] + 1.0 }
    }
    jacobian Entries,
    hessian Empty,

    collocation {
        /// A pendulum over 20 steps: objective and defects of the trapezoidal rule.
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(q: [f64; 21], v: [f64; 21], u: [f64; 21]) -> (f64, [f64; 20], [f64; 20]) {
            let a = u - 9.81 * sin(q);
            let h = 0.05;
            (
                h * dot(u, u),
                q[1..] - q[..20] - 0.5 * h * (v[1..] + v[..20]),
                v[1..] - v[..20] - 0.5 * h * (a[1..] + a[..20]),
            )
        }
    }
    jacobian Entries,
    hessian Entries,

    wide_band {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 120]) -> f64 {
            let mut total = 0.0;
            for i in 0..110 {
                total += exp(0.1 * sum(x[i..i + 10])) * cos(x[i] * x[i + 9]);
            }
            total
        }
    }
    jacobian Rows,
    hessian Products { columns: 19, rows: 0, .. },

    arrow_in_a_loop {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 30], y: f64) -> ([f64; 30], f64) {
            let mut s = x;
            let mut t = y;
            #[unroll(never)]
            for _ in 0..50 {
                s += 0.001 * sin(s) * y;
                t += 0.001 * cos(sum(x) - t);
            }
            (s, t)
        }
    }
    jacobian Products { columns: 2, rows: 1, .. },
    hessian Products { columns: 31, rows: 0, .. },

    chain_in_a_loop {
        #[derivatives(
            jacobian, hessian, sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian
        )]
        pub fn f(x: [f64; 12]) -> [f64; 11] {
            let r = x[1..] - x[..11] * x[..11];
            let mut y = r;
            #[unroll(never)]
            for _ in 0..50 {
                y += 0.001 * sin(y) * r;
            }
            y
        }
    }
    jacobian Products { columns: 2, rows: 0, .. },
    hessian Products { columns: 2, rows: 0, substituted: true },
}

/// Compares at a few points, at one of which values are at zero.
fn compare<F>(name: &str, function: &F)
where
    F: JacobianFunction<Float = f64>
        + HessianFunction
        + SparseJacobianFunction
        + SparseHessianFunction,
{
    let (n, m) = (function.n_in(), function.n_out());
    for point in 0..4_u32 {
        let element = |i: usize| f64::from(point) * (0.7 * i as f64 + f64::from(point)).sin();
        let x: Vec<f64> = (0..n).map(element).collect();
        let weights: Vec<f64> = (0..m).map(|i| 0.5 - element(i + 3)).collect();

        let mut dense = vec![f64::NAN; n * m];
        function.jacobian(&x, &mut dense);
        let mut values = vec![f64::NAN; function.sparsity_jacobian().entries()];
        function.sparse_jacobian(&x, &mut values);
        let mut spread = vec![0.0; n * m];
        for (row, column, value) in function.sparsity_jacobian().triplets(&values) {
            spread[row * n + column] = value;
        }
        assert_close(name, &spread, &dense);

        let mut dense = vec![f64::NAN; n * n];
        function.hessian(&x, &weights, &mut dense);
        // Products are computed on their own.
        let mut columns = vec![f64::NAN; n * n];
        for (i, column) in columns.chunks_mut(n).enumerate() {
            let mut direction = vec![0.0; n];
            direction[i] = 1.0;
            function.hessian_product(&x, &weights, &direction, column);
        }
        assert_close(name, &dense, &columns);
        let mut values = vec![f64::NAN; function.sparsity_hessian().entries()];
        function.sparse_hessian(&x, &weights, &mut values);
        let mut spread = vec![0.0; n * n];
        for (row, column, value) in function.sparsity_hessian().triplets(&values) {
            assert!(column <= row);
            spread[row * n + column] = value;
            spread[column * n + row] = value;
        }
        assert_close(name, &spread, &dense);

        let (mut y, mut gradient) = (vec![f64::NAN; m], vec![f64::NAN; n]);
        let mut together = vec![f64::NAN; values.len()];
        function.value_gradient_sparse_hessian(&x, &weights, &mut y, &mut gradient, &mut together);
        assert_close(name, &together, &values);
        let (mut expected_y, mut expected) = (vec![f64::NAN; m], vec![f64::NAN; n]);
        function.adjoint(&x, &weights, &mut expected_y, &mut expected);
        assert_eq!(y, expected_y, "{name}");
        assert_close(name, &gradient, &expected);
    }
}

fn assert_close(name: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{name}");
    let scale = expected
        .iter()
        .fold(1.0, |scale: f64, e| scale.max(e.abs()));
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        let close = (found - expected).abs() <= 1e-13 * scale;
        assert!(close, "{name}: element {i} is {found}, expected {expected}");
    }
}
