//! Loops whose adjoints compute states again: right, the same whatever is kept, and small.

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Extent, Shape, Type};
use graph_ir::{Builder, Graph, Wire, passes};
use graph_program::{BufferKind, schedule};

use super::check::{check, close, gradient_of, graph};
use super::evaluate;

/// `s <- sin(s) * c + x_i`, stacking `s * x_i`.
fn recurrence<'b>(
    b: &'b Builder,
    x: &[Wire<'b>],
    reverse: bool,
    every: Option<usize>,
) -> Vec<Wire<'b>> {
    let length = x[2].ty().unwrap().shape.extent(0);
    b.begin_region().unwrap();
    let s = b.region_input(Type::new(Element::F64, Shape::new(&[2]).unwrap()));
    let slice = b.region_input(Type::scalar(Element::F64));
    let next = s.sin() * x[1] + slice;
    let body = b.end_region(&[next, s * slice]).unwrap();
    let every = every.map(Extent::from);
    b.scan_region_with(
        body,
        &[x[0]],
        &[x[2]],
        graph_ir::ops::Iterations::new(length, reverse, every),
    )
    .unwrap()
}

fn point(length: usize) -> Vec<f64> {
    let mut point = vec![0.3, -0.4, 0.9];
    point.extend((0..length).map(|i| ((i * i) as f64).cos()));
    point
}

#[test]
fn loops_with_checkpoints_have_the_derivatives_of_loops() {
    for every in [1, 2, 3, 7, 8] {
        let g = graph(&[&[2], &[], &[7]], |b, x| {
            recurrence(b, x, every % 2 == 0, Some(every))
        });
        check(&format!("checkpoints {every} apart"), &g, &point(7));
    }
}

#[test]
fn what_is_kept_does_not_change_the_derivatives() {
    for length in [0, 1, 2, 5, 12] {
        for reverse in [false, true] {
            let gradient = |every| {
                let g = graph(&[&[2], &[], &[length]], |b, x| {
                    let results = recurrence(b, x, reverse, every);
                    vec![results[0].sum(&[0]) + results[1].sum(&[0, 1])]
                });
                evaluate(&gradient_of(&g), &point(length))
            };
            let expected = gradient(Some(1));
            for every in [None, Some(2), Some(3), Some(4), Some(11), Some(100)] {
                let name = format!("{length} steps, {reverse}, {every:?}");
                // The value is the same; adjoints of captured values are summed by segments.
                let found = gradient(every);
                assert_eq!(found[0].to_bits(), expected[0].to_bits(), "{name}");
                for (found, expected) in found.iter().zip(&expected) {
                    close(&name, "gradient", *found, *expected, 1e-14);
                }
            }
        }
    }
}

#[test]
fn loops_in_loops_have_checkpoints_too() {
    let g = graph(&[&[2], &[], &[5]], |b, x| {
        b.begin_region().unwrap();
        let s = b.region_input(x[0].ty().unwrap());
        let inner = recurrence(b, &[s, x[1], x[2]], true, Some(2));
        let body = b.end_region(&[inner[0] * x[1]]).unwrap();
        b.scan_region_with(
            body,
            &[x[0]],
            &[],
            graph_ir::ops::Iterations::new(4, false, Some(3.into())),
        )
        .unwrap()
    });
    check("loops in loops", &g, &point(5));
}

/// A loop of so many steps without slices.
fn steps(length: usize, every: Option<usize>) -> Graph {
    graph(&[&[], &[]], |b, x| {
        b.begin_region().unwrap();
        let s = b.region_input(Type::scalar(Element::F64));
        let total = b.region_input(Type::scalar(Element::F64));
        let next = s + s.sin() * x[1];
        let body = b.end_region(&[next, total + next]).unwrap();
        let zero = b.number(Element::F64, 0.0);
        let every = every.map(Extent::from);
        let results = b.scan_region_with(
            body,
            &[x[0], zero],
            &[],
            graph_ir::ops::Iterations::new(length, false, every),
        );
        vec![results.unwrap()[1]]
    })
}

/// How many numbers the buffers of a gradient hold.
fn memory(graph: &Graph) -> usize {
    let gradient = graph_autodiff::gradient(graph, &[0, 1]).unwrap();
    let program = schedule(&passes::prepare(&gradient).unwrap()).unwrap();
    let locals = program.buffers.iter();
    let locals = locals.filter(|buffer| buffer.kind == BufferKind::Local);
    locals.map(|buffer| buffer.ty.shape.size()).sum()
}

#[test]
fn memory_is_the_root_of_the_length() {
    // Short loops keep all: a number of each step and its sine, since the sum's adjoint needs none.
    assert_eq!(memory(&steps(1_000, None)), 2_000);
    // Of more steps the sines are computed again.
    let limit = graph_autodiff::STATES_LIMIT / 8;
    assert_eq!(memory(&steps(limit, None)), limit);
    // Longer ones keep the start of each of about 1000 segments, and all of one.
    for length in [1_000_000, 1_000_003] {
        let root = 1_000;
        let found = memory(&steps(length, None));
        assert!(found <= 4 * root, "{found}");
    }
    let found = memory(&steps(1_000_000_000_000, None));
    assert!(found <= 4_000_000, "{found}");
    // Unless they are told.
    assert_eq!(memory(&steps(1_000_000, Some(1))), 1_000_000);
    assert_eq!(memory(&steps(1_000, Some(10))), 120);
}

/// A step with an operator.
fn step_of<'b>(b: &'b Builder, op: ScalarOp, s: Wire<'b>, w: Wire<'b>) -> Wire<'b> {
    let operand = (s * w).tanh() * 0.1 + 0.4;
    let operands = [operand, operand * 0.5 + 0.3, operand + 1.0];
    let value = b.scalar(op, &operands[..op.arity()]).unwrap();
    s * 0.5 + value * w
}

/// Eight steps with an operator over an array of 9, of which the way back keeps what it reads; or
/// the same written out.
fn steps_of(op: ScalarOp, kept: bool) -> Graph {
    graph(&[&[9], &[]], |b, x| {
        let last = if kept {
            b.begin_region().unwrap();
            let s = b.region_input(x[0].ty().unwrap());
            let body = b.end_region(&[step_of(b, op, s, x[1])]).unwrap();
            b.scan_region(body, &[x[0]], &[], 8, false).unwrap()[0]
        } else {
            (0..8).fold(x[0], |s, _| step_of(b, op, s, x[1]))
        };
        vec![(last * last).sum(&[0])]
    })
}

#[test]
fn each_operator_keeps_what_its_derivative_takes() {
    let point: Vec<f64> = (0..10).map(|i| f64::from(i).cos()).collect();
    let all = ScalarOp::all().into_iter();
    for op in all.filter(|op| op.class().has_partials()) {
        let [kept, out] = [true, false].map(|kept| gradient_of(&steps_of(op, kept)));
        let [kept, out] = [kept, out].map(|graph| evaluate(&graph, &point));
        assert_eq!(kept.len(), 11);
        for (own, other) in kept.iter().zip(&out) {
            let is_same = own.is_nan() && other.is_nan() || own == other;
            let bound = 1e-13 * other.abs().max(1.0);
            assert!(
                is_same || (own - other).abs() <= bound,
                "{op:?}: {own} {other}"
            );
        }
    }
}

#[test]
fn costly_values_are_stored() {
    let count = |op: ScalarOp| {
        let gradient = passes::prepare(&gradient_of(&steps_of(op, true))).unwrap();
        let program = schedule(&gradient).unwrap().to_string();
        let name = format!("= {} ", op.name());
        program.lines().filter(|line| line.contains(&name)).count()
    };
    // Nine elements are a group of lanes and one more, in the loop's way there alone. The operands
    // are made by `tanh`, too.
    for (name, expected) in [("exp", 2), ("tanh", 4), ("sqrt", 2), ("ln", 2)] {
        let op = ScalarOp::from_name(name, None).unwrap();
        assert_eq!(count(op), expected, "{name}");
    }
}

/// A loop that counts down, and uses the count.
fn counting(length: usize) -> Graph {
    graph(&[&[], &[]], |b, x| {
        b.begin_region().unwrap();
        let count = b.region_input(Type::scalar(Element::I64));
        let s = b.region_input(Type::scalar(Element::F64));
        let number = b.cast(count, Element::F64).unwrap();
        let next = s + (s * number * x[1]).sin();
        let one = b.literal(Literal::I64(1));
        let body = b.end_region(&[count - one, next]).unwrap();
        let start = b.literal(Literal::I64(3));
        let results = b.scan_region(body, &[start, x[0]], &[], length, false);
        vec![results.unwrap()[1]]
    })
}

#[test]
fn counters_are_not_kept() {
    check("a loop that counts", &counting(6), &[0.3, 0.2]);
    assert_eq!(memory(&counting(1000)), 1000);
}
