//! CppAD's reader: a file that it accepts is a valid graph, and is written and read to the same
//! function.
#![no_main]

use graph_runtime::json::cppad::{self, Document};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let streamed = Document::from_reader(text);
    let Ok(document) = Document::from_slice(text) else {
        assert!(streamed.is_err(), "what a slice may not say, a stream may not");
        return;
    };
    assert_eq!(streamed.expect("what a slice may say, a stream may"), document);
    let Ok(graph) = document.to_graph() else { return };
    let outputs = meaning::outputs(&graph, 0.75);
    // A name with a quotation mark cannot be written.
    let Ok(written) = cppad::to_string(&graph) else { return };
    let again = cppad::from_str(&written).expect("what was written can be read");
    assert_eq!(meaning::outputs(&again, 0.75), outputs, "{written}");
    assert_eq!(cppad::to_string(&again).expect("it was written before"), written);
});
