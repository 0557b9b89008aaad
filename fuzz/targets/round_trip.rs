//! From CppAD's format to NNVM's and back, and through the textual form: what is written can be
//! read, and means the same.
#![no_main]

use graph_ir::text;
use graph_runtime::json::{cppad, nnvm};
use libfuzzer_sys::fuzz_target;

/// How many numbers a graph may take and yield.
const NUMBERS: usize = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    let graph = match core::str::from_utf8(bytes) {
        Ok(source) if source.starts_with("adgraph") => text::parse(source).ok(),
        _ => cppad::from_slice(bytes).ok(),
    };
    let Some(graph) = graph else { return };
    // Each number is one of its own in CppAD's format: of millions the file is large, not wrong.
    let types = graph.input_types().chain(graph.output_types());
    if types.map(|ty| ty.shape.size()).sum::<usize>() > NUMBERS {
        return;
    }
    let outputs = meaning::outputs(&graph, 0.75);
    let printed = text::print(&graph);
    let again = text::parse(&printed).expect("what was printed can be read");
    assert_eq!(text::print(&again), printed);
    assert_eq!(meaning::outputs(&again, 0.75), outputs, "{printed}");
    // Another format rewrites the graph: values agree to rounding only.
    if let Ok(written) = nnvm::to_string(&graph) {
        let other = nnvm::from_str(&written).expect("what was written can be read");
        meaning::outputs(&other, 0.75);
        assert_eq!(nnvm::to_string(&other).expect("it was written before"), written);
    }
    if let Ok(written) = cppad::to_string(&graph) {
        let other = cppad::from_str(&written).expect("what was written can be read");
        meaning::outputs(&other, 0.75);
        assert_eq!(cppad::to_string(&other).expect("it was written before"), written);
    }
});
