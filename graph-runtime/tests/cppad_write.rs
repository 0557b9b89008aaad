//! Graphs of every kind, written as documents: the documents' values are those of the formulas, and
//! reading them gives a graph that is written the same.

mod cppad_evaluator;

use cppad_evaluator::evaluate;
use graph_ir::builder::Wire;
use graph_ir::composite::Composite;
use graph_ir::graph::{Constant, EffectKind, External, ExternalKind, InputKind, Literal, Role};
use graph_ir::ops::{Contraction, Reduction, ScalarOp, Slice, Visitor};
use graph_ir::{Builder, Element, Graph, Result, Shape, Type};
use graph_runtime::json::Error;
use graph_runtime::json::cppad::{self, Detail, Document};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

fn ty(element: Element, extents: &[usize]) -> Type {
    Type::new(element, Shape::new(extents).unwrap())
}

fn float(extents: &[usize]) -> Type {
    ty(Element::F64, extents)
}

/// The graph of a function of one input `x` of this type.
fn function<'b>(
    builder: &'b mut Option<Builder>,
    input: Type,
    body: impl FnOnce(&'b Builder, Wire<'b>) -> Result<Vec<Wire<'b>>>,
) {
    let builder = &*builder.insert(Builder::new());
    let x = builder.input("x", input, InputKind::Independent);
    for output in body(builder, x).unwrap() {
        builder.output("", output).unwrap();
    }
}

/// The graph of a function of `x: [f64; n]`.
macro_rules! graph {
    ($ty:expr, |$b:ident, $x:ident| $body:expr) => {{
        let mut builder = None;
        function(&mut builder, $ty, |$b, $x| Ok(($body).to_vec()));
        builder.unwrap().finish().unwrap()
    }};
}

/// The document of a graph, after checking that reading and writing it changes nothing.
fn written(graph: &Graph) -> Document {
    let document = Document::from_graph(graph).unwrap();
    let text = document.to_string().unwrap();
    let again = cppad::from_str(&text).unwrap();
    assert_eq!(cppad::to_string(&again).unwrap(), text);
    document
}

#[track_caller]
fn check(graph: &Graph, x: &[f64], expected: &[f64]) {
    let document = written(graph);
    let values = evaluate(&document, &[], x);
    let close = |(&value, &expected): (&f64, &f64)| {
        value == expected
            || value.is_nan() && expected.is_nan()
            || expected.is_finite() && (value - expected).abs() <= 1e-13 * expected.abs()
    };
    assert_eq!(values.len(), expected.len());
    let equal = values.iter().zip(expected).all(close);
    assert!(equal, "{values:?} where {expected:?}");
}

fn refusal(graph: &Graph) -> String {
    Document::from_graph(graph).unwrap_err().to_string()
}

#[test]
fn views_are_no_usages() {
    let graph = graph!(float(&[2, 3]), |b, x| {
        let columns = b.transpose(x, &[1, 0])?;
        let back = Slice {
            axes: vec![(2, -2), (1, 1)],
        };
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
            let document = written(&builder.finish().unwrap());
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
    assert_eq!(document.usages().len(), 4);
    let values = evaluate(&document, &[], &[1.0]);
    assert_eq!((values[0], values[1], values[3]), (INF, -INF, INF));
    assert!(values[2].is_nan() && values[4].is_sign_negative());
    // One that no result shows does not have to be computed.
    let hidden = graph!(float(&[1]), |b, x| {
        let piece = Slice { axes: vec![(0, 1)] };
        [b.assemble(b.number(Element::F64, INF), &[(x, piece)], &float(&[1]))?]
    });
    assert_eq!(written(&hidden).usages().len(), 0);
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
fn reductions_go_along_their_axes() {
    let x = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0];
    let graph = graph!(float(&[2, 3]), |b, x| {
        let reduce = |reduction, axes: &[usize]| b.reduce(reduction, x, axes);
        let largest = reduce(Reduction::ArgMax, &[1])?;
        [
            reduce(Reduction::Sum, &[0])?,
            reduce(Reduction::Sum, &[0, 1])?,
            reduce(Reduction::Prod, &[1])?,
            reduce(Reduction::Max, &[1])?,
            reduce(Reduction::Min, &[0])?,
            largest,
            reduce(Reduction::ArgMin, &[0, 1])?,
            b.cast(largest, Element::F64)?,
        ]
    });
    let expected = [
        &[4.0, -6.0, 13.0, 11.0][..],
        &[-12.0, -45.0, 4.0, 9.0],
        &[1.0, -5.0, 4.0],
        &[2.0, 2.0, 4.0, 2.0, 2.0],
    ];
    check(&graph, &x, &expected.concat());
    let empty = graph!(float(&[2, 0]), |b, x| [
        b.reduce(Reduction::Sum, x, &[1])?,
        b.reduce(Reduction::Prod, x, &[1])?,
        b.reduce(Reduction::Max, x, &[0])?,
        b.sum(&[], &float(&[1]))?,
    ]);
    check(&empty, &[], &[0.0, 0.0, 1.0, 1.0, 0.0]);
    let extreme = graph!(float(&[1 << 30, 0]), |b, x| [b.reduce(
        Reduction::Max,
        x,
        &[0]
    )?]);
    check(&extreme, &[], &[]);
}

#[test]
fn contractions_are_products_and_sums() {
    let graph = graph!(float(&[2, 3]), |b, x| {
        let turned = b.transpose(x, &[1, 0])?;
        let row = b.index(x, 0, 0)?;
        [b.matmul(x, turned)?, b.dot(row, row)?, b.matmul(x, row)?]
    });
    let expected = [14.0, 32.0, 32.0, 77.0, 14.0, 14.0, 32.0];
    check(&graph, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &expected);

    let absolute = Contraction {
        absolute: true,
        ..Contraction::product(1)
    };
    let graph = graph!(float(&[4]), |b, x| {
        let (left, right) = (b.range(x, 0, 0, 2)?, b.range(x, 0, 2, 2)?);
        [b.contract(left, right, &absolute)?, b.dot(left, right)?]
    });
    check(&graph, &[0.0, 2.0, INF, 3.0], &[6.0, NAN]);

    let outer = Contraction {
        batch: vec![(0, 0)],
        contracted: vec![],
        absolute: false,
    };
    let graph = graph!(float(&[2, 2]), |b, x| [b.contract(x, x, &outer)?]);
    let expected = [1.0, 2.0, 2.0, 4.0, 9.0, 12.0, 12.0, 16.0];
    check(&graph, &[1.0, 2.0, 3.0, 4.0], &expected);
}

#[test]
fn indices_are_known_or_refused() {
    let constant = |values: &[i64]| {
        let shape = Shape::new(&[values.len()]).unwrap();
        Constant::from_i64s(shape, values.to_vec()).unwrap()
    };
    let graph = graph!(float(&[2, 3]), |b, x| {
        let indices = b.constant(constant(&[2, 0, 2]));
        let one = b.number(Element::I64, 1.0);
        let computed = b.scalar(ScalarOp::Mul, &[one + one, one])?;
        let gathered = b.gather(x, indices, 1)?;
        [
            gathered,
            b.gather(x, b.number(Element::I64, 1.0), 0)?,
            b.gather(x, computed, 1)?,
            b.scatter_add(indices, gathered, 1, &float(&[2, 3]))?,
        ]
    });
    let expected = [
        &[3.0, 1.0, 3.0, 6.0, 4.0, 6.0][..],
        &[4.0, 5.0, 6.0],
        &[3.0, 6.0],
        &[1.0, 0.0, 6.0, 4.0, 0.0, 12.0],
    ];
    check(&graph, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &expected.concat());

    let outside = graph!(float(&[2]), |b, x| {
        [b.gather(x, b.number(Element::I64, 2.0), 0)?]
    });
    assert_eq!(
        refusal(&outside),
        "/op_usage_vec/1/0: indexing at %2 cannot be written: the index is out of range"
    );
    let computed = graph!(float(&[2]), |b, x| {
        let index = b.cast(b.index(x, 0, 0)?, Element::I64)?;
        let found = b.gather(x, index, 0)?;
        b.name_node(found, "found");
        [found]
    });
    assert_eq!(
        refusal(&computed),
        "/op_usage_vec/1/1: indexing by a computed value at %4 (`found`) cannot be written: the \
         format has no indexing; an index must be a constant"
    );
    let huge = graph!(float(&[1]), |b, x| {
        let integer = b.literal(Literal::I64((1 << 53) + 1));
        [integer, x]
    });
    assert!(refusal(&huge).contains("the integer 9007199254740993 at %1 cannot be written"));
}

#[test]
fn casts_to_integers_truncate() {
    let graph = graph!(float(&[3]), |b, x| {
        let integers = b.cast(x, Element::I64)?;
        let known = b.cast(b.number(Element::F64, -2.7), Element::I64)?;
        let more = integers + b.broadcast(known, &Shape::new(&[3])?, &[])?;
        [b.cast(more, Element::F64)?, b.cast(x, Element::F32)?]
    });
    let expected = [0.0, -3.0, -2.0, 2.9, -1.5, 0.0];
    check(&graph, &[2.9, -1.5, 0.0], &expected);
}

#[test]
fn both_sides_of_a_branch_are_written() {
    let graph = graph!(float(&[2]), |b, x| {
        let (a, c) = (b.index(x, 0, 0)?, b.index(x, 0, 1)?);
        let branch = |condition| {
            b.begin_region()?;
            let then = b.end_region(&[a.sqrt(), c, a.less(c)])?;
            b.begin_region()?;
            let otherwise = b.end_region(&[a * c, c, c.less(a)])?;
            b.branch(condition, then, otherwise)
        };
        let known = branch(b.literal(Literal::Bool(false)))?;
        [branch(a.greater(0.0))?, known].concat()
    });
    check(&graph, &[4.0, 3.0], &[2.0, 3.0, 0.0, 12.0, 3.0, 1.0]);
    check(&graph, &[-4.0, 3.0], &[-12.0, 3.0, 0.0, -12.0, 3.0, 0.0]);
    let document = written(&graph);
    let names: Vec<_> = document.usages().map(|u| u.operator.name()).collect();
    // The second result is the same on both sides; the known branch has one side only.
    let roots = names.iter().filter(|name| **name == "sqrt").count();
    assert_eq!(roots, 1);
}

#[test]
fn loops_are_unrolled_in_their_direction() {
    for reverse in [false, true] {
        let graph = graph!(float(&[3, 2]), |b, x| {
            let start = b.number(Element::F64, 1.0);
            b.begin_region()?;
            let state = b.region_input(float(&[]));
            let slice = b.region_input(float(&[2]));
            let first = b.index(slice, 0, 0)?;
            let next = state * 0.5 + first;
            let body = b.end_region(&[next, slice * next, next])?;
            b.scan_region(body, &[start], &[x], 3, reverse)?
        });
        let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let (mut state, mut products, mut states) = (1.0, [0.0; 6], [0.0; 3]);
        for step in 0..3 {
            let step = if reverse { 2 - step } else { step };
            state = state * 0.5 + x[2 * step];
            products[2 * step] = x[2 * step] * state;
            products[2 * step + 1] = x[2 * step + 1] * state;
            states[step] = state;
        }
        let expected = [&[state][..], &products, &states].concat();
        check(&graph, &x, &expected);
    }
}

#[test]
fn composites_are_written_as_their_bodies() {
    let graph = graph!(float(&[3]), |b, x| {
        let apply = |composite| b.composite(composite, &[x], &[0]);
        [
            apply(Composite::Softmax)?,
            apply(Composite::LogSumExp)?,
            apply(Composite::Norm)?,
            apply(Composite::Variance)?,
        ]
    });
    let x = [1.0_f64, -2.0, 0.5];
    let total: f64 = x.iter().map(|x| x.exp()).sum();
    let mean = x.iter().sum::<f64>() / 3.0;
    let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 3.0;
    let mut expected: Vec<f64> = x.iter().map(|x| x.exp() / total).collect();
    expected.extend([total.ln(), (1.0_f64 + 4.0 + 0.25).sqrt(), variance]);
    check(&graph, &x, &expected);
    assert!(written(&graph).usages().all(|u| u.detail == Detail::None));

    let stopped = graph!(float(&[1]), |b, x| [b.stop_gradient(x * x)?]);
    check(&stopped, &[3.0], &[9.0]);
    let name = "stop_gradient";
    let mut details = written(&stopped)
        .usages()
        .map(|u| format!("{:?}", u.detail))
        .collect::<Vec<_>>();
    assert_eq!(
        details.pop().unwrap(),
        format!("{:?}", Detail::Function { name })
    );
}

#[test]
fn arguments_are_flattened_with_parameters_first() {
    let builder = Builder::new();
    builder.set_name("mixed");
    let x = builder.input("x", float(&[2]), InputKind::Independent);
    let p = builder.input("p", float(&[]), InputKind::Dynamic);
    let n = builder.input("n", ty(Element::I64, &[]), InputKind::Independent);
    let s = builder.input("s", ty(Element::F32, &[]), InputKind::Independent);
    let on = builder.input("on", ty(Element::Bool, &[]), InputKind::Dynamic);
    let single = builder.cast(s * 0.1, Element::F64).unwrap();
    let count = builder.cast(n, Element::F64).unwrap();
    let first = builder.index(x, 0, 0).unwrap();
    let value = on.select(first * p + count, single);
    builder.output("y", value).unwrap();
    let document = written(&builder.finish().unwrap());
    assert_eq!(document.function_name(), "mixed");
    assert_eq!((document.n_dynamic(), document.n_variable()), (3, 3));
    let value = |on| evaluate(&document, &[2.0, 7.0, on], &[3.0, 0.0, 5.0])[0];
    assert_eq!(value(1.0), 13.0);
    assert_eq!(value(0.0), 5.0 * f64::from(0.1_f32));
}

#[test]
fn effects_are_written_at_their_place() {
    let graph = graph!(float(&[2]), |b, x| {
        let (a, c) = (b.index(x, 0, 0)?, b.index(x, 0, 1)?);
        b.effect(EffectKind::Compare(ScalarOp::Greater), &[a, c])?;
        let sine = a.sin();
        let print = EffectKind::Print {
            before: "a".into(),
            after: "z".into(),
        };
        b.effect(print, &[c, sine])?;
        b.effect(EffectKind::ControlDependency, &[c, sine])?;
        let cosine = sine.cos();
        b.effect(EffectKind::Compare(ScalarOp::NotEqual), &[x, x])?;
        [cosine]
    });
    let document = written(&graph);
    let usages: Vec<_> = document
        .usages()
        .map(|u| (u.operator.name(), u.arguments.to_vec()))
        .collect();
    let expected = [
        ("comp_lt", vec![2, 1]),
        ("sin", vec![1]),
        ("print", vec![2, 3]),
        ("cos", vec![3]),
        ("comp_ne", vec![1, 1]),
        ("comp_ne", vec![2, 2]),
    ];
    assert_eq!(usages, expected);

    let conditional = graph!(float(&[]), |b, x| {
        b.begin_region()?;
        b.effect(EffectKind::Compare(ScalarOp::Less), &[x, x])?;
        let then = b.end_region(&[x])?;
        b.begin_region()?;
        let otherwise = b.end_region(&[x])?;
        b.branch(x.less(0.0), then, otherwise)?
    });
    let message = refusal(&conditional);
    assert!(
        message.contains("the effect inside of a branch inside of %"),
        "{message}"
    );
}

#[test]
fn functions_of_the_host_keep_their_kind() {
    let external = |kind, role| External {
        name: "g".into(),
        kind,
        role,
        arguments: vec![float(&[2]), float(&[])],
        results: vec![float(&[]), float(&[2])],
    };
    let call = |external: &External| {
        graph!(float(&[2]), |b, x| {
            let first = b.index(x, 0, 0)?;
            let arguments = [x, first, x, first];
            let count = external.argument_types().len();
            let results = b.external(external, &arguments[..count])?;
            [results[1], results[0]]
        })
    };
    let document = written(&call(&external(ExternalKind::Smooth, Role::Value)));
    let usage = document.usage(0).unwrap();
    assert_eq!(usage.operator.name(), "atom");
    assert_eq!((usage.arguments, usage.results), (&[1, 2, 1][..], 3..6));
    assert_eq!(document.dependents(), [4, 5, 3]);
    let numbered = ExternalKind::Numbered { call: 3 };
    let document = written(&call(&external(numbered, Role::Value)));
    let (name, call_id) = ("g", 3);
    let detail = document.usage(0).unwrap().detail;
    assert_eq!(detail, Detail::Numbered { name, call_id });

    let tangent = refusal(&call(&external(ExternalKind::Smooth, Role::Tangent)));
    assert!(tangent.contains("the derivative of a function of the host at %"));
    let discrete = refusal(&call(&external(ExternalKind::Discrete, Role::Value)));
    assert!(discrete.contains("the format's discrete functions are of one number"));
    let beyond = ExternalKind::Numbered { call: 1 << 32 };
    let beyond = refusal(&call(&external(beyond, Role::Value)));
    assert!(beyond.contains("the format's call_id has 32 bits"));
}

#[test]
fn derivatives_are_graphs_like_others() {
    let graph = graph!(float(&[2]), |b, x| {
        let (a, c) = (b.index(x, 0, 0)?, b.index(x, 0, 1)?);
        [a.less(0.0).select(a, a.sqrt()) * c.sin() + a.max(c)]
    });
    let gradient = graph_ir::differentiate::gradient(&graph, &[0]).unwrap();
    let (a, c) = (4.0_f64, 1.0_f64);
    let expected = [2.0 * c.sin() + 4.0, 0.25 * c.sin() + 1.0, 2.0 * c.cos()];
    check(&gradient, &[a, c], &expected);
    // The square root that is not taken is NaN, and its derivative infinite at zero.
    check(&gradient, &[-1.0, 0.0], &[0.0, 0.0, 0.0]);
    let hessian = graph_ir::differentiate::reverse(&gradient, &[0]).unwrap();
    let document = written(&hessian);
    let values = evaluate(&document, &[], &[a, c, 0.0, 1.0, 0.0]);
    let second = [-c.sin() / 32.0, 0.25 * c.cos()];
    assert!((values[3] - second[0]).abs() < 1e-15 && (values[4] - second[1]).abs() < 1e-15);
}

#[test]
fn names_must_do_without_quotation_marks() {
    let builder = Builder::new();
    builder.set_name("say \"f\"");
    let graph = builder.finish().unwrap();
    assert_eq!(
        cppad::to_string(&graph).unwrap_err().to_string(),
        "/function_name: the text \"say \\\"f\\\"\" cannot be written: strings of the format have \
         no escapes and cannot hold `\"` or NUL"
    );
}

#[test]
fn size_is_borne_or_refused() {
    let large = graph!(float(&[1 << 33]), |b, x| [
        b.reshape(x, &Shape::new(&[1 << 16, 1 << 17])?)?
    ]);
    assert!(matches!(
        Document::from_graph(&large),
        Err(Error::TooLarge { .. })
    ));
    let wide = graph!(float(&[1]), |b, x| {
        let many = b.broadcast(x, &Shape::new(&[1 << 40, 1])?, &[1])?;
        [b.reduce(Reduction::Sum, many, &[0])?]
    });
    assert!(matches!(
        Document::from_graph(&wide),
        Err(Error::TooLarge { .. })
    ));

    let graph = graph!(float(&[1]), |b, x| {
        let mut value = b.index(x, 0, 0)?;
        for _ in 0..50_000 {
            value = value * value + 0.1;
        }
        [value]
    });
    let start = std::time::Instant::now();
    let document = written(&graph);
    println!(
        "{} usages in {:?}",
        document.usages().len(),
        start.elapsed()
    );
    assert_eq!(document.usages().len(), 100_000);
    assert!(start.elapsed().as_secs() < 30);
}
