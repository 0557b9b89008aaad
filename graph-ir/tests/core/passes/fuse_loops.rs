//! Loops over the same rows that become one.

use graph_ir::ops::Op;
use graph_ir::{Builder, Element, Type, Wire, passes};

use crate::x;

/// The next value that a loop carries, given it and the row.
type Next = for<'b> fn(Wire<'b>, Wire<'b>) -> Wire<'b>;

/// A loop over rows that carries a value.
#[derive(Clone, Copy)]
struct Loop {
    next: Next,
    reverse: bool,
    /// Whether it starts with the last value of the loop before.
    waits: bool,
}

fn sine<'b>(state: Wire<'b>, row: Wire<'b>) -> Wire<'b> {
    (state + row).sin()
}

fn product<'b>(state: Wire<'b>, row: Wire<'b>) -> Wire<'b> {
    state * row + 1.0
}

fn sum<'b>(state: Wire<'b>, row: Wire<'b>) -> Wire<'b> {
    state + row.cos()
}

fn difference<'b>(state: Wire<'b>, row: Wire<'b>) -> Wire<'b> {
    state - row * row
}

/// A value that takes too many nodes for two of its kind to be in one loop.
fn long<'b>(state: Wire<'b>, row: Wire<'b>) -> Wire<'b> {
    (0..1500).fold(state, |state, _| (state * row).sin())
}

/// How many loops there are behind the pass.
fn loops(all: &[Loop]) -> usize {
    let builder = Builder::new();
    let b = &builder;
    let (rows, first) = (x(b, &[20]), x(b, &[]));
    let mut last = first;
    for own in all {
        b.begin_region().unwrap();
        let state = b.region_input(Type::scalar(Element::F64));
        let row = b.region_input(Type::scalar(Element::F64));
        let body = b.end_region(&[(own.next)(state, row)]).unwrap();
        let start = if own.waits { last } else { first };
        let results = b.scan_region(body, &[start], &[rows], 20, own.reverse);
        last = results.unwrap()[0];
        b.output("", last).unwrap();
    }
    let graph = passes::fuse_loops(&builder.finish().unwrap())
        .unwrap()
        .into_owned();
    let scans = graph
        .ids()
        .filter(|&id| matches!(graph.op(id), Op::Scan(..)));
    scans.count()
}

#[test]
fn loops_of_one_kind_become_one() {
    let of = |next: Next| Loop {
        next,
        reverse: false,
        waits: false,
    };
    let back = |next| Loop {
        reverse: true,
        ..of(next)
    };
    let waits = |next| Loop {
        waits: true,
        ..of(next)
    };
    for (all, expected) in [
        (&[of(sine), of(product)][..], 1),
        (&[back(sine), back(product), back(sine)], 1),
        (&[of(sum), of(difference)], 1),
        // The sums run in lanes, which the others would end.
        (&[of(sine), of(sum), of(product), of(difference)], 2),
        // In one loop they would need too many registers.
        (&[of(long), of(long), of(sine)], 2),
        // Another order, and one that takes the last value of the other.
        (&[of(sine), back(product)], 2),
        (&[of(sine), waits(product)], 2),
        // The first and the last do not wait for each other, but both for the loop between.
        (&[of(sine), waits(product), waits(sine)], 3),
    ] {
        assert_eq!(loops(all), expected);
    }
}
