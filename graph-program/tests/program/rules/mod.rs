//! Simplification: each rule does its work, and no result changes a bit of any number but a NaN's.

mod scalar;
mod structural;

use graph_ir::graph::{Graph, InputKind, Literal};
use graph_ir::ops::Op;
use graph_ir::{Builder, Element, Shape, Type, Wire, passes, verify};

use super::direct::evaluate;
use super::random;
use super::scalar::same;

const SPECIAL: [f64; 13] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    3.7,
    -0.1,
    f64::MIN_POSITIVE,
    -5e-324,
    f64::MAX,
    f64::MIN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// The type of a tensor of numbers.
fn tensor(extents: &[usize]) -> Type {
    Type::new(Element::F64, Shape::new(extents).unwrap())
}

/// A graph of inputs of these extents, and its simplified form.
fn simplified(
    extents: &[&[usize]],
    build: impl for<'b> Fn(&'b Builder, &[Wire<'b>]) -> Wire<'b>,
) -> (Graph, Graph) {
    let b = Builder::new();
    let inputs = extents.iter();
    let inputs = inputs.map(|extents| b.input("x", tensor(extents), InputKind::Independent));
    let inputs: Vec<Wire<'_>> = inputs.collect();
    b.output("", build(&b, &inputs)).unwrap();
    let graph = b.finish().unwrap();
    let simpler = passes::prepare(&graph).unwrap();
    verify::verify(&simpler).unwrap();
    (graph, simpler)
}

fn compare(graph: &Graph, simpler: &Graph, inputs: &[Vec<Literal>], what: &str) {
    let (expected, found) = (evaluate(graph, inputs), evaluate(simpler, inputs));
    let (expected, found) = match (expected, found) {
        (Ok(expected), Ok(found)) => (expected.concat(), found.concat()),
        // An index out of range may have become superfluous, but nothing goes wrong anew.
        (Err(_), _) => return,
        (Ok(_), Err(error)) => panic!("{what}: {error}"),
    };
    assert_eq!(expected.len(), found.len(), "{what}");
    for (&e, &f) in expected.iter().zip(&found) {
        assert!(
            same(e, f),
            "{what}: {f} should be {e} at {inputs:?}\n{graph}\n{simpler}"
        );
    }
}

fn operators(graph: &Graph, wanted: impl Fn(Op) -> bool) -> Vec<String> {
    let ops = graph.ids().map(|id| graph.op(id)).filter(|&op| wanted(op));
    let names = ops.map(|op| match op {
        Op::Scalar(op) => op.name().to_string(),
        Op::Select => "select".to_string(),
        Op::Sum => "sum".to_string(),
        Op::Slice(_) => "slice".to_string(),
        Op::Reshape => "reshape".to_string(),
        Op::Transpose(_) => "transpose".to_string(),
        Op::Broadcast(_) => "broadcast".to_string(),
        Op::Assemble(_) => "assemble".to_string(),
        Op::Contract(_) => "contract".to_string(),
        Op::Reduce(..) => "reduce".to_string(),
        other => format!("{other:?}"),
    });
    names.collect()
}

#[test]
fn random_graphs_keep_their_bits() {
    for seed in 0..300 {
        let (graph, inputs) = random::graph(seed, 8 + (seed as usize % 40));
        let simpler = passes::prepare(&graph).unwrap();
        verify::verify(&simpler).unwrap();
        compare(&graph, &simpler, &inputs, &format!("seed {seed}"));
    }
}
