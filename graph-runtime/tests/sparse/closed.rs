//! Closed forms: the chained Rosenbrock function, as tensors and number by number.

use graph_ir::{Builder, Element, Graph, Wire};
use graph_runtime::derivative::Evaluator;

use crate::functions::{chain_terms, element, variables};
use crate::numbers::numbers;

fn tensors(count: usize) -> Graph {
    let b = Builder::new();
    let x = variables(&b, "x", &[count]);
    b.output("y", chain_terms(x, count).sum(&[0])).unwrap();
    b.finish().unwrap()
}

fn scalars(count: usize) -> Graph {
    let b = Builder::new();
    let x = variables(&b, "x", &[count]);
    let x: Vec<Wire<'_>> = (0..count).map(|i| element(x, i)).collect();
    let mut sum = b.number(Element::F64, 0.0);
    for pair in x.windows(2) {
        let (miss, far) = (pair[1] - pair[0] * pair[0], 1.0 - pair[0]);
        sum = sum + 100.0 * miss * miss + far * far;
    }
    b.output("y", sum).unwrap();
    b.finish().unwrap()
}

/// The entries of `sum of 100 (x[i + 1] - x[i]^2)^2 + (1 - x[i])^2`.
fn expected(x: &[f64]) -> Vec<(usize, usize, f64)> {
    let last = x.len() - 1;
    let mut entries = Vec::new();
    for i in 0..x.len() {
        let mut diagonal = 0.0;
        if i > 0 {
            entries.push((i, i - 1, -400.0 * x[i - 1]));
            diagonal += 200.0;
        }
        if i < last {
            diagonal += 1200.0 * x[i] * x[i] - 400.0 * x[i + 1] + 2.0;
        }
        entries.push((i, i, diagonal));
    }
    entries
}

fn check(graph: &Graph, count: usize) {
    let mut function = Evaluator::<f64>::new(graph).unwrap();
    for seed in 0..3 {
        let x = numbers(count, seed);
        let weight = 0.5;
        let hessian = function.sparse_hessian(&x, &[weight]).unwrap();
        let found: Vec<_> = hessian.triplets().collect();
        let expected = expected(&x);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!((found.0, found.1), (expected.0, expected.1));
            let bound = 1e-13 * expected.2.abs().max(1200.0);
            assert!((found.2 - weight * expected.2).abs() <= bound);
        }
    }
}

#[test]
fn rosenbrock() {
    for count in [2, 10, 1000] {
        check(&tensors(count), count);
        check(&scalars(count), count);
    }
}

#[test]
fn a_long_chain() {
    check(&tensors(100_000), 100_000);
}
