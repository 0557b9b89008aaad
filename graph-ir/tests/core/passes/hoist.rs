//! Values that no iteration changes, in front of their loops.

use graph_ir::graph::{InputKind, Literal};
use graph_ir::ops::{Iterations, Runs};
use graph_ir::types::{Extent, Symbol};
use graph_ir::{Builder, Element, Type, Wire, passes};

use crate::{doubles, input};

/// A loop whose iterations multiply by a value: the node in front of it, behind the inputs of the
/// graph and in front of the loop, as text.
fn in_front(
    length: &Extent,
    runs: Runs,
    value: impl for<'b> Fn(&'b Builder, Wire<'b>, Wire<'b>) -> Wire<'b>,
) -> String {
    let b = Builder::new();
    let table = input(&b, doubles(&[5]));
    let at = b.input("at", Type::scalar(Element::I64), InputKind::Independent);
    let first = [b.literal(Literal::Bool(true)), b.number(Element::F64, 1.0)];
    b.begin_region().unwrap();
    let goes_on = b.region_input(Type::scalar(Element::Bool));
    let product = b.region_input(Type::scalar(Element::F64));
    let next = product * value(&b, table, at);
    let goes_on = goes_on.and(next.less(100.0));
    let body = b.end_region(&[goes_on, next]).unwrap();
    let iterations = Iterations {
        runs,
        ..Iterations::new(length.clone(), false, None)
    };
    let results = b.scan_region_with(body, &first, &[], iterations).unwrap();
    b.output("y", results[1]).unwrap();
    let hoisted = passes::hoist(&b.finish().unwrap()).unwrap().to_string();
    let (_, main) = hoisted.rsplit_once("graph").unwrap();
    main.split_once("scan").unwrap().0.into()
}

#[test]
fn what_may_fail_is_computed_where_an_iteration_runs() {
    let symbol = Extent::symbol(&Symbol::new("N"));
    let never: for<'b> fn(&'b Builder, Wire<'b>, Wire<'b>) -> Wire<'b> =
        |b, table, _| b.index(table, 0, 3).unwrap().exp();
    let may_fail: for<'b> fn(&'b Builder, Wire<'b>, Wire<'b>) -> Wire<'b> =
        |b, table, at| b.part_at(table, &[0], &[at]).unwrap().exp();
    for length in [Extent::from(7), symbol.clone()] {
        for runs in [Runs::All, Runs::While] {
            let text = in_front(&length, runs, never);
            assert!(text.contains("exp") && !text.contains("branch"), "{text}");
        }
    }
    // A loop of iterations that run for certain, of a length that is not known, and one that may
    // end before the first one is over.
    let text = in_front(&7.into(), Runs::All, may_fail);
    assert!(text.contains("exp") && !text.contains("branch"), "{text}");
    let text = in_front(&symbol, Runs::All, may_fail);
    assert!(text.contains("branch") && !text.contains("exp"), "{text}");
    for length in [Extent::from(7), symbol] {
        let text = in_front(&length, Runs::While, may_fail);
        assert!(!text.contains("exp") && !text.contains("branch"), "{text}");
    }
}
