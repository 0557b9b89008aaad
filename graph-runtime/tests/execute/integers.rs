//! Integers divided by integers.

use graph_ir::ops::ScalarOp;
use graph_ir::{Element, Graph};
use graph_runtime::execute::{Executable, ExecuteError, Values};

use crate::support::{graph, result, ty};

const EDGES: [i64; 9] = [0, 1, -1, 2, -3, 7, -8, i64::MAX, i64::MIN];

/// An operator of Rust.
type OfRust = fn(i64, i64) -> i64;

const OPERATORS: [(ScalarOp, OfRust); 2] = [
    (ScalarOp::Div, i64::wrapping_div),
    (ScalarOp::Rem, i64::wrapping_rem),
];

fn divided(op: ScalarOp, extents: &[usize]) -> Graph {
    let integers = ty(Element::I64, extents);
    graph(&[integers.clone(), integers], |b, x| {
        Ok(vec![b.scalar(op, &[x[0], x[1]])?])
    })
}

/// The operator over a constant divisor, which is repeated.
fn divided_by(op: ScalarOp, divisor: i64, extents: &[usize]) -> Graph {
    graph(&[ty(Element::I64, extents)], |b, x| {
        let divisor = x[0].zeros_like() + b.literal(graph_ir::graph::Literal::I64(divisor));
        Ok(vec![b.scalar(op, &[x[0], divisor])?])
    })
}

#[test]
fn integers_are_divided_as_rust_divides() {
    for (op, expected) in OPERATORS {
        for x in EDGES {
            for y in EDGES.into_iter().filter(|&y| y != 0) {
                let found: Vec<i64> =
                    result(&divided(op, &[]), &[Values::I64(&[x]), Values::I64(&[y])]);
                assert_eq!(found, [expected(x, y)], "{op:?} {x} {y}");
                let found: Vec<i64> = result(&divided_by(op, y, &[]), &[Values::I64(&[x])]);
                assert_eq!(found, [expected(x, y)], "{op:?} {x} {y}");
            }
        }
    }
}

#[test]
fn arrays_of_integers_are_divided_element_by_element() {
    let divisors = || EDGES.into_iter().filter(|&y| y != 0);
    let pairs = EDGES
        .into_iter()
        .flat_map(|x| divisors().map(move |y| (x, y)));
    let (x, y): (Vec<i64>, Vec<i64>) = pairs.unzip();
    for (op, expected) in OPERATORS {
        let inputs = [Values::I64(&x), Values::I64(&y)];
        let found: Vec<i64> = result(&divided(op, &[x.len()]), &inputs);
        let expected: Vec<i64> = x.iter().zip(&y).map(|(&x, &y)| expected(x, y)).collect();
        assert_eq!(found, expected, "{op:?}");
    }
}

#[test]
fn a_divisor_of_zero_is_an_error_that_names_the_node() {
    for (op, _) in OPERATORS {
        for count in [1, 5, 100] {
            let executable = Executable::new(&divided(op, &[count])).unwrap();
            for zero in [0, count - 1] {
                let (x, mut y) = (vec![7; count], vec![2; count]);
                y[zero] = 0;
                let inputs = [Values::I64(&x), Values::I64(&y)];
                let error = executable.call::<i64>(&inputs).unwrap_err();
                assert!(matches!(error, ExecuteError::DivisionByZero { .. }));
                assert_eq!(error.to_string(), "at %2: integers are divided by zero");
            }
        }
    }
}

#[test]
fn a_constant_divisor_of_zero_is_an_error_of_evaluation() {
    for (op, _) in OPERATORS {
        let graph = divided_by(op, 0, &[]);
        let graph = graph_ir::passes::optimize(&graph).unwrap();
        let error = Executable::new(&graph)
            .unwrap()
            .call::<i64>(&[Values::I64(&[7])])
            .unwrap_err();
        assert!(matches!(error, ExecuteError::DivisionByZero { .. }));
    }
}

#[test]
fn a_side_that_is_not_taken_divides_nothing() {
    let integer = ty(Element::I64, &[]);
    let graph = graph(&[integer.clone(), integer], |b, x| {
        let condition = x[1].equal(x[1].zeros_like());
        b.begin_region()?;
        let then = b.end_region(&[x[0]])?;
        b.begin_region()?;
        let quotient = b.scalar(ScalarOp::Div, &[x[0], x[1]])?;
        let otherwise = b.end_region(&[quotient])?;
        b.branch(condition, then, otherwise)
    });
    for (y, expected) in [(0, 7), (2, 3)] {
        let found: Vec<i64> = result(&graph, &[Values::I64(&[7]), Values::I64(&[y])]);
        assert_eq!(found, [expected]);
    }
}
