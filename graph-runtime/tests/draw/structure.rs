//! Each picture has every node once and every edge of the graph, and tells the roles apart.

use crate::golden::samples;
use crate::read;
use graph_ir::graph::{FunctionKind, InputKind};
use graph_ir::ops::Op;
use graph_ir::{Builder, Element, Graph, Shape, Type, passes, text};
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

/// The shapes and edges of a graph itself, worked out from it: a projection that is the only one of
/// its tuple is drawn with it.
fn expected(graph: &Graph) -> (BTreeSet<String>, BTreeSet<(String, String)>) {
    let mut projections: BTreeMap<usize, usize> = BTreeMap::new();
    for id in graph
        .ids()
        .filter(|&id| matches!(graph.op(id), Op::Project(_)))
    {
        *projections
            .entry(graph.arguments(id)[0].index())
            .or_default() += 1;
    }
    let key = |id: graph_ir::NodeId| {
        let single = matches!(graph.op(id), Op::Project(_))
            && projections[&graph.arguments(id)[0].index()] == 1;
        let drawn = if single { graph.arguments(id)[0] } else { id };
        format!("n{}", drawn.index())
    };
    let mut shapes: BTreeSet<String> = graph.ids().map(key).collect();
    let mut edges = BTreeSet::new();
    for id in graph.ids() {
        let arguments = graph.arguments(id).iter();
        let to = key(id);
        let own = arguments.map(|&argument| (key(argument), to.clone()));
        edges.extend(own.filter(|(from, to)| from != to));
    }
    for (number, output) in graph.outputs().iter().enumerate() {
        shapes.insert(format!("o{number}"));
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
        ("n2", "constant"),
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
    assert!(
        !graph
            .to_svg()
            .contains("class=\"operator derivative\"><title>")
    );
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
