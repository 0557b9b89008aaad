//! Locations of the nodes of `f::graph()`: this file and the lines below, also of what passes and
//! differentiation make of the graph.

use adgraph::ir::ops::Op;
use adgraph::{Graph, differentiate, graph, passes};

/// The line of the block, which is the macro's first.
const START: u32 = line!() + 1;
graph! {
    fn inner(x: f64, scale: f64) -> f64 {
        let ratio = x / scale;                                     // 2
        ln(ratio) * scale
    }

    fn outer(x: [f64; 2]) -> f64 {
        let near = inner(x[0], 2.0);                               // 7
        let wave = sin(x[1]);                                      // 8
        near + exp(wave)                                           // 9
    }

    fn counted(x: f64) -> f64 {
        let mut total = x;
        #[unroll(never)]
        for _ in 0..10 {
            total = cos(total);                                    // 16
        }
        total
    }

    fn generic<T: Float>(x: T) -> T { tan(x) }                     // 21
}

/// The locations of the nodes of an operator, without repetitions.
fn of(graph: &Graph, words: &str) -> Vec<String> {
    let nodes = graph.nodes_with_operator(words);
    let mut found: Vec<_> = nodes.map(|id| graph.location(id).to_string()).collect();
    found.dedup();
    found
}

fn here(line: u32) -> String {
    format!("{}:{}", file!(), START + line)
}

#[test]
fn nodes_know_this_file_and_their_lines() {
    let graph = outer::graph();
    assert_eq!(graph.file(), Some(file!()));
    assert_eq!(of(&graph, "call"), [here(7)]);
    assert_eq!(of(&graph, "sin"), [here(8)]);
    assert_eq!(of(&graph, "exp"), [here(9)]);
    let wave = graph.nodes_named("wave").next().expect("a value");
    assert_eq!(graph.location(wave).line, Some(START + 8));
    assert!(graph.nodes_on_line(START + 8).any(|id| id == wave));
    assert_eq!(of(&generic::graph::<f32>(), "tan"), [here(21)]);
    assert_eq!(
        outer::graph().with_extents(&[]).expect("a graph").file(),
        Some(file!())
    );
}

#[test]
fn passes_and_derivatives_keep_them() {
    let graph = outer::graph();
    let inlined = passes::inline(&graph).expect("a graph");
    assert_eq!(of(&inlined, "div"), [here(2)]);
    let gradient = differentiate::gradient(&graph, &[0]).expect("a gradient");
    let prepared = passes::prepare(&gradient).expect("a graph");
    // The derivative of a sine is on the line of the sine.
    assert_eq!(of(&prepared, "cos"), [here(8)]);
    let optimized = passes::optimize(&prepared).expect("a graph");
    assert_eq!(of(&optimized, "cos"), [here(8)]);
}

#[test]
fn graphs_inside_have_lines_of_the_graph_around() {
    let graph = counted::graph();
    let scan = graph.ids().find(|&id| matches!(graph.op(id), Op::Scan(..)));
    let body = graph
        .functions_of(scan.expect("a loop"))
        .next()
        .expect("a body");
    let cosine = body
        .graph
        .nodes_with_operator("cos")
        .next()
        .expect("a cosine");
    let line = graph.line_of(body.graph.node(cosine).site);
    assert_eq!(line, Some(START + 16));
}

#[test]
fn inner_values_are_evaluated_by_their_names() {
    use adgraph::derivative::Evaluator;
    let wave = outer::graph().to_node("wave").expect("a value");
    let mut wave = Evaluator::<f64>::new(&wave).expect("an evaluator");
    let x: f64 = 0.75;
    assert_eq!(
        wave.value(&[1.5, x]).expect("a value"),
        [adgraph::math::sin(x)]
    );
    let error = outer::graph()
        .to_node("ratio")
        .expect_err("it is in a function");
    assert!(
        error
            .to_string()
            .starts_with("no value is called `ratio`: the names are `x`, ")
    );
    let inlined = passes::inline(&outer::graph()).expect("a graph");
    let ratio = inlined.to_node("ratio").expect("a value");
    let mut ratio = Evaluator::<f64>::new(&ratio).expect("an evaluator");
    assert_eq!(ratio.value(&[3.0, x]).expect("a value"), [1.5]);
}

/// A graph of a file has the entries of the file.
#[test]
fn graphs_of_files_have_their_entries() {
    let text = adgraph::json::cppad::to_string(&outer::graph()).expect("a text");
    let read = adgraph::json::cppad::from_str(&text).expect("a graph");
    let sine = read.nodes_with_operator("sin").next().expect("a sine");
    assert_eq!(read.location(sine).line, None);
    let place = adgraph::json::place(&read, sine).expect("a place");
    let entry: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let usage = entry.pointer(&place.pointer).expect("the entry is there");
    let operator = entry["op_define_vec"][1]
        .as_array()
        .expect("operators")
        .iter()
        .find(|operator| operator["op_code"] == usage[0]);
    assert_eq!(operator.expect("an operator")["name"], "sin");
    let own = outer::graph();
    assert_eq!(adgraph::json::place(&own, own.outputs()[0].node), None);
}
