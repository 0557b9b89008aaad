//! Graphs to write, and the check that what is read back computes the same.

use graph_ir::graph::InputKind;
use graph_ir::ops::{Op, ScalarOp};
use graph_ir::verify::verify;
use graph_ir::{Builder, Element, Graph, NodeId, Result, Shape, Type, Wire};
use graph_runtime::execute::{Executable, Host, Values};
use graph_runtime::json::nnvm::{self, Document, Flavour};
use std::collections::BTreeMap;

pub(crate) fn ty(element: Element, extents: &[usize]) -> Type {
    Type::new(element, Shape::new(extents).unwrap())
}

pub(crate) fn float(extents: &[usize]) -> Type {
    ty(Element::F64, extents)
}

/// The graph of a function of inputs `x0`, `x1`.. of these types.
pub(crate) fn graph(
    inputs: &[Type],
    outputs: impl for<'b> FnOnce(&'b Builder, &[Wire<'b>]) -> Result<Vec<Wire<'b>>>,
) -> Graph {
    let builder = Builder::new();
    let inputs = inputs.iter().enumerate();
    let inputs: Vec<Wire<'_>> = inputs
        .map(|(k, ty)| builder.input(&format!("x{k}"), ty.clone(), InputKind::Independent))
        .collect();
    for output in outputs(&builder, &inputs).unwrap() {
        builder.output("", output).unwrap();
    }
    builder.finish().unwrap()
}

/// Scalar operators that NNVM has neither by name nor in other words.
pub(crate) const NOT_IN_NNVM: [&str; 14] = [
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "erf",
    "erfc",
    "gelu",
    "erf_inv",
    "normal_cdf",
    "ln_gamma",
    "ln_beta",
];

/// Scalar operators that neither program has.
pub(crate) const NOWHERE: [&str; 8] = [
    "digamma",
    "polygamma",
    "bessel_j0",
    "bessel_j1",
    "bessel_j",
    "bessel_y0",
    "bessel_y1",
    "bessel_y",
];

/// The graph that comes back from the file of a graph for MXNet, after checking the file.
#[track_caller]
pub(crate) fn read_back(graph: &Graph) -> Graph {
    read_back_as(graph, Flavour::Mxnet)
}

/// The graph that comes back from the file of a graph for a program, after checking the file.
#[track_caller]
pub(crate) fn read_back_as(graph: &Graph, flavour: Flavour) -> Graph {
    let text = nnvm::to_string_as(graph, flavour).unwrap();
    let document: Document = text.parse().unwrap();
    document.check().unwrap();
    assert_eq!(Flavour::of(&document), flavour);
    document.infer(&BTreeMap::new()).unwrap();
    let again = match nnvm::from_str(&text) {
        Ok(again) => again,
        Err(error) => panic!("{error}\n{text}"),
    };
    verify(&again).unwrap();
    assert_eq!(nnvm::to_string(&again).unwrap(), text);
    let shapes = |graph: &Graph| -> Vec<Vec<usize>> {
        let types = graph.input_types().chain(graph.output_types());
        types.map(|ty| ty.shape.extents()).collect()
    };
    assert_eq!(shapes(&again), shapes(graph), "{text}");
    again
}

/// Checks that a graph and those that its files give, one for each program, have the same values;
/// or that NNVM's is refused for an operator that it lacks.
#[track_caller]
pub(crate) fn check(graph: &Graph, points: &[Vec<f64>], tolerance: f64) {
    for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
        let written = Document::from_graph_as(graph, flavour);
        if lacks(graph, flavour) || written.is_err() {
            let message = written.unwrap_err().to_string();
            let mut lacking = NOT_IN_NNVM.iter().chain(&NOWHERE);
            assert!(
                lacking.any(|op| message.contains(&format!(": {op} cannot be written")))
                    && message.contains("has neither this operator nor others"),
                "{message}"
            );
            continue;
        }
        let again = read_back_as(graph, flavour);
        for x in points {
            let (found, expected) = (evaluate(&again, x), evaluate(graph, x));
            assert!(
                close(&found, &expected, tolerance),
                "{found:?} after the round trip, {expected:?} before, at {x:?}\n{}",
                nnvm::to_string_pretty_as(graph, flavour).unwrap()
            );
        }
    }
}

/// Whether a program lacks a scalar operator, in every form.
pub(crate) fn lacks_operator(op: ScalarOp, flavour: Flavour) -> bool {
    let name = op.name();
    NOWHERE.contains(&name) || flavour == Flavour::Nnvm && NOT_IN_NNVM.contains(&name)
}

/// Whether there is an operator that a program lacks on other operands than known numbers, on
/// which the body of an operator can be computed while it is written.
fn lacks(graph: &Graph, flavour: Flavour) -> bool {
    let known = |&id: &NodeId| {
        let mut source = graph.arguments(id).iter().chain([&id]);
        source.any(|&id| graph.as_constant(id).is_some())
    };
    let own = |id| {
        let lacking = matches!(graph.op(id), Op::Scalar(op) if lacks_operator(op, flavour));
        lacking && !graph.arguments(id).iter().all(known)
    };
    let inside = |id| {
        graph
            .functions_of(id)
            .any(|function| lacks(&function.graph, flavour))
    };
    graph.ids().any(|id| own(id) || inside(id))
}

pub(crate) fn close(found: &[f64], expected: &[f64], tolerance: f64) -> bool {
    let equal = |(&f, &e): (&f64, &f64)| {
        f == e || f.is_nan() && e.is_nan() || (f - e).abs() <= tolerance * e.abs().max(1.0)
    };
    found.len() == expected.len() && found.iter().zip(expected).all(equal)
}

/// The elements of all outputs for the elements of all inputs.
pub(crate) fn evaluate(graph: &Graph, x: &[f64]) -> Vec<f64> {
    run(graph, x).unwrap()
}

pub(crate) fn run(graph: &Graph, x: &[f64]) -> std::result::Result<Vec<f64>, String> {
    let executable = Executable::new(graph).unwrap();
    let mut rest = x;
    let inputs: Vec<Input> = executable
        .input_types()
        .map(|ty| Input::new(ty.element, rest.split_off(..ty.shape.size()).unwrap()))
        .collect();
    assert!(rest.is_empty(), "the graph has fewer inputs");
    let inputs: Vec<Values<'_>> = inputs.iter().map(Input::values).collect();
    let mut workspace = executable.workspace().unwrap();
    let outcome = executable.run(&mut Host::new(), &mut workspace, &inputs);
    outcome.map_err(|error| error.to_string())?;
    let mut elements = Vec::new();
    for position in 0..graph.outputs().len() {
        match workspace.output(position).unwrap() {
            Values::F64(values) => elements.extend(values),
            Values::F32(values) => elements.extend(values.iter().map(|&v| f64::from(v))),
            Values::Bool(values) => elements.extend(values.iter().map(|&v| f64::from(u8::from(v)))),
            Values::I64(values) => elements.extend(values.iter().map(|&v| v as f64)),
        }
    }
    Ok(elements)
}

/// The elements of an input in its type.
enum Input {
    F64(Vec<f64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    I64(Vec<i64>),
}

impl Input {
    fn new(element: Element, x: &[f64]) -> Self {
        let x = x.iter();
        match element {
            Element::F32 => Self::F32(x.map(|&x| x as f32).collect()),
            Element::Bool => Self::Bool(x.map(|&x| x != 0.0).collect()),
            Element::I64 => Self::I64(x.map(|&x| x as i64).collect()),
            _ => Self::F64(x.copied().collect()),
        }
    }

    fn values(&self) -> Values<'_> {
        match self {
            Self::F64(x) => Values::F64(x),
            Self::F32(x) => Values::F32(x),
            Self::Bool(x) => Values::Bool(x),
            Self::I64(x) => Values::I64(x),
        }
    }
}

/// The operators of the file of a graph for MXNet, sorted.
pub(crate) fn operators(graph: &Graph) -> Vec<String> {
    operators_as(graph, Flavour::Mxnet)
}

/// The operators of the file of a graph for a program, sorted.
pub(crate) fn operators_as(graph: &Graph, flavour: Flavour) -> Vec<String> {
    let document = Document::from_graph_as(graph, flavour).unwrap();
    let operators = document.nodes.iter().filter(|node| !node.is_variable());
    let mut operators: Vec<String> = operators.map(|node| node.op.clone()).collect();
    operators.sort();
    operators
}

/// The message with which a graph is refused for MXNet.
pub(crate) fn refusal(graph: &Graph) -> String {
    refusal_as(graph, Flavour::Mxnet)
}

/// The message with which a graph is refused for a program.
pub(crate) fn refusal_as(graph: &Graph, flavour: Flavour) -> String {
    let refused = Document::from_graph_as(graph, flavour);
    refused.unwrap_err().to_string()
}

/// The source of random choices in tests.
pub(crate) struct Random(graph_runtime::check::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(graph_runtime::check::Random::new(seed))
    }

    /// A number from 0 up to but without `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// A number between -2 and 2 that both float types have.
    pub(crate) fn number(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 18) - 2.0
    }

    /// A value for each element of all inputs.
    pub(crate) fn point(&mut self, graph: &Graph) -> Vec<f64> {
        let count = graph.input_types().map(|ty| ty.shape.size()).sum();
        (0..count).map(|_| self.number()).collect()
    }

    pub(crate) fn shape(&mut self, ranks: std::ops::RangeInclusive<usize>) -> Vec<usize> {
        let (low, high) = (*ranks.start(), *ranks.end());
        let rank = low + self.below(high - low + 1);
        (0..rank).map(|_| 1 + self.below(4)).collect()
    }

    /// The numbers below `count` in any order.
    pub(crate) fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}
