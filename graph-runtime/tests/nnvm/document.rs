//! The document that a text of the NNVM format is read into, the text that it is written as, and
//! how both bear size.

use graph_runtime::derivative::Evaluator;
use graph_runtime::json::Error;
use graph_runtime::json::nnvm::{
    Attribute, AttributeKey, Document, Entry, GraphAttribute, MAX_SUBGRAPH_DEPTH, Node,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{self, Read};
use std::time::{Duration, Instant};

const TEXT: &str = r#"{
  "nodes": [
    {
      "op": "null", 
      "name": "x \"\\\n\r\t", 
      "attrs": {"__shape__": "(2, 3)"}, 
      "inputs": []
    }, 
    {
      "op": "Concat", 
      "name": "both", 
      "attrs": {
        "dim": "0", 
        "num_args": "11"
      }, 
      "inputs": [
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0], 
        [0, 0, 0]
      ], 
      "control_deps": [0]
    }
  ], 
  "arg_nodes": [0], 
  "node_row_ptr": [0, 1, 2], 
  "heads": [[1, 0, 0]], 
  "attrs": {
    "mxnet_version": ["int", 10901], 
    "shape": ["list_shape", [
        [2, 3], 
        [22, 3]]]
  }
}"#;

#[test]
fn the_layout_is_that_of_the_real_programs() {
    let document: Document = TEXT.parse().unwrap();
    assert_eq!(document.to_string_pretty().unwrap(), TEXT);
    let mut written = Vec::new();
    document.to_writer_pretty(&mut written).unwrap();
    assert_eq!(written, TEXT.as_bytes());
    assert_eq!(document.nodes[0].name, "x \"\\\n\r\t");
    assert_eq!(document.nodes[1].attribute("num_args"), Some("11"));
    assert_eq!(document.nodes[1].control_deps, [0]);
    assert_eq!(document.mxnet_version(), Some(10901));
}

/// A document of one variable and one operator, with `node` as the rest of the operator's keys.
fn with_node(node: &str) -> Result<Document, Error> {
    let text = format!(
        r#"{{"heads":[[1,0]],"arg_nodes":[0],"nodes":[{{"op":"null","name":"x","inputs":[]}},
        {{"op":"f","name":"n","inputs":[[0,0]]{node}}}]}}"#
    );
    text.parse()
}

#[test]
fn every_spelling_of_attributes_is_read_and_kept() {
    let both = with_node(r#","param":{"b":"2","a":"3"},"attr":{"a":"1"},"backward_source_id":-1"#);
    let document = both.unwrap();
    let node = &document.nodes[1];
    assert_eq!(node.attribute_key, AttributeKey::Attr);
    assert_eq!(
        (node.attribute("a"), node.attribute("b")),
        (Some("1"), Some("2"))
    );
    let all: Vec<_> = node
        .all_attributes()
        .map(|(key, held)| (key, &*held.value))
        .collect();
    assert_eq!(all, [("attr", "1"), ("param", "2")]);
    assert!(document.to_string().unwrap().ends_with(
        r#"{"op":"f","name":"n","param":{"a":"3","b":"2"},"attr":{"a":"1"},"inputs":[[0,0,0]],"backward_source_id":-1}],"arg_nodes":[0],"heads":[[1,0,0]]}"#
    ));
    let replaced = with_node(r#","attrs":{"a":"1"},"attr":{"b":"2"}"#).unwrap();
    assert_eq!(replaced.nodes[1].attributes, [Attribute::new("b", "2")]);
    let replaced = with_node(r#","attr":{"b":"2"},"attrs":{"a":"1"}"#).unwrap();
    assert_eq!(replaced.nodes[1].attributes, [Attribute::new("a", "1")]);
    // Without attributes no key is written, so none is remembered.
    let none = with_node(r#","attr":{}"#).unwrap();
    let again: Document = none.to_string().unwrap().parse().unwrap();
    assert_eq!(again, none);
}

#[test]
fn graph_attributes_have_the_types_that_nnvm_registers() {
    let text = r#"{"nodes":[{"op":"null","name":"x","inputs":[]}],"arg_nodes":[0],"heads":[[0,0,0]],"attrs":{"a":["int",-1],"b":["size_t",9223372036854775807],"c":["str","s"],"d":["list_int",[1,-2]],"e":["list_str",["u","v"]],"f":["list_layout",["NCHW"]],"g":["list_shape",[[2,3],[]]],"h":["dict_str_int",{"p":1,"q":-2}]}}"#;
    let document: Document = text.parse().unwrap();
    assert_eq!(document.to_string().unwrap(), text);
    let shapes = GraphAttribute::Shapes(vec![vec![2, 3], vec![]]);
    assert_eq!(document.attribute("g"), Some(&shapes));
    let types: Vec<_> = document
        .attributes
        .iter()
        .map(|(_, value)| value.type_name())
        .collect();
    assert_eq!(types[5..], ["list_layout", "list_shape", "dict_str_int"]);
}

#[test]
fn errors_name_the_place_what_stood_there_and_what_was_expected() {
    let cases = [
        (
            r#","attrs":{"a":1}"#,
            "/nodes/1/attrs/a (line 2, column 60): expected a string, found `1`",
        ),
        (
            r#","attrs":{"a/b":null}"#,
            "/nodes/1/attrs/a~1b (line 2, column 62): expected a string, found `n`",
        ),
        (
            r#","attrs":{"a":"1","a":"2"}"#,
            "/nodes/1/attrs/a (line 2, column 68): expected every key once, found \"a\" a second time",
        ),
        (
            r#","attributes":{}"#,
            "/nodes/1/attributes (line 2, column 47): expected one of the keys `op`, `name`, `inputs`, `attrs`, `attr`, `param`, `control_deps`, `subgraphs`, `backward_source_id`, found \"attributes\"",
        ),
        (
            r#","control_deps":[7]"#,
            "/nodes/1/control_deps/0 (line 2, column 63): expected the id of one of the 2 nodes, found node 7",
        ),
        (
            r#","control_deps":[1]"#,
            "/nodes/1 (line 2, column 9): expected a node that does not depend on itself, found `n`: f on a cycle",
        ),
        (
            r#","name":"m""#,
            "/nodes/1/name (line 2, column 47): expected every key once, found \"name\" a second time",
        ),
        (
            r#","subgraphs":[{"nodes":[],"arg_nodes":[],"heads":[]}]"#,
            "/nodes/1/subgraphs/0/heads (line 2, column 95): expected at least one head, which is an output of the graph, found none",
        ),
        (
            ",",
            "/nodes/1 (line 2, column 47): expected a key in quotation marks, found `}`",
        ),
        (
            "}",
            "/nodes (line 2, column 47): expected `,` or `]`, found `}`",
        ),
    ];
    for (node, expected) in cases {
        let message = with_node(node).unwrap_err().to_string();
        assert_eq!(message, expected);
    }
    let input = TEXT.replace("\"heads\": [[1, 0, 0]]", "\"heads\": [[1, 0, 0, 0]]");
    assert_eq!(
        input.parse::<Document>().unwrap_err().to_string(),
        "/heads/0 (line 34, column 13): expected an entry `[node, output]` or `[node, output, version]`, \
         found 4 integers"
    );
    let output = TEXT.replace("\"heads\": [[1, 0, 0]]", "\"heads\": [[0, 3, 0]]");
    let message = output.parse::<Document>().unwrap_err().to_string();
    assert!(message.contains("expected output 0, the only one of a variable, found output 3"));
    let argument = TEXT.replace("\"arg_nodes\": [0]", "\"arg_nodes\": [0, 1]");
    let message = argument.parse::<Document>().unwrap_err().to_string();
    assert!(message.contains("/arg_nodes/1"), "{message}");
    assert!(
        message.contains("found 1, which is `both`: Concat"),
        "{message}"
    );
}

#[test]
fn every_beginning_of_a_text_is_refused() {
    for end in 0..TEXT.len() {
        let error = TEXT[..end].parse::<Document>().unwrap_err();
        assert!(error.place().position.is_some());
    }
}

/// Flips every byte of the text to a few others: nothing may panic, and what is read is written.
#[test]
fn damaged_texts_are_refused_or_read() {
    let mut bytes = TEXT.as_bytes().to_vec();
    for index in 0..bytes.len() {
        let original = bytes[index];
        for byte in *b"\"{}[],:0-9\\ \xff\0" {
            bytes[index] = byte;
            if let Ok(document) = Document::from_slice(&bytes) {
                let again: Document = document.to_string().unwrap().parse().unwrap();
                assert_eq!(again, document);
                drop(document.infer(&BTreeMap::new()));
            }
        }
        bytes[index] = original;
    }
}

#[test]
fn subgraphs_nest_up_to_the_limit() {
    let nested = |depth: usize| {
        let mut text = String::new();
        for _ in 0..depth {
            text.push_str(r#"{"arg_nodes":[],"heads":[[0,0]],"nodes":[{"op":"_foreach","name":"","inputs":[],"subgraphs":["#);
        }
        text.push_str(
            r#"{"nodes":[{"op":"null","name":"x","inputs":[]}],"arg_nodes":[0],"heads":[[0,0]]}"#,
        );
        text.push_str(&"]}]}".repeat(depth));
        text.parse::<Document>()
    };
    let deepest = nested(MAX_SUBGRAPH_DEPTH).unwrap();
    let again: Document = deepest.to_string_pretty().unwrap().parse().unwrap();
    assert_eq!(again, deepest);
    again.check().unwrap();
    for depth in [MAX_SUBGRAPH_DEPTH + 1, 3000, 100_000] {
        let message = nested(depth).unwrap_err().to_string();
        assert!(message.contains("expected at most 32 subgraphs within one another, found more"));
    }
    assert!("[".repeat(1_000_000).parse::<Document>().is_err());
}

#[test]
fn the_order_is_depth_first_from_the_heads() {
    let mut document = Document::default();
    // Inputs stand after their users, and node 1 is out of reach.
    let entries = |ids: &[u32]| ids.iter().map(|&id| Entry::new(id, 0)).collect();
    document.nodes = vec![
        Node::operator("f", "top", entries(&[4, 2])),
        Node::operator("f", "alone", entries(&[3])),
        Node::variable("a"),
        Node::variable("b"),
        Node::operator("f", "below", entries(&[3])),
    ];
    document.nodes[4].control_deps = vec![2];
    document.heads = entries(&[0, 3]);
    document.check().unwrap();
    assert_eq!(document.order(), [3, 2, 4, 0]);
    let names: Vec<_> = document.variables().map(|(_, node)| &*node.name).collect();
    assert_eq!(names, ["b", "a"]);
    document.nodes[3] = Node::operator("f", "b", entries(&[4]));
    let message = document.check().unwrap_err().to_string();
    assert!(message.contains("on a cycle"), "{message}");
    document.nodes[3] = Node::operator("f", "b", entries(&[9]));
    assert_eq!(
        document.check().unwrap_err().to_string(),
        "/nodes/3/inputs/0: expected the id of one of the 5 nodes, found node 9"
    );
}

#[test]
fn what_the_format_cannot_spell_is_not_written() {
    let mut document: Document = TEXT.parse().unwrap();
    document.nodes[1].set_attribute("dim", "a\0");
    for error in [
        document.to_string().unwrap_err(),
        document.to_writer(Vec::new()).unwrap_err(),
    ] {
        let message = error.to_string();
        assert!(message.starts_with("/nodes/1/attrs/dim: the character '\\0' cannot be written"));
    }
}

struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

impl io::Write for Failing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn failures_of_readers_and_writers_arrive() {
    let halves = [TEXT, &TEXT[..100]];
    for text in halves {
        let error = Document::from_reader(text.as_bytes().chain(Failing)).unwrap_err();
        assert!(matches!(error, Error::Io { .. }), "{error}");
    }
    let document: Document = TEXT.parse().unwrap();
    let error = document.to_writer(Failing).unwrap_err();
    assert!(matches!(error, Error::Io { .. }), "{error}");
}

/// A chain of additions: every node depends on the one before it twice.
fn chain(length: usize) -> String {
    let mut text = String::from(r#"{"nodes":[{"op":"null","name":"x","inputs":[]}"#);
    for id in 0..length {
        write!(
            text,
            r#",{{"op":"elemwise_add","name":"n{id}","inputs":[[{id},0,0],[{id},0,0]]}}"#
        )
        .unwrap();
    }
    write!(text, r#"],"arg_nodes":[0],"heads":[[{length},0,0]]}}"#).unwrap();
    text
}

fn seconds(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

#[test]
fn long_chains_take_time_in_proportion() {
    let given = BTreeMap::from([(String::from("x"), vec![2, 3])]);
    let pass = |text: &str| {
        let document: Document = text.parse().unwrap();
        assert_eq!(
            document.infer(&given).unwrap().heads().next(),
            Some([2, 3].as_slice())
        );
        assert_eq!(document.to_string().unwrap(), text);
        let graph = document.to_graph(&given).unwrap();
        let written = Document::from_graph(&graph).unwrap();
        assert_eq!(written.nodes.len(), document.nodes.len());
    };
    let (short, long) = (chain(10_000), chain(160_000));
    let base = seconds(|| pass(&short));
    let time = seconds(|| pass(&long));
    println!("10,000 nodes in {base:?}, 160,000 in {time:?}");
    // Sixteen times the length; quadratic work would take 256 times as long.
    assert!(time < base * 80, "{base:?} and {time:?}");
}

/// All floats of a graph that is read are of one type: casts round where the file says that they do.
#[test]
fn casts_round_what_is_double() {
    let value = |of: &str, to: &str| {
        let text = format!(
            r#"{{"nodes": [
                {{"op": "null", "name": "x", "attrs": {{{of}"__shape__": "(2,)"}}, "inputs": []}},
                {{"op": "relu", "name": "y", "inputs": [[0, 0, 0]]}},
                {{"op": "Cast", "name": "z", "attrs": {{"dtype": "{to}"}}, "inputs": [[1, 0, 0]]}}
            ], "arg_nodes": [0], "heads": [[2, 0, 0]], "attrs": {{"mxnet_version": ["int", 10901]}}}}"#
        );
        let document: Document = text.parse().expect("a document");
        let graph = document.to_graph(&BTreeMap::new()).expect("a graph");
        let mut function = Evaluator::<f64>::new(&graph).expect("a function");
        function.value(&[0.1, 2.0]).expect("a value").to_vec()
    };
    let (double, single) = (r#""__dtype__": "1", "#, r#""__dtype__": "0", "#);
    assert_eq!(value(double, "float32"), [f64::from(0.1_f32), 2.0]);
    for (of, to) in [(double, "float64"), ("", "float32"), (single, "float32")] {
        assert_eq!(value(of, to), [0.1, 2.0], "{of}{to}");
    }
}
