//! Elements, rows and windows that move with a loop: stacked inputs and outputs of a kept loop.

use super::{X, both, check, lengths};
use crate::tests::{graph, values};

#[test]
fn elements_of_arguments_are_stacked() {
    for (index, range) in [
        ("i", "0..5"),
        ("i + 1", "0..4"),
        ("i - 1", "1..6"),
        ("4 - i", "0..5"),
        ("2 * i", "0..3"),
        ("2 * i + 1", "0..2"),
        ("i", "(0..5).rev()"),
        ("i", "(0..5).step_by(2)"),
        ("i", "(0..5).rev().step_by(3)"),
        ("3 - i", "0..=3"),
        ("-i", "-3..1"),
        ("(1 + i) * 2 - 1 - i", "0..4"),
    ] {
        let text = format!(
            "const N: usize = 5;
            fn f(x: [f64; 5]) -> f64 {{
                let mut s = 0.0; for i in {range} {{ s = 0.5 * s + x[{index}]; }} s
            }}"
        );
        let graph = graph(&both(&text)[1]);
        assert!(!graph.to_string().contains("gather"), "{graph}");
        check(&text, &lengths(&graph), &[X]);
    }
}

#[test]
fn rows_columns_diagonals_and_tables_are_stacked() {
    let a: Vec<f64> = (0..12).map(|i| f64::from(i * i) - 20.0).collect();
    for part in [
        "sum(a[i])",
        "sum(a[(i, ..)])",
        "sum(a[(.., i)])",
        "a[(i, 2)]",
        "a[i][i + 1]",
        "a[(2 - i, i)]",
        "a[1..][i - 1 + 1 - i + 1 + i - 1][2]",
        "dot(a[i][1..], a[i][..3])",
        "W[i] * a[0][0]",
        "a[i][K[1]]",
    ] {
        let range = if part.starts_with("a[1..]") {
            "0..2"
        } else {
            "0..3"
        };
        let text = format!(
            "const W: [f64; 3] = [0.5, 2.0, -1.0]; const K: [usize; 2] = [3, 2];
            fn f(a: [[f64; 4]; 3]) -> f64 {{
                let mut s = 0.0; for i in {range} {{ s = 0.5 * s + {part}; }} s
            }}"
        );
        let graph = graph(&both(&text)[1]);
        assert!(!graph.to_string().contains("gather"), "{part}\n{graph}");
        check(&text, &lengths(&graph), &[&a]);
    }
}

#[test]
fn elements_are_assigned() {
    // Each iteration has its own.
    for (body, range) in [
        ("y[i] = x[i] * 2.0;", "0..5"),
        ("y[i] += x[i];", "0..5"),
        ("y[4 - i] = x[i]; y[4 - i] *= 2.0;", "0..5"),
        ("y[i + 1] = x[i];", "0..4"),
        ("y[i] = x[i];", "(1..4).rev()"),
        ("y[2 * i] = x[i];", "0..3"),
        ("y[2 * i + 1] -= x[i];", "0..2"),
        (
            "if x[i] > 0.0 { y[i] = x[i]; } else { y[i] -= 1.0; }",
            "0..5",
        ),
        ("let t = x[i]; y[i] = t; s += t;", "0..5"),
    ] {
        for start in ["[0.0; 5]", "x", "[1.0, 2.0, 3.0, 4.0, 5.0]"] {
            let text = format!(
                "fn f(x: [f64; 5]) -> ([f64; 5], f64) {{
                    let mut y = {start}; let mut s = 0.0;
                    for i in {range} {{ {body} }}
                    (y, s)
                }}"
            );
            let graph = graph(&both(&text)[1]);
            assert!(!graph.to_string().contains("gather"), "{body}\n{graph}");
            check(&text, &lengths(&graph), &[X]);
        }
    }
    // So have they where they look back a few iterations.
    for (body, range) in [
        ("y[i] = y[i - 1] + x[i];", "1..5"),
        ("y[i + 1] = y[i] * x[i];", "0..4"),
        ("y[i] = 0.5 * y[i - 1] + y[i - 2] * x[i];", "2..5"),
        ("y[i] = 0.5 * y[i + 1] + y[i] * x[i];", "(0..4).rev()"),
        ("y[i] = 0.5 * y[i - 1] - y[i + 1];", "1..4"),
        ("y[i] += y[i - 2];", "2..5"),
        (
            "y[2 * i + 1] = y[2 * i]; y[2 * i + 2] = s; s += y[2 * i + 1];",
            "0..2",
        ),
        ("y[4 - i] = s; s += y[5 - i];", "1..5"),
        ("if y[i - 1] > 0.0 { y[i] = y[i - 1] - 1.0; }", "1..5"),
        ("y[i] = y[i - 1]; y[i] += y[i - 1];", "1..5"),
        ("if i > 0 { y[i] = y[i - 1] * x[i]; }", "0..5"),
    ] {
        let text = format!(
            "fn f(x: [f64; 5]) -> ([f64; 5], f64) {{
                let mut y = x * 2.0; let mut s = 0.5;
                for i in {range} {{ {body} }}
                (y, s)
            }}"
        );
        let graph = graph(&both(&text)[1]);
        assert!(!graph.to_string().contains("gather"), "{body}\n{graph}");
        check(&text, &lengths(&graph), &[X]);
    }
    // Elements that another iteration wrote are read.
    for (body, range) in [
        ("y[i + 1] = y[i] * x[i]; y[0] += 1.0;", "0..4"),
        ("y[i] = y[4 - i]; y[i] += x[i];", "0..5"),
        ("y[i] = x[i]; y[i + 1] = 2.0;", "0..4"),
        ("y[i] = x[i]; s += sum(y);", "0..5"),
        ("y[i] = s; s = y[4 - i];", "0..5"),
        ("let k = 4 - i; y[k] = x[i];", "0..5"),
        ("y = y + x[i]; y[i] = 0.0;", "0..5"),
        ("y[0] += x[i]; y[1] = y[0];", "0..5"),
        ("y[1..3] = x[i];", "0..5"),
    ] {
        let text = format!(
            "fn f(x: [f64; 5]) -> ([f64; 5], f64) {{
                let mut y = x; let mut s = 0.0;
                for i in {range} {{ {body} }}
                (y, s)
            }}"
        );
        check(&text, &lengths(&graph(&both(&text)[1])), &[X]);
    }
}

#[test]
fn parts_of_matrices_are_assigned() {
    let a: Vec<f64> = (0..12).map(|i| f64::from(i * i) - 20.0).collect();
    for body in [
        "b[i] = a[i] * 2.0;",
        "b[(i, 1)] = 7.0; b[(i, 0)] = a[(i, 3)];",
        "b[(.., i)] = a[(.., i + 1)];",
        "b[i][1..3] = 0.5;",
        "b[(i, i)] = a[(i, i + 1)];",
        "b[(2 - i, i)] += sum(b[0]);",
        "for j in 0..4 { b[(i, j)] = b[(0, j)] + a[(i, j)]; }",
        "for j in 1..4 { b[(i, j)] = b[(i, j - 1)] + a[(i, j)]; }",
        "for j in 0..3 { b[(j, i)] = b[(i, j)] * 2.0; }",
        "for j in 0..4 { b[i][j] *= 2.0; } b[i][0] = 1.0;",
        "for j in 0..4 { b[(i, j)] += a[(2 - i, 3 - j)]; b[(i, 3)] = 1.0; }",
    ] {
        let text = format!(
            "fn f(a: [[f64; 4]; 3]) -> [[f64; 4]; 3] {{
                let mut b = a;
                for i in 0..3 {{ {body} }}
                b
            }}"
        );
        check(&text, &lengths(&graph(&both(&text)[1])), &[&a]);
    }
}

#[test]
fn rows_look_back() {
    let a: Vec<f64> = (0..12).map(|i| f64::from(i * i) - 20.0).collect();
    for body in [
        "b[i] = b[i - 1] + a[i];",
        "for j in 0..4 { b[(i, j)] = b[(i - 1, j)] * 0.5 + a[(i, j)]; }",
        "for j in 1..4 { b[(i, j)] = b[(i - 1, j - 1)] * 0.5 + b[(i, j - 1)]; }",
        "for j in 1..4 { b[i][j] = b[i - 1][j] + b[i][j - 1] - b[i - 1][j - 1]; }",
        "b[(i, 0)] = b[(i - 1, 3)]; for j in 1..3 { b[(i, j)] = b[(i, j + 1)] + b[(i - 1, j - 1)]; }",
    ] {
        let text = format!(
            "fn f(a: [[f64; 4]; 3]) -> [[f64; 4]; 3] {{
                let mut b = a;
                for i in 1..3 {{ {body} }}
                b
            }}"
        );
        let graph = graph(&both(&text)[1]);
        assert!(!graph.to_string().contains("gather"), "{body}\n{graph}");
        check(&text, &lengths(&graph), &[&a]);
    }
}

#[test]
fn windows_move() {
    for (part, range) in [
        ("dot(x[i..i + 3], x[2 - i..=4 - i])", "0..3"),
        ("sum(x[2 * i..2 * i + 2])", "0..2"),
        ("x[i..i + 3][1]", "0..3"),
        ("sum(x[i..i])", "0..3"),
        ("x[i..=i][0]", "(0..5).rev()"),
        ("sum(W[i..i + 2] * x[i..i + 2])", "0..3"),
        ("sum(x[1..][i..i + 2])", "0..3"),
        ("sum(x[k..k + 2]); k += 1", "0..4"),
    ] {
        let text = format!(
            "const W: [f64; 5] = [0.5, 2.0, -1.0, 1.5, 4.0];
            fn f(x: [f64; 5]) -> f64 {{
                let mut s = 0.0; let mut k = 0;
                for i in {range} {{ s = 0.5 * s + {part}; }}
                s + k as f64
            }}"
        );
        check(&text, &lengths(&graph(&both(&text)[1])), &[X]);
    }
    let a: Vec<f64> = (0..12).map(|i| f64::from(i * i) - 20.0).collect();
    for part in [
        "a[i..i + 2]",
        "a[(.., i..i + 3)]",
        "a[(i..i + 2, 1 - i..4 - i)]",
        "a[(i, i..i + 3)]",
        "a[i][i + 1..i + 3]",
        "a[i..i + 2][1]",
        "a[(i..i + 2, K)]",
    ] {
        let text = format!(
            "const K: [usize; 3] = [3, 0, 3];
            fn f(a: [[f64; 4]; 3]) -> f64 {{
                let mut s = 0.0; for i in 0..2 {{ s = 0.5 * s + sum({part} * {part}); }} s
            }}"
        );
        check(&text, &[2], &[&a]);
    }
}

#[test]
fn windows_are_assigned() {
    for (body, range) in [
        ("y[i..i + 3] = x[2 - i..5 - i];", "0..3"),
        ("y[i..i + 3] += w * x[i];", "0..3"),
        ("y[2 * i..2 * i + 2] = 2.0 * x[i..i + 2];", "0..2"),
        ("y[i..i + 2] = -0.0;", "0..4"),
        ("y[i..i] = x[i..i];", "0..4"),
        ("y[i..i + 5] *= 2.0;", "0..1"),
        ("y[i..i + 3] = y[i..i + 3] * w + s; s += y[i];", "0..3"),
        ("y[i] = dot(y[i - 3..i], w);", "3..5"),
        ("y[1..][i..i + 2] -= x[i];", "0..3"),
        ("y[i..i + 3][1..] *= 3.0;", "0..3"),
        ("if x[i] > 0.0 { y[i..i + 1] = x[i]; }", "0..5"),
        ("y[k..k + 2] += x[i]; k += 1;", "0..4"),
    ] {
        let text = format!(
            "fn f(x: [f64; 5], w: [f64; 3]) -> ([f64; 5], f64) {{
                let mut y = x; let mut s = 0.0; let mut k = 0;
                for i in {range} {{ {body} }}
                (y, s + k as f64)
            }}"
        );
        let graph = graph(&both(&text)[1]);
        check(&text, &lengths(&graph), &[X, &[1.0, -2.0, 0.5]]);
    }
    let a: Vec<f64> = (0..12).map(|i| f64::from(i * i) - 20.0).collect();
    for body in [
        "b[i..i + 2] = a[1 - i..3 - i] * 2.0;",
        "b[(.., i..i + 3)] += a[(.., 1..)];",
        "b[(i..i + 2, i..i + 2)] *= 0.5;",
        "b[(i, i..i + 3)] = a[(i, 0)];",
        "b[i][i + 1..i + 3] = 7.0;",
        "b[i..i + 2][1][2] = -1.0;",
    ] {
        let text = format!(
            "fn f(a: [[f64; 4]; 3]) -> [[f64; 4]; 3] {{
                let mut b = a; for i in 0..2 {{ {body} }} b
            }}"
        );
        check(&text, &lengths(&graph(&both(&text)[1])), &[&a]);
    }
}

/// Windows at a position that the program computes, against all of them written out.
#[test]
fn windows_start_anywhere() {
    for (body, written) in [
        ("dot(x[n..n + 3], w)", "dot(x[N..N + 3], w)"),
        ("dot(x[n..=n + 2], w)", "dot(x[N..N + 3], w)"),
        (
            "dot(x[2 * n..n + 3 + n], w[..])",
            "dot(x[2 * N..2 * N + 3], w)",
        ),
        ("sum(x[m - 2..m])", "sum(x[4 - N - 2..4 - N])"),
        ("sum(x[n..n])", "0.0"),
        (
            "{ y[n..n + 3] = w; sum(y * K) }",
            "{ y[N..N + 3] = w; sum(y * K) }",
        ),
        (
            "{ y[n..n + 2] += w[n..n + 2]; y[n + 2..n + 3] = x[0]; sum(y * K) }",
            "{ y[N..N + 2] += w[N..N + 2]; y[N + 2..N + 3] = x[0]; sum(y * K) }",
        ),
        (
            "{ for i in 0..2 { y[n + i..i + n + 2] *= x[i + n - 0..i + 2 + n]; } sum(y * K) }",
            "{ for i in 0..2 { y[N + i..i + N + 2] *= x[i + N..i + 2 + N]; } sum(y * K) }",
        ),
    ] {
        for attribute in ["#[unroll]", "#[unroll(never)]"] {
            for n in 0..2_u8 {
                let program = |n: &str, body: &str| {
                    let body = body.replace("for ", &format!("{attribute} for "));
                    format!(
                        "const K: [f64; 5] = [1.0, 3.0, 9.0, 27.0, 81.0];
                        fn f(x: [f64; 5], w: [f64; 3], {n}) -> f64 {{
                            let mut y = x; let m = 4 - {}; {body}
                        }}",
                        n.split(':').next().expect("a name")
                    )
                };
                let w: &[f64] = &[1.0, -2.0, 0.5];
                let own = program("n: usize", body);
                let known = written.replace('N', &n.to_string());
                let known = program("n: usize", &known);
                let arguments: [&[f64]; 3] = [X, w, &[f64::from(n)]];
                assert_eq!(
                    values(&own, &arguments),
                    values(&known, &arguments),
                    "{own}"
                );
            }
        }
    }
}

#[test]
fn a_loop_comes_from_its_own_line_and_not_from_that_of_a_stacked_read() {
    let graph = graph(
        "fn f(x: [f64; 5]) -> f64 {
            let mut s = 0.0;
            #[unroll(never)]
            for i in 0..5 {
                let half = 0.5 * s;
                s = half + x[i];
            }
            s
        }",
    );
    let is_loop = |&id: &graph_ir::NodeId| matches!(graph.op(id), graph_ir::ops::Op::Scan(..));
    let scan = graph.ids().find(is_loop).expect("a loop");
    let (site, start) = (
        graph.node(scan).site,
        graph.node(graph.inputs()[0].node).site,
    );
    assert_eq!(site.0, start.0 + 3, "{graph}");
}

#[test]
fn positions_are_stacked_beside_other_values() {
    // The variable becomes a value of the program where the last elements are collected.
    let text = "pub fn f(x: [f64; 40]) -> ([f64; 40], f64) {
        let mut order = [0; 40];
        let mut y = x;
        #[unroll(never)]
        for i in 1..40 { order[i] = 40 - i; y[i] += y[i - 1]; }
        (y, x[order[1]])
    }";
    let x: Vec<f64> = (0..40_i32).map(f64::from).collect();
    let found = values(text, &[&x]);
    let mut sum = 0.0;
    let sums = x.iter().map(|x| {
        sum += x;
        sum
    });
    assert_eq!(found[0], sums.collect::<Vec<f64>>());
    assert_eq!(found[1], [39.0]);
}
