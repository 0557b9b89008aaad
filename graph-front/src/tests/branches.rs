//! `if`: one side is computed, and its assignments take effect.

use graph_ir::Graph;
use graph_ir::ops::Op;

use super::{graph, value, values};

fn branches(graph: &Graph) -> usize {
    graph
        .ids()
        .filter(|&id| matches!(graph.op(id), Op::Branch(..)))
        .count()
}

#[test]
fn a_condition_makes_one_branch() {
    let text = "fn f(x: f64) -> f64 { if x > 0.0 { x.sqrt() } else { x * 2.0 } }";
    assert_eq!(branches(&graph(text)), 1);
    assert_eq!(value(text, &[&[4.0]]), 2.0);
    assert_eq!(value(text, &[&[-4.0]]), -8.0);
}

#[test]
fn chains_of_conditions() {
    let text = "fn f(x: f64) -> f64 {
        if x > 2.0 { 1.0 } else if x > 1.0 { 2.0 } else if x > 0.0 { x } else { 0.0 }
    }";
    for (x, y) in [(3.0, 1.0), (1.5, 2.0), (0.5, 0.5), (-1.0, 0.0)] {
        assert_eq!(value(text, &[&[x]]), y);
    }
}

#[test]
fn assignments_inside_come_out() {
    let text = "fn f(x: f64) -> (f64, f64, f64) {
        let mut a = 1.0;
        let mut b = x;
        let mut c = 5.0;
        if x > 0.0 {
            a = x;
            b += 1.0;
        } else {
            b = b * 3.0;
            if x < -1.0 { c = x; }
        }
        (a, b, c)
    }";
    assert_eq!(values(text, &[&[2.0]]), [[2.0], [3.0], [5.0]]);
    assert_eq!(values(text, &[&[-0.5]]), [[1.0], [-1.5], [5.0]]);
    assert_eq!(values(text, &[&[-2.0]]), [[1.0], [-6.0], [-2.0]]);
}

#[test]
fn variables_of_a_side_stay_inside() {
    let text = "fn f(x: f64) -> f64 {
        let y = x + 1.0;
        let z = if x > 0.0 { let y = y * 2.0; let mut k = y; k += 1.0; k } else { y };
        z + y
    }";
    assert_eq!(value(text, &[&[1.0]]), 7.0);
    assert_eq!(value(text, &[&[-1.0]]), 0.0);
}

#[test]
fn elements_assigned_inside_come_out() {
    let text = "fn f(x: [f64; 3]) -> [f64; 3] {
        let mut y = x;
        for i in 0..3 {
            if x[i] > 0.0 { y[i] = 10.0 * x[i]; } else { y[i] -= 1.0; }
        }
        y
    }";
    assert_eq!(values(text, &[&[1.0, -2.0, 3.0]]), [[10.0, -3.0, 30.0]]);
}

#[test]
fn one_side_assigns_an_element_and_the_other_all() {
    let text = "fn f(x: [f64; 2], c: f64) -> [f64; 2] {
        let mut y = x;
        y[0] = 5.0;
        if c > 0.0 { y[1] = 7.0; } else { y = [1.0, 2.0]; }
        if c > 1.0 { y = x; } else { y[0] += 1.0; }
        y
    }";
    assert_eq!(values(text, &[&[3.0, 4.0], &[0.5]]), [[6.0, 7.0]]);
    assert_eq!(values(text, &[&[3.0, 4.0], &[-0.5]]), [[2.0, 2.0]]);
    assert_eq!(values(text, &[&[3.0, 4.0], &[1.5]]), [[3.0, 4.0]]);
}

#[test]
fn open_literals_take_the_type_of_the_other_side() {
    let text = "fn f(x: f32, y: f64) -> f64 {
        let mut z = 0.0;
        if y > 0.0 { z = x; }
        let w = if y > 1.0 { 0.1 } else { x };
        (z + w) as f64 + y
    }";
    let found = value(text, &[&[0.5], &[2.0]]);
    assert_eq!(found, f64::from(0.5_f32 + 0.1_f32) + 2.0);
}

#[test]
fn integers_chosen_at_run_time() {
    let text = "fn f(x: [f64; 3]) -> f64 {
        let mut k = 0;
        if x[0] > 0.0 { k = 2; }
        let j = if x[1] > 0.0 { 1 } else { 0 };
        x[k] * 10.0 + x[j]
    }";
    assert_eq!(value(text, &[&[1.0, -2.0, 3.0]]), 31.0);
    assert_eq!(value(text, &[&[-1.0, 2.0, 3.0]]), -8.0);
}

#[test]
fn short_circuits_protect_computed_indices() {
    let text = "fn f(x: [f64; 3], i: usize) -> f64 {
        if i < 3 && x[i] > 0.0 { 1.0 } else { 2.0 }
    }";
    assert_eq!(value(text, &[&[1.0, -2.0, 3.0], &[2.0]]), 1.0);
    assert_eq!(value(text, &[&[1.0, -2.0, 3.0], &[1.0]]), 2.0);
    // An index out of range is an error, so a result means that it was not computed.
    assert_eq!(value(text, &[&[1.0, -2.0, 3.0], &[3.0]]), 2.0);
    let or = "fn f(x: [f64; 3], i: usize) -> f64 { if i >= 3 || x[i] < 0.0 { 1.0 } else { 2.0 } }";
    assert_eq!(value(or, &[&[1.0, -2.0, 3.0], &[9.0]]), 1.0);
    assert_eq!(value(or, &[&[1.0, -2.0, 3.0], &[0.0]]), 2.0);
}

#[test]
fn tuples_come_out_of_branches() {
    let text = "fn f(x: f64) -> f64 {
        let (a, b) = if x > 0.0 { (x, [1.0, x]) } else { (0.0, [x, 2.0]) };
        a + b[0] * 10.0 + b[1] * 100.0
    }";
    assert_eq!(value(text, &[&[3.0]]), 313.0);
    assert_eq!(value(text, &[&[-3.0]]), 170.0);
}
