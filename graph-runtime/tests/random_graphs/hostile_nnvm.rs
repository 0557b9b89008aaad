//! Files of the NNVM format with random damage, with the shapes of the undamaged file's inputs.

use std::collections::BTreeMap;
use std::path::Path;

use graph_runtime::json::nnvm::{Document, Shape};
use test_support::{Case, files};

use super::damage::damaged;
use super::pipeline;
use super::source::RandomSource;

const WORDS: [&str; 40] = [
    "null",
    "op",
    "name",
    "attrs",
    "attr",
    "param",
    "inputs",
    "heads",
    "nodes",
    "arg_nodes",
    "node_row_ptr",
    "control_deps",
    "subgraphs",
    "Convolution",
    "Deconvolution",
    "Pooling",
    "BatchNorm",
    "FullyConnected",
    "Reshape",
    "transpose",
    "Concat",
    "SliceChannel",
    "softmax",
    "take",
    "slice",
    "broadcast_add",
    "kernel",
    "stride",
    "pad",
    "dilate",
    "num_filter",
    "num_group",
    "num_hidden",
    "axis",
    "shape",
    "(3, 3)",
    "(0, -1)",
    "()",
    "None",
    "True",
];

/// The graph of a case as text, and the shapes of its inputs.
fn case(path: &Path) -> Option<(String, BTreeMap<String, Shape>)> {
    let case = Case::read(path);
    let inputs = case.value("inputs");
    let shape = |tensor| serde_json::from_value(tensor).ok();
    let shapes = inputs.as_object()?.iter();
    let shapes = shapes.map(|(name, tensor)| Some((name.clone(), shape(tensor["shape"].clone())?)));
    Some((case.graph(), shapes.collect::<Option<_>>()?))
}

#[test]
fn damaged_files_are_refused_or_mean_something() {
    let paths = files("nnvm/valid");
    let cases = paths.iter().filter_map(|path| case(path));
    let cases: Vec<_> = cases.filter(|(text, _)| text.len() < 5000).collect();
    assert!(cases.len() >= 20);
    super::cases("nnvm", 250, |seed| {
        let source = &mut RandomSource::new(seed);
        let (text, shapes) = source.pick(&cases);
        for _ in 0..4 {
            let damaged = damaged(source, text, &WORDS);
            let Ok(document) = Document::from_slice(&damaged) else {
                continue;
            };
            // Writing may fail; what is written can be read.
            if let Ok(written) = document.to_string() {
                assert_eq!(written.parse::<Document>().unwrap(), document);
            }
            // Inputs may have lost their names with the damage.
            let known = document.variables().map(|(_, node)| &node.name);
            let known = known.filter_map(|name| Some((name.clone(), shapes.get(name)?.clone())));
            if let Ok(graph) = document.to_graph(&known.collect()) {
                pipeline::run(&graph);
            }
        }
    });
}
