//! Names, order, number and shapes of inputs and outputs.

use super::support::{check, float, operators, read_back};
use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Graph};
use graph_runtime::json::nnvm::{self, Document};

/// The format would forget `unused`, and ask for `x` before `rate`.
fn example() -> Graph {
    let builder = Builder::new();
    builder.set_name("decay");
    let rate = builder.input("rate", float(&[]), InputKind::Dynamic);
    builder.input("unused", float(&[2, 2]), InputKind::Independent);
    let x = builder.input("x", float(&[3]), InputKind::Independent);
    let again = builder.input("x", float(&[1]), InputKind::Independent);
    let nameless = builder.input("", float(&[]), InputKind::Independent);
    let first = builder.index(x, 0, 0).unwrap();
    let product = first * rate;
    builder.name_node(product, "x");
    builder.output("product", product).unwrap();
    builder.output("x", x).unwrap();
    builder
        .output("product", again.sum(&[0]) + nameless)
        .unwrap();
    builder
        .output("two", builder.number(Element::F64, 2.0))
        .unwrap();
    builder.output("two", rate).unwrap();
    builder.finish().unwrap()
}

#[test]
fn the_signature_comes_back() {
    let before = example();
    let after = read_back(&before);
    assert_eq!(after.name(), "decay");
    let inputs = |graph: &Graph| -> Vec<(String, InputKind)> {
        let inputs = graph.inputs().iter();
        inputs
            .map(|input| (input.name.clone(), input.kind))
            .collect()
    };
    let (mut expected, found) = (inputs(&before), inputs(&after));
    // The format tells variables apart by their names.
    expected[3].0 = "x_1".into();
    expected[4].0 = "input0".into();
    assert_eq!(found, expected);
    let outputs = |graph: &Graph| -> Vec<String> {
        let outputs = graph.outputs().iter();
        outputs.map(|output| output.name.clone()).collect()
    };
    assert_eq!(outputs(&after), outputs(&before));
    let x = (0..10).map(|k| 0.5 + f64::from(k)).collect();
    check(&before, &[x], 0.0);
}

#[test]
fn names_are_those_of_the_graph_as_far_as_they_differ() {
    let document = Document::from_graph(&example()).unwrap();
    let names: Vec<&str> = document.nodes.iter().map(|node| &*node.name).collect();
    let expected = [
        "rate",
        "x",
        "slice_axis0",
        "x_2",
        "input0",
        "x_1",
        "sum0",
        "product",
        "two",
        "unused",
    ];
    assert_eq!(names, expected);
}

#[test]
fn the_identity_is_written() {
    let builder = Builder::new();
    let x = builder.input("x", float(&[]), InputKind::Independent);
    builder.output("y", x).unwrap();
    let before = builder.finish().unwrap();
    check(&before, &[vec![2.0]], 0.0);
    assert!(operators(&before).is_empty());
}

#[test]
fn a_signature_that_does_not_fit_is_refused() {
    let text = nnvm::to_string(&example()).unwrap();
    let refusal = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        nnvm::from_str(&text.replace(from, to))
            .unwrap_err()
            .to_string()
    };
    let names = r#"["rate","unused","x","x_1","input0"]"#;
    assert_eq!(
        refusal(names, r#"["rate","unused","x","x_1","other"]"#),
        "/attrs/adgraph_inputs: expected the names of variables, each once, found `other`"
    );
    assert_eq!(
        refusal(names, r#"["rate","unused","x","x_1","x"]"#),
        "/attrs/adgraph_inputs: expected the names of variables, each once, found `x`"
    );
    assert_eq!(
        refusal(names, r#"["rate","unused","x","x_1"]"#),
        "/attrs/adgraph_input_shapes: expected 4 shapes, one for each name, found 5"
    );
    assert_eq!(
        refusal("[[],[2,2],[3],[1],[]]", "[[],[2,2],[4],[1],[]]"),
        "/attrs/adgraph_input_shapes: expected a shape of as many elements as (3,), \
         found (4,) of `x`"
    );
    assert_eq!(
        refusal("[[],[2,2],[3],[1],[]]", "[[],[2,2],[-3],[1],[]]"),
        "/attrs/adgraph_input_shapes: expected extents from 1 on, found (-3,) of `x`"
    );
    assert_eq!(
        refusal(r#"["product","x","product","two","two"]"#, r#"["product"]"#),
        "/attrs/adgraph_output_shapes: expected 1 shape, one for each name, found 5"
    );
    let inputs = r#""adgraph_input_shapes":["list_shape",[[],[2,2],[3],[1],[]]],"#;
    assert_eq!(
        refusal(inputs, ""),
        "/attrs/adgraph_input_shapes: expected a list_shape beside the rest of the signature, \
         found none"
    );
}

#[test]
fn a_variable_that_the_signature_leaves_out_is_missed() {
    let text = nnvm::to_string(&example()).unwrap();
    let text = text.replace(r#"["rate","unused","x","x_1","input0"]"#, r#"["rate"]"#);
    let text = text.replace("[[],[2,2],[3],[1],[]]", "[[]]");
    assert_eq!(
        nnvm::from_str(&text).unwrap_err().to_string(),
        "/attrs/adgraph_inputs: expected the variable `x` among them, found none of that name"
    );
}
