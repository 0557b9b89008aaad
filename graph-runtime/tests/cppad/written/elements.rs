//! Writing of single elements: views, scalar operators, constants, truths, casts.

use super::evaluator::evaluate;
use super::support::{INF, NAN, check, float, refusal, written};
use graph_ir::builder::Wire;
use graph_ir::graph::{InputKind, Literal};
use graph_ir::ops::{ScalarOp, Slice, Visitor};
use graph_ir::{Builder, Element, Shape};
use graph_runtime::json::cppad::Document;

/// Scalar operators that CppAD has neither by name nor in other words.
const NOT_IN_CPPAD: [&str; 8] = [
    "digamma",
    "polygamma",
    "bessel_j0",
    "bessel_j1",
    "bessel_j",
    "bessel_y0",
    "bessel_y1",
    "bessel_y",
];

#[test]
fn views_are_no_usages() {
    let graph = graph!(float(&[2, 3]), |b, x| {
        let columns = b.transpose(x, &[1, 0])?;
        let back = Slice::from_known([(2, -2), (1, 1)]);
        let corner = b.slice(columns, &back, &Shape::new(&[2, 1])?)?;
        let row = b.index(x, 0, 1)?;
        let rows = b.broadcast(row, &Shape::new(&[2, 3])?, &[1])?;
        let padded = b.pad(corner, &[(0, 1), (1, 0)], b.number(Element::F64, 7.0))?;
        let joined = b.concat(&[rows, x], 0)?;
        [corner, padded, joined]
    });
    let expected = [
        &[6.0, 4.0][..],
        &[7.0, 6.0, 7.0, 4.0, 7.0, 7.0],
        &[4.0, 5.0, 6.0, 4.0, 5.0, 6.0],
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    ];
    check(&graph, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &expected.concat());
    let document = written(&graph);
    assert_eq!(document.usages().len(), 0);
    // The background of the concatenation shows nowhere.
    assert_eq!(document.constants(), [7.0]);
}

#[test]
fn every_scalar_operator_has_its_value() {
    struct Value(Vec<f64>);
    impl Visitor<f64> for Value {
        type Output = f64;
        fn unary(self, f: impl Fn(f64) -> f64) -> f64 {
            f(self.0[0])
        }
        fn binary(self, f: impl Fn(f64, f64) -> f64) -> f64 {
            f(self.0[0], self.0[1])
        }
        fn ternary(self, f: impl Fn(f64, f64, f64) -> f64) -> f64 {
            f(self.0[0], self.0[1], self.0[2])
        }
        fn compare(self, f: impl Fn(f64, f64) -> bool) -> f64 {
            f64::from(u8::from(f(self.0[0], self.0[1])))
        }
    }
    let samples = [-2.5, -0.75, 0.0, 0.3, 1.0, 1.5, 4.0];
    let mut count = 0;
    for op in ScalarOp::all() {
        for (index, &first) in samples.iter().enumerate() {
            let operands: Vec<f64> = (0..op.arity())
                .map(|k| {
                    if k == 0 {
                        first
                    } else {
                        samples[(index + 3 * k) % samples.len()]
                    }
                })
                .collect();
            let Some(expected) = op.visit_float::<f64, _>(Value(operands.clone())) else {
                continue;
            };
            let builder = Builder::new();
            let x = builder.input("x", float(&[operands.len()]), InputKind::Independent);
            let wires = 0..operands.len() as i64;
            let wires: Vec<_> = wires.map(|k| builder.index(x, 0, k).unwrap()).collect();
            let value = builder.scalar(op, &wires).unwrap();
            builder.output("", value).unwrap();
            let graph = builder.finish().unwrap();
            if NOT_IN_CPPAD.contains(&op.name()) {
                let refused = Document::from_graph(&graph).unwrap_err().to_string();
                let why = "has neither this operator nor others that say the same";
                let named = refused.contains(op.name()) && refused.contains(why);
                assert!(named, "{op:?}: {refused}");
                continue;
            }
            let document = written(&graph);
            let value = evaluate(&document, &[], &operands)[0];
            let close = expected.is_finite()
                && (value - expected).abs() <= 1e-12 * expected.abs().max(1.0)
                || value == expected
                || value.is_nan() && expected.is_nan();
            assert!(close, "{op:?} of {operands:?}: {value}, not {expected}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn infinities_and_nan_are_computed() {
    let graph = graph!(float(&[1]), |b, x| {
        let number = |value| b.number(Element::F64, value);
        let x = b.index(x, 0, 0)?;
        [
            x + number(INF),
            number(-INF),
            number(NAN),
            number(INF),
            number(-0.0),
        ]
    });
    let document = written(&graph);
    assert!(document.constants().iter().all(|c| c.is_finite()));
    // Nothing made of constants alone is NaN: CppAD computes such while it reads.
    let names: Vec<&str> = document
        .usages()
        .map(|usage| usage.operator.name())
        .collect();
    assert_eq!(names, ["div", "add", "div", "sign", "sub", "log"]);
    let values = evaluate(&document, &[], &[1.0]);
    assert_eq!((values[0], values[1], values[3]), (INF, -INF, INF));
    assert!(values[2].is_nan() && values[4].is_sign_negative());
    // One that no result shows does not have to be computed.
    let hidden = graph!(float(&[1]), |b, x| {
        let piece = Slice::from_known([(0, 1)]);
        [b.assemble(b.number(Element::F64, INF), &[(x, piece)], &float(&[1]))?]
    });
    assert_eq!(written(&hidden).usages().len(), 0);
}

#[test]
fn pieces_that_overlap_are_added() {
    let graph = graph!(float(&[4]), |b, x| {
        let at = |start| Slice::from_known([(start, 1)]);
        let whole = float(&[5]);
        let numbers = [(x, at(1)), (x * x, at(0))];
        let seven = b.number(Element::F64, 7.0);
        let truths = [(x.less(2.0), at(1)), (x.greater(3.0), at(0))];
        let holds = b.literal(Literal::Bool(true));
        [
            b.superpose(seven, &numbers, &whole)?,
            b.superpose(seven, &numbers[..1], &whole)?,
            b.superpose(holds, &truths, &whole.with_element(Element::Bool))?,
        ]
    });
    let expected = [
        [1.0, 5.0, 11.0, 19.0, 4.0],
        [7.0, 1.0, 2.0, 3.0, 4.0],
        [0.0, 1.0, 0.0, 1.0, 0.0],
    ];
    check(&graph, &[1.0, 2.0, 3.0, 4.0], expected.as_flattened());
}

#[test]
fn truths_become_choices() {
    let graph = graph!(float(&[2]), |b, x| {
        let (x, y) = (b.index(x, 0, 0)?, b.index(x, 0, 1)?);
        let choice = |truth| Wire::select(truth, x.full_like(10.0), x.full_like(20.0));
        let (less, equal) = (x.less(y), x.equal(y));
        [
            choice(less),
            choice(x.less_equal(y)),
            choice(x.greater(y)),
            choice(x.greater_equal(y)),
            choice(equal),
            choice(x.not_equal(y)),
            choice(less.not()),
            choice(less.and(y.less(1.0))),
            choice(less.or(y.less(1.0)).not()),
            choice(less.or(equal).and(b.literal(Literal::Bool(true)))),
            b.cast(less, Element::F64)?,
            b.cast(b.cast(x, Element::Bool)?, Element::F64)?,
            less,
            b.select(less, equal, y.less(1.0))?,
        ]
    });
    let (t, f) = (10.0, 20.0);
    let expected = |x: f64, y: f64| {
        let choice = |truth| if truth { t } else { f };
        let number = |truth| f64::from(u8::from(truth));
        [
            choice(x < y),
            choice(x <= y),
            choice(x > y),
            choice(x >= y),
            choice(x == y),
            choice(x != y),
            choice(!matches!(x.partial_cmp(&y), Some(std::cmp::Ordering::Less))),
            choice(x < y && y < 1.0),
            choice(!(x < y || y < 1.0)),
            choice(x <= y),
            number(x < y),
            number(x != 0.0),
            number(x < y),
            number(if x < y { x == y } else { y < 1.0 }),
        ]
    };
    for x in [-1.0, 0.0, -0.0, 1.0, 2.0, INF, -INF, NAN] {
        for y in [-1.0, 0.0, 1.0, 2.0, INF, -INF, NAN] {
            check(&graph, &[x, y], &expected(x, y));
        }
    }
}

#[test]
fn casts_to_integers_truncate() {
    let graph = graph!(float(&[3]), |b, x| {
        let integers = b.cast(x, Element::I64)?;
        let known = b.cast(b.number(Element::F64, -2.7), Element::I64)?;
        let more = integers + b.broadcast(known, &Shape::new(&[3])?, &[])?;
        [b.cast(more, Element::F64)?]
    });
    check(&graph, &[2.75, -1.5, 0.0], &[0.0, -3.0, -2.0]);
}

/// The format has double precision alone: it rounds known numbers, and no others.
#[test]
fn casts_that_round_are_refused() {
    let graph = graph!(float(&[2]), |b, x| {
        let tenth = b.cast(b.literal(Literal::F64(0.1_f64.to_bits())), Element::F32)?;
        [x * b.cast(tenth, Element::F64)?]
    });
    let tenth = f64::from(0.1_f32);
    check(&graph, &[1.0, 2.0], &[tenth, 2.0 * tenth]);
    let graph = graph!(float(&[2]), |b, x| {
        let single = b.cast(b.index(x, 0, 1)?, Element::F32)?;
        [b.cast(single, Element::F64)?]
    });
    assert_eq!(
        refusal(&graph),
        "node %3: a cast from f64 to f32 cannot be written: it computes in double precision alone"
    );
}

#[test]
fn integers_are_divided_by_known_ones() {
    let x = [7.9, -7.9, 8.0, -8.0, 3.0, 0.0];
    for divisor in [4, -4] {
        let graph = graph!(float(&[6]), |b, x| {
            let x = b.cast(x, Element::I64)?;
            let divisor = x.zeros_like() + b.literal(Literal::I64(divisor));
            let [quotient, rest] = [x / divisor, x % divisor];
            [b.cast(quotient, Element::F64)?, b.cast(rest, Element::F64)?]
        });
        let sign = f64::from(divisor.signum() as i32);
        let quotients = [1.0, -1.0, 2.0, -2.0, 0.0, 0.0].map(|quotient| quotient * sign);
        let rests = [3.0, -3.0, 0.0, 0.0, 3.0, 0.0];
        check(&graph, &x, &[quotients, rests].concat());
    }
    let graph = graph!(float(&[2]), |b, x| {
        let x = b.cast(x, Element::I64)?;
        [b.index(x, 0, 0)? % b.index(x, 0, 1)?]
    });
    assert_eq!(
        refusal(&graph),
        "node %6: rem cannot be written: the divisor of the integers is not a \
         known number other than 0, and the format cannot refuse 0"
    );
}

#[test]
fn random_numbers_are_refused_by_name() {
    for seed in [None, Some(7.0)] {
        let builder = Builder::new();
        let x = builder.input("x", float(&[1]), InputKind::Independent);
        let key = match seed {
            Some(seed) => builder.number(Element::I64, seed),
            None => builder
                .cast(builder.index(x, 0, 0).unwrap(), Element::I64)
                .unwrap(),
        };
        let numbers = builder.uniform(key, &Shape::new(&[3]).unwrap(), Element::F64);
        builder.output("", numbers.unwrap()).unwrap();
        let graph = builder.finish().unwrap();
        let refused = Document::from_graph(&graph).unwrap_err().to_string();
        assert!(refused.contains("random_bits"), "{refused}");
    }
}
