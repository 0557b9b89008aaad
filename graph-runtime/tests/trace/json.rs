//! Lines of JSON, read back by another reader.

use graph_runtime::trace::Trace;
use serde_json::{Value, json};

use crate::parse;

#[test]
fn lines_are_json() {
    let graph = parse(
        "graph \"f\"\nsites line\nfile \"a \\\"b\\\"\\\\c.rs\"\n%0: [[f64; 2]; 1] = input 0 x @1\n\
         %1: [[bool; 2]; 1] = less %0, %0 as \"is\\tless\" @2\n%2: [f64; 1] = reduce sum [1] %0 @3\n\
         %3: (f64) = call f0 %2 @4\n%4: f64 = project 0 %3 @4\ntag %1 a\n\
         tag %1 b\noutput %1\noutput %4\n\n\
         function f0 \"the \\u{1}\"\n%0: [f64; 1] = input 0\n%1: f64 = reduce max [0] %0 @9\n\
         output %1\n",
    );
    let mut lines = Vec::new();
    let trace = Trace::new(&graph).unwrap();
    trace
        .run(&[[f64::NAN, 0.1]], &mut |call| lines.push(call.to_json()))
        .unwrap();
    assert!(lines.iter().all(|line| !line.contains('\n')));
    let read = lines.iter().map(|line| serde_json::from_str(line).unwrap());
    let read: Vec<Value> = read.collect();
    let file = "a \"b\"\\c.rs";
    let x = json!({"node": "%0", "name": "x", "shape": [1, 2], "data": ["nan", 0.1]});
    let less = json!({
        "node": "%1", "operator": "less", "kind": "elementwise", "name": "is\tless",
        "tags": ["a", "b"], "file": file, "line": 2, "operands": [x, x],
        "results": [{"node": "%1", "name": "is\tless", "shape": [1, 2], "data": [false, false]}],
    });
    assert_eq!(read[0], less);
    let inner = json!({
        "node": "%1", "operator": "reduce max [0]", "kind": "reduction", "file": file, "line": 9,
        "path": [{"call": "the \u{1}", "line": 4}],
        "operands": [{"node": "%0", "shape": [1], "data": ["nan"]}],
        "results": [{"node": "%1", "shape": [], "data": ["nan"]}],
    });
    assert_eq!(read[2], inner);
    assert_eq!(read.len(), 4);
}

/// Digits restore the bits of numbers.
#[test]
fn numbers_are_exact() {
    let numbers = [
        1e300,
        -0.0,
        5e-324,
        0.1,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e16,
    ];
    let graph = parse("graph\n%0: [f64; 7] = input 0 x\n%1: [f64; 7] = neg %0\noutput %1\n");
    let mut data = Vec::new();
    let trace = Trace::new(&graph).unwrap();
    trace
        .run(&[numbers], &mut |call| {
            let line: Value = serde_json::from_str(&call.to_json()).unwrap();
            data = line["operands"][0]["data"].as_array().unwrap().clone();
        })
        .unwrap();
    assert_eq!((&data[4], &data[5]), (&json!("inf"), &json!("-inf")));
    for (number, read) in numbers.into_iter().zip(data).filter(|(x, _)| x.is_finite()) {
        assert_eq!(read.as_f64().unwrap().to_bits(), number.to_bits());
    }
}
