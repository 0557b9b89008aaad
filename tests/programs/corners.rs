//! Ties, zeros and sides not taken: the derivatives that the conventions give, and nothing of
//! what was not taken, in value and derivatives of every order.

use adgraph::differentiate;

use super::evaluate::{all_inputs, close, evaluate};
use super::list;

#[test]
fn corners_have_the_derivatives_of_the_conventions() {
    for program in list::all() {
        for (x, expected) in &program.corners {
            let [y, adjoint] = (program.adjoint)(x, &vec![1.0; program.n_out]);
            assert!(
                y.iter().all(|y| y.is_finite()),
                "{} at {x:?}: {y:?}",
                program.name
            );
            assert!(
                close(&adjoint, expected, 1e-14),
                "{}: adjoint at {x:?} is {adjoint:?}, expected {expected:?}",
                program.name
            );
            let direction = program.direction();
            let [_, tangent] = (program.tangent)(x, &direction);
            let found: f64 = tangent.iter().sum();
            let expected: f64 = expected.iter().zip(&direction).map(|(a, b)| a * b).sum();
            assert!(
                close(&[found], &[expected], 1e-13),
                "{}: tangent at {x:?} is {found}, expected {expected}",
                program.name
            );
        }
    }
}

#[test]
fn corners_stay_finite_to_third_order() {
    for program in list::all() {
        let mut graph = program.graph.clone();
        let mut inputs: Vec<Vec<f64>> = program.corners.iter().map(|(x, _)| x.clone()).collect();
        for order in 1..=3 {
            let wrt = all_inputs(&program.graph);
            let outputs = graph
                .output_types()
                .map(|ty| ty.shape.size())
                .sum::<usize>();
            graph = differentiate::reverse(&graph, &wrt).unwrap();
            for x in &mut inputs {
                x.extend((0..outputs).map(|_| 1.0));
                let found = evaluate(&graph, x);
                assert!(
                    found.iter().all(|v| v.is_finite()),
                    "{}: order {order} at {x:?} is {found:?}",
                    program.name
                );
            }
        }
    }
}
