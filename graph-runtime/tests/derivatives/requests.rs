//! What may be asked for: inputs named twice, in both modes, and results that are read twice.

use graph_ir::{Builder, Wire, differentiate, text};

use super::check::graph;
use super::evaluate;

/// A loop and a branch over both inputs.
fn body<'b>(b: &'b Builder, x: &[Wire<'b>]) -> Vec<Wire<'b>> {
    b.begin_region().unwrap();
    let carried = b.region_input(x[0].ty().unwrap());
    let next = b.end_region(&[carried * x[1].sin()]).unwrap();
    let looped = b.scan_region(next, &[x[0]], &[], 3, false).unwrap()[0];
    b.begin_region().unwrap();
    let then = b.end_region(&[x[0] * looped]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[x[1]]).unwrap();
    b.branch(x[0].greater(0.0), then, otherwise).unwrap()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-14, "{found}, {expected}");
}

#[test]
fn inputs_may_be_named_twice() {
    let f = graph(&[&[], &[]], body);
    let (x, y) = (0.7_f64, 0.4_f64);
    let by_x = 2.0 * x * y.sin().powi(3);
    let by_y = 3.0 * x * x * y.sin().powi(2) * y.cos();
    let forward = differentiate::forward(&f, &[0, 1, 0]).unwrap();
    let found = evaluate(&forward, &[x, y, 2.0, 3.0, 5.0]);
    near(found[1], by_x * 7.0 + by_y * 3.0);

    let reverse = differentiate::reverse(&f, &[0, 1, 0]).unwrap();
    let found = evaluate(&reverse, &[x, y, 2.0]);
    for (found, expected) in found[1..].iter().zip([by_x, by_y, by_x]) {
        near(*found, 2.0 * expected);
    }

    let gradient = differentiate::gradient(&f, &[1, 1]).unwrap();
    let found = evaluate(&gradient, &[x, y]);
    near(found[1], by_y);
    near(found[2], by_y);
}

#[test]
fn a_result_may_be_projected_twice() {
    let text = "\
adgraph 1
graph
%0: f64 = input 0 x
%1: f64 = constant 0.0
%2: bool = greater %0, %1
%3: (f64, f64) = branch f0 else f0 %2, %0
%4: f64 = project 0 %3
%5: f64 = project 0 %3
%6: f64 = project 1 %3
%7: f64 = mul %4, %6
%8: f64 = mul %7, %5
%9: f64 = sin %5
%10: f64 = add %8, %9
output %10

function f0
%0: f64 = input 0
%1: f64 = sin %0
%2: f64 = exp %0
output %1
output %2
";
    // y = sin(x)^2 exp(x) + sin(sin(x))
    let (sin, cos) = 0.7_f64.sin_cos();
    let expected = (2.0 * cos + sin) * sin * 0.7_f64.exp() + sin.cos() * cos;
    let graph = text::parse(text).unwrap();
    let gradient = differentiate::gradient(&graph, &[0]).unwrap();
    near(evaluate(&gradient, &[0.7])[1], expected);
    let forward = differentiate::forward(&graph, &[0]).unwrap();
    near(evaluate(&forward, &[0.7, 1.0])[1], expected);
}
