//! `#[tag(..)]`: the nodes that have the words, and what is wrong with it.

use graph_ir::{Graph, passes, text};

use super::{errors, graph, value};

/// The names of the nodes that have a tag.
fn tagged<'g>(graph: &'g Graph, tag: &str) -> Vec<&'g str> {
    let nodes = graph.nodes_tagged(tag);
    nodes
        .map(|id| match graph.as_input(id) {
            Some(position) => &*graph.inputs()[position].name,
            None => graph.node_name(id).unwrap_or("?"),
        })
        .collect()
}

const LAYERS: &str = "
    struct Layer { #[tag(trainable)] w: [f64; 2], #[tag(trainable, offset)] b: f64, c: f64 }
    struct Net { #[tag(head)] first: Layer, second: Layer }
    fn f(#[tag(network)] m: Net, #[tag(data)] x: [f64; 2], #[tag(data)] pair: (f64, f64)) -> f64 {
        #[tag(hidden, watched)]
        let h = dot(m.first.w, x) + m.first.b;
        #[tag(spread)]
        let (low, high) = (h - m.first.c, sin(h));
        dot(m.second.w, x) * (low + high) + m.second.b * m.second.c + pair.0 * pair.1
    }";

#[test]
fn arguments_fields_and_bindings_have_tags() {
    let graph = graph(LAYERS);
    let weights = ["m.first.w", "m.first.b", "m.second.w", "m.second.b"];
    assert_eq!(tagged(&graph, "trainable"), weights);
    assert_eq!(tagged(&graph, "offset"), ["m.first.b", "m.second.b"]);
    let first = ["m.first.w", "m.first.b", "m.first.c"];
    assert_eq!(tagged(&graph, "head"), first);
    assert_eq!(tagged(&graph, "network").len(), 6);
    assert_eq!(tagged(&graph, "data"), ["x", "pair.0", "pair.1"]);
    assert_eq!(tagged(&graph, "watched"), ["h"]);
    assert_eq!(tagged(&graph, "hidden"), ["h"]);
    assert_eq!(tagged(&graph, "spread"), ["low", "high"]);
    assert!(tagged(&graph, "unknown").is_empty());
}

#[test]
fn texts_passes_and_derivatives_keep_tags() {
    let graph = graph(LAYERS);
    let read = text::parse(&graph.to_string()).unwrap();
    let adjoint = graph_autodiff::reverse(&graph, &[0]).unwrap();
    let prepared = passes::prepare(&adjoint).unwrap();
    for made in [&read, &adjoint, &prepared] {
        for tag in ["trainable", "offset", "watched", "data"] {
            assert_eq!(tagged(made, tag), tagged(&graph, tag), "{tag}");
        }
    }
}

#[test]
fn a_tag_changes_no_value() {
    let function = |tag: &str| {
        format!("fn f({tag} x: f64) -> f64 {{ {tag} let y = sin(x); {tag} let z = y * y; z + y }}")
    };
    let plain = value(&function(""), &[&[0.7]]);
    assert_eq!(value(&function("#[tag(a)] #[tag(b, c)]"), &[&[0.7]]), plain);
}

#[test]
fn a_binding_in_a_loop_tags_its_node_in_each_iteration() {
    let unrolled = graph(
        "fn f(x: f64) -> f64 { let mut y = x;
         for _ in 0..3 { #[tag(step)] let z = sin(y); y = z; } y }",
    );
    assert_eq!(unrolled.nodes_tagged("step").count(), 3);
    let kept = graph(
        "fn f(x: f64) -> f64 { let mut y = x;
         #[unroll(never)] for _ in 0..3 { #[tag(step)] let z = sin(y); y = z; } y }",
    );
    assert_eq!(kept.nodes_tagged("step").count(), 0);
    let bodies = kept.ids().flat_map(|id| kept.functions_of(id));
    let count: usize = bodies
        .map(|body| body.graph.nodes_tagged("step").count())
        .sum();
    assert_eq!(count, 1);
}

/// The only error of a block.
fn error(text: &str) -> String {
    let mut found = errors(text);
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    found.remove(0)
}

#[test]
fn tags_are_words() {
    let places = [
        "fn f({} x: f64) -> f64 { x }",
        "struct S { {} a: f64 } fn f(s: S) -> f64 { s.a }",
        "fn f(x: f64) -> f64 { {} let y = sin(x); y }",
    ];
    for place in places {
        for (tag, expected) in [
            (
                "#[tag]",
                "`#[tag(..)]` has no words\n= help: write one word or several: `#[tag(trainable)]`",
            ),
            ("#[tag()]", "`#[tag(..)]` has no words"),
            ("#[tag = \"a\"]", "`#[tag(..)]` has no words"),
            (
                "#[tag(\"x y\")]",
                "expected a word, found \"x y\"\n= help: write it without quotation marks: `x_y`",
            ),
            ("#[tag(1)]", "expected a word"),
            ("#[tag(a b)]", "expected `,` behind `a`, found `b`"),
            ("#[tag(a = 1)]", "`a` has no value, found `=`"),
        ] {
            let text = place.replacen("{}", tag, 1);
            let found = error(&text);
            assert!(found.contains(expected), "{text}\n{found}");
        }
    }
}

#[test]
fn tags_stand_where_nodes_are() {
    let expected = "`#[tag]` stands on an argument, a field of a struct or a `let`";
    for text in [
        "#[tag(a)] fn f(x: f64) -> f64 { x }",
        "#[tag(a)] struct S { a: f64 } fn f(s: S) -> f64 { s.a }",
        "#[tag(a)] const N: usize = 3; fn f(x: [f64; N]) -> f64 { x[0] }",
        "fn f(x: f64) -> f64 { let mut y = x; #[tag(a)] for _ in 0..3 { y = sin(y); } y }",
        "fn f(x: f64) -> f64 { let mut y = x; #[tag(a)] y = sin(y); y }",
        "fn f(x: f64) -> f64 { #[tag(a)] sin(x) }",
    ] {
        let found = error(text);
        assert!(found.contains(expected), "{text}\n{found}");
    }
}

#[test]
fn what_has_no_node_has_no_tag() {
    for (binding, expected) in [
        (
            "let k = 3.0;",
            "the value is known while compiling, and has no node to tag",
        ),
        (
            "let _ = sin(x);",
            "a `let` without a name has no node to tag",
        ),
        (
            "let k; k = x;",
            "a `let` without a value has no node to tag",
        ),
    ] {
        let text = format!("fn f(x: f64) -> f64 {{ #[tag(a)] {binding} x }}");
        let found = error(&text);
        assert!(found.contains(expected), "{text}\n{found}");
        assert!(found.contains("\n= help: tag "), "{found}");
    }
    // What is wrong for another reason is no second error.
    let found = error("fn f(x: f64) -> f64 { #[tag(a)] let y = unknown(x); y }");
    assert!(found.contains("unknown"), "{found}");
}
