//! Applies an operator to generic numbers: a document of one node, read, and evaluated.

use super::samples::Sample;
use crate::Error;
use crate::nnvm::node_site::Site;
use crate::nnvm::operators::{Flavour, Operator, Outputs};
use crate::nnvm::resolve::{output_count, parameters};
use crate::nnvm::{Document, Entry, GraphAttribute, GraphOptions, Node};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use graph_autodiff::{differentiable_inputs, reverse};
use graph_ir::{Element, Graph};
use graph_runtime::execute::{Executable, Host, Values};

/// The most outputs of a node that are heads of its document.
const MOST_HEADS: usize = 64;

/// The outcome of applying an operator.
#[derive(Debug, PartialEq)]
pub(super) enum Outcome {
    /// All outputs that are not of training alone.
    Results(Vec<Output>),
    /// Evaluation fails: an index that is out of range.
    Failed,
    /// The file is refused.
    Refused(String),
}

/// The type, shape and numbers (as bits, as NaN is one of them) of an output.
#[derive(Debug, PartialEq)]
pub(super) struct Output(Element, Vec<usize>, Vec<u64>);

pub(super) fn apply(row: &'static Operator, sample: &Sample) -> Outcome {
    let (document, names) = document(row, sample);
    let shapes = sample.shapes.iter().enumerate();
    let shapes = shapes.filter_map(|(index, shape)| Some((format!("x{index}"), shape.clone()?)));
    // Attributes may take inputs away.
    let shapes: BTreeMap<_, _> = shapes
        .filter(|(name, _)| names.contains_key(name))
        .collect();
    let inference = match document.to_graph(&shapes) {
        Ok(graph) => evaluate(&graph, &names),
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let Outcome::Results(mut results) = inference else {
        return inference;
    };
    // Attributes that matter in training alone show in its values and gradients.
    match document.to_graph_with(&shapes, GraphOptions::training()) {
        Ok(graph) => {
            let floats = graph.output_types().all(|ty| ty.element == Element::F64);
            let gradient = match floats {
                true => reverse(&graph, &differentiable_inputs(&graph)).unwrap(),
                false => graph,
            };
            match evaluate(&gradient, &names) {
                Outcome::Results(more) => results.extend(more),
                other => return other,
            }
        }
        // An operator that draws random numbers.
        Err(Error::UnsupportedOperators { .. }) => {}
        Err(error) => return Outcome::Refused(error.to_string()),
    }
    Outcome::Results(results)
}

/// The document of the sample, and which input of the row each variable is.
pub(super) fn document(
    row: &'static Operator,
    sample: &Sample,
) -> (Document, BTreeMap<String, String>) {
    let mut document = Document::default();
    let mut node = Node::operator(&sample.operator, "n", Vec::new());
    for (key, value) in &sample.attributes {
        node.set_attribute(key, value);
    }
    document.nodes.push(node.clone());
    let held = parameters(row, Site::new(&document, 0)).ok();
    document.nodes.clear();
    let outputs = match (&row.outputs, &held) {
        (Outputs::One | Outputs::Several(_), _) | (_, None) => 1,
        (_, Some(held)) => output_count(row, held).clamp(1, MOST_HEADS),
    };
    let names: Vec<String> = match held.and_then(|held| row.input_names(&held)) {
        Some(names) => names.iter().map(ToString::to_string).collect(),
        None => vec![String::new(); sample.shapes.len()],
    };
    let mut variables = BTreeMap::new();
    for (index, input) in names.into_iter().enumerate() {
        let name = format!("x{index}");
        node.inputs.push(Entry::new(index as u32, 0));
        document.nodes.push(Node::variable(&name));
        variables.insert(name, input);
    }
    let id = document.nodes.len() as u32;
    let heads = (0..outputs).map(|output| Entry::new(id, output as u32));
    document.heads = heads.collect();
    document.nodes.push(node);
    if sample.flavour == Flavour::Mxnet {
        let version = ("mxnet_version".into(), GraphAttribute::Int(10901));
        document.attributes.push(version);
    }
    (document, variables)
}

fn evaluate(graph: &Graph, names: &BTreeMap<String, String>) -> Outcome {
    let inputs = graph.inputs().iter().zip(graph.input_types());
    let inputs = inputs.enumerate().map(|(index, (input, ty))| {
        let numbers = (0..ty.shape.size()).map(|at| generic(index, at));
        // Seeds of gradients come after the inputs.
        match names.get(&input.name).map_or("", String::as_str) {
            // A variance is not negative, and places of several axes are within them.
            "moving_var" => numbers.map(f64::abs).collect(),
            "indices" if names.values().any(|name| name == "data") => {
                numbers.map(|number| number.abs().floor()).collect()
            }
            _ => numbers.collect(),
        }
    });
    let inputs: Vec<Vec<f64>> = inputs.collect();
    let inputs: Vec<Values<'_>> = inputs.iter().map(|input| Values::F64(input)).collect();
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let outcome = executable.run(&mut Host::new(), &mut workspace, &inputs);
    if outcome.is_err() {
        return Outcome::Failed;
    }
    let outputs = graph.output_types().enumerate().map(|(position, ty)| {
        let bits = match workspace.output(position).unwrap() {
            Values::F64(floats) => floats.iter().map(|number| number.to_bits()).collect(),
            Values::I64(integers) => integers.iter().map(|n| n.cast_unsigned()).collect(),
            other => panic!("an output of {:?}", other.element()),
        };
        Output(ty.element, ty.shape.extents(), bits)
    });
    Outcome::Results(outputs.collect())
}

/// Numbers from -2 to 2 without an order, some of them whole.
fn generic(input: usize, at: usize) -> f64 {
    let number = 1.9 * (1.7 * at as f64 + 0.9 * input as f64 + 0.3).sin();
    if at % 3 == 1 { number.trunc() } else { number }
}
