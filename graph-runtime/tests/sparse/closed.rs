//! Closed forms: the chained Rosenbrock function, as tensors and number by number, and sums whose
//! terms meet in one entry.

use std::collections::BTreeMap;

use graph_ir::graph::Constant;
use graph_ir::{Builder, Element, Graph, Wire};
use graph_runtime::derivative::Evaluator;

use crate::functions::{chain_terms, element, shape, variables};
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

/// The sine of `x[k] p`, where `k` is the first place for half of the terms, and any other for the
/// rest: `weighted` says whether each term has its own `p`. Squares of the number of terms would
/// not fit into memory.
fn check_skewed(count: usize, weighted: bool) {
    let mut state = 1_usize;
    let place = |term: usize| {
        state = (state * 48_271) % 2_147_483_647;
        if term.is_multiple_of(2) {
            0
        } else {
            state % count
        }
    };
    let places: Vec<usize> = (0..count).map(place).collect();
    let b = Builder::new();
    let x = variables(&b, "x", &[count]);
    let p = variables(
        &b,
        "p",
        if weighted {
            std::slice::from_ref(&count)
        } else {
            &[]
        },
    );
    let indices = places.iter().map(|&place| i64::try_from(place).unwrap());
    let indices = Constant::from_i64s(shape(&[count]), indices.collect()).unwrap();
    let chosen = b.gather(x, b.constant(indices), 0).unwrap();
    b.output("y", (chosen * p).sin().sum(&[0])).unwrap();
    let mut function = Evaluator::<f64>::new(&b.finish().unwrap()).unwrap();
    let point = numbers(function.n_in(), 1);
    let mut expected = BTreeMap::new();
    for (term, &place) in places.iter().enumerate() {
        let of_p = count + if weighted { term } else { 0 };
        let (x, p) = (point[place], point[of_p]);
        let (sine, cosine) = (x * p).sin_cos();
        *expected.entry((place, place)).or_insert(0.0) -= sine * p * p;
        *expected.entry((of_p, place)).or_insert(0.0) += cosine - sine * x * p;
        *expected.entry((of_p, of_p)).or_insert(0.0) -= sine * x * x;
    }
    let hessian = function.sparse_hessian(&point, &[1.0]).unwrap();
    assert_eq!(hessian.values().len(), expected.len());
    for ((row, column, found), (place, expected)) in hessian.triplets().zip(expected) {
        assert_eq!((row, column), place);
        let bound = 1e-12 * f64::from(u32::try_from(count).unwrap());
        assert!(
            (found - expected).abs() <= bound,
            "{place:?}: {found} {expected}"
        );
    }
}

#[test]
fn entries_of_very_many_terms() {
    check_skewed(100_000, false);
    check_skewed(100_000, true);
}
