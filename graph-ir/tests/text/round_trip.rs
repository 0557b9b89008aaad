//! A printed graph is parsed into the same graph, and printed again into the same text.

use std::time::Instant;

use graph_ir::graph::{Function, Graph};
use graph_ir::{Error, passes, text, verify};

use crate::sample;

#[test]
fn every_sample_is_the_same_after_a_round_trip() {
    for (name, graph) in sample::all() {
        verify::verify(&graph).unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = text::print(&graph);
        let again = text::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(text::print(&again), text, "{name}");
        assert_same(&graph, &again, name);
    }
}

/// Compares by the graph's own access, so that a part which printing forgets is seen missing.
fn assert_same(one: &Graph, other: &Graph, name: &str) {
    assert_eq!(one.name(), other.name(), "{name}");
    assert_eq!(one.sites(), other.sites(), "{name}");
    assert_eq!(one.file(), other.file(), "{name}");
    assert_eq!(one.inputs(), other.inputs(), "{name}");
    assert_eq!(one.outputs(), other.outputs(), "{name}");
    assert_eq!(one.effects(), other.effects(), "{name}");
    assert_eq!(one.attributes(), other.attributes(), "{name}");
    assert_eq!(one.len(), other.len(), "{name}");
    for id in one.ids() {
        assert_eq!(one.arguments(id), other.arguments(id), "{name} {id}");
        assert_eq!(one.result_types(id), other.result_types(id), "{name} {id}");
        assert_eq!(one.node_name(id), other.node_name(id), "{name} {id}");
        assert_eq!(one.node(id).site, other.node(id).site, "{name} {id}");
        assert!(one.tags(id).eq(other.tags(id)), "{name} {id}");
        let functions = functions(one, id).into_iter().zip(functions(other, id));
        for (a, b) in functions {
            assert_same_function(a, b, &format!("{name} {id}"));
        }
    }
}

fn assert_same_function(one: &Function, other: &Function, name: &str) {
    match (one.rule(), other.rule()) {
        (Some(a), Some(b)) => {
            for (a, b) in [(a.adjoint(), b.adjoint()), (a.tangent(), b.tangent())] {
                assert_eq!(a.is_some(), b.is_some(), "{name}");
                if let (Some(a), Some(b)) = (a, b) {
                    assert_same_function(a, b, name);
                }
            }
        }
        _ => assert_eq!(one.kind, other.kind, "{name}"),
    }
    assert_same(&one.graph, &other.graph, name);
}

fn functions(graph: &Graph, id: graph_ir::NodeId) -> Vec<&Function> {
    graph.functions_of(id).map(|function| &**function).collect()
}

#[test]
fn whose_the_sites_are_is_handed_on_to_all_that_is_made_of_a_graph() {
    let text = "adgraph 1\ngraph f\nsites \"my lines\"\n%0: f64 = input 0 x @3\n\
                %1: f64 = sin %0 @4\noutput %1 y\n";
    let graph = text::parse(text).unwrap();
    assert_eq!(graph.sites(), "my lines");
    assert_eq!(text::print(&graph), text);
    assert_eq!(
        text::parse(&text.replace("sites \"my lines\"\n", ""))
            .unwrap()
            .sites(),
        ""
    );
    let made = [
        passes::optimize(&graph),
        passes::inline(&graph),
        graph_autodiff::reverse(&graph, &[0]),
        graph_autodiff::gradient(&graph, &[0]),
        graph_autodiff::forward(&graph, &[0]),
        graph_autodiff::jacobian(&graph, &[0]),
    ];
    for made in made {
        assert_eq!(made.unwrap().sites(), "my lines");
    }
    let error = text::parse("adgraph 1\ngraph\nsites\n").unwrap_err();
    assert!(error.to_string().contains("whose the sites are"), "{error}");
}

#[test]
fn derivatives_are_known_by_their_names() {
    let text = "adgraph 1\ngraph f\n%0: f64 = input 0 x\n%1: f64 = sin %0\noutput %1 y\n";
    let graph = text::parse(text).unwrap();
    let names = |graph: Graph| {
        let outputs = graph.outputs().iter();
        let derived = outputs.map(|output| graph_autodiff::names_derivative(&output.name));
        derived.collect::<Vec<bool>>()
    };
    assert_eq!(
        names(graph_autodiff::gradient(&graph, &[0]).unwrap()),
        [false, true]
    );
    assert_eq!(
        names(graph_autodiff::reverse(&graph, &[0]).unwrap()),
        [false, true]
    );
    assert_eq!(
        names(graph_autodiff::forward(&graph, &[0]).unwrap()),
        [false, true]
    );
    assert_eq!(
        names(graph_autodiff::jacobian(&graph, &[0]).unwrap()),
        [true]
    );
    assert!(!graph_autodiff::names_derivative("adjoints"));
    assert!(!graph_autodiff::names_derivative(""));
}

#[test]
fn a_shared_function_is_printed_once() {
    let samples = sample::all();
    let (_, branches) = samples
        .iter()
        .find(|(name, _)| *name == "branches")
        .unwrap();
    let text = branches.to_string();
    assert_eq!(text.matches("= tanh ").count(), 1);
    assert_eq!(text.matches("= call f").count(), 2);
    // After parsing, both callers hold the very same function.
    let again: Graph = text.parse().unwrap();
    assert_eq!(again.to_string(), text);
}

#[test]
fn layout_that_means_nothing_is_accepted() {
    let text = "\n# A comment.\r\nadgraph 1\r\n  graph   f\t\n\n%0 :[ f64 ;3 ]=input 0 x@0\r\n\
                # Another.\n%1: [f64; 3] = powi  2  %0 as \"y\" @ 7\noutput %1";
    let graph = text::parse(text).unwrap();
    let expected = "adgraph 1\ngraph f\n%0: [f64; 3] = input 0 x\n\
                    %1: [f64; 3] = powi 2 %0 as y @7\noutput %1\n";
    assert_eq!(graph.to_string(), expected);
}

#[test]
fn a_large_graph_is_printed_and_parsed_in_proportion() {
    let time = |nodes: usize| {
        let mut text = String::from("adgraph 1\ngraph\n%0: f64 = input 0\n%1: f64 = input 1\n");
        for i in 2..nodes {
            text += &format!("%{i}: f64 = mul %{}, %{} @{i}\n", i - 1, i / 2);
        }
        let start = Instant::now();
        let graph = text::parse(&text).unwrap();
        assert_eq!(text::print(&graph), text);
        start.elapsed()
    };
    let (small, large) = (time(20_000), time(160_000));
    // Eight times the nodes; a quadratic reader would take sixty-four times as long.
    assert!(large < small * 30, "{small:?} {large:?}");
}

#[test]
fn an_error_of_an_inner_graph_names_it() {
    let text = "adgraph 1\ngraph\n%0: f64 = input 0\n%1: (f64) = call f0 %0\n\
                function f0\n%0: f64 = input 0\n%1: f32 = sin %0\noutput %1\n";
    let Err(Error::Invalid { node, .. }) = text::parse(text) else {
        panic!("a valid graph");
    };
    assert_eq!(node, "%1 of f0");
}

#[test]
fn loops_say_which_states_are_kept() {
    let text = "adgraph 1
graph
%0: f64 = input 0
%1: (f64) = scan f0 captured 0 carried 1 length 9 reverse checkpoint 3 %0
%2: f64 = project 0 %1
%3: (f64) = scan f0 captured 0 carried 1 length 9 checkpoint 1 %2
%4: f64 = project 0 %3
output %4

function f0
%0: f64 = input 0
%1: f64 = sin %0
output %1
";
    let graph: Graph = text.parse().unwrap();
    assert_eq!(graph.to_string(), text);
    // Passes and tangents keep it.
    let prepared = passes::prepare(&graph).unwrap();
    assert_eq!(prepared.to_string(), text);
    let tangent = graph_autodiff::forward(&graph, &[0]).unwrap().to_string();
    assert_eq!(tangent.matches("checkpoint").count(), 2, "{tangent}");
}
