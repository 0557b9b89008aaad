//! Counters of loops as rows.

use graph_ir::graph::Literal;
use graph_ir::ops::{Iterations, Runs};
use graph_ir::types::{Extent, Shape, Symbol};
use graph_ir::{Builder, Element, Type, Wire, passes};

use crate::input;

/// The next value of a counter, and the term that a row adds, given the counter, the sum and the row.
type Body = for<'b> fn(&'b Builder, Wire<'b>, Wire<'b>, Wire<'b>) -> [Wire<'b>; 2];

/// How many values a loop of such a body carries after the pass.
fn carried(length: &Extent, runs: Runs, body: Body) -> usize {
    let b = Builder::new();
    let x = input(
        &b,
        Type::new(Element::F64, Shape::of([length.clone()]).unwrap()),
    );
    let first = [b.literal(Literal::I64(4)), b.number(Element::F64, 0.0)];
    b.begin_region().unwrap();
    let counter = b.region_input(Type::scalar(Element::I64));
    let sum = b.region_input(Type::scalar(Element::F64));
    let row = b.region_input(Type::scalar(Element::F64));
    let [next, term] = body(&b, counter, sum, row);
    let body = b.end_region(&[next, sum + term]).unwrap();
    let iterations = Iterations {
        runs,
        ..Iterations::new(length.clone(), false, None)
    };
    let results = b.scan_region_with(body, &first, &[x], iterations);
    b.output("sum", results.unwrap()[1]).unwrap();
    let text = passes::counters(&b.finish().unwrap()).unwrap().to_string();
    let (_, after) = text.split_once("carried ").unwrap();
    after.split(' ').next().unwrap().parse().unwrap()
}

fn by_two<'b>(b: &'b Builder, counter: Wire<'b>) -> Wire<'b> {
    counter + b.literal(Literal::I64(2))
}

fn weighted<'b>(b: &'b Builder, counter: Wire<'b>, _: Wire<'b>, row: Wire<'b>) -> [Wire<'b>; 2] {
    [
        by_two(b, counter),
        row * b.cast(counter, Element::F64).unwrap(),
    ]
}

#[test]
fn counters_become_rows_where_the_rows_are_apart_then() {
    let symbol = Extent::symbol(&Symbol::new("N"));
    for length in [0.into(), 1.into(), 40.into(), 1024.into(), symbol] {
        assert_eq!(carried(&length, Runs::All, weighted), 1, "{length}");
    }
    // A table of that many numbers is no gain.
    assert_eq!(carried(&1025.into(), Runs::All, weighted), 2);
    // What grows by another number each time is no counter.
    let grows: Body = |b, counter, _, row| {
        [
            counter + counter,
            row * b.cast(counter, Element::F64).unwrap(),
        ]
    };
    assert_eq!(carried(&40.into(), Runs::All, grows), 2);
    // The rows wait for the sum.
    let waits: Body = |b, counter, sum, row| {
        [
            by_two(b, counter),
            row * sum * b.cast(counter, Element::F64).unwrap(),
        ]
    };
    assert_eq!(carried(&40.into(), Runs::All, waits), 2);
}
