//! Functions that are written to files are the same when they are read.

use graph_ir::algebra::Algebra;
use graph_ir::{Graph, text};
use graph_runtime::json::{cppad, nnvm};

use super::matrices::fitting;
use super::numbers::numbers;
use super::{assert_close, check, evaluate, extents, graph, right_size, weighted_square};

#[test]
fn the_textual_form_keeps_every_operator() {
    for op in Algebra::ALL {
        let graph = graph(op, &extents(op, 3, None));
        let printed = graph.to_string();
        assert!(
            printed.contains(&format!("algebra {} %0", op.name())),
            "{printed}"
        );
        assert_eq!(text::parse(&printed).unwrap().to_string(), printed);
    }
    let unknown = "adgraph 1\ngraph\n%0: [[f64; 2]; 2] = input 0 a\n%1: f64 = algebra trace %0\n";
    let error = text::parse(unknown).unwrap_err().to_string();
    assert!(error.contains("an operator of linear algebra"), "{error}");
}

#[test]
fn files_hold_the_bodies_of_values_and_gradients() {
    for op in Algebra::ALL {
        // Rotations are written out, sweep by sweep.
        let extents_of = match op.part() {
            Some(_) => [2, 3, 4],
            None => [2, 5, 9],
        };
        for n in extents_of {
            let function = graph(op, &extents(op, n, None));
            let wrt = graph_autodiff::differentiable_inputs(&function);
            let reverse = graph_autodiff::reverse(&function, &wrt).unwrap();
            let mut point = fitting(op, n, 13);
            if op.operands().len() == 2 {
                point.extend(numbers(right_size(op, n, None), 8));
            }
            for graph in [&function, &reverse] {
                let inputs: usize = graph.input_types().map(|ty| ty.shape.size()).sum();
                let seeds = numbers(inputs - point.len(), 4);
                let inputs = [&point[..], &seeds].concat();
                let expected = evaluate(graph, &inputs);
                let what = format!("{} of {n}", op.name());
                let document = cppad::to_string(graph).unwrap();
                let read = cppad::from_str(&document).unwrap();
                assert_close(&evaluate(&read, &inputs), &expected, 1e-11, &what);
                let document = nnvm::to_string(graph).unwrap();
                let read = nnvm::from_str(&document).unwrap();
                assert_close(&evaluate(&read, &inputs), &expected, 1e-11, &what);
            }
        }
    }
}

/// Matrices whose values are all different, but whose elements are zero or equal where rotations
/// and reflections change from one formula to another.
const SPECIAL: [&[f64]; 9] = [
    &[2.0, 0.5, 0.5, 2.0],
    &[0.0, 2.0, 0.3, 1.0],
    &[3.0, 0.0, 0.0, 1.0],
    &[2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0],
    &[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0],
    &[2.0, 0.0, 1.0, 0.0, 2.0, 1.5, 1.0, 1.5, 3.0],
    &[0.0, 1.0, 2.0, 1.0, 0.5, 3.0, 2.0, 3.0, 0.0],
    &[0.0, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 3.0],
    &[
        2.0, -1.0, 0.0, 0.0, -1.0, 2.0, -1.0, 0.0, 0.0, -1.0, 2.0, -1.0, 0.0, 0.0, -1.0, 2.0,
    ],
];

/// The gradient, and the product of the Hessian with a direction.
fn to_second_order(graph: &Graph, at: &[f64], along: &[f64]) -> Vec<f64> {
    let wrt: Vec<usize> = (0..graph.inputs().len()).collect();
    let gradient = graph_autodiff::gradient(graph, &wrt).unwrap();
    let second = graph_autodiff::forward(&gradient, &wrt).unwrap();
    evaluate(&second, &[at, along].concat())
}

#[test]
fn files_have_the_derivatives_of_special_matrices() {
    for op in Algebra::ALL.into_iter().filter(|op| op.part().is_some()) {
        for at in SPECIAL {
            let n = at.len().isqrt();
            // Squares: the signs of vectors are arbitrary.
            let function = check::graph(&[&[n, n]], |b, x| {
                vec![weighted_square(b.algebra(op, x).unwrap(), 0)]
            });
            let along = numbers(at.len(), 9);
            let expected = to_second_order(&function, at, &along);
            let what = format!("{} of {at:?}", op.name());
            let read = cppad::from_str(&cppad::to_string(&function).unwrap()).unwrap();
            assert_close(&to_second_order(&read, at, &along), &expected, 1e-9, &what);
            let read = nnvm::from_str(&nnvm::to_string(&function).unwrap()).unwrap();
            assert_close(&to_second_order(&read, at, &along), &expected, 1e-9, &what);
        }
    }
}
