//! Every row of the table of scalar operators, with tensors and with numbers as operands.

use super::support::{
    check, close, evaluate, float, graph, lacks_operator, operators, read_back, refusal_as, ty,
};
use graph_ir::graph::Literal;
use graph_ir::ops::{Class, ScalarOp};
use graph_ir::{Element, Graph, Shape};
use graph_runtime::json::nnvm::Flavour;

const NUMBERS: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.3,
    2.75,
    -3.5,
    1e-310,
    1e300,
    -1e30,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// All combinations of the numbers for operators of up to two operands, and many for three.
pub(crate) fn points(arity: usize) -> Vec<Vec<f64>> {
    let n = NUMBERS.len();
    let count = if arity < 3 { n.pow(arity as u32) } else { 600 };
    let digit = |number: usize, k: usize| NUMBERS[(number / n.pow(k as u32) + 5 * k) % n];
    (0..count)
        .map(|number| (0..arity).map(|k| digit(number, k)).collect())
        .collect()
}

/// The operators on numbers and truth values: these formats have no integers of their own.
pub(crate) fn rows() -> impl Iterator<Item = ScalarOp> {
    ScalarOp::all()
        .into_iter()
        .filter(|op| op.class() != Class::Integer)
}

pub(crate) fn apply(op: ScalarOp) -> Graph {
    let element = match op.class() {
        Class::Logic => Element::Bool,
        _ => Element::F64,
    };
    graph(&vec![ty(element, &[]); op.arity()], |b, x| {
        Ok(vec![b.scalar(op, x)?])
    })
}

/// Rows whose bodies are less accurate far out, or pass over the sign of a zero, are compared for
/// ordinary numbers.
pub(crate) fn is_ordinary(x: &[f64]) -> bool {
    x.iter()
        .all(|x| x.abs() <= 4.0 && (x.abs() >= 0.1 || x.to_bits() == 0))
}

#[test]
fn every_row_has_its_values() {
    let (mut written, mut exact) = (0, 0);
    for op in rows() {
        let before = apply(op);
        if lacks_operator(op, Flavour::Mxnet) {
            let message = refusal_as(&before, Flavour::Mxnet);
            let expected = format!(
                "node %1: {} cannot be written: \
                 MXNet has neither this operator nor others that say the same",
                op.name()
            );
            assert_eq!(message, expected);
            continue;
        }
        let after = read_back(&before);
        written += 1;
        let mut all_equal = true;
        for x in points(op.arity()) {
            let (found, expected) = (evaluate(&after, &x), evaluate(&before, &x));
            let equal = found[0] == expected[0] || found[0].is_nan() && expected[0].is_nan();
            all_equal &= equal;
            assert!(
                equal || !is_ordinary(&x) || close(&found, &expected, 1e-12),
                "{op:?} of {x:?} is {found:?}, not {expected:?}"
            );
            assert!(
                equal || op.mxnet().is_none() || op.class() == Class::Logic,
                "{op:?} of {x:?} is {found:?}, not {expected:?}"
            );
        }
        exact += usize::from(all_equal);
    }
    println!("{written} rows, {exact} of them with the same values everywhere");
    assert!(written >= 68, "{written}");
    assert!(exact >= 63, "{exact}");
}

#[test]
fn every_row_takes_tensors_and_numbers() {
    for op in rows().filter(|op| op.class() != Class::Logic) {
        let arity = op.arity();
        check(&on_tensors(op), &[tensors(arity)], 1e-12);
        for number in 0..arity {
            let before = graph(&vec![float(&[2, 3]); arity], |b, x| {
                let mut operands = x.to_vec();
                operands[number] = b.full(&float(&[2, 3]), 0.75)?;
                Ok(vec![b.scalar(op, &operands)?])
            });
            check(&before, &[tensors(arity)], 1e-12);
        }
        let numbers = graph(&[], |b, _| {
            let operands = (0..arity).map(|k| b.number(Element::F64, 0.25 + k as f64));
            Ok(vec![b.scalar(op, &operands.collect::<Vec<_>>())?])
        });
        check(&numbers, &[vec![]], 1e-12);
    }
}

fn on_tensors(op: ScalarOp) -> Graph {
    graph(&vec![float(&[2, 3]); op.arity()], |b, x| {
        Ok(vec![b.scalar(op, x)?])
    })
}

fn tensors(arity: usize) -> Vec<f64> {
    (0..6 * arity).map(|k| 0.3 + 0.11 * k as f64).collect()
}

#[test]
fn numbers_are_attributes_where_the_format_has_such_an_operator() {
    let one = |f: for<'b> fn(graph_ir::Wire<'b>) -> graph_ir::Wire<'b>| {
        operators(&graph(&[float(&[3])], |_, x| Ok(vec![f(x[0])])))
    };
    assert_eq!(one(|x| x + 2.0), ["_plus_scalar"]);
    assert_eq!(one(|x| 2.0 + x), ["_plus_scalar"]);
    assert_eq!(one(|x| 2.0 - x), ["_rminus_scalar"]);
    assert_eq!(one(|x| 2.0 / x), ["_rdiv_scalar"]);
    assert_eq!(one(|x| x.powf(0.5)), ["_power_scalar"]);
    assert_eq!(one(|x| x.greater(1.0)), ["_greater_scalar"]);
    assert_eq!(one(|x| x.max(0.0)), ["_maximum_scalar"]);
    assert_eq!(one(|x| x.clamp(-0.5, 1.0)), ["clip"]);
    assert_eq!(one(|x| x.softplus() + 1.0), ["Activation", "_plus_scalar"]);
    assert_eq!(one(|x| x.gelu() + 1.0), ["LeakyReLU", "_plus_scalar"]);
    assert_eq!(one(|x| x.leaky_relu(0.25)), ["LeakyReLU"]);
    // MXNet would hold these in single precision.
    assert_eq!(
        one(|x| x.leaky_relu(0.1)),
        ["_greater_scalar", "_mul_scalar", "where"]
    );
    assert!(!one(|x| x.clamp(-0.1, 1.0)).contains(&"clip".to_string()));
}

#[test]
fn truths_and_integers_are_numbers() {
    let before = graph(
        &[float(&[4]), ty(Element::I64, &[4]), ty(Element::Bool, &[4])],
        |b, x| {
            let (x, n, t) = (x[0], x[1], x[2]);
            let integer = b.cast(x, Element::I64)?;
            let both = x.less(0.5).and(t.not()).or(n.equal(integer));
            let sum = integer * n - n;
            Ok(vec![
                integer,
                both,
                b.cast(sum, Element::F64)?,
                b.cast(both, Element::I64)?,
                b.cast(x, Element::Bool)?,
                1.0 / b.cast(-n, Element::F64)?,
                1.0 / b.cast(integer, Element::F64)?,
                t.select(sum, n),
            ])
        },
    );
    let x = vec![
        -0.5,
        2.75,
        f64::NAN,
        -3.2,
        0.0,
        2.0,
        5.0,
        -3.0,
        0.0,
        1.0,
        0.0,
        1.0,
    ];
    check(&before, &[x], 0.0);
}

#[test]
fn single_precision_is_said_so() {
    let before = graph(&[ty(Element::F32, &[2]), float(&[2])], |b, x| {
        let narrow = x[0] * 0.5 + x[0].sin();
        let wide = b.cast(narrow, Element::F64)? + x[1];
        let chosen = x[0].less(1.0).and(x[1].less(1.0));
        let back = b.cast(chosen, Element::F32)?;
        Ok(vec![wide, back, b.cast(x[1], Element::F32)? * x[0]])
    });
    check(&before, &[vec![0.25, 1.5, -0.75, 3.0]], 1e-7);
    let text = graph_runtime::json::nnvm::to_string(&before).unwrap();
    assert!(text.contains(r#""__dtype__":"0""#) && text.contains(r#""__dtype__":"1""#));
    assert!(text.contains(r#""dtype":"float64""#));
    // Read back, all numbers are doubles; what the file says is kept.
    let again = graph_runtime::json::nnvm::from_str(&text).unwrap();
    assert!(again.input_types().all(|ty| ty.element == Element::F64));
    let written = graph_runtime::json::nnvm::to_string(&again).unwrap();
    assert_eq!(written, text);
}

#[test]
fn integers_are_divided_by_known_ones() {
    let points = [7.9, -7.9, 8.0, -8.0, 3.0, 0.0, 1e15, -1e15].map(|x| vec![x, 2.0]);
    let integers = ty(Element::F64, &[]);
    for op in [ScalarOp::Div, ScalarOp::Rem] {
        for divisor in [4, -4, 1, 7] {
            let graph = graph(&[integers.clone(), integers.clone()], |b, x| {
                let x = b.cast(x[0], Element::I64)?;
                let divisor = b.literal(Literal::I64(divisor));
                Ok(vec![b.cast(b.scalar(op, &[x, divisor])?, Element::F64)?])
            });
            check(&graph, &points, 0.0);
        }
        let graph = graph(&[integers.clone(), integers.clone()], |b, x| {
            let [x, y] = [b.cast(x[0], Element::I64)?, b.cast(x[1], Element::I64)?];
            Ok(vec![b.cast(b.scalar(op, &[x, y])?, Element::F64)?])
        });
        for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
            let message = refusal_as(&graph, flavour);
            let expected = format!(
                "node %4: {} cannot be written: the divisor of the integers is not a known number \
                 other than 0, and the format cannot refuse 0",
                op.name()
            );
            assert_eq!(message, expected);
        }
    }
}

#[test]
fn random_numbers_are_refused_by_name() {
    let random = graph(&[ty(Element::I64, &[])], |b, x| {
        Ok(vec![b.uniform(x[0], &Shape::new(&[3])?, Element::F64)?])
    });
    for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
        let message = refusal_as(&random, flavour);
        assert!(
            message.contains("random_bits cannot be written"),
            "{message}"
        );
    }
}
