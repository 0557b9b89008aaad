//! Derivative rules: against differences and each other, to the second order and the third.

use graph_ir::algebra::Algebra;

use super::check::{check, graph};
use super::matrices::fitting;
use super::numbers::numbers;
use super::{assert_close, evaluate, extents, right_size};

#[test]
fn every_rule_is_the_derivative_to_the_second_order() {
    for op in Algebra::ALL {
        // Rotations take long in debug builds.
        let largest = match op {
            Algebra::SvdU | Algebra::SvdVt => 2,
            _ if op.part().is_some() => 3,
            _ => 5,
        };
        for n in [0, 1, 2, 3, 5].into_iter().filter(|&n| n <= largest) {
            for right_sides in [None, Some(2)] {
                let extents = extents(op, n, right_sides);
                let extents: Vec<&[usize]> = extents.iter().map(Vec::as_slice).collect();
                let function = graph(&extents, |b, x| {
                    let y = b.algebra(op, x).unwrap();
                    vec![y.sin() + y]
                });
                let mut point = fitting(op, n, 21);
                if op.operands().len() == 2 {
                    point.extend(numbers(right_size(op, n, right_sides), 8));
                } else if right_sides.is_some() {
                    continue;
                }
                check(&format!("{} of {n}", op.name()), &function, &point);
            }
        }
    }
}

/// With respect to one operand alone, the other held fixed.
#[test]
fn rules_of_one_operand_alone() {
    for op in Algebra::ALL
        .into_iter()
        .filter(|op| op.operands().len() == 2 && *op != Algebra::CholeskyAdjoint)
    {
        for n in [2, 6, 9, 35] {
            let function = super::graph(op, &extents(op, n, None));
            let (matrix, right) = (fitting(op, n, 3), numbers(n, 4));
            let (seed, change) = (numbers(n, 5), [numbers(n * n, 6), numbers(n, 7)]);
            for (input, change) in change.iter().enumerate() {
                let reverse = graph_autodiff::reverse(&function, &[input]).unwrap();
                let forward = graph_autodiff::forward(&function, &[input]).unwrap();
                let adjoint = evaluate(&reverse, &[&matrix[..], &right, &seed].concat());
                let tangent = evaluate(&forward, &[&matrix[..], &right, change].concat());
                let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
                let [left, right] = [dot(&adjoint[n..], change), dot(&seed, &tangent[n..])];
                assert_close(&[left], &[right], 1e-12, op.name());
            }
        }
    }
}

/// The third derivative of `1 / x`, each from a derivative, as a matrix of one element and as a
/// block of a larger one.
#[test]
fn third_order_of_a_reciprocal() {
    for n in [1, 3, 9] {
        for op in [
            Algebra::Inverse,
            Algebra::LinearSolve,
            Algebra::TransposedSolve,
        ] {
            let function = graph(&[&[]], |b, x| {
                let unit = b.number(graph_ir::Element::F64, 1.0);
                let shape = graph_ir::Shape::new(&[n, n]).unwrap();
                let diagonal = (0..n).map(|i| {
                    let place = vec![(i as i64, 1), (i as i64, 1)];
                    let one = graph_ir::Shape::new(&[1, 1]).unwrap();
                    let element = if i == 0 { x[0] } else { unit };
                    (
                        element.reshape(&one),
                        graph_ir::ops::Slice::from_known(place),
                    )
                });
                let diagonal: Vec<_> = diagonal.collect();
                let zero = b.number(graph_ir::Element::F64, 0.0);
                let ty = graph_ir::Type::new(graph_ir::Element::F64, shape);
                let matrix = b.assemble(zero, &diagonal, &ty).unwrap();
                let first = b.range(matrix, 0, 0, 1).unwrap();
                let right = b.reshape(first / x[0], &graph_ir::Shape::new(&[n]).unwrap());
                let operands = [matrix, right.unwrap()];
                let y = b.algebra(op, &operands[..op.operands().len()]).unwrap();
                let mut element = y;
                while element.ty().unwrap().shape.rank() > 0 {
                    element = b.index(element, 0, 0).unwrap();
                }
                vec![element]
            });
            let mut derivative = function;
            for _ in 0..3 {
                let next = graph_autodiff::gradient(&derivative, &[0]).unwrap();
                let b = graph_ir::Builder::new();
                let ty = graph_ir::Type::scalar(graph_ir::Element::F64);
                let x = b.input("x", ty, graph_ir::graph::InputKind::Independent);
                let results = b.embed(&next, &[x]).unwrap();
                b.output("", results[1]).unwrap();
                derivative = b.finish().unwrap();
            }
            let found = evaluate(&derivative, &[2.0]);
            assert_close(&found, &[-6.0 / 16.0], 1e-14, &format!("{op:?} of {n}"));
        }
    }
}
