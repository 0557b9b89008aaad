//! Regions: captured values, copied values, and values that stay outside.

use graph_ir::graph::{Graph, InputKind};
use graph_ir::ops::{Op, ScalarOp};
use graph_ir::{Builder, Element, Error, Wire, verify};

use crate::{doubles, input, tensor, x};

/// The operators of the functions inside, without their inputs.
fn operators(graph: &Graph) -> Vec<Op> {
    let ops = graph.ids().map(|id| graph.op(id));
    ops.filter(|op| !matches!(op, Op::Input(_))).collect()
}

/// The two sides of the first branch.
fn sides(graph: &Graph) -> [&Graph; 2] {
    let branch = graph.ids().find_map(|id| match graph.op(id) {
        Op::Branch(then, otherwise) => Some([then, otherwise]),
        _ => None,
    });
    branch
        .expect("a branch")
        .map(|side| &graph.function(side).graph)
}

#[test]
fn surrounding_values_are_captured_once_and_in_one_order() {
    let b = Builder::new();
    let (v, w, condition) = (
        x(&b, &[]),
        x(&b, &[]),
        input(&b, tensor(Element::Bool, &[])),
    );
    b.begin_region().unwrap();
    let then = b.end_region(&[(w + v) * w]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[v.sin()]).unwrap();
    let result = b.branch(condition, then, otherwise).unwrap()[0];
    b.output("", result).unwrap();
    let nodes = [condition, w, v].map(Wire::node);
    let graph = b.finish().unwrap();
    verify::verify(&graph).unwrap();
    let branch = graph
        .ids()
        .find(|&id| matches!(graph.op(id), Op::Branch(..)));
    assert_eq!(graph.arguments(branch.unwrap()), nodes);
    // The second side has an input for `w` too, which it does not use.
    assert_eq!(sides(&graph).map(|side| side.inputs().len()), [2, 2]);
    let [then, otherwise] = sides(&graph);
    assert_eq!(operators(then).len(), 2);
    assert_eq!(operators(otherwise), [Op::Scalar(ScalarOp::Sin)]);
    let sine = otherwise.outputs()[0].node;
    assert_eq!(otherwise.op(otherwise.arguments(sine)[0]), Op::Input(1));
}

#[test]
fn constants_are_copied_and_not_captured() {
    let b = Builder::new();
    let condition = input(&b, tensor(Element::Bool, &[]));
    let two = b.number(Element::F64, 2.0);
    b.begin_region().unwrap();
    let then = b.end_region(&[two.exp()]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[two]).unwrap();
    b.branch(condition, then, otherwise).unwrap();
    let graph = b.finish().unwrap();
    for side in sides(&graph) {
        assert!(side.inputs().is_empty());
        let constant = side.ids().find_map(|id| side.as_constant(id)).unwrap();
        assert_eq!(constant.literal(0).to_f64(), 2.0);
    }
}

#[test]
fn a_region_that_uses_an_element_captures_the_element() {
    let b = Builder::new();
    let array = x(&b, &[1000]);
    let condition = b.index(array, 0, 0).unwrap().less(0.0);
    b.begin_region().unwrap();
    let element = b.index(array, 0, 7).unwrap();
    let then = b.end_region(&[element * element]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[b.index(array, 0, 7).unwrap()]).unwrap();
    b.branch(condition, then, otherwise).unwrap();
    let graph = b.finish().unwrap();
    let [then, otherwise] = sides(&graph);
    for side in [then, otherwise] {
        let types: Vec<String> = side.input_types().map(ToString::to_string).collect();
        assert_eq!(types, ["f64"]);
    }
    assert_eq!(operators(then), [Op::Scalar(ScalarOp::Mul)]);
    assert!(operators(otherwise).is_empty());
}

#[test]
fn nested_regions_capture_through_those_between() {
    let b = Builder::new();
    let (v, condition) = (x(&b, &[]), input(&b, tensor(Element::Bool, &[])));
    b.begin_region().unwrap();
    b.begin_region().unwrap();
    let inner_then = b.end_region(&[v.sin()]).unwrap();
    b.begin_region().unwrap();
    let inner_otherwise = b.end_region(&[v]).unwrap();
    let inner = b.branch(condition, inner_then, inner_otherwise).unwrap()[0];
    let then = b.end_region(&[inner]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[v]).unwrap();
    let result = b.branch(condition, then, otherwise).unwrap()[0];
    b.output("", result).unwrap();
    let graph = b.finish().unwrap();
    verify::verify(&graph).unwrap();
    let [then, _] = sides(&graph);
    let types: Vec<String> = then.input_types().map(ToString::to_string).collect();
    assert_eq!(types, ["f64", "bool"]);
    let [innermost, _] = sides(then);
    assert_eq!(operators(innermost), [Op::Scalar(ScalarOp::Sin)]);
}

#[test]
fn inputs_of_a_loop_stand_behind_what_it_captures() {
    let b = Builder::new();
    let (rate, start, steps) = (x(&b, &[]), x(&b, &[2]), x(&b, &[5]));
    b.begin_region().unwrap();
    let state = b.region_input(doubles(&[2]));
    let step = b.region_input(doubles(&[]));
    let next = state + step * rate;
    let body = b.end_region(&[next]).unwrap();
    let last = b.scan_region(body, &[start], &[steps], 5, false).unwrap()[0];
    b.output("", last).unwrap();
    let graph = b.finish().unwrap();
    verify::verify(&graph).unwrap();
    let body = graph.function(graph_ir::graph::FunctionId::from_number(0));
    let types: Vec<String> = body.graph.input_types().map(ToString::to_string).collect();
    assert_eq!(types, ["f64", "[f64; 2]", "f64"]);
}

#[test]
fn values_of_a_finished_region_are_out_of_scope() {
    let b = Builder::new();
    b.begin_region().unwrap();
    let inner = b.region_input(doubles(&[])).sin();
    b.end_region(&[inner]).unwrap();
    assert_eq!(b.ty(inner), Err(Error::OutOfScope));
    assert_eq!(b.output("", inner), Err(Error::OutOfScope));
    assert_eq!(
        b.scalar(ScalarOp::Sin, &[inner]).err(),
        Some(Error::OutOfScope)
    );
    assert_eq!(b.as_constant(inner), None);
    // The overloaded operator keeps its error until the end.
    let _ = inner + 1.0;
    assert_eq!(b.finish().err(), Some(Error::OutOfScope));
}

#[test]
fn values_and_regions_elsewhere_are_out_of_scope() {
    let (b, other) = (Builder::new(), Builder::new());
    let (mine, foreign) = (x(&b, &[]), x(&other, &[]));
    assert_eq!(b.ty(foreign), Err(Error::OutOfScope));
    assert_eq!(
        b.scalar(ScalarOp::Add, &[mine, foreign]).err(),
        Some(Error::OutOfScope)
    );
    assert_eq!(b.output("", foreign), Err(Error::OutOfScope));
    // A region of the region `a`, used where `a` is finished.
    b.begin_region().unwrap();
    let local = b.region_input(doubles(&[]));
    b.begin_region().unwrap();
    let nested = b.end_region(&[local.sin()]).unwrap();
    b.end_region(&[local]).unwrap();
    let function = b.scan_region(nested, &[], &[], 3, false);
    assert_eq!(function.err(), Some(Error::OutOfScope));
}

#[test]
fn a_region_must_be_open_to_be_ended_and_ended_to_finish() {
    let b = Builder::new();
    assert_eq!(b.end_region(&[]).err(), Some(Error::OutOfScope));
    b.cancel_region();
    b.begin_region().unwrap();
    b.begin_region().unwrap();
    b.cancel_region();
    assert_eq!(b.finish().err(), Some(Error::OutOfScope));
}

#[test]
fn a_region_that_captures_is_no_function() {
    let b = Builder::new();
    let v = x(&b, &[]);
    b.begin_region().unwrap();
    let region = b.end_region(&[v.sin()]).unwrap();
    assert_eq!(region.result_types(), [doubles(&[])]);
    assert_eq!(b.region_function(region).err(), Some(Error::OutOfScope));
}

#[test]
fn many_captured_values_take_time_in_proportion() {
    let b = Builder::new();
    let inputs: Vec<_> = (0..40_000).map(|_| x(&b, &[])).collect();
    let condition = b.input("", tensor(Element::Bool, &[]), InputKind::Dynamic);
    let side = |reversed: bool| {
        b.begin_region().unwrap();
        let wires = inputs.iter().copied();
        let total = if reversed {
            wires.rev().reduce(|a, c| a + c)
        } else {
            wires.reduce(|a, c| a * c)
        };
        b.end_region(&[total.unwrap()]).unwrap()
    };
    let (then, otherwise) = (side(false), side(true));
    let result = b.branch(condition, then, otherwise).unwrap()[0];
    b.output("", result).unwrap();
    verify::verify(&b.finish().unwrap()).unwrap();
}
