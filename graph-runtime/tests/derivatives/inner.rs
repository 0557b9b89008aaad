//! Branches, loops, calls, and their nesting.

use graph_ir::graph::{EffectKind, Literal};
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Shape, Type};
use graph_ir::{Builder, Wire};

use super::check::{check, graph};

#[test]
fn branches() {
    let g = graph(&[&[], &[3]], |b, x| {
        let condition = x[0].greater(0.0);
        b.begin_region().unwrap();
        let then = b.end_region(&[x[1] * x[0].ln(), x[0]]).unwrap();
        b.begin_region().unwrap();
        let first = b.index(x[1], 0, 0).unwrap();
        let otherwise = b.end_region(&[x[1].sin(), first * first]).unwrap();
        b.branch(condition, then, otherwise).unwrap()
    });
    check("taken", &g, &[0.7, 0.3, -0.2, 1.1]);
    check("not taken", &g, &[-0.7, 0.3, -0.2, 1.1]);
}

#[test]
fn nested_branches() {
    let g = graph(&[&[], &[]], |b, x| {
        let outer = x[0].greater(0.0);
        b.begin_region().unwrap();
        let square = x[0] * x[0];
        b.begin_region().unwrap();
        let a = b.end_region(&[square * x[1]]).unwrap();
        b.begin_region().unwrap();
        let c = b.end_region(&[square + x[1].exp()]).unwrap();
        let inner = b.branch(x[1].less(square), a, c).unwrap();
        let then = b.end_region(&inner).unwrap();
        b.begin_region().unwrap();
        let otherwise = b.end_region(&[x[1] * x[1]]).unwrap();
        b.branch(outer, then, otherwise).unwrap()
    });
    for point in [[1.3, 0.4], [0.5, 0.9], [-0.5, 0.9]] {
        check("nested branch", &g, &point);
    }
}

/// `s <- sin(s) * c + x_i`, stacking `s * x_i`.
fn recurrence<'b>(b: &'b Builder, x: &[Wire<'b>], reverse: bool) -> Vec<Wire<'b>> {
    b.begin_region().unwrap();
    let s = b.region_input(Type::new(Element::F64, Shape::new(&[2]).unwrap()));
    let slice = b.region_input(Type::scalar(Element::F64));
    let next = s.sin() * x[1] + slice;
    let body = b.end_region(&[next, s * slice]).unwrap();
    b.scan_region(body, &[x[0]], &[x[2]], 4, reverse).unwrap()
}

#[test]
fn loops_in_both_directions() {
    for reverse in [false, true] {
        let g = graph(&[&[2], &[], &[4]], |b, x| recurrence(b, x, reverse));
        let name = format!("loop, reverse: {reverse}");
        check(&name, &g, &[0.3, -0.4, 0.9, 0.5, -0.2, 0.8, 0.1]);
    }
}

#[test]
fn loops_in_branches_in_loops() {
    let g = graph(&[&[2], &[], &[4]], |b, x| {
        b.begin_region().unwrap();
        let s = b.region_input(Type::new(Element::F64, Shape::new(&[2]).unwrap()));
        let first = b.index(s, 0, 0).unwrap();
        let condition = first.greater(0.5);
        b.begin_region().unwrap();
        let inner = recurrence(b, &[s, x[1], x[2]], false);
        let then = b.end_region(&inner[..1]).unwrap();
        b.begin_region().unwrap();
        let otherwise = b.end_region(&[s * x[1] + 0.4]).unwrap();
        let next = b.branch(condition, then, otherwise).unwrap();
        let body = b.end_region(&next).unwrap();
        b.scan_region(body, &[x[0]], &[], 3, false).unwrap()
    });
    check(
        "loop of branches of loops",
        &g,
        &[0.3, -0.4, 0.9, 0.5, -0.2, 0.8, 0.1],
    );
}

#[test]
fn loops_without_iterations() {
    let g = graph(&[&[2]], |b, x| {
        b.begin_region().unwrap();
        let s = b.region_input(x[0].ty().unwrap());
        let body = b.end_region(&[s.sin()]).unwrap();
        b.scan_region(body, &[x[0]], &[], 0, false).unwrap()
    });
    check("empty loop", &g, &[0.3, -0.4]);
}

#[test]
fn loops_that_carry_numbers_of_other_types() {
    let g = graph(&[&[], &[3]], |b, x| {
        b.begin_region().unwrap();
        let count = b.region_input(Type::scalar(Element::I64));
        let s = b.region_input(Type::scalar(Element::F64));
        let unused = b.region_input(Type::scalar(Element::F64));
        let slice = b.region_input(Type::scalar(Element::F64));
        let next = b.scalar(ScalarOp::Add, &[count, one(b)]).unwrap();
        let number = b.cast(count, Element::F64).unwrap();
        let product = s * slice + number * x[0];
        let results = [next, product, unused.exp(), product.sin(), count];
        let body = b.end_region(&results).unwrap();
        let zero = b.literal(Literal::I64(0));
        let carried = [zero, x[0], x[0]];
        let results = b.scan_region(body, &carried, &[x[1]], 3, true).unwrap();
        let last = b.cast(results[0], Element::F64).unwrap();
        let count = b.cast(results[4], Element::F64).unwrap();
        vec![results[1] * last, results[3] * count]
    });
    check("a loop with a counter", &g, &[0.3, 0.8, -0.7, 0.5]);
}

fn one(b: &Builder) -> Wire<'_> {
    b.literal(Literal::I64(1))
}

#[test]
fn loops_without_results() {
    let g = graph(&[&[]], |b, x| {
        b.begin_region().unwrap();
        let kind = EffectKind::ControlDependency;
        b.effect(kind, &[x[0].sin()]).unwrap();
        let body = b.end_region(&[]).unwrap();
        let none = b.scan_region(body, &[], &[], 2, false).unwrap();
        assert!(none.is_empty());
        vec![x[0] * x[0]]
    });
    check("a loop without results", &g, &[0.3]);
}
