//! Graphs that are read from the CppAD format, and the documents that they are written as.

use graph_ir::Graph;
use graph_ir::graph::InputKind;
use graph_ir::verify::verify;
use graph_runtime::json::cppad::{self, Document};
use test_support::{Case, files};

use super::text::TEXT;

/// Names and types of the inputs, and of the outputs.
fn types(graph: &Graph) -> [Vec<(String, String)>; 2] {
    let name = |node, name: &str| (name.to_string(), graph.ty(node).to_string());
    let inputs = graph.inputs().iter().map(|i| name(i.node, &i.name));
    let outputs = graph.outputs().iter().map(|o| name(o.node, &o.name));
    [inputs.collect(), outputs.collect()]
}

#[test]
fn every_valid_file_is_written_as_it_was_read() {
    for path in [files("cppad/valid"), files("cppad/third_party")].concat() {
        let name = path.display();
        let document: Document = Case::read(&path).graph().parse().unwrap();
        let graph = document.to_graph().unwrap();
        verify(&graph).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = Document::from_graph(&graph).unwrap();
        if document.constants().iter().all(|c| c.is_finite()) {
            assert_eq!(written, document, "{name}");
        }
        // Infinite constants have become quotients, which stay what they are.
        let text = cppad::to_string(&graph).unwrap();
        let again = cppad::from_str(&text).unwrap();
        assert_eq!(cppad::to_string(&again).unwrap(), text, "{name}");
    }
}

#[test]
fn inputs_and_outputs_are_vectors() {
    let graph = cppad::from_str(TEXT).unwrap();
    let pair = |name: &str, ty: &str| (name.to_string(), ty.to_string());
    let [inputs, outputs] = types(&graph);
    assert_eq!(inputs, [pair("p", "[f64; 1]"), pair("x", "[f64; 2]")]);
    assert_eq!(outputs, [pair("y", "[f64; 2]")]);
    assert_eq!(graph.inputs()[0].kind, InputKind::Dynamic);
    assert_eq!(graph.inputs()[1].kind, InputKind::Independent);
    assert_eq!(graph.name(), "t");

    let single = TEXT.replace("[2,[7,9]]", "[1,[7]]");
    let [_, outputs] = types(&cppad::from_str(&single).unwrap());
    assert_eq!(outputs, [pair("y", "f64")]);

    let constant = r#"{"function_name":"","op_define_vec":[0,[]],"n_dynamic_ind":0,
        "n_variable_ind":0,"constant_vec":[1,[2]],"op_usage_vec":[0,[]],"dependent_vec":[0,[]]}"#;
    let graph = cppad::from_str(constant).unwrap();
    assert_eq!(types(&graph), [vec![], vec![]]);
    let document = Document::from_graph(&graph).unwrap();
    assert_eq!(document.constants(), [2.0]);
}

#[test]
fn a_site_leads_to_its_entry() {
    let graph = cppad::from_str(TEXT).unwrap();
    let pointers = graph.ids().map(|id| cppad::place(graph.node(id).site));
    let pointers: Vec<String> = pointers.map(|place| place.unwrap().pointer).collect();
    for pointer in [
        "/n_dynamic_ind",
        "/n_variable_ind",
        "/constant_vec/1/1",
        "/op_usage_vec/1/0",
        "/op_usage_vec/1/3",
        "/dependent_vec/1/1",
    ] {
        assert!(pointers.iter().any(|p| p == pointer), "{pointer}");
    }
    let statement = cppad::place(graph.effects()[0].site).unwrap();
    assert_eq!(statement.pointer, "/op_usage_vec/1/2");
}
