//! Graphs to write, and the check that what is written computes what it should.

use super::evaluator::evaluate;
use graph_ir::builder::Wire;
use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Graph, Result, Shape, Type};
use graph_runtime::execute::{Executable, Host, Values};
use graph_runtime::json::cppad::{self, Document};

pub(crate) const INF: f64 = f64::INFINITY;
pub(crate) const NAN: f64 = f64::NAN;

pub(crate) fn ty(element: Element, extents: &[usize]) -> Type {
    Type::new(element, Shape::new(extents).unwrap())
}

pub(crate) fn float(extents: &[usize]) -> Type {
    ty(Element::F64, extents)
}

/// The graph of a function of one input `x` of this type, with these outputs.
macro_rules! graph {
    ($ty:expr, |$b:ident, $x:ident| $outputs:expr) => {
        $crate::written::support::graph($ty, |$b, $x| Ok(($outputs).to_vec()))
    };
}

pub(crate) fn graph(
    input: Type,
    outputs: impl for<'b> FnOnce(&'b Builder, Wire<'b>) -> Result<Vec<Wire<'b>>>,
) -> Graph {
    let builder = Builder::new();
    let x = builder.input("x", input, InputKind::Independent);
    for output in outputs(&builder, x).unwrap() {
        builder.output("", output).unwrap();
    }
    builder.finish().unwrap()
}

/// The document of a graph, after checking that reading and writing it changes nothing.
pub(crate) fn written(graph: &Graph) -> Document {
    let document = Document::from_graph(graph).unwrap();
    let text = document.to_string().unwrap();
    let again = cppad::from_str(&text).unwrap();
    assert_eq!(cppad::to_string(&again).unwrap(), text);
    document
}

/// Checks that a document and the graph that it was written from have these values.
#[track_caller]
pub(crate) fn check(graph: &Graph, x: &[f64], expected: &[f64]) {
    let document = written(graph);
    for values in [evaluate(&document, &[], x), executed(graph, x)] {
        assert_eq!(values.len(), expected.len());
        let equal = values.iter().zip(expected).all(|(&v, &e)| close(v, e));
        assert!(equal, "{values:?} where {expected:?}");
    }
}

fn close(value: f64, expected: f64) -> bool {
    value == expected
        || value.is_nan() && expected.is_nan()
        || expected.is_finite() && (value - expected).abs() <= 1e-13 * expected.abs()
}

/// The elements of all outputs of the graph itself.
fn executed(graph: &Graph, x: &[f64]) -> Vec<f64> {
    let executable = Executable::new(&graph_ir::passes::prepare(graph).unwrap()).unwrap();
    let mut workspace = executable.workspace().unwrap();
    executable
        .run(&mut Host::new(), &mut workspace, &[x])
        .unwrap();
    let mut elements = Vec::new();
    for position in 0..graph.outputs().len() {
        match workspace.output(position).unwrap() {
            Values::F64(values) => elements.extend(values),
            Values::F32(values) => elements.extend(values.iter().map(|&v| f64::from(v))),
            Values::Bool(values) => elements.extend(values.iter().map(|&v| f64::from(u8::from(v)))),
            Values::I64(values) => elements.extend(values.iter().map(|&v| v as f64)),
        }
    }
    elements
}

/// The message with which a graph is refused.
pub(crate) fn refusal(graph: &Graph) -> String {
    Document::from_graph(graph).unwrap_err().to_string()
}
