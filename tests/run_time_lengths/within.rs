//! Workspaces within memory of the caller: of as many elements as `workspace_len` says, whose values
//! change nothing.

use std::marker::PhantomData;

use adgraph::function::{Function, HessianFunction, ScalarFunction};
use adgraph::{Rows, graph};

use crate::common::message;

graph! {
    /// Softmax, a loop with a history, and an assembly of many pieces.
    #[derivatives(hessian_product)]
    pub fn score<const N: usize>(x: &[f64; N], #[dynamic] k: &[usize; N], p: f64) -> f64 {
        let w = softmax(sin(x) * p);
        let mut state = [p, 1.0];
        for i in 0..N {
            state = [state[1] * cos(x[i]), state[0] + w[k[i]]];
        }
        let mut line = [0.0; N + 10];
        for i in 0..10 {
            line[i] = p + i as f64;
        }
        line[10..] = w * x[k];
        sum(line * line) + state[0] * state[1]
    }

    /// Loops in a loop, over matrices, of any float type.
    pub fn smooth<T: Float, const N: usize, const M: usize>(u: Rows<T, N, M>, c: T) -> T {
        let mut v = u * c;
        for _ in 0..3 {
            for i in 0..N {
                let row = v[i];
                v[i] = tanh(row) + sum(row) / 4.0;
            }
        }
        sum(v * v)
    }

    /// A length that is in a type.
    pub fn typed<const N: usize>(x: [f64; N], y: &[[f64; N]; 2]) -> f64 {
        let e = softmax(x);
        sum(e * y[0] + exp(e) * y[1])
    }

    /// All arrays are on the stack.
    pub fn least<const N: usize>(x: &[f64; N]) -> f64 { sum(x * x) }
}

/// Numbers between -1 and 1.
fn numbers(count: usize) -> Vec<f64> {
    (1..=count).map(|i| (1.7 * i as f64).sin()).collect()
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// Results of the same call with both workspaces.
fn agree<const RESULTS: usize>(own: [&[f64]; RESULTS], expected: [&[f64]; RESULTS]) {
    assert_eq!(own.map(bits), expected.map(bits));
}

#[test]
fn bits_are_those_of_a_workspace_that_grows() {
    for n in [1, 2, 7, 33, 100] {
        let k: Vec<usize> = (0..n).map(|i| (i * 3 + 1) % n).collect();
        let (x, direction) = (numbers(n + 1), vec![0.5; n + 1]);
        let f = score::Function { k: &k };
        let (doubles, integers) = score::workspace_len(n);
        let (mut doubles, mut integers) = (vec![f64::NAN; doubles], vec![i64::MAX; integers]);
        let mut within = score::Workspace::within((&mut doubles, &mut integers));
        let mut grown = score::Workspace::new();

        let value = score::value_with(&mut within, &x[..n], &k, x[n]);
        agree([&[value]], [&[score(&x[..n], &k, x[n])]]);
        let (mut own, mut expected) = (vec![0.0; n + 1], vec![0.0; n + 1]);
        let value = f.gradient_with(&mut within, &x, &mut own);
        let again = f.gradient_with(&mut grown, &x, &mut expected);
        agree([&[value], &own], [&[again], &expected]);
        let gradient = score::gradient_with(&mut within, &x[..n], &k, x[n]);
        assert_eq!(gradient, score::gradient(&x[..n], &k, x[n]));
        let [mut y, mut z] = [[0.0; 1]; 2];
        f.adjoint_with(&mut within, &x, &[2.0], &mut y, &mut own);
        f.adjoint(&x, &[2.0], &mut z, &mut expected);
        agree([&y, &own], [&z, &expected]);
        let [mut t, mut u] = [[0.0; 1]; 2];
        f.tangent_with(&mut within, &x, &direction, &mut y, &mut t);
        f.tangent(&x, &direction, &mut z, &mut u);
        agree([&y, &t], [&z, &u]);
        f.hessian_product_with(&mut within, &x, &[1.0], &direction, &mut own);
        f.hessian_product(&x, &[1.0], &direction, &mut expected);
        agree([&own], [&expected]);
    }
}

#[test]
fn memory_is_of_the_types_of_its_elements() {
    for (n, m) in [(0, 3), (1, 1), (5, 2), (40, 9)] {
        let u: Vec<f32> = numbers(n * m + 1).iter().map(|&own| own as f32).collect();
        let marker = PhantomData::<f32>;
        let f = smooth::Function { N: n, M: m, marker };
        let mut memory = vec![f32::NAN; smooth::workspace_len(n, m)];
        let mut within = smooth::Workspace::within(&mut memory);
        let (mut own, mut expected) = (vec![0.0; n * m + 1], vec![0.0; n * m + 1]);
        let value = f.gradient_with(&mut within, &u, &mut own);
        let again = f.gradient(&u, &mut expected);
        assert_eq!((value, own), (again, expected));
        let matrix = Rows::new(&u[..n * m], m);
        assert_eq!(smooth::value_with(&mut within, matrix, u[n * m]), value);
    }
    let mut memory = [f64::NAN; typed::workspace_len(3)];
    let mut within = typed::Workspace::within(&mut memory);
    let (x, y) = ([0.5, 1.0, -0.25], [[1.0, 2.0, 3.0], [-1.0, 0.0, 0.5]]);
    let gradient = typed::gradient_with(&mut within, x, &y);
    assert_eq!(gradient, typed::gradient(x, &y));
}

#[test]
fn memory_that_is_too_small_is_refused() {
    let n = 5;
    let k = [0; 5];
    let (doubles, integers) = score::workspace_len(n);
    let (mut doubles, mut integers) = (vec![0.0; doubles], vec![0; integers]);
    for lacks in [[1, 0], [0, 1]] {
        let doubles = &mut doubles[lacks[0]..];
        let integers = &mut integers[lacks[1]..];
        let text = message(|| {
            let mut within = score::Workspace::within((doubles, integers));
            let f = score::Function { k: &k };
            let x = numbers(n + 1);
            f.hessian_product_with(&mut within, &x, &[1.0], &x, &mut vec![0.0; n + 1]);
            f.adjoint_with(&mut within, &x, &[1.0], &mut [0.0], &mut vec![0.0; n + 1]);
            let _ = f.gradient_with(&mut within, &x, &mut vec![0.0; n + 1]);
        });
        assert!(text.contains("`workspace_len` says how many"), "{text}");
    }
}

/// Generic code takes the one that grows, as before.
#[test]
fn functions_of_the_traits_have_the_workspace_that_grows() {
    fn gradient<F: ScalarFunction>(f: &F, x: &[F::Float], gradient: &mut [F::Float]) -> F::Float {
        f.gradient_with(&mut F::Workspace::default(), x, gradient)
    }
    let (mut own, mut expected) = (vec![0.0; 4], vec![0.0; 4]);
    let f = score::Function { k: &[2, 1, 0] };
    let x = [0.1, 0.2, 0.3, 0.4];
    let value = gradient(&f, &x, &mut own);
    agree(
        [&[value], &own],
        [&[f.gradient(&x, &mut expected)], &expected],
    );
    let f = least::Function { N: 2 };
    assert_eq!(gradient(&f, &[1.0, 2.0], &mut own[..2]), 5.0);
    assert_eq!((f.n_in(), f.n_out()), (2, 1));
}
