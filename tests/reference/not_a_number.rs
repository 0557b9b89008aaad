//! No NaN is lost in silence: where an operand is NaN, the value or the derivative by that operand
//! is NaN, unless the function's page says what becomes of a NaN.

use adgraph::Graph;
use adgraph::derivative::Evaluator;
use adgraph::ir::ops::ScalarOp;

use crate::{edges, tensors};

/// Numbers at kinks and away from them.
const NUMBERS: [f64; 7] = [0.0, 1.0, -0.75, 0.5, 2.5, -1.0, f64::INFINITY];

/// So many points are tried of functions with many operands.
const POINTS: usize = 49;

/// The outcome of a NaN for one of the operands where nothing says that there was one.
fn lost(graph: &Graph, pick: impl Fn(usize) -> f64) -> Option<String> {
    let mut evaluator = Evaluator::<f64>::new(graph).unwrap();
    let regular: Vec<f64> = (0..evaluator.n_in()).map(pick).collect();
    let expected = evaluator.value(&regular).unwrap().to_vec();
    (0..regular.len()).find_map(|at| {
        let mut point = regular.clone();
        // What does not depend on an operand need not show it.
        let depends = NUMBERS.iter().any(|&number| {
            point[at] = number;
            evaluator.value(&point).unwrap() != expected
        });
        point[at] = f64::NAN;
        let values = evaluator.value(&point).unwrap().to_vec();
        let jacobian = evaluator.jacobian(&point).unwrap();
        let rows = 0..jacobian.rows();
        let slopes: Vec<f64> = rows.map(|row| jacobian.row(row)[at]).collect();
        let shown = values.iter().chain(&slopes).any(|number| number.is_nan());
        (depends && !shown).then(|| format!("{values:?} with slopes {slopes:?} at {point:?}"))
    })
}

/// The operand of a number in a point of a number.
fn operand(point: usize, at: usize) -> f64 {
    NUMBERS[(point / NUMBERS.len().pow(u32::from(at % 2 == 1)) + at / 2) % NUMBERS.len()]
}

#[test]
fn scalar_functions_show_a_nan_or_say_what_becomes_of_it() {
    for op in ScalarOp::all() {
        if !op.class().has_partials() {
            continue;
        }
        let graph = edges::graph(op);
        let lost = (0..POINTS).find_map(|point| lost(&graph, |at| operand(point, at)));
        let says = op.description().contains("NaN");
        assert!(lost.is_none() || says, "{op:?}: {}", lost.unwrap());
    }
}

#[test]
fn functions_of_arrays_show_a_nan_or_say_what_becomes_of_it() {
    let pages = tensors::pages();
    for example in tensors::examples() {
        let lost = (0..POINTS).find_map(|point| lost(&example.graph, |at| operand(point, at)));
        let page = pages.iter().find(|(name, _)| name == example.name);
        let says = page.is_some_and(|(_, page)| page.contains("NaN"));
        assert!(
            lost.is_none() || says,
            "{}: {}",
            example.name,
            lost.unwrap()
        );
    }
}
