//! Derivatives to third order: against dual numbers of third order, an independent method, and
//! against differences of the second order.

use adgraph::{Graph, differentiate};
use num_dual::Dual3;

use super::differences::difference;
use super::evaluate::{all_inputs, close, evaluate};
use super::list;
use super::program::Program;

/// The derivatives of the results along a direction, from order 0 to 3, in forward mode.
struct Tangents {
    graphs: Vec<Graph>,
}

impl Tangents {
    fn new(program: &Program) -> Self {
        let wrt = all_inputs(&program.graph);
        let mut graphs = vec![program.graph.clone()];
        for order in 0..3 {
            graphs.push(differentiate::forward(&graphs[order], &wrt).unwrap());
        }
        Self { graphs }
    }

    /// Each further order appends the tangents of the original inputs; the derivative of highest
    /// order is the last of the outputs.
    fn at(&self, order: usize, x: &[f64], direction: &[f64]) -> Vec<f64> {
        let mut inputs = x.to_vec();
        for _ in 0..order {
            inputs.extend(direction);
        }
        let outputs = evaluate(&self.graphs[order], &inputs);
        let n = outputs.len() >> order;
        outputs[outputs.len() - n..].to_vec()
    }
}

#[test]
fn third_order_agrees_with_dual_numbers() {
    let mut compared = 0;
    for program in list::all() {
        let Some(reference) = program.reference else {
            continue;
        };
        compared += 1;
        let tangents = Tangents::new(&program);
        let direction = program.direction();
        for x in program.points() {
            let duals = x.iter().zip(&direction);
            let duals: Vec<Dual3<f64>> = duals.map(|(&x, &d)| Dual3::new(x, d, 0.0, 0.0)).collect();
            let expected = reference(&duals);
            let parts: [fn(&Dual3<f64>) -> f64; 4] = [|d| d.re, |d| d.v1, |d| d.v2, |d| d.v3];
            for (order, part) in parts.into_iter().enumerate() {
                let expected: Vec<f64> = expected.iter().map(part).collect();
                let found = tangents.at(order, &x, &direction);
                assert!(
                    close(&found, &expected, 1e-10),
                    "{}: order {order} at {x:?} is {found:?}, dual numbers give {expected:?}",
                    program.name
                );
            }
        }
    }
    assert!(compared >= 75, "only {compared} programs have a reference");
}

#[test]
fn each_order_is_the_derivative_of_the_one_below() {
    for program in list::all() {
        let tangents = Tangents::new(&program);
        let (seed, direction) = (program.seed(), program.direction());
        let weighted = |order: usize, x: &[f64]| -> f64 {
            let y = tangents.at(order, x, &direction);
            y.iter().zip(&seed).map(|(y, s)| y * s).sum()
        };
        for x in program.points().into_iter().take(1) {
            for order in 1..=3 {
                let found = weighted(order, &x);
                let below = |x: &[f64]| weighted(order - 1, x);
                let expected = difference(&below, &x, &direction);
                assert!(
                    close(&[found], &[expected], 1e-6),
                    "{}: order {order} at {x:?} is {found}, differences give {expected}",
                    program.name
                );
            }
        }
    }
}
