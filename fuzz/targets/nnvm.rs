//! NNVM's and MXNet's reader: a document is written to the same document, and a graph that is made
//! of it is valid.
#![no_main]

use graph_runtime::json::nnvm::{self, Document};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

fuzz_target!(|text: &[u8]| {
    let streamed = Document::from_reader(text);
    let Ok(document) = Document::from_slice(text) else {
        assert!(streamed.is_err(), "what a slice may not say, a stream may not");
        return;
    };
    assert_eq!(streamed.expect("what a slice may say, a stream may"), document);
    document.check().expect("what was read is in order");
    // A string with a control character cannot be written.
    if let Ok(written) = document.to_string_pretty() {
        let again: Document = written.parse().expect("what was written can be read");
        assert_eq!(again, document);
    }
    // Variables without a shape in the file get a small one, alike for all.
    for shape in [vec![], vec![2, 3], vec![1, 3, 5, 5]] {
        let named = document.variables().filter(|_| !shape.is_empty());
        let given: BTreeMap<String, nnvm::Shape> =
            named.map(|(_, node)| (node.name.clone(), shape.clone())).collect();
        let Ok(graph) = document.to_graph(&given) else { continue };
        meaning::outputs(&graph, 0.75);
        let Ok(written) = nnvm::to_string(&graph) else { continue };
        let again = nnvm::from_str_with(&written, &given).expect("what was written can be read");
        assert_eq!(nnvm::to_string(&again).expect("it was written before"), written);
    }
});
