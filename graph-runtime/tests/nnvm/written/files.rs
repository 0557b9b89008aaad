//! Graphs that were read from other files, and those of this format mixed with other operators.

use super::support::{Random, check, close, evaluate, read_back};
use graph_autodiff::{differentiable_inputs, reverse};
use graph_runtime::json::nnvm::{self, Document};
use graph_runtime::json::{Error, cppad};
use std::collections::BTreeMap;
use test_support::{Case, files};

#[test]
fn graphs_of_cppad_are_written() {
    let (mut written, mut refused) = (0, 0);
    for path in files("cppad/valid") {
        let Ok(graph) = cppad::from_str(&Case::read(&path).graph()) else {
            continue;
        };
        match Document::from_graph(&graph) {
            Ok(_) => {
                let point = Random::new(3).point(&graph);
                check(&graph, &[point], 1e-9);
                written += 1;
            }
            Err(Error::Unrepresentable { .. }) => refused += 1,
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }
    println!("{written} written, {refused} refused");
    assert!(written >= 10, "{written}");
}

const LAYER: &str = r#"{
    "nodes": [
        {"op": "null", "name": "x", "inputs": []},
        {"op": "null", "name": "w", "attrs": {"__init__": "zeros"}, "inputs": []},
        {"op": "OP", "name": "fc", "inputs": [[0, 0, 0], [1, 0, 0]],
         "attrs": {ATTRIBUTES}},
        {"op": "tanh", "name": "act", "inputs": [[2, 0, 0]]}
    ],
    "arg_nodes": [0, 1], "heads": [[3, 0, 0]]
}"#;

fn layer(op: &str, attributes: &str) -> graph_ir::Graph {
    let text = LAYER.replace("OP", op).replace("ATTRIBUTES", attributes);
    let shapes = BTreeMap::from([("x".to_string(), vec![4, 3])]);
    nnvm::from_str_with(&text, &shapes).unwrap()
}

/// Operators of NNVM are said with those of MXNet as soon as others join them.
#[test]
fn gradients_of_files_of_both_programs_are_written() {
    let mxnet = layer("FullyConnected", r#""num_hidden": "5", "no_bias": "True""#);
    let nnvm = layer("dense", r#""units": "5", "use_bias": "False""#);
    for graph in [mxnet, nnvm] {
        let gradient = reverse(&graph, &differentiable_inputs(&graph)).unwrap();
        let points: Vec<_> = (0..2).map(|k| Random::new(k).point(&gradient)).collect();
        check(&gradient, &points, 1e-13);
    }
}

#[test]
fn operators_of_a_file_stay_beside_others() {
    let graph = layer("FullyConnected", r#""num_hidden": "5", "no_bias": "True""#);
    let builder = graph_ir::Builder::new();
    for (key, value) in graph.attributes() {
        builder.set_attribute(key, value);
    }
    let inputs: Vec<_> = graph
        .inputs()
        .iter()
        .map(|input| builder.input(&input.name, graph.ty(input.node).clone(), input.kind))
        .collect();
    let calls = graph.ids().filter_map(|id| match graph.op(id) {
        graph_ir::ops::Op::Call(function) => Some(graph.function(function)),
        _ => None,
    });
    let mut value = inputs.clone();
    for function in calls {
        value = builder.call(function, &value).unwrap();
    }
    builder.output("y", value[0] * 2.0).unwrap();
    let mixed = builder.finish().unwrap();
    let document = Document::from_graph(&mixed).unwrap();
    let ops: Vec<&str> = document.nodes.iter().map(|node| &*node.op).collect();
    assert_eq!(
        ops,
        ["null", "null", "FullyConnected", "tanh", "_mul_scalar"]
    );
    assert_eq!(document.nodes[1].attribute("__init__"), Some("zeros"));
    assert_eq!(document.nodes[1].attribute("__shape__"), Some("(5, 3)"));
    let after = read_back(&mixed);
    let point = Random::new(1).point(&mixed);
    assert!(close(
        &evaluate(&after, &point),
        &evaluate(&mixed, &point),
        0.0
    ));
}
