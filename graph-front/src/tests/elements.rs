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

/// The results of a body for arguments `x = [1, 2, 3]`, `m = [[1, 2], [3, 4]]` and `n = 1`.
fn assigned(result: &str, body: &str) -> Vec<f64> {
    let text = format!(
        "const AT: [usize; 3] = [4, 0, 2];
        const TWICE: [usize; 3] = [1, 3, 1];
        fn f(x: [f64; 3], m: [[f64; 2]; 2], n: usize) -> {result} {{ {body} }}"
    );
    let arguments: [&[f64]; 3] = [&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0], &[1.0]];
    values(&text, &arguments).concat()
}

#[test]
fn known_positions_are_assigned_at_once() {
    for (body, expected) in [
        (
            "let mut y = [0.5; 5]; y[AT] = x; y",
            [2.0, 0.5, 3.0, 0.5, 1.0],
        ),
        (
            "let mut y = [0.5; 5]; y[[4, 0, 2]] = x; y",
            [2.0, 0.5, 3.0, 0.5, 1.0],
        ),
        (
            "let mut y = [0.5; 5]; let at = [4, 0, 2]; y[at] += x; y",
            [2.5, 0.5, 3.5, 0.5, 1.5],
        ),
        (
            "let mut y = [1.0; 5]; y[AT] *= 2.0 * x; y",
            [4.0, 1.0, 6.0, 1.0, 2.0],
        ),
        (
            "let mut y = [0.5; 5]; y[AT] = 7.0; y",
            [7.0, 0.5, 7.0, 0.5, 7.0],
        ),
        (
            "let mut y = [0.5; 5]; y[AT][1..] = x[1..]; y",
            [2.0, 0.5, 3.0, 0.5, 0.5],
        ),
        (
            "let mut y = [0.5; 5]; y[AT][0] = x[1]; y",
            [0.5, 0.5, 0.5, 0.5, 2.0],
        ),
        (
            "let mut y = [0.5; 5]; y[1..][[3, 0]] = m[0]; y",
            [0.5, 2.0, 0.5, 0.5, 1.0],
        ),
        (
            "let mut y = [0.5; 5]; y[[[0, 1], [2, 3]]] = m; y",
            [1.0, 2.0, 3.0, 4.0, 0.5],
        ),
        (
            "let mut y = [0.0; 5]; for k in 0..3 { y[AT] += x; } y",
            [6.0, 0.0, 9.0, 0.0, 3.0],
        ),
        (
            "let mut y = [0.0; 5]; if x[0] > 0.0 { y[AT] = x; } y",
            [2.0, 0.0, 3.0, 0.0, 1.0],
        ),
        (
            "let mut y = [0.0; 5]; y[n] = 8.0; y[AT] = x; y",
            [2.0, 8.0, 3.0, 0.0, 1.0],
        ),
    ] {
        assert_eq!(assigned("[f64; 5]", body), expected, "{body}");
    }
}

#[test]
fn rows_and_columns_are_assigned_at_known_positions() {
    let start = "let mut y = zeros([3, 2]);";
    for (body, expected) in [
        ("y[[2, 0]] = m; y", [3.0, 4.0, 0.0, 0.0, 1.0, 2.0]),
        (
            "y[[2, 0]][(.., [1, 0])] = m; y",
            [4.0, 3.0, 0.0, 0.0, 2.0, 1.0],
        ),
        (
            "y[([2, 0], [1, 0])] += m; y",
            [4.0, 3.0, 0.0, 0.0, 2.0, 1.0],
        ),
        ("y[([2, 0], 1)] = m[0]; y", [0.0, 2.0, 0.0, 0.0, 0.0, 1.0]),
        ("y[1][[1, 0]] = m[0]; y", [0.0, 0.0, 2.0, 1.0, 0.0, 0.0]),
        ("y[n][[1, 0]] = m[0]; y", [0.0, 0.0, 2.0, 1.0, 0.0, 0.0]),
        (
            "for i in 0..3 { y[i][[1, 0]] = m[0]; } y",
            [2.0, 1.0, 2.0, 1.0, 2.0, 1.0],
        ),
    ] {
        let body = format!("{start} {body}");
        assert_eq!(assigned("[[f64; 2]; 3]", &body), expected, "{body}");
    }
}

#[test]
fn parts_at_positions_that_may_be_equal_are_added() {
    for (body, expected) in [
        ("y[TWICE] += x; y", [0.5, 4.5, 0.5, 2.5, 0.5]),
        ("y[TWICE] -= x; y", [0.5, -3.5, 0.5, -1.5, 0.5]),
        ("y[TWICE] += 1.0; y", [0.5, 2.5, 0.5, 1.5, 0.5]),
        ("y[[n, n + 1, n]] += x; y", [0.5, 4.5, 2.5, 0.5, 0.5]),
        (
            "let at = argsort(x); y[at] += x; y",
            [1.5, 2.5, 3.5, 0.5, 0.5],
        ),
        ("y[1..][[n, n]] += m[0]; y", [0.5, 0.5, 3.5, 0.5, 0.5]),
        ("y[[n, n, 0]][1..] += m[0]; y", [2.5, 1.5, 0.5, 0.5, 0.5]),
        (
            "for k in 0..3 { y[[k, n]] += m[0]; } y",
            [1.5, 7.5, 1.5, 0.5, 0.5],
        ),
    ] {
        let body = format!("let mut y = [0.5; 5]; {body}");
        assert_eq!(assigned("[f64; 5]", &body), expected, "{body}");
    }
    for (body, expected) in [
        ("y[[n, n]] += m; y", [0.0, 0.0, 4.0, 6.0, 0.0, 0.0]),
        (
            "y[[n, n]][(.., [0, n])] += m; y",
            [0.0, 0.0, 4.0, 6.0, 0.0, 0.0],
        ),
        ("y[n][[n, n]] += m[0]; y", [0.0, 0.0, 0.0, 3.0, 0.0, 0.0]),
        (
            "for i in 0..3 { y[i][[n, n]] += m[1]; } y",
            [0.0, 7.0, 0.0, 7.0, 0.0, 7.0],
        ),
    ] {
        let body = format!("let mut y = zeros([3, 2]); {body}");
        assert_eq!(assigned("[[f64; 2]; 3]", &body), expected, "{body}");
    }
}

#[test]
fn many_positions_are_assigned_at_once() {
    // More than are replaced one by one, in an array of which every third element is named.
    let at: Vec<usize> = (0..40).rev().map(|k| 3 * k).collect();
    for (op, start) in [("=", 0.0), ("+=", 1.0)] {
        for body in [
            format!("y[AT] {op} x; y"),
            format!("for k in 0..1 {{ y[AT] {op} x; }} y"),
        ] {
            let text = format!(
                "const AT: [usize; 40] = {at:?};
                fn f(x: [f64; 40]) -> [f64; 120] {{ let mut y = [1.0; 120]; {body} }}"
            );
            let x: Vec<f64> = (0..40).map(|k| f64::from(k) + 2.0).collect();
            let mut expected = vec![1.0; 120];
            for (&at, x) in at.iter().zip(&x) {
                expected[at] = start + x;
            }
            assert_eq!(values(&text, &[&x]), [expected], "{body}");
        }
    }
}

#[test]
fn integers_are_assigned_at_known_positions() {
    let body = "let mut y = [0; 5]; y[AT] = [7, 8, 9]; y[[1, 3]] += 2; x[0] * y as f64";
    assert_eq!(assigned("[f64; 5]", body), [8.0, 2.0, 9.0, 2.0, 7.0]);
}
