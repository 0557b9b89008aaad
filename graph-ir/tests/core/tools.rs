//! Graphs for tools: users, search, locations, and running to an inner value.

use graph_ir::{Graph, NodeId, passes, text};

const TEXT: &str = "\
adgraph 1
graph outer
sites line
file \"src/my model.rs\"
%0: [f64; 3] = input 0 x @1
%1: f64 = dynamic 1 p @2
%2: [f64; 3] = sin %0 as wave @3
%3: [f64; 3] = mul %2, %2 @4
%4: f64 = reduce sum [0] %3 as total @4
%5: (f64) = call f0 %4, %1 @5
%6: f64 = project 0 %5 @5
%7: f64 = reduce max [0] %0
output %6 y
output %4 total

function f0 scaled
%0: f64 = input 0 a @20
%1: f64 = input 1 b @20
%2: f64 = mul %0, %1 as product @21
output %2
";

fn graph() -> Graph {
    text::parse(TEXT).unwrap()
}

fn node(graph: &Graph, number: usize) -> NodeId {
    graph.ids().nth(number).unwrap()
}

fn numbers(nodes: impl Iterator<Item = NodeId>) -> Vec<u32> {
    nodes.map(NodeId::number).collect()
}

#[test]
fn users_of_one_node_are_those_of_the_table() {
    let graph = graph();
    let (all, readers) = (graph.all_users(), graph.readers());
    for id in graph.ids() {
        let one: Vec<(NodeId, usize)> = graph.users(id).collect();
        assert_eq!(one, readers[id.index()]);
        let many = all.of(id).iter();
        let many: Vec<_> = many.map(|&(user, at)| (user, at as usize)).collect();
        assert_eq!(many, one);
    }
    let square: Vec<_> = graph.users(node(&graph, 2)).collect();
    assert_eq!(square, [(node(&graph, 3), 0), (node(&graph, 3), 1)]);
    assert_eq!(graph.users(node(&graph, 7)).count(), 0);
    assert!(Graph::default().all_users().clone().of_none());
}

/// Of a graph without nodes there is a table all the same.
trait OfNone {
    fn of_none(self) -> bool;
}

impl OfNone for graph_ir::graph::Users {
    fn of_none(self) -> bool {
        format!("{self:?}") == "Users { starts: [0], users: [] }"
    }
}

#[test]
fn nodes_are_found_by_name_operator_and_line() {
    let graph = graph();
    assert_eq!(numbers(graph.nodes_named("wave")), [2]);
    assert_eq!(numbers(graph.nodes_named("x")), [0]);
    assert_eq!(numbers(graph.nodes_named("y")), [6]);
    // The name of a value, and of the result that it is: one node.
    assert_eq!(numbers(graph.nodes_named("total")), [4]);
    assert_eq!(numbers(graph.nodes_named("")), []);
    assert_eq!(numbers(graph.nodes_named("product")), []);
    assert_eq!(numbers(graph.nodes_with_operator("reduce")), [4, 7]);
    assert_eq!(numbers(graph.nodes_with_operator("reduce max")), [7]);
    assert_eq!(numbers(graph.nodes_with_operator("call f0")), [5]);
    assert_eq!(numbers(graph.nodes_with_operator("red")), []);
    assert_eq!(numbers(graph.nodes_with_operator("")), []);
    assert_eq!(numbers(graph.nodes_on_line(4)), [3, 4]);
    assert_eq!(numbers(graph.nodes_on_line(21)), []);
    // A node without a site is on no line.
    assert_eq!(numbers(graph.nodes_on_line(0)), []);
}

#[test]
fn locations_are_displayed_by_what_is_known() {
    let mut graph = graph();
    let shown = |graph: &Graph, number| graph.location(node(graph, number)).to_string();
    assert_eq!(shown(&graph, 2), "src/my model.rs:3");
    assert_eq!(shown(&graph, 7), "src/my model.rs: %7");
    graph.set_file("");
    assert_eq!(graph.file(), None);
    assert_eq!(shown(&graph, 2), "line 3");
    assert_eq!(shown(&graph, 7), "%7");
    let without = text::parse(&TEXT.replace("sites line\nfile \"src/my model.rs\"\n", "")).unwrap();
    assert_eq!(shown(&without, 2), "`wave`");
    assert_eq!(shown(&without, 0), "`x`");
    assert_eq!(shown(&without, 3), "%3");
    assert_eq!(without.location(node(&without, 2)).line, None);
    // Other numberings are no lines.
    let other = text::parse(&TEXT.replace("sites line", "sites cppad")).unwrap();
    assert_eq!(shown(&other, 2), "src/my model.rs: `wave`");
}

#[test]
fn the_file_is_in_the_text_and_in_all_that_is_made_of_a_graph() {
    let graph = graph();
    assert_eq!(text::print(&graph), TEXT);
    let inlined = passes::inline(&graph).unwrap();
    let made = [
        passes::optimize(&graph),
        passes::prepare(&graph),
        passes::trim(&graph),
        passes::set_outputs(&graph, &[node(&graph, 2)]),
        graph.with_extents(&[]),
        graph_autodiff::reverse(&graph, &[0]),
        graph_autodiff::forward(&inlined, &[0]),
        graph_autodiff::gradient(&graph.to_node("y").unwrap(), &[0]),
    ];
    for made in made {
        assert_eq!(made.unwrap().file(), Some("src/my model.rs"));
    }
    let error = text::parse("adgraph 1\ngraph\nfile src\n").unwrap_err();
    let message = "line 3, column 6: expected the name of a file in quotes, found `src`";
    assert_eq!(error.to_string(), message);
}

/// Every node of a derivative that is computed comes from a line of what it is the derivative of.
#[test]
fn passes_and_derivatives_keep_lines() {
    let graph = graph();
    let line = |graph: &Graph, words: &str| -> Vec<Option<u32>> {
        let nodes = graph.nodes_with_operator(words);
        let mut lines: Vec<_> = nodes.map(|id| graph.location(id).line).collect();
        lines.dedup();
        lines
    };
    let inlined = passes::inline(&graph).unwrap();
    assert_eq!(line(&inlined, "mul"), [Some(4), Some(21)]);
    let derivatives = [
        graph_autodiff::reverse(&graph, &[0]).unwrap(),
        graph_autodiff::forward(&graph, &[0]).unwrap(),
    ];
    for derivative in derivatives {
        let prepared = passes::prepare(&derivative).unwrap();
        assert_eq!(line(&prepared, "cos"), [Some(3)]);
        for id in prepared.ids() {
            let is_scalar = matches!(prepared.op(id), graph_ir::ops::Op::Scalar(_));
            let lines = [3, 4, 21];
            let own = prepared.location(id).line;
            assert!(
                !is_scalar || own.is_some_and(|own| lines.contains(&own)),
                "{id}: {own:?}"
            );
        }
    }
}

#[test]
fn an_inner_value_is_a_function_of_its_own() {
    let graph = graph();
    let total = graph.to_node("total").unwrap();
    let expected = "\
adgraph 1
graph outer
sites line
file \"src/my model.rs\"
%0: [f64; 3] = input 0 x @1
%1: f64 = dynamic 1 p @2
%2: [f64; 3] = sin %0 as wave @3
%3: [f64; 3] = mul %2, %2 @4
%4: f64 = reduce sum [0] %3 as total @4
output %4 total
";
    assert_eq!(text::print(&total), expected);
    let refused = |graph: &Graph, name| graph.to_node(name).unwrap_err().to_string();
    assert_eq!(
        refused(&graph, "waves"),
        "no value is called `waves`: the names are `x`, `p`, `wave`, `total`, `y`"
    );
    assert_eq!(
        refused(&graph, "product"),
        "no value is called `product`: the names are `x`, `p`, `wave`, `total`, `y`; a graph inside \
         has it: `passes::inline` brings values of called functions out, and a trace shows those of \
         loops and branches"
    );
    let inlined = passes::inline(&graph).unwrap();
    assert!(inlined.to_node("product").is_ok());
    let twice = text::parse(&TEXT.replace(
        "%7: f64 = reduce max [0] %0",
        "%7: f64 = reduce max [0] %0 as wave",
    ));
    assert_eq!(
        refused(&twice.unwrap(), "wave"),
        "2 values are called `wave`: `%2`, `%7`"
    );
    let one = text::parse("adgraph 1\ngraph\n%0: f64 = input 0 x\noutput %0\n").unwrap();
    assert_eq!(
        refused(&one, "y"),
        "no value is called `y`: the only name is `x`"
    );
    assert_eq!(
        refused(&Graph::default(), "y"),
        "no value is called `y`: no value has a name"
    );
}

#[test]
fn an_error_tells_a_few_names() {
    let inputs: String = (0..20)
        .map(|i| format!("%{i}: f64 = input {i} x{i}\n"))
        .collect();
    let graph = text::parse(&format!("adgraph 1\ngraph\n{inputs}")).unwrap();
    let message = graph.to_node("y").unwrap_err().to_string();
    assert!(
        message.starts_with("no value is called `y`: the 20 names are `x0`, "),
        "{message}"
    );
    assert!(message.ends_with(", `x11`, .."), "{message}");
}

/// With a loop whose dead value is trimmed, equal nodes that are shared, and a call.
const TAGGED: &str = "\
adgraph 1
graph outer
%0: [f64; 3] = input 0 w
%1: f64 = input 1 x
%2: [f64; 3] = neg %0
%3: [f64; 3] = sin %0
%4: [f64; 3] = sin %0
%5: [f64; 3] = mul %3, %4
%6: f64 = reduce sum [0] %5
%7: (f64) = call f0 %6
%8: f64 = project 0 %7
%9: f64 = mul %8, %1
tag %0 decayed
tag %0 trainable
tag %3 \"first sine\"
tag %4 second
tag %6 total
output %9 y

function f0
%0: f64 = input 0
%1: f64 = exp %0
tag %1 inner
output %1
";

/// The words of the operators of the nodes with a tag.
fn tagged(graph: &Graph, tag: &str) -> Vec<String> {
    let listing = text::Listing::new(graph);
    let nodes = graph.nodes_tagged(tag);
    let mut words: Vec<String> = nodes.map(|id| listing.operator(graph, id)).collect();
    // The tangent of a linear operator is that operator.
    words.dedup();
    words
}

#[test]
fn tags_are_in_the_text_and_kept_by_passes_and_derivatives() {
    let graph = text::parse(TAGGED).unwrap();
    assert_eq!(text::print(&graph), TAGGED);
    let tags: Vec<&str> = graph.tags(node(&graph, 0)).collect();
    assert_eq!(tags, ["decayed", "trainable"]);
    assert_eq!(graph.tags(node(&graph, 1)).count(), 0);
    let made = [
        passes::optimize(&graph),
        passes::inline(&graph),
        passes::prepare(&graph),
        passes::trim(&graph),
        passes::canonicalise(&graph),
        passes::specialize(&graph, graph_ir::Element::F64),
        graph.with_extents(&[]),
        passes::set_outputs(&graph, &[node(&graph, 9)]),
        graph_autodiff::reverse(&graph, &[0]),
        graph_autodiff::forward(&graph, &[0]),
        passes::prepare(&graph_autodiff::reverse(&graph, &[0]).unwrap()),
    ];
    for (number, made) in made.into_iter().enumerate() {
        let made = made.unwrap();
        graph_ir::verify::verify(&made).unwrap();
        assert_eq!(tagged(&made, "trainable"), ["input"], "{number}");
        assert_eq!(tagged(&made, "first sine"), ["sin"], "{number}");
        assert_eq!(tagged(&made, "second"), ["sin"], "{number}");
        assert_eq!(tagged(&made, "total"), ["reduce sum [0]"], "{number}");
    }
    // Equal nodes are one, which has the tags of both.
    let shared = passes::optimize(&graph).unwrap();
    let sine = shared.nodes_tagged("second").next().unwrap();
    assert!(shared.tags(sine).eq(["first sine", "second"]));
    let inlined = passes::inline(&graph).unwrap();
    assert_eq!(tagged(&inlined, "inner"), ["exp"]);
}

#[test]
fn tags_come_and_go() {
    let mut graph = text::parse(TAGGED).unwrap();
    let (w, x) = (node(&graph, 0), node(&graph, 1));
    graph.untag(w, "trainable");
    graph.untag(w, "absent");
    graph.untag(x, "absent");
    graph.tag(x, "trainable");
    graph.tag(x, "trainable");
    assert!(graph.nodes_tagged("trainable").eq([x]));
    graph.untag(w, "decayed");
    assert_eq!(graph.tags(w).count(), 0);
    assert!(!text::print(&graph).contains("tag %0"));
    // A node of another graph.
    let last = node(&graph, 9);
    let mut small = Graph::default();
    small.tag(last, "lost");
    assert_eq!(small.nodes_tagged("lost").count(), 0);
    let refused = |text: &str| text::parse(text).unwrap_err().to_string();
    assert_eq!(
        refused("adgraph 1\ngraph\n%0: f64 = input 0 x\ntag %1 lost\n"),
        "invalid graph at %1: a tag of a node that is not there"
    );
    assert_eq!(
        refused("adgraph 1\ngraph\n%0: f64 = input 0 x\ntag %0\n"),
        "line 4, column 7: expected a tag, found the end of the line"
    );
}
