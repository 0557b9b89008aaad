//! Trimming: unused arguments, carried values and results of branches and loops.

use graph_ir::{Graph, passes, verify};

/// The graph of a text, optimised, as text.
fn optimized(text: &str) -> String {
    let graph: Graph = text.parse().unwrap();
    let graph = passes::optimize(&graph).unwrap();
    verify::verify(&graph).unwrap();
    graph.to_string()
}

#[test]
fn loops_keep_what_their_results_need() {
    // The results need %0 through the second carried value, which nothing changes; not %2, which
    // the third is made of, nor the fourth, nor the first stack.
    let text = "adgraph 1
graph
%0: f64 = input 0 a
%1: f64 = input 1 b
%2: [f64; 3] = input 2 c
%3: [f64; 3] = input 3 d
%4: (f64, f64, f64, f64, [f64; 3], [f64; 3]) = scan f0 captured 1 carried 4 length 3 %1, %0, %0, %1, %1, %2, %3
%5: f64 = project 0 %4
%6: [f64; 3] = project 5 %4
output %5
output %6

function f0
%0: f64 = input 0
%1: f64 = input 1
%2: f64 = input 2
%3: f64 = input 3
%4: f64 = input 4
%5: f64 = input 5
%6: f64 = input 6
%7: f64 = mul %1, %2
%8: f64 = add %3, %5
%9: f64 = mul %4, %0
%10: f64 = sin %6
output %7
output %2
output %8
output %9
output %8
output %10
";
    let expected = "adgraph 1
graph
%0: f64 = input 0 a
%1: f64 = input 1 b
%2: [f64; 3] = input 2 c
%3: [f64; 3] = input 3 d
%4: (f64, [f64; 3]) = scan f0 captured 1 carried 1 length 3 %0, %0, %3
%5: f64 = project 0 %4
%6: [f64; 3] = project 1 %4
output %5
output %6

function f0
%0: f64 = input 1
%1: f64 = input 0
%2: f64 = input 2
%3: f64 = mul %0, %1
%4: f64 = sin %2
output %3
output %4
";
    assert_eq!(optimized(text), expected);
}

#[test]
fn branches_keep_what_their_results_need() {
    let text = "adgraph 1
graph
%0: bool = input 0 c
%1: f64 = input 1 a
%2: f64 = input 2 b
%3: (f64, f64) = branch f0 else f1 %0, %1, %2
%4: f64 = project 1 %3
output %4

function f0
%0: f64 = input 0
%1: f64 = input 1
%2: f64 = sin %0
%3: f64 = cos %1
output %2
output %3

function f1
%0: f64 = input 0
%1: f64 = input 1
output %0
output %1
";
    let expected = "adgraph 1
graph
%0: bool = input 0 c
%1: f64 = input 1 a
%2: f64 = input 2 b
%3: (f64) = branch f0 else f1 %0, %2
%4: f64 = project 0 %3
output %4

function f0
%0: f64 = input 0
%1: f64 = cos %0
output %1

function f1
%0: f64 = input 0
output %0
";
    assert_eq!(optimized(text), expected);
}

#[test]
fn adjoints_of_sums_store_no_states() {
    // A sum over a loop: its adjoint needs the slices, not the sums so far.
    let text = "adgraph 1
graph
%0: [f64; 9] = input 0 x
%1: f64 = constant 0
%2: (f64) = scan f0 captured 0 carried 1 length 9 %1, %0
%3: f64 = project 0 %2
output %3

function f0
%0: f64 = input 0
%1: f64 = input 1
%2: f64 = sin %1
%3: f64 = add %0, %2
output %3
";
    let graph: Graph = text.parse().unwrap();
    let gradient = graph_autodiff::gradient(&graph, &[0]).unwrap();
    let gradient = passes::prepare(&gradient).unwrap().to_string();
    // Nor does it wait for them: one loop computes both.
    assert!(gradient.contains("(f64, [f64; 9]) = scan"), "{gradient}");
    assert_eq!(gradient.matches(" = scan ").count(), 1, "{gradient}");
}
