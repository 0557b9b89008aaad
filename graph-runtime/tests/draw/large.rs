//! Graphs larger than a person can look at, and larger than can be laid out.

use crate::read;
use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Graph, Shape, Type};
use graph_runtime::check::Random;
use graph_runtime::draw::{Drawing, GraphDraw, LIMIT};
use std::time::{Duration, Instant};

/// A graph of `count` nodes, each of two that are drawn from the last `window`.
fn random(count: usize, window: usize) -> Graph {
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
    let (shapes, _, texts) = read::svg(&graph.to_svg());
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
    assert!(
        shapes.len() <= LIMIT + 2 && shapes.len() > LIMIT / 2,
        "{}",
        shapes.len()
    );
    assert!(
        texts
            .iter()
            .any(|text| text.starts_with('%') && text.contains(" to %"))
    );
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
