//! Documents of files, and derivatives, as values of serde (feature `serde`).

use adgraph::derivative::Evaluator;
use adgraph::graph;
use adgraph::json::{cppad, nnvm};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

graph! {
    fn energy(x: [f64; 3], p: f64) -> f64 {
        0.1 * p * dot(x, x) + sum(sin(x))
    }
}

/// A user's own JSON, with graphs inside.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Model {
    title: String,
    function: cppad::Document,
    network: nnvm::Document,
}

fn model() -> Model {
    let graph = energy::graph();
    let text = cppad::to_string(&graph).unwrap();
    Model {
        title: "energy".to_owned(),
        function: cppad::Document::from_slice(text.as_bytes()).unwrap(),
        network: nnvm::Document::from_slice(nnvm::to_string(&graph).unwrap().as_bytes()).unwrap(),
    }
}

#[test]
fn documents_go_through_serde_and_come_back() {
    let model = model();
    let text = serde_json::to_string(&model).unwrap();
    let back: Model = serde_json::from_str(&text).unwrap();
    assert_eq!(back, model);
    // To the bit: 0.1 is no short binary fraction.
    assert!(back.function.constants().contains(&0.1));
    let value = serde_json::to_value(&model).unwrap();
    assert_eq!(value["title"], "energy");
    assert!(value["network"]["nodes"].is_array());
    // A value of serde_json sorts its keys; readers take them in any order.
    let again: Model = serde_json::from_value(value).unwrap();
    assert_eq!(again, model);
}

#[test]
fn the_text_is_that_of_the_format() {
    let model = model();
    let ours: Value = serde_json::from_str(&model.function.to_string().unwrap()).unwrap();
    assert_eq!(serde_json::to_value(&model.function).unwrap(), ours);
    let text = serde_json::to_string(&model.function).unwrap();
    assert_eq!(
        cppad::Document::from_slice(text.as_bytes()).unwrap(),
        model.function
    );
}

#[test]
fn what_is_wrong_is_named_by_the_formats_reader() {
    let error = serde_json::from_str::<cppad::Document>("{\"function_name\": 3}").unwrap_err();
    assert!(error.to_string().contains("/function_name"), "{error}");
    let error = serde_json::from_str::<nnvm::Document>("{\"nodes\": 3}").unwrap_err();
    assert!(error.to_string().contains("/nodes"), "{error}");
    assert!(serde_json::from_str::<cppad::Document>("[").is_err());
}

#[test]
fn what_json_has_no_word_for_is_refused() {
    let text = model().function.to_string().unwrap().replace("0.1", "-inf");
    let document = cppad::Document::from_slice(text.as_bytes()).unwrap();
    let error = serde_json::to_string(&document).unwrap_err().to_string();
    assert!(
        error.contains("is -inf, which JSON has no word for"),
        "{error}"
    );
}

#[test]
fn derivatives_have_their_extents() {
    let mut evaluator = Evaluator::<f64>::new(&energy::graph()).unwrap();
    let point = [0.3, -1.0, 2.0, 5.0];
    let jacobian = evaluator.jacobian(&point).unwrap();
    let elements = jacobian.elements().to_vec();
    assert_eq!(
        serde_json::to_value(jacobian).unwrap(),
        json!({ "rows": 1, "columns": 4, "elements": elements })
    );
    let sparse = evaluator.sparse_jacobian(&point).unwrap();
    let entries: Vec<(usize, usize, f64)> = sparse.triplets().collect();
    assert_eq!(
        serde_json::to_value(sparse).unwrap(),
        json!({ "rows": 1, "columns": 4, "entries": entries })
    );
}
