//! What may be asked for: inputs named twice, in both modes.

use graph_ir::{Builder, Wire, differentiate};

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
