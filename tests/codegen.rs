//! `#[codegen(..)]`: the effects of each option, and their limits.

use adgraph::{Float, differentiable, graph};

graph! {
    fn exact(x: f64, y: f64, z: f64) -> f64 {
        x * y + z
    }

    #[codegen(contract)]
    fn contracted(x: f64, y: f64, z: f64) -> f64 {
        x * y + z
    }

    #[codegen(contract, dispatch)]
    fn dispatched(x: f64, y: f64, z: f64) -> f64 {
        x * y + z
    }

    fn chain(x: &[f64; 200], w: &[[f64; 200]; 30]) -> [f64; 30] {
        let y = matmul(w, sin(x) * x);
        y / (1.0 + norm(y)) + x[..30]
    }

    #[codegen(dispatch)]
    fn fast_chain(x: &[f64; 200], w: &[[f64; 200]; 30]) -> [f64; 30] {
        chain(x, w)
    }

    pub(crate) fn long_chain<const N: usize>(x: &[f64; N], w: Rows<f64, N, N>) -> f64 {
        let y = tanh(matmul(w, sin(x) * x));
        let l = cholesky(matmul(w, transpose(w)) + 2.0 * eye(N));
        dot(y, lower_solve(l, x)) / (1.0 + norm(y)) + logdet(w + N as f64 * eye(N))
    }

    #[codegen(dispatch)]
    pub(crate) fn fast_long_chain<const N: usize>(x: &[f64; N], w: Rows<f64, N, N>) -> f64 {
        long_chain(x, w)
    }

    #[codegen(contract, dispatch)]
    pub(crate) fn fused_long_chain<const N: usize>(x: &[f64; N], w: Rows<f64, N, N>) -> f64 {
        long_chain(x, w)
    }

    #[codegen(dispatch)]
    fn generic<T: Float>(x: [T; 40], i: usize) -> T {
        dot(x, x) * x[i]
    }

    #[codegen(dispatch)]
    fn table(i: usize) -> [f32; 2] {
        [[1.0, 2.0], [3.0, 4.0]][i]
    }

    #[codegen(finite)]
    fn selected(x: [f64; 3]) -> [f64; 3] {
        matmul([[1.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0]], x)
    }
}

mod block {
    adgraph::graph! {
        #![codegen(contract)]

        pub(super) fn all(x: f64, y: f64, z: f64) -> f64 {
            x * y + z
        }
    }

    adgraph::graph!(
        #![codegen(finite)]
        #![codegen(contract)]
        pub(super) fn both(x: f64, y: f64, z: f64) -> f64 {
            x * y + 0.0 * y + z
        }
    );
}

#[differentiable]
mod inside {
    #![codegen(contract)]

    pub(super) fn inner(x: f64, y: f64, z: f64) -> f64 {
        x * y + z
    }
}

#[differentiable]
#[codegen(contract)]
mod outside {
    pub(super) fn outer(x: f64, y: f64, z: f64) -> f64 {
        x * y + z
    }
}

#[differentiable]
#[codegen(contract)]
fn alone(x: f64, y: f64, z: f64) -> f64 {
    x * y + z
}

/// Factors whose product is not a float, and the negative of the nearest one.
const CASE: (f64, f64, f64) = {
    let x = 1.0 + 1.0 / 1024.0 / 1024.0 / 1024.0;
    (x, x, -(x * x))
};

/// The rounding error of the product.
const ERROR: f64 = 1.0 / (1_u64 << 60) as f64;

#[test]
fn products_are_contracted_where_the_target_does_it() {
    let (x, y, z) = CASE;
    assert_eq!(exact(x, y, z), 0.0);
    let expected = match cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
        true => ERROR,
        false => 0.0,
    };
    let functions = [
        contracted,
        block::all,
        block::both,
        inside::inner,
        outside::outer,
        alone,
    ];
    for function in functions {
        assert_eq!(function(x, y, z), expected);
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_dispatched_contraction_fuses_where_the_processor_does_it() {
    let (x, y, z) = CASE;
    let fuses = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let expected = if fuses { ERROR } else { 0.0 };
    assert_eq!(dispatched(x, y, z), expected);
    assert_eq!(dispatched::gradient(x, y, z).0, expected);
    // The run-time path knows nothing of it.
    let mut graph = adgraph::derivative::Evaluator::<f64>::new(&dispatched::graph()).unwrap();
    assert_eq!(graph.value(&[x, y, z]).unwrap(), [0.0]);
}

#[test]
fn dispatch_alone_changes_no_bit() {
    let x = std::array::from_fn(|i| (i as f64 * 0.7).sin());
    let w = std::array::from_fn(|i| std::array::from_fn(|j| ((i + 3 * j) as f64 * 0.3).cos()));
    assert_eq!(chain(&x, &w), fast_chain(&x, &w));
    let seed = std::array::from_fn(|i| i as f64);
    let (value, adjoint) = chain::adjoint(&x, &w, seed);
    let (same, fast) = fast_chain::adjoint(&x, &w, seed);
    assert_eq!(value, same);
    assert_eq!((adjoint.x, adjoint.w), (fast.x, fast.w));
}

#[test]
fn dispatch_changes_no_bit_along_lengths_of_the_call() {
    // Fewer than lanes, some tiles, and matrices whose kernels ask for the processor by themselves.
    for n in [1_usize, 7, 40, 75] {
        let x: Vec<f64> = (0..n).map(|i| (i as f64 * 0.7).sin()).collect();
        let w: Vec<f64> = (0..n * n).map(|i| (i as f64 * 0.3).cos()).collect();
        let w = adgraph::Rows::new(&w, n);
        let (value, d) = long_chain::gradient(&x, w);
        let (fast, fast_d) = fast_long_chain::gradient(&x, w);
        assert_eq!((value, long_chain(&x, w)), (fast, fast_long_chain(&x, w)));
        assert_eq!((&d.x, d.w.elements()), (&fast_d.x, fast_d.w.elements()));
        let (fused, fused_d) = fused_long_chain::gradient(&x, w);
        assert!((value - fused).abs() < 1e-11 * value.abs());
        for (a, b) in d.w.elements().iter().zip(fused_d.w.elements()) {
            assert!((a - b).abs() < 1e-10, "{n}: {a} {b}");
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_dispatched_kernel_along_lengths_fuses_where_the_processor_does_it() {
    graph! {
        pub(crate) fn exact_product<const N: usize>(a: Rows<f64, N, N>, b: Rows<f64, N, N>) -> f64 {
            matmul(a, b)[0][0]
        }

        #[codegen(contract)]
        pub(crate) fn contracted_product<const N: usize>(a: Rows<f64, N, N>, b: Rows<f64, N, N>) -> f64 {
            matmul(a, b)[0][0]
        }

        #[codegen(contract, dispatch)]
        pub(crate) fn dispatched_product<const N: usize>(a: Rows<f64, N, N>, b: Rows<f64, N, N>) -> f64 {
            matmul(a, b)[0][0]
        }
    }
    let n = 30;
    let (x, y, z) = CASE;
    let (mut a, mut b) = (vec![0.0; n * n], vec![0.0; n * n]);
    (a[0], b[0]) = (z, 1.0);
    (a[1], b[n]) = (x, y);
    let [a, b] = [&a, &b].map(|elements| adgraph::Rows::new(elements, n));
    let fuses = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let target = cfg!(target_feature = "fma");
    assert_eq!(exact_product(a, b), 0.0);
    assert_eq!(contracted_product(a, b), if target { ERROR } else { 0.0 });
    assert_eq!(dispatched_product(a, b), if fuses { ERROR } else { 0.0 });
}

#[test]
fn dispatch_takes_every_kind_of_signature() {
    let x: [f32; 40] = [0.5; 40];
    assert_eq!(generic(x, 3), 5.0);
    assert_eq!(generic([0.5_f64; 40], 3), 5.0);
    assert_eq!(generic::gradient([0.5_f64; 40], 3).1.x[3], 10.5);
    assert_eq!(table(1), [3.0, 4.0]);
}

#[test]
fn zeros_of_a_matrix_vanish() {
    let value = selected([1.0, f64::INFINITY, f64::NAN]);
    assert_eq!((value[0], value[2]), (1.0, 0.0));
    assert!(value[1].is_nan());
    let (_, d) = selected::adjoint([1.0, 2.0, 3.0], [1.0, 1.0, f64::NAN]);
    assert_eq!(d.x, [1.0, 0.0, 2.0]);
}
