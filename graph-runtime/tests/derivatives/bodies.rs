//! Bodies of operators, in terms of other operators, have the operators' values and derivatives.

use super::evaluate;
use super::scalar::{CANDIDATES, graph_of};
use graph_autodiff::reverse;
use graph_ir::graph::InputKind;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Type};
use graph_ir::{Builder, Graph};

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
