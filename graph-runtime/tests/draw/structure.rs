//! Each picture has every node once and every edge of the graph, and tells the roles apart.

use crate::golden::samples;
use crate::read;
use graph_ir::graph::{FunctionKind, InputKind};
use graph_ir::ops::Op;
use graph_ir::{Builder, Element, Graph, NodeId, Shape, Type, passes, text};
use graph_runtime::draw::GraphDraw;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn all_three_pictures_have_every_node_and_edge() {
    for (name, graph) in samples() {
        let dot = read::dot(&graph.to_dot());
        let mermaid = read::mermaid(&graph.to_mermaid());
        let (shapes, edges, _) = read::svg(&graph.to_svg());
        let keys = |shapes: &BTreeMap<String, String>| shapes.keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&dot.shapes), keys(&mermaid.shapes), "{name}");
        assert_eq!(keys(&dot.shapes), keys(&shapes), "{name}");
        assert_eq!(dot.edges, mermaid.edges, "{name}");
        assert_eq!(dot.edges.len(), edges, "{name}");
        let (own_shapes, own_edges) = expected(&graph);
        let own = |key: &str| !key.starts_with('f');
        let found: BTreeSet<String> = dot.shapes.keys().filter(|key| own(key)).cloned().collect();
        assert_eq!(found, own_shapes, "{name}");
        let found = dot.edges.iter().filter(|(from, _)| own(from)).cloned();
        assert_eq!(found.collect::<BTreeSet<_>>(), own_edges, "{name}");
        for (from, to) in &dot.edges {
            assert!(
                dot.shapes.contains_key(from) && dot.shapes.contains_key(to),
                "{name}"
            );
        }
    }
}

#[test]
fn tags_are_told_where_the_pointer_rests() {
    let text = "adgraph 1\ngraph\n%0: f64 = input 0 w\n%1: f64 = sin %0\n%2: f64 = exp %1\n\
                tag %0 trainable\ntag %1 watched\ntag %1 \"a < b\"\noutput %2 y\n";
    let graph = text::parse(text).unwrap();
    let tagged = |picture: String, before: &str| {
        let tags = picture.matches("tagged ").count();
        assert_eq!(tags, 2, "{picture}");
        let texts = ["trainable", before].map(|tags| format!("tagged {tags}"));
        assert!(texts.iter().all(|text| picture.contains(text)), "{picture}");
    };
    tagged(graph.to_dot(), "a < b, watched");
    tagged(graph.to_svg(), "a &lt; b, watched");
    let plain = text::parse(&text.replace("tag %0 trainable\n", "")).unwrap();
    assert_eq!(plain.to_dot().matches("tagged ").count(), 1);
}

/// The shapes and edges of a graph itself, worked out from it: nodes that only pick a part of a
/// value are parts of edges, and constants stand in the shapes that use them.
fn expected(graph: &Graph) -> (BTreeSet<String>, BTreeSet<(String, String)>) {
    let long = |id: NodeId| {
        let extents = graph.ty(id).shape.extents().into_iter();
        extents.filter(|&extent| extent != 1).collect::<Vec<_>>()
    };
    let picks = |id: NodeId| match graph.arguments(id) {
        &[of] => match graph.op(id) {
            Op::Project(_) | Op::Slice(_) => true,
            Op::Reshape => long(of) == long(id),
            Op::Broadcast(_) => graph.ty(of).is_scalar(),
            _other => false,
        },
        _ => false,
    };
    let source = |mut id: NodeId| {
        while picks(id) {
            id = graph.arguments(id)[0];
        }
        id
    };
    let is_constant = |id: NodeId| graph.as_constant(id).is_some();
    let key = |id: NodeId| format!("n{}", source(id).index());
    let shown = graph.ids().filter(|&id| !picks(id) && !is_constant(id));
    let shown: Vec<NodeId> = shown.collect();
    let mut shapes: BTreeSet<String> = shown.iter().map(|&id| key(id)).collect();
    let mut edges = BTreeSet::new();
    for id in shown {
        let arguments = graph.arguments(id).iter();
        let brought = arguments.filter(|&&argument| !is_constant(source(argument)));
        edges.extend(brought.map(|&argument| (key(argument), key(id))));
    }
    for (number, output) in graph.outputs().iter().enumerate() {
        shapes.insert(format!("o{number}"));
        shapes.insert(key(output.node));
        edges.insert((key(output.node), format!("o{number}")));
    }
    for (number, effect) in graph.effects().iter().enumerate() {
        shapes.insert(format!("e{number}"));
        let arguments = effect.arguments.iter();
        edges.extend(arguments.map(|&id| (key(id), format!("e{number}"))));
    }
    (shapes, edges)
}

#[test]
fn inner_functions_are_drawn_once_each_and_operators_of_formats_are_not() {
    for (name, graph) in samples() {
        let listing = text::Listing::new(&graph);
        let dot = graph.to_dot();
        for (number, function) in listing.functions().iter().enumerate() {
            let drawn = dot.matches(&format!("subgraph cluster_f{number} ")).count();
            let plain = function.kind == FunctionKind::Plain;
            assert_eq!(drawn, usize::from(plain), "{name} f{number}");
        }
    }
}

fn class(graph: &Graph, key: &str) -> String {
    read::svg(&graph.to_svg()).0[key].clone()
}

#[test]
fn what_a_shape_is_can_be_told() {
    let graph = samples().remove(0).1;
    for (key, class_of) in [
        ("n0", "input"),
        ("n1", "parameter"),
        ("n3", "operator"),
        ("o0", "output"),
        ("e0", "effect"),
    ] {
        assert_eq!(class(&graph, key), class_of, "{key}");
    }
}

#[test]
fn only_what_derivatives_alone_need_is_their_part() {
    let builder = Builder::new();
    let ty = Type::new(Element::F64, Shape::new(&[3]).unwrap());
    let x = builder.input("x", ty, InputKind::Independent);
    builder.output("y", x.sin().sum(&[0])).unwrap();
    let graph = builder.finish().unwrap();
    let gradient = graph_autodiff::gradient(&graph, &[0]).unwrap();
    let gradient = passes::optimize(&gradient).unwrap();
    let derivative: Vec<String> = gradient
        .ids()
        .filter(|id| class(&gradient, &format!("n{}", id.index())).contains("derivative"))
        .map(|id| text::Listing::new(&gradient).operator(&gradient, id))
        .collect();
    assert_eq!(derivative, ["cos"]);
    assert_eq!(class(&gradient, "o0"), "output");
    assert_eq!(class(&gradient, "o1"), "output derivative");
    // Of the function alone nothing is.
    let shapes = read::svg(&graph.to_svg()).0;
    assert!(shapes.values().all(|class| !class.contains("derivative")));
}

#[test]
fn places_are_shown_as_their_front_end_has_them() {
    let text = |sites: &str| {
        let graph = text::parse(&format!(
            "adgraph 1\ngraph f\n{sites}%0: f64 = input 0 x @2\n%1: f64 = sin %0 as s @7\noutput %1 y\n"
        ));
        graph.unwrap().to_svg()
    };
    assert!(text("sites line\n").contains(">line 7</text>"));
    assert!(text("sites nnvm\n").contains(">/nodes/6</text>"));
    assert!(!text("").contains("line 7"));
    assert!(text("").contains(">s: f64</text>"));
}

/// The first lines of the shapes of a graph, and the labels of its edges.
fn words(text: &str) -> (Vec<String>, Vec<String>) {
    let graph = text::parse(&format!("adgraph 1\ngraph\n{text}")).unwrap();
    let svg = graph.to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let of_class = |wanted: &str| {
        let nodes = document.descendants();
        let texts = nodes.filter(|node| node.attribute("class") == Some(wanted));
        texts
            .filter_map(|node| node.text())
            .map(String::from)
            .collect()
    };
    (of_class("first"), of_class("label"))
}

#[test]
fn shapes_have_the_words_of_the_language() {
    let (first, labels) = words(
        "%0: [[f64; 3]; 2] = input 0 a\n%1: [[f64; 2]; 3] = input 1 b\n\
         %2: [[f64; 2]; 2] = contract over [1:0] %0, %1\n\
         %3: [[f64; 2]; 2] = composite softmax [1] %2\n\
         %4: f64 = constant 0.5\n%5: [[f64; 2]; 2] = broadcast [] %4\n\
         %6: [[f64; 2]; 2] = mul %5, %3\n%7: [f64; 2] = reduce sum [1] %6\n\
         %8: f64 = contract over [0:0] %7, %7\n%9: f64 = constant 7.0\n\
         %10: [[f64; 2]; 1] = slice [1, 0] %6\n%11: [f64; 2] = reshape %10\n\
         %12: [f64; 2] = sub %11, %7\n%13: f64 = reduce sum [0] %12\n\
         %14: f64 = powi 3 %8\n%15: f64 = max %14, %4\n%16: f64 = div %15, %13\noutput %16\n",
    );
    let wanted = [
        "a",
        "b",
        "matmul",
        "softmax axis 1",
        "0.5 * .",
        "sum axis 1",
        "dot",
        ". - .",
        "sum",
        "powi(., 3)",
        "max(., 0.5)",
        ". / .",
        "output 0",
    ];
    assert_eq!(first, wanted);
    assert_eq!(labels, ["1", "2", "[1]", "minus", "by"]);
}

#[test]
fn picking_a_part_is_a_word_at_the_edge() {
    let (first, labels) = words(
        "%0: [[f64; 3]; 4] = input 0 x\n%1: [[f64; 3]; 1] = slice [2, 0] %0\n\
         %2: [f64; 3] = reshape %1\n%3: [f64; 1] = slice [1] %2\n%4: f64 = reshape %3\n\
         %5: f64 = sin %4\n%6: [[f64; 1]; 2] = slice [1, 2] %0\n%7: [f64; 2] = reshape %6\n\
         %8: [f64; 2] = exp %7\n%9: [[f64; 3]; 2] = slice [3:-2, 0] %0\n\
         %10: [[f64; 3]; 2] = cos %9\noutput %5\noutput %8\noutput %10\n",
    );
    assert_eq!(first[..4], ["x", "sin", "exp", "cos"]);
    assert_eq!(labels, ["x[2][1]", "x[1..3, 2]", "x[3..-1 by -2]"]);
}

#[test]
fn a_constant_has_a_shape_only_as_a_result() {
    let (first, _) = words(
        "%0: f64 = input 0 x\n%1: f64 = constant 2.0\n%2: f64 = constant 3.0\n\
         %3: f64 = constant 4.0\n%4: f64 = mul %0, %1\noutput %4\noutput %2\n",
    );
    assert_eq!(first, ["x", "3.0", ". * 2.0", "output 0", "output 1"]);
}

#[test]
fn results_of_loops_have_the_names_of_their_variables() {
    let text = "%0: f64 = input 0 p\n%1: f64 = constant 1.0\n\
         %2: (f64, f64) = scan f0 captured 1 carried 2 length 5 %0, %1, %0\n\
         %3: f64 = project 0 %2\n%4: f64 = project 1 %2\n%5: f64 = sub %3, %4\noutput %5\n\n\
         function f0\n%0: f64 = input 0\n%1: f64 = input 1 state\n%2: f64 = input 2 time\n\
         %3: f64 = mul %0, %1\n%4: f64 = add %2, %1\noutput %3\noutput %4\n";
    let (first, labels) = words(text);
    assert!(first.contains(&"for: 5 iterations".into()), "{first:?}");
    let inside = ["p", "state", "time", "next state", "next time"];
    assert!(
        inside
            .iter()
            .all(|name| first.iter().any(|line| line == name)),
        "{first:?}"
    );
    assert_eq!(labels, ["time", "state, minus time"]);
}
