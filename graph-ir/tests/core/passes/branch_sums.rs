//! Sums out of the branches of loops.

use graph_ir::graph::{InputKind, Literal};
use graph_ir::{Builder, Element, Type, Wire, passes};

use crate::{doubles, input};

/// A side of a branch: its results, given the sum, a count, and the row.
type Side = for<'b> fn(&'b Builder, Wire<'b>, Wire<'b>, Wire<'b>) -> [Wire<'b>; 2];

fn nothing<'b>(_: &'b Builder, sum: Wire<'b>, count: Wire<'b>, _: Wire<'b>) -> [Wire<'b>; 2] {
    [sum, count]
}

/// A loop whose body is a branch on the sign of its row, after the pass; nothing where it changes
/// nothing.
fn after(then: Side, otherwise: Side) -> Option<String> {
    let b = Builder::new();
    let x = input(&b, doubles(&[9]));
    let first = [b.number(Element::F64, 0.0), b.literal(Literal::I64(0))];
    b.begin_region().unwrap();
    let sum = b.region_input(Type::scalar(Element::F64));
    let count = b.region_input(Type::scalar(Element::I64));
    let row = b.region_input(Type::scalar(Element::F64));
    let sides = [then, otherwise].map(|side| {
        b.begin_region().unwrap();
        b.end_region(&side(&b, sum, count, row)).unwrap()
    });
    let [then, otherwise] = sides;
    let results = b.branch(row.less(0.5), then, otherwise).unwrap();
    let body = b.end_region(&results).unwrap();
    let results = b.scan_region(body, &first, &[x], 9, false).unwrap();
    b.output("sum", results[0]).unwrap();
    b.output("count", results[1]).unwrap();
    let graph = b.finish().unwrap();
    let after = passes::branch_sums(&graph).unwrap().to_string();
    (after != graph.to_string()).then_some(after)
}

#[test]
fn terms_are_added_behind_the_branch() {
    // One side adds, to a float and to an integer.
    let text = after(
        |b, sum, count, row| [sum + row, count + b.literal(Literal::I64(1))],
        nothing,
    );
    let text = text.expect("two sums");
    assert!(
        text.contains("constant -0.0") && text.contains("constant 0"),
        "{text}"
    );
    // A difference, and two terms.
    let text = after(
        |_, sum, count, row| [sum - row.sqrt(), count],
        |_, sum, count, row| [sum + row + row.square(), count],
    );
    let text = text.expect("a sum");
    assert!(
        text.contains("neg") && text.contains("constant -0.0"),
        "{text}"
    );
}

#[test]
fn other_branches_stay() {
    let all: [(Side, &str); 4] = [
        (|_, sum, count, row| [sum * row, count], "a product"),
        (
            |_, sum, count, _| [sum + sum.exp(), count],
            "a term that is made of the sum",
        ),
        (
            |_, sum, count, row| [row - sum, count],
            "a difference to the sum",
        ),
        (
            |_, sum, count, row| [sum + row.exp(), count],
            "a side that takes long, which rows that are computed together would not leave out",
        ),
    ];
    for (side, what) in all {
        assert_eq!(after(side, nothing), None, "{what}");
    }
    assert_eq!(after(nothing, nothing), None, "no term");
}

/// Outside of a loop nothing is gained.
#[test]
fn branches_outside_of_loops_stay() {
    let b = Builder::new();
    let x = b.input("x", Type::scalar(Element::F64), InputKind::Independent);
    b.begin_region().unwrap();
    let then = b.end_region(&[x + 1.0]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[x]).unwrap();
    let result = b.branch(x.less(0.0), then, otherwise).unwrap();
    b.output("y", result[0]).unwrap();
    let graph = b.finish().unwrap();
    assert_eq!(
        passes::branch_sums(&graph).unwrap().to_string(),
        graph.to_string()
    );
}
