//! Patterns in time and memory that grow with the size, not with its square: each of these
//! squared would not fit into memory, or take minutes.

use graph_autodiff::sparsity;
use graph_ir::{Builder, Element, Graph, Wire};

use crate::{graph, variables};

const MANY: usize = 100_000;

fn elements<'b>(x: Wire<'b>, count: usize) -> Vec<Wire<'b>> {
    let element = |i: usize| x.builder().index(x, 0, i64::try_from(i).unwrap()).unwrap();
    (0..count).map(element).collect()
}

fn chain(count: usize) -> Graph {
    graph(|b| {
        let x = elements(variables(b, &[count]), count);
        let terms = x
            .windows(2)
            .map(|pair| (pair[1] - pair[0] * pair[0]).square());
        terms.fold(b.number(Element::F64, 0.0), |sum, term| sum + term)
    })
}

#[test]
fn a_long_sum_of_short_terms() {
    let graph = chain(MANY);
    let jacobian = sparsity::jacobian(&graph, &[0]).unwrap();
    assert_eq!(jacobian.entries(), MANY);
    let hessian = sparsity::hessian(&graph, &[0]).unwrap();
    assert_eq!(hessian.entries(), 2 * MANY - 1);
    assert_eq!(hessian.row(MANY / 2), [MANY / 2 - 1, MANY / 2]);
    assert_eq!(hessian.row(MANY - 1), [MANY - 2, MANY - 1]);
}

/// Results that share a long computation on few variables.
#[test]
fn many_results_of_one_long_computation() {
    let graph = graph(|b| {
        let x = elements(variables(b, &[3]), 3);
        let mut state = x[0];
        let mut states = Vec::new();
        for i in 0..MANY {
            state = (state * x[1] + x[2]).sin();
            states.push(state + (i as f64));
        }
        b.stack(&states, 0).unwrap()
    });
    let jacobian = sparsity::jacobian(&graph, &[0]).unwrap();
    assert_eq!(jacobian.entries(), 3 * MANY);
    let hessian = sparsity::hessian(&graph, &[0]).unwrap();
    assert_eq!(hessian.entries(), 6);
}

/// The pattern of the states of a long computation, the last one first, as `last` gives them.
fn backwards(
    behind: usize,
    count: usize,
    last: impl for<'b> Fn(Wire<'b>) -> Wire<'b>,
) -> sparsity::Pattern {
    let graph = graph(|b| {
        let x = elements(variables(b, &[behind]), behind);
        let (mut states, mut others) = (vec![x[0].sin()], vec![x[1].sin()]);
        for (i, &x) in (0..count).zip(x.iter().cycle()) {
            let (state, other) = (states[i], others[i]);
            states.push((state * x).sin() + other);
            others.push((other * x).cos() + state);
        }
        let results: Vec<Wire<'_>> = states.into_iter().rev().map(&last).collect();
        b.stack(&results, 0).unwrap()
    });
    sparsity::jacobian(&graph, &[0]).unwrap()
}

/// The end of the computation is the first result, and few or many variables are behind each.
#[test]
fn many_results_of_one_long_computation_from_its_end() {
    let few = backwards(5, MANY, |state| state);
    assert_eq!(few.row(0), [0, 1, 2, 3, 4]);
    assert_eq!(few.row(MANY - 1), [0, 1]);
    assert_eq!(few.row(MANY), [0]);
    assert_eq!(few, backwards(5, MANY, |state| state.exp() + 1.0));
    let many = backwards(40, MANY / 4, |state| state);
    assert_eq!(many.row(0).len(), 40);
    assert_eq!(many.row(MANY / 4), [0]);
}

/// A function of a sum of very many terms that depend on few variables: the pairs of the terms are
/// 10^10, those of the variables few.
#[test]
fn the_norm_of_many_residuals_of_few_variables() {
    let graph = graph(|b| {
        let x = elements(variables(b, &[20]), 20);
        let residual = |i: usize| (x[i % 20] * (i as f64)).sin() - x[(i + 1) % 20];
        let residuals: Vec<Wire<'_>> = (0..MANY).map(residual).collect();
        let residuals = b.stack(&residuals, 0).unwrap();
        b.dot(residuals, residuals).unwrap().sqrt()
    });
    assert_eq!(sparsity::hessian(&graph, &[0]).unwrap().entries(), 210);
}

/// A cascade in which every value is used twice has 2^100 ways from the variable to the result.
#[test]
fn ways_are_not_counted_one_by_one() {
    let graph = graph(|b| {
        let x = elements(variables(b, &[2]), 2);
        (0..100).fold(x[0] * x[1], |y, _| y + y.sin())
    });
    assert_eq!(sparsity::jacobian(&graph, &[0]).unwrap().entries(), 2);
    assert_eq!(sparsity::hessian(&graph, &[0]).unwrap().entries(), 3);
}

/// Functions that call a function twice, and so on: each has its own elements, so that there is
/// nothing to share, and a bound.
#[test]
fn towers_of_calls_are_refused() {
    use graph_ir::graph::{Function, InputKind};
    use std::sync::Arc;
    let mut function: Option<Arc<Function>> = None;
    for _ in 0..40 {
        let b = Builder::new();
        let number = crate::tensor(Element::F64, &[]);
        let x = b.input("x", number, InputKind::Independent);
        let y = match &function {
            None => x.sin(),
            Some(function) => {
                let once = b.call(function, &[x]).unwrap()[0];
                b.call(function, &[once]).unwrap()[0]
            }
        };
        b.output("", y).unwrap();
        function = Some(Function::plain(b.finish().unwrap()));
    }
    let error = sparsity::jacobian(&function.unwrap().graph, &[0]).unwrap_err();
    assert!(matches!(error, graph_ir::Error::PatternTooLarge { .. }));
}
