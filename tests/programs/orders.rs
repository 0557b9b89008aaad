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

#[test]
fn taylor_coefficients_along_a_curve_agree_with_dual_numbers() {
    for program in list::all() {
        let Some(reference) = program.reference else {
            continue;
        };
        let graph = differentiate::taylor(&program.graph, &all_inputs(&program.graph), 3).unwrap();
        let direction = program.direction();
        // A curve that bends: none of its coefficients vanishes.
        let second: Vec<f64> = direction.iter().rev().map(|d| 0.5 - 0.25 * d).collect();
        let third: Vec<f64> = direction.iter().map(|d| 0.125 * d + 0.25).collect();
        for x in program.points() {
            let duals = (0..program.n_in)
                .map(|i| Dual3::new(x[i], direction[i], 2.0 * second[i], 6.0 * third[i]));
            let expected = reference(&duals.collect::<Vec<_>>());
            let parts: [fn(&Dual3<f64>) -> f64; 4] =
                [|d| d.re, |d| d.v1, |d| d.v2 / 2.0, |d| d.v3 / 6.0];
            let expected: Vec<f64> = parts
                .into_iter()
                .flat_map(|part| expected.iter().map(part))
                .collect();
            let inputs = [&x, &direction, &second, &third].into_iter().flatten();
            let found = evaluate(&graph, &inputs.copied().collect::<Vec<_>>());
            assert!(
                close(&found, &expected, 1e-10),
                "{}: series at {x:?} is {found:?}, dual numbers give {expected:?}",
                program.name
            );
        }
    }
}

#[test]
fn products_with_the_hessian_agree_with_dual_numbers() {
    for program in list::all() {
        let Some(reference) = program.reference else {
            continue;
        };
        let wrt = all_inputs(&program.graph);
        let graph = differentiate::weighted_hessian_product(&program.graph, &wrt).unwrap();
        let (weights, direction) = (program.seed(), program.direction());
        for x in program.points() {
            // The quadratic form of the Hessian; products follow by polarisation.
            let form = |v: &[f64]| -> f64 {
                let duals = x.iter().zip(v).map(|(&x, &v)| Dual3::new(x, v, 0.0, 0.0));
                let results = reference(&duals.collect::<Vec<_>>());
                results.iter().zip(&weights).map(|(y, w)| y.v2 * w).sum()
            };
            let along = form(&direction);
            let expected: Vec<f64> = (0..program.n_in)
                .map(|i| {
                    let mut unit = vec![0.0; program.n_in];
                    unit[i] = 1.0;
                    let own = form(&unit);
                    let mut both = direction.clone();
                    both[i] += 1.0;
                    (form(&both) - own - along) / 2.0
                })
                .collect();
            let inputs = [&x, &weights, &direction].into_iter().flatten();
            let outputs = evaluate(&graph, &inputs.copied().collect::<Vec<_>>());
            let found = &outputs[outputs.len() - program.n_in..];
            assert!(
                close(found, &expected, 1e-9),
                "{}: product at {x:?} is {found:?}, dual numbers give {expected:?}",
                program.name
            );
        }
    }
}
