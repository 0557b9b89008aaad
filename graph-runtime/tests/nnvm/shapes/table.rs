//! Tables of operators, one line a case.
//!
//! A line reads `Reshape shape=(0,-1) : (2,3,4) -> (2,12)`; inputs and outputs are separated by
//! `;`, a `?` is an input whose shape is not given (and the shapes found stand after `|`), and
//! `-> ! text` is an error whose message has this text.

use graph_runtime::json::nnvm::{Document, Entry, GraphAttribute, Node, Shape};
use std::collections::BTreeMap;

/// The document of one node, and the shapes of its inputs that are given.
pub(crate) fn document(
    line: &str,
    outputs: u32,
    mxnet: bool,
) -> (Document, BTreeMap<String, Shape>) {
    let (head, inputs) = line.split_once(':').unwrap();
    let mut words = head.split_whitespace();
    let mut node = Node::operator(words.next().unwrap(), "n", Vec::new());
    for word in words {
        let (key, value) = word.split_once('=').unwrap();
        node.set_attribute(key, value);
    }
    let mut document = Document::default();
    let mut given = BTreeMap::new();
    for text in inputs
        .split(';')
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let id = document.nodes.len();
        node.inputs.push(Entry::new(id as u32, 0));
        document.nodes.push(Node::variable(format!("x{id}")));
        if text != "?" {
            given.insert(format!("x{id}"), shape(text));
        }
    }
    let id = document.nodes.len() as u32;
    document.nodes.push(node);
    document.heads = (0..outputs).map(|index| Entry::new(id, index)).collect();
    if mxnet {
        let version = ("mxnet_version".into(), GraphAttribute::Int(10901));
        document.attributes.push(version);
    }
    (document, given)
}

fn shape(text: &str) -> Shape {
    let inner = text
        .trim()
        .strip_prefix('(')
        .unwrap()
        .strip_suffix(')')
        .unwrap();
    let extents = inner
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    extents.map(|extent| extent.parse().unwrap()).collect()
}

fn shapes(text: &str) -> Vec<Shape> {
    text.split(';').map(shape).collect()
}

fn check(mxnet: bool, table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (call, expected) = line.split_once("->").unwrap();
        let expected = expected.trim();
        let outputs = expected.split('|').next().unwrap().split(';').count() as u32;
        let (document, given) = document(call, outputs, mxnet);
        document.check().unwrap();
        let result = document.infer(&given);
        if let Some(part) = expected.strip_prefix('!') {
            let message = match result {
                Ok(result) => panic!("{line}: {:?}", result.heads().collect::<Vec<_>>()),
                Err(error) => error.to_string(),
            };
            assert!(message.contains(part.trim()), "{line}: {message}");
            continue;
        }
        let result = result.unwrap_or_else(|error| panic!("{line}: {error}"));
        let (heads, arguments) = expected.split_once('|').unwrap_or((expected, ""));
        assert_eq!(result.heads().collect::<Vec<_>>(), shapes(heads), "{line}");
        if !arguments.is_empty() {
            let found: Vec<_> = result
                .arguments()
                .map(|(_, shape)| shape.to_vec())
                .collect();
            assert_eq!(found, shapes(arguments), "{line}");
        }
    }
}

/// Checks a table of MXNet's operators.
pub(crate) fn mxnet(table: &str) {
    check(true, table);
}

/// Checks a table of NNVM's operators.
pub(crate) fn nnvm(table: &str) {
    check(false, table);
}
