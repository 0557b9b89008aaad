//! Loops whose adjoints compute states again: right, the same whatever is kept, and small.

use graph_ir::graph::Literal;
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
    // Short loops keep all: one number of each step, since the sum's adjoint needs none.
    assert_eq!(memory(&steps(1_000, None)), 1_000);
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
    assert_eq!(memory(&steps(1_000, Some(10))), 110);
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
