//! Passes: what they simplify, and that they hold for every graph that the builder makes.

use graph_ir::ops::{Op, Slice};
use graph_ir::{Builder, Element, Wire, passes, verify};

use crate::{shape, x};

#[test]
fn slices_of_slices_are_one_slice_whatever_the_steps_of_single_positions() {
    let place = |start, step| Slice {
        axes: vec![(start, step)],
    };
    let cases = [
        // Of the first slice start, step and count; of the second one the same.
        ((2, 3, 4), (3, -2, 2)),
        ((2, i64::MAX, 1), (0, 5, 1)),
        ((4, i64::MIN, 1), (0, i64::MIN, 1)),
        ((9, -4, 3), (1, i64::MAX, 1)),
        ((2, i64::MAX, 1), (1, 2, 0)),
        ((0, 7, 1), (-1, -1, 0)),
        ((0, 1, 0), (0, i64::MIN, 0)),
    ];
    for (first, second) in cases {
        let b = Builder::new();
        let v = x(&b, &[16]);
        let part = b.slice(v, &place(first.0, first.1), &shape(&[first.2]));
        let part = b.slice(
            part.unwrap(),
            &place(second.0, second.1),
            &shape(&[second.2]),
        );
        b.output("", part.unwrap()).unwrap();
        let prepared = passes::prepare(&b.finish().unwrap()).unwrap();
        verify::verify(&prepared).unwrap();
        let slices = prepared
            .ids()
            .filter(|&id| matches!(prepared.op(id), Op::Slice(_)));
        assert_eq!(slices.count(), 1, "{first:?} {second:?}");
    }
}

/// The operators of an optimised graph that have names, with them, as the textual form has them.
fn names_after_optimising(
    body: impl for<'b> FnOnce(&'b Builder, Wire<'b>) -> Wire<'b>,
) -> Vec<String> {
    let b = Builder::new();
    let input = x(&b, &[]);
    b.output("", body(&b, input)).unwrap();
    let text = passes::optimize(&b.finish().unwrap()).unwrap().to_string();
    let named = text.lines().filter(|line| line.contains(" as "));
    let operator = |line: &str| line.split(" = ").nth(1).unwrap().to_string();
    named.map(operator).collect()
}

#[test]
fn the_first_name_of_a_value_stays() {
    // One value, under three names.
    let names = names_after_optimising(|b, x| {
        let first = x.sin();
        b.name_node(first, "first");
        let same = first * 1.0;
        b.name_node(same, "same");
        let again = -(-same);
        b.name_node(again, "again");
        again + first
    });
    assert_eq!(names, ["sin %0 as first"]);
    // What simplifies to an input or a constant gives it no name, which may have one of its own.
    let names = names_after_optimising(|b, x| {
        b.name_node(x, "argument");
        let two = b.number(Element::F64, 2.0);
        b.name_node(two, "two");
        let same = x * 1.0;
        b.name_node(same, "same");
        let four = two * two;
        b.name_node(four, "four");
        let sum = same * four + two;
        b.name_node(sum, "sum");
        sum
    });
    let expected = [
        "input 0 as argument",
        "constant 2.0 as two",
        "add %1, %3 as sum",
    ];
    assert_eq!(names, expected);
    // A value without a name takes that of one that simplifies to it.
    let names = names_after_optimising(|b, x| {
        let same = x.sin() * 1.0;
        b.name_node(same, "same");
        same
    });
    assert_eq!(names, ["sin %0 as same"]);
}
