//! Graphs larger than a person can look at, and larger than can be laid out.

use crate::read;
use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Graph, Shape, Type};
use graph_runtime::check::Random;
use graph_runtime::draw::{Drawing, GraphDraw, LIMIT};
use std::time::{Duration, Instant};

/// A graph of `count` nodes, each of two that are drawn from the last `window`.
pub(crate) fn random(count: usize, window: usize) -> Graph {
    let builder = Builder::without_sharing();
    let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
    let mut wires = vec![x];
    let mut random = Random::new(1);
    while wires.len() < count {
        let mut earlier = || {
            let back = random.below(window.min(wires.len()));
            wires[wires.len() - 1 - back]
        };
        let (a, b) = (earlier(), earlier());
        wires.push(if random.below(2) == 0 {
            a * b
        } else {
            a.sin() + b
        });
    }
    builder.output("y", wires[wires.len() - 1]).unwrap();
    builder.finish().unwrap()
}

#[test]
fn a_thousand_nodes_are_laid_out_in_seconds() {
    for window in [1, 20, 2000] {
        let graph = random(1000, window);
        let start = Instant::now();
        let svg = Drawing::new(&graph).limit(10_000).to_svg();
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{:?}",
            start.elapsed()
        );
        assert_eq!(read::svg(&svg).0.len(), graph.len() + 1);
    }
}

#[test]
fn a_hundred_thousand_nodes_are_folded() {
    let graph = random(70_000, 10);
    assert!(graph.len() > 100_000);
    let start = Instant::now();
    let (shapes, ..) = read::svg(&graph.to_svg());
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
    assert!(
        shapes.len() <= LIMIT + 2 && shapes.len() > LIMIT / 4,
        "{}",
        shapes.len()
    );
}

#[test]
fn a_page_has_every_node_and_grows_with_their_number() {
    let mut sizes = Vec::new();
    for count in [1000, 8000] {
        let graph = random(count, 10);
        let page = graph.to_html();
        let panels = read::html(&page);
        let mut seen = std::collections::BTreeSet::new();
        let mut reached = vec![0];
        let mut at = 0;
        while let Some(&number) = reached.get(at) {
            at += 1;
            let panel = &panels[number];
            assert!(panel.shapes.len() <= LIMIT + 26, "{}", panel.shapes.len());
            assert!(panel.edges > 0);
            for (_, texts, inside) in &panel.shapes {
                reached.extend(inside);
                if let Some((node, _)) = texts.last().and_then(|hover| hover.split_once(": f64 = "))
                {
                    seen.insert(node.to_string());
                }
            }
            // Shapes of a panel lie apart from each other.
            for (number, [x, y, width, height]) in panel.places.iter().enumerate() {
                for [x2, y2, width2, height2] in &panel.places[..number] {
                    let beside = 2 * (x - x2).abs() > width + width2;
                    assert!(beside || 2 * (y - y2).abs() > height + height2);
                }
            }
        }
        assert_eq!(reached.len(), panels.len());
        assert_eq!(seen.len(), graph.len());
        assert_eq!(page, graph.to_html());
        sizes.push(page.len() / graph.len());
    }
    assert!(sizes[1] < sizes[0] * 3 / 2, "{sizes:?}");
}

/// A network of blocks with two layers each, as MXNet names them.
fn network(blocks: usize) -> Graph {
    let builder = Builder::new();
    let ty = Type::new(Element::F64, Shape::new(&[4]).unwrap());
    let mut value = builder.input("data", ty.clone(), InputKind::Independent);
    for block in 0..blocks {
        for layer in 0..2 {
            let name = format!("stage{}_unit{}_fc{layer}", block / 5, block % 5);
            let weight = format!("{name}_weight");
            let weight = builder.input(&weight, ty.clone(), InputKind::Independent);
            let sum = (value * weight).sin();
            value = sum.tanh();
            builder.name_node(value, &name);
        }
    }
    builder.output("y", value).unwrap();
    builder.finish().unwrap()
}

#[test]
fn layers_of_a_network_are_folded_by_their_names() {
    let graph = network(10);
    let titles = |limit: usize| {
        let (shapes, _, texts) = read::svg(&Drawing::new(&graph).limit(limit).to_svg());
        assert!(shapes.len() <= limit.max(8) + 1, "{}", shapes.len());
        move |title: &str| texts.iter().any(|text| text == title)
    };
    let layers = titles(40);
    assert!(layers("stage1_unit4_fc1") && layers("1 input, 1 mul, 1 sin, …"));
    let units = titles(15);
    assert!(units("stage1_unit4") && units("8 nodes"));
    let stages = titles(4);
    assert!(stages("stage0") && stages("stage1") && !stages("stage1_unit4"));
}

#[test]
fn what_repeats_without_names_is_folded() {
    let builder = Builder::without_sharing();
    let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
    let mut value = x.cos();
    for _ in 0..400 {
        value = (value.sin() * x).exp();
    }
    builder.output("y", value.tanh()).unwrap();
    let graph = builder.finish().unwrap();
    let (shapes, edges, texts) = read::svg(&graph.to_svg());
    assert!(
        texts.iter().any(|text| text == "400 × (sin, mul, exp)"),
        "{texts:?}"
    );
    assert_eq!((shapes.len(), edges), (5, 5));
}

#[test]
fn many_outputs_and_effects_are_folded() {
    let builder = Builder::without_sharing();
    let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
    for number in 0..5000 {
        builder.output(&format!("y{number}"), x).unwrap();
    }
    builder.output("adjoint_x", x.sin()).unwrap();
    let graph = builder.finish().unwrap();
    let (shapes, _, texts) = read::svg(&graph.to_svg());
    assert!(texts.iter().any(|text| text == "5000 outputs"));
    assert_eq!(shapes.len(), 4);
}

#[test]
fn a_limit_of_nothing_is_no_panic() {
    for limit in [0, 1, usize::MAX] {
        read::svg(&Drawing::new(&network(3)).limit(limit).to_svg());
        read::dot(&Drawing::new(&network(3)).limit(limit).to_dot());
    }
}

/// A graph of nodes from lines of a source: a function of two lines that is called in each of
/// `iterations` of a loop of three lines.
pub(crate) fn unrolled(iterations: usize) -> Graph {
    let builder = Builder::without_sharing();
    builder.set_sites("line");
    let mut x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
    let at = |line| builder.set_site(graph_ir::Site(line));
    at(3);
    let start = x.exp() * x.cos();
    builder.name_node(start, "start");
    for _ in 0..iterations {
        at(5);
        let gain = (x * start).sin();
        builder.name_node(gain, "gain");
        at(10);
        let inner = gain.cos() * gain;
        at(11);
        let inner = inner.exp() + gain;
        at(7);
        x = x.sin() + inner * 2.0;
    }
    builder.output("y", x).unwrap();
    builder.finish().unwrap()
}

#[test]
fn lines_of_a_source_are_groups_with_the_names_that_they_bind() {
    let titles = |iterations| {
        let graph = unrolled(iterations);
        let panels = read::html(&Drawing::new(&graph).limit(4).to_html());
        let panels = panels.into_iter();
        panels.map(|panel| {
            let shapes = panel.shapes.into_iter().map(|(first, ..)| first);
            (panel.title, shapes.collect::<Vec<_>>())
        })
    };
    let panels: Vec<_> = titles(40).collect();
    assert_eq!(
        panels[0].1,
        ["x", "line 3: start", "lines 5 to 11, 40 times", "y"]
    );
    let find = |title: &str| { panels.iter() }.find(|panel| panel.0 == title).unwrap();
    let iterations = find("lines 5 to 11, 40 times");
    assert_eq!(iterations.1.len(), 40 + 3, "{iterations:?}");
    let iteration = find("iteration 3 of lines 5 to 11");
    assert!(
        iteration.1.iter().any(|title| title == "line 5: gain"),
        "{iteration:?}"
    );
    // A thousand iterations are not a thousand shapes.
    assert!(titles(1000).all(|(_, shapes)| shapes.len() < 80));
    // Few nodes are all shown.
    let (all, ..) = read::svg(&unrolled(4).to_svg());
    assert!(all.keys().all(|key| !key.starts_with('g')), "{all:?}");
}

#[test]
fn bodies_in_place_of_calls_are_groups_under_the_names_of_the_functions() {
    let text = "adgraph 1\ngraph f\nsites line\n%0: f64 = input 0 x @1\n%1: f64 = exp %0 @2\n\
        %2: (f64) = call f0 %1 @2\n%3: f64 = project 0 %2\n%4: (f64) = call f0 %3 @3\n\
        %5: f64 = project 0 %4\n%6: f64 = sin %5 @4\noutput %6\n\n\
        function f0 step\n%0: f64 = input 0 s @6\n%1: f64 = cos %0 @7\n%2: f64 = mul %1, %0 as gain @7\n\
        %3: f64 = tanh %2 @8\noutput %3\n";
    let graph = graph_ir::text::parse(text).unwrap();
    let inlined = graph_ir::passes::inline(&graph).unwrap();
    let gradient = graph_autodiff::gradient(&inlined, &[0]).unwrap();
    let panels = read::html(&Drawing::new(&gradient).limit(3).to_html());
    let titles: Vec<&str> = { panels.iter() }.map(|panel| &*panel.title).collect();
    for (title, count) in [("step(..)", 2), ("∂ step(..)", 2)] {
        let found = titles.iter().filter(|found| **found == title).count();
        assert_eq!(found, count, "{titles:?}");
    }
    let step = panels
        .iter()
        .find(|panel| panel.title == "step(..)")
        .unwrap();
    let inside: Vec<&str> = step.shapes.iter().map(|(first, ..)| &**first).collect();
    assert!(
        inside.contains(&"line 7: gain") || inside.contains(&"cos"),
        "{inside:?}"
    );
}
