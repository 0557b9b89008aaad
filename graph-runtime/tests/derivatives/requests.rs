//! Requests that are allowed: inputs named twice, in both modes, and results that are read twice.

use graph_ir::{Builder, Wire, text};

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
    let forward = graph_autodiff::forward(&f, &[0, 1, 0]).unwrap();
    let found = evaluate(&forward, &[x, y, 2.0, 3.0, 5.0]);
    near(found[1], by_x * 7.0 + by_y * 3.0);

    let reverse = graph_autodiff::reverse(&f, &[0, 1, 0]).unwrap();
    let found = evaluate(&reverse, &[x, y, 2.0]);
    for (found, expected) in found[1..].iter().zip([by_x, by_y, by_x]) {
        near(*found, 2.0 * expected);
    }

    let gradient = graph_autodiff::gradient(&f, &[1, 1]).unwrap();
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
    let gradient = graph_autodiff::gradient(&graph, &[0]).unwrap();
    near(evaluate(&gradient, &[0.7])[1], expected);
    let forward = graph_autodiff::forward(&graph, &[0]).unwrap();
    near(evaluate(&forward, &[0.7, 1.0])[1], expected);
}

/// `(x, y) -> ([x0 x1, sin(x0)], y x1)`.
fn several<'b>(b: &'b Builder, x: &[Wire<'b>]) -> Vec<Wire<'b>> {
    let [x0, x1] = [0, 1].map(|i| b.index(x[0], 0, i).unwrap());
    vec![b.stack(&[x0 * x1, x0.sin()], 0).unwrap(), x[1] * x1]
}

#[test]
fn a_jacobian_has_a_row_for_each_element() {
    let f = graph(&[&[2], &[]], several);
    let jacobian = graph_autodiff::jacobian(&f, &[0, 1]).unwrap();
    let ty = jacobian.output_types().next().unwrap();
    assert_eq!(ty.shape.extents(), [3, 3]);
    let found = evaluate(&jacobian, &[0.5, 3.0, 2.0]);
    let cos = 0.5_f64.cos();
    assert_eq!(found, [3.0, 0.5, 0.0, cos, 0.0, 0.0, 0.0, 2.0, 3.0]);
    let by_y = graph_autodiff::jacobian(&f, &[1]).unwrap();
    assert_eq!(evaluate(&by_y, &[0.5, 3.0, 2.0]), [0.0, 0.0, 3.0]);
}

#[test]
fn what_has_no_influence_has_no_part_in_a_row() {
    // The other row is infinite or not a number here.
    let f = graph(&[&[]], |b, x| {
        vec![b.stack(&[x[0].sqrt() / x[0], x[0] * 3.0], 0).unwrap()]
    });
    let jacobian = graph_autodiff::jacobian(&f, &[0]).unwrap();
    let found = evaluate(&jacobian, &[0.0]);
    assert!(!found[0].is_finite());
    assert_eq!(found[1], 3.0);
}

#[test]
fn jacobians_of_matrices_follow_the_order_of_elements() {
    let f = graph(&[&[2, 3]], |b, x| {
        vec![b.transpose(x[0] * x[0], &[1, 0]).unwrap()]
    });
    let jacobian = graph_autodiff::jacobian(&f, &[0]).unwrap();
    let x: Vec<f64> = (1..7).map(f64::from).collect();
    let found = evaluate(&jacobian, &x);
    for row in 0..6 {
        for column in 0..6 {
            let same = (row % 2) * 3 + row / 2 == column;
            let expected = if same { 2.0 * x[column] } else { 0.0 };
            assert_eq!(found[6 * row + column], expected, "{row}, {column}");
        }
    }
}

#[test]
fn jacobians_need_floats_and_may_be_empty() {
    let f = graph(&[&[2]], |_, x| vec![x[0].greater(0.0)]);
    let error = graph_autodiff::jacobian(&f, &[0]).unwrap_err();
    assert!(error.to_string().contains("bool"), "{error}");
    let f = graph(&[&[2], &[0]], |_, x| vec![x[1] * 2.0]);
    let jacobian = graph_autodiff::jacobian(&f, &[0]).unwrap();
    let ty = jacobian.output_types().next().unwrap();
    assert_eq!(ty.shape.extents(), [0, 2]);
    let f = graph(&[&[2]], |_, x| vec![x[0] * 2.0]);
    let jacobian = graph_autodiff::jacobian(&f, &[]).unwrap();
    let ty = jacobian.output_types().next().unwrap();
    assert_eq!(ty.shape.extents(), [2, 0]);
}

/// Every operator through which a row follows single elements, and some that it takes whole.
fn views<'b>(b: &'b Builder, x: &[Wire<'b>]) -> Vec<Wire<'b>> {
    let x = x[0];
    let turned = b.transpose(x, &[1, 0]).unwrap();
    let rows = graph_ir::Shape::new(&[3, 2]).unwrap();
    let reshaped = b.reshape(x.exp(), &rows).unwrap();
    let back = graph_ir::ops::Slice::from_known([(2, -1), (0, 1)]);
    let back = b.slice(turned * reshaped, &back, &rows).unwrap();
    let first = b.index(turned, 0, 0).unwrap();
    let spread = b.broadcast(first, &rows, &[1]).unwrap();
    let all = b.sum(&[back, spread, turned.sin()], &back.ty().unwrap());
    let joined = b.concat(&[all.unwrap(), turned], 0).unwrap();
    let chosen = joined.greater(0.5).select(joined * joined, -joined);
    let product = b.matmul(joined, x).unwrap();
    vec![chosen, product, b.reshape(x, &rows).unwrap().sum(&[0])]
}

#[test]
fn rows_are_the_adjoints_of_unit_seeds() {
    let f = graph(&[&[2, 3]], views);
    let jacobian = graph_autodiff::jacobian(&f, &[0]).unwrap();
    let reverse = graph_autodiff::reverse(&f, &[0]).unwrap();
    let x = [0.3, -0.7, 0.9, 0.4, 1.1, 0.2];
    let found = evaluate(&jacobian, &x);
    let size = 12 + 18 + 2;
    assert_eq!(found.len(), size * 6);
    for (row, found) in found.chunks(6).enumerate() {
        let mut arguments = x.to_vec();
        arguments.extend((0..size).map(|i| f64::from(u8::from(i == row))));
        let results = evaluate(&reverse, &arguments);
        for (found, expected) in found.iter().zip(&results[size..]) {
            near(*found, *expected);
        }
    }
}
