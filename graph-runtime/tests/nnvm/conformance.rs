//! Evaluates the conformance cases of the NNVM format and their gradients, and writes their graphs
//! again: a chosen part that lies beside this file, and all where the shared folder is present.

use graph_autodiff::{differentiable_inputs, reverse};
use graph_ir::graph::FunctionKind;
use graph_ir::ops::Op;
use graph_ir::verify::verify;
use graph_ir::{Element, Graph};
use graph_runtime::execute::{Executable, Values, ValuesMut};
use graph_runtime::json::GraphJson;
use graph_runtime::json::nnvm::{Document, Shape};
use std::collections::BTreeMap;
use std::path::Path;
use test_support::{self as support, Value, files, flat};

/// A case, with its document.
struct Case {
    name: String,
    document: Document,
    inputs: BTreeMap<String, (Shape, Vec<f64>)>,
    fields: Value,
}

fn tensor(value: &Value) -> (Shape, Vec<f64>) {
    let shape = value["shape"].as_array().unwrap().iter();
    let shape = shape.map(|extent| extent.as_u64().unwrap() as usize);
    (shape.collect(), flat(&value["data"]))
}

fn tensors(value: &Value) -> BTreeMap<String, (Shape, Vec<f64>)> {
    let tensors = value.as_object().unwrap().iter();
    tensors
        .map(|(name, value)| (name.clone(), tensor(value)))
        .collect()
}

fn case(path: &Path) -> Case {
    let case = support::Case::read(path);
    let fields = case.fields();
    Case {
        document: case.graph().parse().unwrap(),
        name: case.name,
        inputs: tensors(&fields["inputs"]),
        fields,
    }
}

/// All cases whose operators have an implementation.
fn cases() -> Vec<(Case, Graph)> {
    let mut cases = Vec::new();
    for path in files("nnvm/valid") {
        let case = case(&path);
        let inputs = case.inputs.iter();
        let shapes = inputs.map(|(name, (shape, _))| (name.clone(), shape.clone()));
        let graph = case.document.to_graph(&shapes.collect());
        let graph = graph.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        cases.push((case, graph));
    }
    cases
}

/// The results of a graph as numbers; they are floats and integers.
fn evaluate(graph: &Graph, inputs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let inputs: Vec<Values<'_>> = inputs.iter().map(|input| Values::F64(input)).collect();
    let sizes: Vec<usize> = graph.output_types().map(|ty| ty.shape.size()).collect();
    let mut floats: Vec<Vec<f64>> = sizes.iter().map(|&size| vec![0.0; size]).collect();
    let mut integers: Vec<Vec<i64>> = sizes.iter().map(|&size| vec![0; size]).collect();
    let types = graph.output_types();
    let slots = types.zip(floats.iter_mut().zip(&mut integers));
    let mut outputs: Vec<ValuesMut<'_>> = slots
        .map(|(ty, (floats, integers))| match ty.element {
            Element::F64 => ValuesMut::F64(floats),
            Element::I64 => ValuesMut::I64(integers),
            other => panic!("{other}"),
        })
        .collect();
    executable
        .evaluate(&mut workspace, &inputs, &mut outputs)
        .unwrap();
    drop(outputs);
    for (ty, (floats, integers)) in graph.output_types().zip(floats.iter_mut().zip(&integers)) {
        if ty.element == Element::I64 {
            *floats = integers.iter().map(|&value| value as f64).collect();
        }
    }
    floats
}

fn compare(name: &str, what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{name}: {what}");
    for (found, expected) in found.iter().zip(expected) {
        let equal = found == expected || found.is_nan() && expected.is_nan();
        let close = (found - expected).abs() <= tolerance * expected.abs().max(1.0);
        assert!(equal || close, "{name}: {what}: {found} for {expected}");
    }
}

fn inputs_of(case: &Case, graph: &Graph) -> Vec<Vec<f64>> {
    let inputs = graph.inputs().iter();
    inputs
        .map(|input| case.inputs[&input.name].1.clone())
        .collect()
}

#[test]
fn graphs_have_the_recorded_values() {
    let cases = cases();
    for (case, graph) in &cases {
        verify(graph).unwrap();
        let found = evaluate(graph, &inputs_of(case, graph));
        let expected = case.fields["outputs"].as_array().unwrap();
        assert_eq!(found.len(), expected.len(), "{}", case.name);
        let tolerance = case.fields["tolerance"].as_f64().unwrap();
        for (position, expected) in expected.iter().enumerate() {
            let (shape, data) = tensor(expected);
            let ty = graph.output_types().nth(position).unwrap();
            assert_eq!(ty.shape.extents(), shape, "{}", case.name);
            let what = format!("output {position}");
            compare(&case.name, &what, &found[position], &data, tolerance);
        }
    }
    println!("{} cases", cases.len());
    assert!(cases.len() >= 20);
}

#[test]
fn gradients_are_the_recorded_ones() {
    let mut count = 0;
    for (case, graph) in &cases() {
        let expected = tensors(&case.fields["grads"]);
        let aux = match case.fields.get("grads_aux") {
            Some(grads) => tensors(grads),
            None => BTreeMap::new(),
        };
        let wrt = differentiable_inputs(graph);
        let adjoint = reverse(graph, &wrt).unwrap();
        verify(&adjoint).unwrap();
        let mut inputs = inputs_of(case, graph);
        for ty in graph.output_types().filter(|ty| ty.element == Element::F64) {
            inputs.push(vec![1.0; ty.shape.size()]);
        }
        // Seeds of outputs that are no floats are inputs too; such graphs have no gradient here.
        if graph.output_types().any(|ty| ty.element != Element::F64) {
            continue;
        }
        let found = evaluate(&adjoint, &inputs);
        let tolerance = case.fields["tolerance"].as_f64().unwrap();
        for (position, &input) in wrt.iter().enumerate() {
            let name = &graph.inputs()[input].name;
            let Some((_, expected)) = expected.get(name).or_else(|| aux.get(name)) else {
                continue;
            };
            let found = &found[graph.outputs().len() + position];
            compare(
                &case.name,
                &format!("gradient of {name}"),
                found,
                expected,
                tolerance,
            );
            count += 1;
        }
    }
    println!("{count} gradients");
    assert!(count >= 20);
}

/// The parts of a document that a graph keeps, which are those in reach of the heads.
fn kept(document: &Document) -> String {
    let mut text = String::new();
    for id in document.order() {
        let node = &document.nodes[id];
        text.push_str(&format!("{} {} ", node.op, node.name));
        for (_, attribute) in node.all_attributes() {
            text.push_str(&format!("{}={} ", attribute.key, attribute.value));
        }
        for entry in &node.inputs {
            let input = &document.nodes[entry.node as usize];
            text.push_str(&format!("{}:{} ", input.name, entry.index));
        }
        text.push('\n');
    }
    for (key, value) in &document.attributes {
        text.push_str(&format!("{key}={value:?}\n"));
    }
    text
}

#[test]
fn graphs_are_written_as_the_files_that_they_come_from() {
    for (case, graph) in &cases() {
        let written = Document::from_graph(graph).unwrap();
        written.check().unwrap();
        if !case.name.starts_with("legacy") {
            assert_eq!(kept(&written), kept(&case.document), "{}", case.name);
            let heads = |document: &Document| -> Vec<(String, u32)> {
                let heads = document.heads.iter();
                heads
                    .map(|head| (document.nodes[head.node as usize].name.clone(), head.index))
                    .collect()
            };
            assert_eq!(heads(&written), heads(&case.document), "{}", case.name);
        }
        let text = graph.to_nnvm_json().unwrap();
        assert_eq!(written.to_string().unwrap(), text);
        let inputs = case.inputs.iter();
        let shapes = inputs.map(|(name, (shape, _))| (name.clone(), shape.clone()));
        let again = Graph::from_nnvm_json_with(&text, &shapes.collect()).unwrap();
        assert_eq!(again.to_nnvm_json().unwrap(), text, "{}", case.name);
    }
}

#[test]
fn nodes_of_the_file_are_single_calls() {
    for (case, graph) in &cases() {
        let calls = graph.ids().filter(|&id| match graph.op(id) {
            Op::Call(function) => {
                matches!(graph.function(function).kind, FunctionKind::Foreign(_))
            }
            Op::Input(_) | Op::Project(_) => false,
            other => panic!("{}: {other:?}", case.name),
        });
        let document = Document::from_graph(graph).unwrap();
        let operators = document.nodes.iter().filter(|node| !node.is_variable());
        assert_eq!(calls.count(), operators.count(), "{}", case.name);
    }
}
