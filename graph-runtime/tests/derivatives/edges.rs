//! Sides not taken, ties and zeros: no NaN or infinity of a side not taken reaches a derivative
//! of any order.

use graph_ir::{Builder, Graph, Wire, differentiate};

use super::check::graph;
use super::evaluate;

/// The derivatives of a function of one number at a point, from order 0 on, in reverse mode.
fn derivatives(f: &Graph, x: f64, orders: usize) -> Vec<f64> {
    let mut found = vec![evaluate(f, &[x])[0]];
    let mut graph = f.clone();
    for _ in 0..orders {
        let gradient = differentiate::gradient(&graph, &[0]).unwrap();
        found.push(evaluate(&gradient, &[x])[1]);
        graph = slope(&gradient);
    }
    found
}

/// The same in forward mode.
fn tangents(f: &Graph, x: f64, orders: usize) -> Vec<f64> {
    let mut found = vec![evaluate(f, &[x])[0]];
    let mut graph = f.clone();
    for _ in 0..orders {
        let forward = differentiate::forward(&graph, &[0]).unwrap();
        let callee = function(forward);
        graph = self::graph(&[&[]], |b, w| {
            let one = b.number(graph_ir::Element::F64, 1.0);
            vec![b.call(&callee, &[w[0], one]).unwrap()[1]]
        });
        found.push(evaluate(&graph, &[x])[0]);
    }
    found
}

fn slope(gradient: &Graph) -> Graph {
    let callee = function(gradient.clone());
    graph(&[&[]], |b, w| vec![b.call(&callee, w).unwrap()[1]])
}

fn function(graph: Graph) -> std::sync::Arc<graph_ir::graph::Function> {
    std::sync::Arc::new(graph_ir::graph::Function {
        kind: graph_ir::graph::FunctionKind::Plain,
        graph,
    })
}

fn expect(
    name: &str,
    body: impl for<'b> Fn(&'b Builder, Wire<'b>) -> Wire<'b>,
    x: f64,
    expected: &[f64],
) {
    let f = graph(&[&[]], |b, w| vec![body(b, w[0])]);
    let orders = expected.len() - 1;
    assert_eq!(
        derivatives(&f, x, orders),
        expected,
        "{name}, reverse, at {x}"
    );
    assert_eq!(tangents(&f, x, orders), expected, "{name}, forward, at {x}");
}

#[test]
fn selections_hide_the_other_side() {
    fn root<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        x.greater(0.0).select(x.sqrt(), 0.0)
    }
    fn deep<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let risky = (1.0 / x).exp() * x.ln() / x.sqrt();
        x.greater(0.0).select(risky, x * x)
    }
    expect("guarded root", root, 0.0, &[0.0; 4]);
    expect("guarded root", root, -1.0, &[0.0; 4]);
    expect("deep", deep, 0.0, &[0.0, 0.0, 2.0, 0.0]);
    expect("deep", deep, -1.0, &[1.0, -2.0, 2.0, 0.0]);
}

#[test]
fn contractions_hide_the_other_side() {
    fn body<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let risky = b.stack(&[x.ln(), 1.0 / x], 0).unwrap();
        let product = b.dot(risky, risky).unwrap();
        x.greater(0.0).select(product, x * 3.0)
    }
    expect("dot", body, 0.0, &[0.0, 3.0, 0.0, 0.0]);
    expect("dot", body, -1.0, &[-3.0, 3.0, 0.0, 0.0]);
}

#[test]
fn maxima_hide_the_other_side() {
    fn body<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        x.cos().max(x.sqrt())
    }
    expect("maximum", body, 0.0, &[1.0, 0.0, -1.0, 0.0]);
}

#[test]
fn ties_and_kinks_follow_the_conventions() {
    expect("abs", |_, x| x.abs(), 0.0, &[0.0, 0.0, 0.0]);
    expect("abs", |_, x| x.abs(), -0.0, &[0.0, 0.0, 0.0]);
    expect("relu", |_, x| x.relu(), 0.0, &[0.0, 0.0, 0.0]);
    expect("max", |_, x| x.max(2.0 * x), 0.0, &[0.0, 1.0, 0.0]);
    expect("min", |_, x| (2.0 * x).min(x), 0.0, &[0.0, 2.0, 0.0]);
    expect("clamp", |_, x| x.clamp(0.0, 1.0), 0.0, &[0.0, 1.0, 0.0]);
    expect("clamp", |_, x| x.clamp(0.0, 1.0), 1.0, &[1.0, 1.0, 0.0]);
    expect("clamp", |_, x| x.clamp(0.0, 1.0), 2.0, &[1.0, 0.0, 0.0]);
    expect("hypot", |_, x| x.hypot(0.0), 0.0, &[0.0, 0.0]);
}

#[test]
fn powers_at_a_zero_base_are_regular() {
    expect(
        "square",
        |_, x| x.powf(2.0) + 3.0 * x,
        0.0,
        &[0.0, 3.0, 2.0, 0.0],
    );
    expect("identity", |_, x| x.powf(1.0), 0.0, &[0.0, 1.0, 0.0]);
    expect("one", |_, x| x.powf(0.0), 0.0, &[1.0, 0.0, 0.0]);
    expect("cube", |_, x| x.powi(3), 0.0, &[0.0, 0.0, 0.0, 6.0]);
    expect("cube", |_, x| x.powf(3.0), 0.0, &[0.0, 0.0, 0.0, 6.0]);
    expect("cube", |_, x| x.powf(3.0), -1.0, &[-1.0, 3.0, -6.0, 6.0]);
}

#[test]
fn absolute_products_are_zero_to_any_order() {
    expect("azmul", |_, x| x.azmul(x.ln()), 0.0, &[0.0]);
    expect("masked", |_, x| (x * 0.0).azmul(1.0 / x), 0.0, &[0.0]);
}
