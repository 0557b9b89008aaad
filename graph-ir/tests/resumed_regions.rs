//! A region that is opened again after it was ended: how a front end finishes one side of a
//! branch once it knows the other.

use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Type, verify};

#[test]
fn a_region_goes_on_where_it_ended() {
    let builder = Builder::new();
    let ty = Type::scalar(Element::F64);
    let x = builder.input("x", ty.clone(), InputKind::Independent);
    let condition = x.greater(0.0);
    builder.begin_region().expect("region");
    let inner = x.sin();
    let then = builder.end_region(&[]).expect("ended");
    assert!(
        inner.ty().is_err(),
        "a value of an ended region is out of scope"
    );
    builder.begin_region().expect("region");
    let other = x * 2.0;
    let otherwise = builder.end_region(&[other]).expect("ended");
    builder.resume_region(then).expect("resumed");
    assert_eq!(inner.ty(), Ok(ty));
    let then = builder.end_region(&[inner + 1.0]).expect("ended");
    let results = builder.branch(condition, then, otherwise).expect("branch");
    builder.output("y", results[0]).expect("output");
    let graph = builder.finish().expect("graph");
    verify::verify(&graph).expect("valid");
}

#[test]
fn names_are_given_once_and_not_to_inputs() {
    let builder = Builder::new();
    let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
    let y = x.sin();
    for (wire, name) in [(x, "other"), (y, "first"), (y, "second")] {
        builder.suggest_name(wire, name);
    }
    let (x, y) = (x.node(), y.node());
    let graph = builder.finish().expect("graph");
    assert_eq!(graph.node_name(x), None);
    assert_eq!(graph.node_name(y), Some("first"));
}
