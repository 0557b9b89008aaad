//! Files whose data has a batch of unknown size: the graph for every size means, for each number,
//! what the file means for data of that number.

use graph_ir::{Element, Graph, passes, verify};
use graph_runtime::execute::Executable;
use graph_runtime::json::nnvm::{Document, Flavour, GraphOptions, Shape, to_string_as};
use std::collections::BTreeMap;
use test_support::{Case, Value, files};

/// The shapes of the inputs of a case.
fn shapes(inputs: &Value) -> BTreeMap<String, Shape> {
    let inputs = inputs.as_object().unwrap().iter();
    let shape = |tensor: &Value| serde_json::from_value(tensor["shape"].clone()).unwrap();
    inputs
        .map(|(name, tensor)| (name.clone(), shape(tensor)))
        .collect()
}

/// Numbers for the inputs of a graph of known extents, whole ones among them for indices.
fn inputs(graph: &Graph) -> Vec<Vec<f64>> {
    let mut number = 0_u32;
    let mut next = || {
        number += 1;
        f64::from(number % 3) * 0.5
    };
    let types = graph.input_types();
    types
        .map(|ty| (0..ty.shape.size()).map(|_| next()).collect())
        .collect()
}

fn evaluate(graph: &Graph) -> Option<Vec<Vec<f64>>> {
    let outputs: Vec<Vec<f64>> = Executable::new(graph).unwrap().call(&inputs(graph)).ok()?;
    Some(outputs)
}

/// Data that is no weight: its first extent is that of the first such input.
fn data(all: &BTreeMap<String, Shape>) -> Vec<&String> {
    const PARAMETERS: [&str; 6] = ["weight", "bias", "gamma", "beta", "mean", "var"];
    let is_data = |name: &String| !PARAMETERS.iter().any(|ending| name.ends_with(ending));
    let named: Vec<&String> = all.keys().filter(|name| is_data(name)).collect();
    let first = named.first().and_then(|&name| all[name].first());
    let size = first.copied();
    let of_size = |name: &&String| size.is_some() && all[*name].first().copied() == size;
    named.into_iter().filter(of_size).collect()
}

#[test]
fn graphs_for_every_size_are_those_of_each() {
    let mut compared = 0;
    for path in files("nnvm/valid") {
        let case = Case::read(&path);
        let (name, document): (_, Document) = (&case.name, case.graph().parse().unwrap());
        let all = shapes(&case.fields()["inputs"]);
        let sized = |size: usize| {
            let mut given = all.clone();
            for name in data(&all) {
                given.get_mut(name).unwrap()[0] = size;
            }
            given
        };
        // Operators that are refused are the subject of another test.
        let Ok(graph) = document.to_graph(&sized(0)) else {
            continue;
        };
        if graph.symbols().is_empty() {
            continue;
        }
        verify::verify(&graph).unwrap();
        for size in [1, 2, 6] {
            let Ok(direct) = document.to_graph(&sized(size)) else {
                continue;
            };
            let known = graph.with_extents(&[("N", size)]).unwrap();
            let types = |graph: &Graph| graph.output_types().cloned().collect::<Vec<_>>();
            assert_eq!(types(&known), types(&direct), "{name}, {size}");
            let [found, expected] = [evaluate(&known), evaluate(&direct)];
            let (found, expected) = (found.iter().flatten(), expected.iter().flatten());
            for (found, expected) in found.flatten().zip(expected.flatten()) {
                let near = (found - expected).abs() <= 1e-13 * expected.abs().max(1.0);
                let equal = found == expected || found.is_nan() && expected.is_nan();
                assert!(equal || near, "{name}, {size}: {found} and {expected}");
            }
        }
        compared += 1;
    }
    println!("{compared} cases");
    assert!(compared >= 6, "{compared}");
}

/// A network of one operator over data of an unknown number of rows of two.
fn network(op: &str, attributes: &str) -> Document {
    let text = format!(
        r#"{{"nodes": [
            {{"op": "null", "name": "data", "inputs": [], "attrs": {{"__shape__": "(0, 2)"}}}},
            {{"op": "{op}", "name": "node", "inputs": [[0, 0, 0]], "attrs": {{{attributes}}}}}
        ], "arg_nodes": [0], "heads": [[1, 0, 0]], "attrs": {{"mxnet_version": ["int", 10901]}}}}"#
    );
    text.parse().unwrap()
}

fn read(op: &str, attributes: &str) -> Result<Graph, String> {
    let graph = network(op, attributes).to_graph(&BTreeMap::new());
    graph.map_err(|error| error.to_string())
}

/// Values by hand: sums over the batch, means of it, and shapes that the size is a factor of.
#[test]
fn values_depend_on_the_size_as_those_of_the_operator_do() {
    let x = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let value = |op: &str, attributes: &str| {
        let graph = read(op, attributes)
            .unwrap()
            .with_extents(&[("N", 3)])
            .unwrap();
        let result: Vec<Vec<f64>> = Executable::new(&graph).unwrap().call(&[&x]).unwrap();
        let ty = graph.output_types().next().unwrap().to_string();
        (ty, result[0].clone())
    };
    let numbers = |numbers: &[f64]| numbers.to_vec();
    assert_eq!(
        value("sum", r#""axis": "0""#),
        ("[f64; 2]".into(), numbers(&[9.0, 12.0]))
    );
    assert_eq!(value("mean", ""), ("[f64; 1]".into(), numbers(&[3.5])));
    let flat = r#""shape": "(-1,)""#;
    assert_eq!(value("Reshape", flat), ("[f64; 6]".into(), x.clone()));
    assert_eq!(
        value("slice_axis", r#""axis": "0", "begin": "1", "end": "3""#),
        ("[[f64; 2]; 2]".into(), numbers(&[3.0, 4.0, 5.0, 6.0]))
    );
    let graph = read("slice_axis", r#""axis": "0", "begin": "1", "end": "3""#).unwrap();
    let error = graph.with_extents(&[("N", 2)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`N - 3` must not be negative, which it is for N = 2"
    );
}

#[test]
fn operators_that_are_not_the_same_for_every_size_ask_for_the_shape() {
    let advice = "is not supported: `data` is (0, 2); give the shape with a number, such as (1, 2) for \
                  `data` (`--shape data=1,2` on the command line)";
    let message = |op: &str, attributes: &str| read(op, attributes).unwrap_err();
    let reshape = message("Reshape", r#""shape": "(6, 4)""#);
    let place = "/nodes/1/attrs/shape (line 3, column 89)";
    assert_eq!(
        reshape,
        format!("{place}: `node` (Reshape) for batches of every size {advice}")
    );
    // All axes of one go, and so would that of a batch of one.
    let squeeze = message("squeeze", "");
    assert!(
        squeeze.ends_with(&format!(
            "`node` (squeeze) for batches of every size {advice}"
        )),
        "{squeeze}"
    );
    // The shape that the advice gives is accepted.
    let given = BTreeMap::from([("data".to_string(), vec![1, 2])]);
    assert!(network("squeeze", "").to_graph(&given).is_ok());
}

/// Only the first extent is the batch: others are asked for, and all that is not known at all.
#[test]
fn other_unknown_extents_remain_errors() {
    let document = network("relu", "");
    for (shape, known) in [
        (vec![2, 0], "`data`, of which (2, 0) is known"),
        (vec![0, 0], "`data`"),
    ] {
        let given = BTreeMap::from([("data".to_string(), shape)]);
        let error = document.to_graph(&given).unwrap_err().to_string();
        let expected = format!("expected a shape given for {known}, found none");
        assert!(error.contains(&expected), "{error}");
    }
}

/// All data has the same batch.
#[test]
fn the_first_extents_of_all_data_are_one_symbol() {
    let text = r#"{"nodes": [
        {"op": "null", "name": "x", "inputs": [], "attrs": {"__shape__": "(0, 2)"}},
        {"op": "null", "name": "y", "inputs": [], "attrs": {"__shape__": "(0, 2)"}},
        {"op": "broadcast_mul", "name": "p", "inputs": [[0, 0, 0], [1, 0, 0]]},
        {"op": "null", "name": "b", "inputs": [], "attrs": {"__shape__": "(0,)"}},
        {"op": "null", "name": "w", "inputs": []},
        {"op": "FullyConnected", "name": "fc", "attrs": {"num_hidden": "3"},
         "inputs": [[2, 0, 0], [4, 0, 0], [3, 0, 0]]}
    ], "arg_nodes": [0, 1, 3, 4], "heads": [[5, 0, 0]], "attrs": {"mxnet_version": ["int", 10901]}}"#;
    let document: Document = text.parse().unwrap();
    let graph = document.to_graph(&BTreeMap::new()).unwrap();
    let inputs = graph.inputs().iter().zip(graph.input_types());
    let types: Vec<String> = inputs
        .map(|(input, ty)| format!("{}: {ty}", input.name))
        .collect();
    // The 0 of the bias is no batch: it follows from the layer.
    let expected = [
        "x: [[f64; 2]; N]",
        "y: [[f64; 2]; N]",
        "b: [f64; 3]",
        "w: [[f64; 2]; 3]",
    ];
    let sorted = |mut types: Vec<String>| {
        types.sort();
        types
    };
    assert_eq!(sorted(types), sorted(expected.map(String::from).to_vec()));
    // The numbers have the type that the options say.
    let options = GraphOptions::new().with_element(Element::F32);
    let single = document.to_graph_with(&BTreeMap::new(), options).unwrap();
    assert_eq!(single.input_types().next().unwrap().element, Element::F32);
}

/// The file is written as it was read; what is made of its graph needs a number.
#[test]
fn a_batch_of_any_size_is_written_as_the_file_has_it() {
    let graph = read("slice_axis", r#""axis": "0", "begin": "0", "end": "5""#).unwrap();
    let written = to_string_as(&graph, Flavour::Mxnet).unwrap();
    assert!(written.contains(r#"{"__shape__":"(0, 2)"}"#), "{written}");
    let again: Document = written.parse().unwrap();
    let again = again.to_graph(&BTreeMap::new()).unwrap();
    assert_eq!(again.to_string(), graph.to_string());
    let prepared = passes::prepare(&graph).unwrap();
    let error = to_string_as(&prepared, Flavour::Mxnet)
        .unwrap_err()
        .to_string();
    assert!(error.contains("the extent `N` must be a number"), "{error}");
    let five = prepared.with_extents(&[("N", 5)]).unwrap();
    let written = to_string_as(&five, Flavour::Mxnet).unwrap();
    assert!(written.contains(r#""__shape__":"(5, 2)""#), "{written}");
}
