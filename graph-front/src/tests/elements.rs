//! Arrays assigned element by element: the graph stays linear in the number of assignments.

use super::{graph, value, values};

#[test]
fn a_loop_over_elements_is_linear() {
    let nodes = |n: usize| {
        let text = format!(
            "fn f(x: [f64; {n}]) -> [f64; {n}] {{
                let mut y = [0.0; {n}];
                for i in 0..{n} {{ y[i] = x[i] * 2.0; y[i] += 1.0; }}
                y
            }}"
        );
        graph(&text).len()
    };
    let (small, large) = (nodes(100), nodes(200));
    assert!(large < 2 * small + 20, "{small} {large}");
}

#[test]
fn a_branch_in_a_loop_captures_elements_only() {
    let size = |n: usize| {
        let text = format!(
            "fn f(x: [f64; {n}]) -> [f64; {n}] {{
                let mut y = x;
                for i in 0..{n} {{ if x[i] > 0.0 {{ y[i] = x[i] * 2.0; }} }}
                y
            }}"
        );
        let graph = graph(&text);
        graph.len()
    };
    let (small, large) = (size(50), size(100));
    assert!(large < 2 * small + 20, "{small} {large}");
}

#[test]
fn matrices_are_assigned_by_both_indices() {
    let text = "fn f(a: [[f64; 3]; 2]) -> [[f64; 2]; 3] {
        let mut t = zeros([3, 2]);
        for i in 0..2 { for j in 0..3 { t[j][i] = a[i][j]; } }
        t
    }";
    let found = values(text, &[&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]);
    assert_eq!(found, [[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]]);
}

#[test]
fn rows_columns_and_ranges_are_assigned() {
    let text = "fn f(a: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
        let mut b = a;
        b[1] = a[0] * 10.0;
        b[(.., 2)] = [7.0, 8.0];
        b[0][..2] = 0.5;
        b
    }";
    let found = values(text, &[&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]);
    assert_eq!(found, [[0.5, 0.5, 7.0, 10.0, 20.0, 8.0]]);
}

#[test]
fn whole_and_elements_mix() {
    let text = "fn f(x: [f64; 3]) -> f64 {
        let mut y = x;
        y[0] = 10.0;
        let before = sum(y);
        y[1] += before;
        let z = y;
        y[2] = 0.0;
        sum(z) * 1000.0 + sum(y)
    }";
    // y = [10, 2, 3]; before = 15; y = [10, 17, 3]; z is a copy; y = [10, 17, 0].
    assert_eq!(value(text, &[&[1.0, 2.0, 3.0]]), 30.0 * 1000.0 + 27.0);
}

#[test]
fn tables_of_integers_are_indices() {
    let text = "fn f(x: [f64; 4]) -> f64 {
        let mut order = [0; 4];
        for i in 0..4 { order[i] = 3 - i; }
        const PICK: [usize; 2] = [2, 0];
        x[order[0]] * 100.0 + x[order[3]] * 10.0 + x[PICK[0]]
    }";
    assert_eq!(value(text, &[&[1.0, 2.0, 3.0, 4.0]]), 413.0);
}

#[test]
fn arrays_of_one_element_and_none() {
    let one = "fn f(x: [f64; 1]) -> [f64; 1] { let mut y = x; y[0] *= 2.0; y }";
    assert_eq!(values(one, &[&[3.0]]), [[6.0]]);
    let none =
        "fn f(x: [f64; 0]) -> f64 { let mut s = 1.0; for i in 0..0 { s += x[i]; } s + sum(x) }";
    assert_eq!(value(none, &[&[]]), 1.0);
}
