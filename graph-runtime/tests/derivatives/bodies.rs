//! Bodies of operators, in terms of other operators, have the operators' values and derivatives.

use super::evaluate;
use super::scalar::{CANDIDATES, graph_of};
use graph_autodiff::reverse;
use graph_ir::graph::InputKind;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Type};
use graph_ir::{Builder, Graph};

/// Places where bodies change from one formula to another, and between them.
const NEAR: [f64; 8] = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, 0.3];

#[test]
fn every_body_computes_what_its_row_does() {
    for op in ScalarOp::all() {
        let Some(body) = body_of(op) else {
            continue;
        };
        let row = graph_of(op);
        for number in 0..CANDIDATES.len().pow(2) {
            let pick = |i: usize| CANDIDATES[(number / 8_usize.pow(i as u32 % 2) + 3 * i) % 8];
            let point: Vec<f64> = (0..op.arity()).map(pick).collect();
            let (found, expected) = (evaluate(&body, &point)[0], evaluate(&row, &point)[0]);
            let close =
                found == expected || (found - expected).abs() <= 1e-12 * expected.abs().max(1.0);
            let same = found.is_nan() == expected.is_nan() && (close || expected.is_nan());
            assert!(same, "{op:?} at {point:?}: body {found}, row {expected}");
        }
    }
}

/// Where a row has a first and a second derivative, files that hold its body have them too: but for
/// a hypotenuse at the origin, where the root has none, and beside the jump of an angle, whose side
/// a body does not tell from a negative zero.
#[test]
fn every_body_has_the_derivatives_of_its_row() {
    let mut differ = Vec::new();
    for op in ScalarOp::all() {
        let Some(body) = body_of(op) else {
            continue;
        };
        let row = graph_of(op);
        let wrt: Vec<usize> = (0..op.arity()).collect();
        if graph_autodiff::gradient(&row, &wrt).is_err() {
            continue;
        }
        let second = |graph: &Graph| {
            let slopes = graph_autodiff::gradient(graph, &wrt).unwrap();
            graph_autodiff::forward(&slopes, &wrt).unwrap()
        };
        let of = [&body, &row].map(second);
        for number in 0..NEAR.len().pow(wrt.len() as u32) {
            let pick = |&i: &usize| NEAR[number / NEAR.len().pow(i as u32) % NEAR.len()];
            let point: Vec<f64> = wrt.iter().map(pick).collect();
            if op == ScalarOp::Hypot && point.iter().all(|x| *x == 0.0) {
                continue;
            }
            for direction in &wrt {
                let mut inputs = point.clone();
                inputs.extend(wrt.iter().map(|i| f64::from(i == direction)));
                let [found, expected] = [&of[0], &of[1]].map(|graph| evaluate(graph, &inputs));
                let same = (found[0] - expected[0]).abs() <= 1e-12;
                let regular = expected.iter().all(|x| x.is_finite()) && same;
                let mut pairs = found.iter().zip(&expected);
                if regular && !pairs.all(|(&f, &e)| (f - e).abs() <= 1e-7 * e.abs().max(1.0)) {
                    differ.push(format!("{op:?} at {point:?}"));
                }
            }
        }
    }
    assert!(differ.is_empty(), "{differ:#?}");
}

/// The graph of an operator's body, if it has one.
fn body_of(op: ScalarOp) -> Option<Graph> {
    let builder = Builder::new();
    let operands: Vec<_> = (0..op.arity())
        .map(|_| builder.input("x", Type::scalar(Element::F64), InputKind::Independent))
        .collect();
    builder.output("", op.body(&operands)?).unwrap();
    Some(builder.finish().unwrap())
}

/// The bodies of functions that are small near zero keep their digits there, and all have the
/// operator's edges.
#[test]
fn bodies_keep_their_digits_near_zero_and_far_out() {
    use ScalarOp::{Acosh, Asinh, Atanh, Cosh, ExpM1, Ln1p, Sign, Sinh};
    let small = [0.0, 1e-300, 1e-17, 3e-16, 1e-9, 1e-4, 0.3];
    let edges = [1.0, 40.0, 1e200, f64::INFINITY, f64::NAN];
    for op in [Sign, ExpM1, Ln1p, Sinh, Cosh, Asinh, Acosh, Atanh] {
        let (body, row) = (body_of(op).unwrap(), graph_of(op));
        let derivatives = [&body, &row].map(|graph| reverse(graph, &[0]).unwrap());
        for size in small.into_iter().chain(edges) {
            for x in [size, -size] {
                let (found, expected) = (evaluate(&body, &[x])[0], evaluate(&row, &[x])[0]);
                assert!(
                    alike(found, expected, 0.0),
                    "{op:?} at {x:e}: {found}, not {expected}"
                );
                if !small.contains(&size) {
                    continue;
                }
                let [found, expected] = [0, 1].map(|k| evaluate(&derivatives[k], &[x, 1.0])[1]);
                assert!(
                    alike(found, expected, 1.0),
                    "{op:?}' at {x:e}: {found}, not {expected}"
                );
            }
        }
    }
}

/// Whether two numbers differ by little, compared with the expected one or with `least`.
fn alike(found: f64, expected: f64, least: f64) -> bool {
    found == expected
        || found.is_nan() && expected.is_nan()
        || (found - expected).abs() <= 1e-13 * expected.abs().max(least)
}
