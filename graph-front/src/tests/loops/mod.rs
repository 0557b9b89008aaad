//! Kept loops: the same values as unrolled ones, and the same errors.

mod stacked;

use graph_ir::Graph;
use graph_ir::ops::{Op, OpView};

use super::{errors, graph, values, with_symbols};

/// The text with all loops unrolled, and with all kept.
fn both(text: &str) -> [String; 2] {
    ["#[unroll]", "#[unroll(never)]"].map(|attribute| {
        let for_ = format!("{attribute} for ");
        text.replace("for ", &for_)
    })
}

/// The lengths of the loops of a graph, those inside of others after them.
fn lengths(graph: &Graph) -> Vec<usize> {
    let mut found = Vec::new();
    for id in graph.ids() {
        if let OpView::Scan(scan) = graph.view(id) {
            found.push(scan.iterations());
        }
        if !matches!(graph.op(id), Op::Call(_)) {
            let inside = graph.functions_of(id);
            found.extend(inside.flat_map(|function| lengths(&function.graph)));
        }
    }
    found
}

/// Checks that a program computes the same when its loops are kept, of these lengths.
fn check(text: &str, kept: &[usize], arguments: &[&[f64]]) {
    let [unrolled, rolled] = both(text);
    assert!(lengths(&graph(&unrolled)).is_empty(), "{text}");
    assert_eq!(lengths(&graph(&rolled)), kept, "{text}\n{}", graph(&rolled));
    let bits = |text: &str| -> Vec<Vec<u64>> {
        let values = values(text, arguments).into_iter();
        values
            .map(|v| v.into_iter().map(f64::to_bits).collect())
            .collect()
    };
    assert_eq!(
        bits(&unrolled),
        bits(&rolled),
        "{text}\n{:?}\n{:?}\n{}",
        values(&unrolled, arguments),
        values(&rolled, arguments),
        graph(&rolled)
    );
}

const X: &[f64] = &[0.5, -1.5, 2.25, 3.0, -0.75];

#[test]
fn scalars_are_carried() {
    check(
        "fn f(p: f64) -> f64 { let mut s = p; for _ in 0..7 { s = 0.5 * (s + p / s); } s }",
        &[7],
        &[&[2.0]],
    );
    check(
        "fn f(p: f64) -> (f64, f64) {
            let mut a = 1.0; let mut b = p;
            for i in 0..5 { let c = a + b * (i as f64); a = b; b = c; }
            (a, b)
        }",
        &[5],
        &[&[0.3]],
    );
    check(
        "fn f(p: f64) -> f64 {
            let mut t = (p, [p, 2.0 * p]); let mut n = 0; let mut odd = false;
            for i in 0..6 { t = (t.0 * t.1[0] - 1.0, [t.0, p]); n += i; odd = t.0 > 0.0; }
            (if odd { t.0 } else { t.1[0] }) + n as f64
        }",
        &[6],
        &[&[0.3]],
    );
}

#[test]
fn copies_of_long_loops_are_a_loop() {
    // Sixty-four copies of the loop inside are allowed, and 200 were too many.
    for steps in [65, 200, 2000] {
        let text = format!(
            "fn f(x: [f64; 1000], k: f64) -> f64 {{
                let mut s = 0.0;
                for _ in 0..{steps} {{ for i in 1..999 {{ s = k * s + x[i]; }} }}
                s
            }}"
        );
        let graph = graph(&text);
        let loops = graph.ids().filter(|&id| graph.op(id).yields_tuple());
        assert_eq!(loops.count(), 1, "{graph}");
    }
}

#[test]
fn loops_over_memory_in_kept_loops_are_kept() {
    let kept = |columns: usize, element: &str| {
        let text = format!(
            "fn f(x: [[f64; {columns}]; 200]) -> f64 {{
                let mut u = x;
                for i in 1..200 {{ for j in 1..{columns} {{ {element} = 0.5 * u[i - 1][j] + u[i][j - 1]; }} }}
                sum(u)
            }}"
        );
        lengths(&graph(&text))
    };
    // In 199 iterations, the rows are memory where they are longer than the longest scalars.
    assert_eq!(kept(33, "u[i][j]"), [199, 32]);
    assert_eq!(kept(100, "u[i][j]"), [199, 99]);
    assert_eq!(kept(6, "u[i][j]"), [199]);
    // An element at a computed position is one of the whole table.
    assert_eq!(kept(12, "u[i % 7][j]"), [199, 11]);
    assert_eq!(kept(9, "u[i % 7][j]"), [199]);

    // The first column is a part of its own.
    let divided = |columns: usize| {
        let text = format!(
            "fn f(x: [[f64; {columns}]; 200]) -> f64 {{
                let mut u = x;
                for i in 0..200 {{ for j in 0..{columns} {{ if j > 0 {{ u[i][j] *= u[i][j - 1]; }} }} }}
                sum(u)
            }}"
        );
        lengths(&graph(&text))
    };
    assert_eq!(divided(100), [200, 99]);
    assert_eq!(divided(6), [200]);

    let read = |columns: usize| {
        let text = format!(
            "fn f(x: [[f64; {columns}]; 200]) -> f64 {{
                let mut s = 0.0;
                for i in 0..200 {{ for j in 0..{columns} {{ s = 0.5 * s + x[i][j]; }} }}
                s
            }}"
        );
        lengths(&graph(&text))
    };
    assert_eq!(read(33), [200, 33]);
    assert_eq!(read(32), [200]);
}

#[test]
fn loops_are_nested() {
    let a: Vec<f64> = (0..12).map(|i| f64::from(i * i) - 20.0).collect();
    for part in ["a[(i, j)]", "a[i][j]", "a[(i, 3 - j)] * a[(2 - i, j)]"] {
        let text = format!(
            "fn f(a: [[f64; 4]; 3]) -> f64 {{
                let mut s = 0.0;
                for i in 0..3 {{
                    let mut t = 1.0;
                    for j in 0..4 {{ t = 0.5 * t - {part}; }}
                    s = t - 0.25 * s + i as f64;
                }}
                s
            }}"
        );
        let graph = graph(&both(&text)[1]);
        assert!(!graph.to_string().contains("gather"), "{part}\n{graph}");
        check(&text, &[3, 4], &[&a]);
    }
    check(
        "fn f(x: [f64; 5], w: [f64; 3]) -> [f64; 3] {
            let mut y = [0.0; 3];
            for i in 0..3 { for j in 0..3 { y[i] += w[j] * x[i + j]; } }
            y
        }",
        &[3, 3],
        &[X, &[1.0, -2.0, 0.5]],
    );
    check(
        "fn f(a: [[f64; 4]; 3], v: [f64; 4]) -> [[f64; 3]; 4] {
            let mut b = zeros([4, 3]);
            for i in 0..3 { for j in 0..4 { b[j][i] = a[(i, j)] * v[j] + (i * 4 + j) as f64; } }
            b
        }",
        &[3, 4],
        &[&a, &X[..4]],
    );
    check(
        "fn f(a: [[f64; 4]; 3]) -> [f64; 3] {
            let mut y = [1.0; 3];
            for i in 0..3 { let row = a[i]; for k in 0..4 { y[i] = y[i] * 0.5 + row[k]; } y[i] += 1.0; }
            y
        }",
        &[3, 4],
        &[&a],
    );
}

#[test]
fn conditions_of_the_loops_variable_divide_the_loop() {
    for (body, kept) in [
        ("if i > 0 { s += x[i - 1]; }", vec![4]),
        ("if i == 2 { s *= 2.0; } else { s -= x[i]; }", vec![2, 2]),
        ("if i >= 1 && i < 4 { s -= x[i]; }", vec![3]),
        ("if i < 5 { s -= x[i]; }", vec![5]),
        (
            "if i + 1 == 5 { s -= 1.0; } else { s -= x[i + 1]; }",
            vec![4],
        ),
        ("if i != 0 && x[i - 1] > 0.0 { s -= x[i - 1]; }", vec![4]),
    ] {
        let text = format!(
            "fn f(x: [f64; 5]) -> f64 {{
                let mut s = 1.0; for i in 0..5 {{ s *= 0.5; {body} }} s
            }}"
        );
        check(&text, &kept, &[X]);
    }
    // Of two variables: a branch, whose side may reach what the others do not.
    check(
        "fn f(x: [f64; 5]) -> f64 {
            let mut s = 1.0;
            for i in 0..5 { for j in 0..5 { if j < i { s = 0.5 * s + x[i - j - 1]; } } }
            s
        }",
        &[5, 5],
        &[X],
    );
}

#[test]
fn variables_of_the_surroundings_are_captured() {
    check(
        "fn f(x: [f64; 5], k: usize) -> f64 {
            let mut y = x; y[2] = 7.0; let w = [y[0], 1.0]; let mut s = 0.0;
            for i in 0..4 { let z = y[i] + y[i + 1]; s = s * w[1] + z * w[0] + x[k] + y[k]; }
            s
        }",
        &[4],
        &[X, &[3.0]],
    );
    check(
        "fn f(p: f64) -> f64 {
            let mut s = p; let mut unused = p * p; let mut other = 2.0;
            for _ in 0..3 { let other = s; s = other * p; if s > 100.0 { unused = s; } }
            other += s; other + unused
        }",
        &[3],
        &[&[1.5]],
    );
}

#[test]
fn branches_calls_and_loops_nest() {
    check(
        "fn g(x: [f64; 5], i: usize, p: f64) -> f64 {
            let mut s = p; for k in 0..3 { s = 0.5 * s + x[k] * x[i]; } s
        }
        fn f(x: [f64; 5], p: f64) -> f64 {
            let mut s = p;
            if p > 0.0 { for i in 0..5 { s += g(x, i, s); } } else { s = g(x, 1, p); }
            for i in 0..4 { if s > x[i] { for j in 0..2 { s -= x[i + 1] * x[j]; } } else { s *= 0.5; } }
            s
        }",
        &[5, 4, 2],
        &[X, &[0.25]],
    );
}

#[test]
fn the_choice_depends_on_the_size() {
    let kept = |count: usize, body: &str| {
        let text =
            format!("fn f(p: f64) -> f64 {{ let mut s = p; for i in 0..{count} {{ {body} }} s }}");
        lengths(&graph(&text))
    };
    assert!(kept(100, "s = s * p + 1.0;").is_empty());
    assert_eq!(kept(1000, "s = s * p + 1.0;"), [1000]);
    assert_eq!(kept(1_000_000, "s = s * p + 1.0;"), [1_000_000]);
    let long = "s = s * p + 1.0; ".repeat(20);
    assert_eq!(kept(100, &long), [100]);
    // A short loop inside of a long one is unrolled.
    let inner = "for j in 0..4 { s = s * p + 1.0; }";
    assert_eq!(kept(1000, inner), [1000]);
    // Operations that only an unrolled loop supports.
    assert!(kept(50, "s += p * sum(ones(i + 1));").is_empty());
    assert_eq!(kept(3000, "if i % 2 == 0 { s += p; }"), [3000]);
    assert_eq!(kept(3000, "s += [p, 1.0][i / 2 % 2];"), [3000]);
    assert!(kept(0, "s += p;").is_empty());
    assert!(kept(1, "s += p;").is_empty());
}

#[test]
fn errors_are_reported_once_for_all_iterations() {
    for (body, message, notes) in [
        (
            "s += x[i];",
            "5 is out of range for axis 0 of [f64; 5]",
            "first time where `i` is 5",
        ),
        (
            "s += x[i - 1];",
            "-1 is out of range for axis 0 of [f64; 5]",
            "first time where `i` is 0",
        ),
        (
            "x[3 * i + 1] = s;",
            "7 is out of range for axis 0 of [f64; 5]",
            "first time where `i` is 2",
        ),
        (
            "for j in 0..2000 { s += x[i + j]; }",
            "5 is out of range for axis 0 of [f64; 5]",
            "first time where `i` is 0 and `j` is 5",
        ),
        (
            "s += sum(x[i..i + 2]);",
            "5 is out of range for axis 0 of [f64; 5]",
            "first time where `i` is 4",
        ),
        ("s = x;", "cannot be assigned [f64; 5]", ""),
        ("s += nothing;", "cannot find the value `nothing`", ""),
        ("s", "the body of a `for` has no value", ""),
        ("s += i;", "convert it: `i as f64`", ""),
        ("if i > 3 { s += 1; }", "write it as a float: `1.0`", ""),
        ("return s;", "`return` is not part of the language", ""),
    ] {
        for count in [2000, 1_000_000] {
            let text = format!(
                "fn f(mut x: [f64; 5]) -> f64 {{
                    let mut s = 1.0; for i in 0..{count} {{ {body} }} s
                }}"
            );
            let found = errors(&text);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains(message), "{body}: {found:?}");
            assert!(found[0].contains(notes), "{body}: {found:?}");
        }
    }
}

#[test]
fn loops_run_over_pairs_that_are_written_out() {
    for attribute in ["", "#[unroll(never)]"] {
        let text = format!(
            "fn f(x: [f64; 4]) -> f64 {{
                let mut s = 0.0;
                {attribute} for (i, w) in [(0, 0.5), (3, 2.0)] {{ s += w * x[i]; }}
                {attribute} for (n, (v, w)) in [(x[0], 1.0), (x[1], 3.0)].iter().enumerate() {{
                    s += n as f64 * v * w;
                }}
                s
            }}"
        );
        let found = values(&text, &[&[1.0, 2.0, 3.0, 4.0]]);
        assert_eq!(found[0], [0.5 + 8.0 + 6.0], "{attribute}");
    }
    let found = errors(
        "fn f(x: f64) -> f64 { let mut s = x; for (a, b) in [(1, x), (2.5, x)] { s += b; } s }",
    );
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn loops_whose_bounds_move_are_counted() {
    let text = |inner: &str| {
        format!("fn f(x: f64) -> f64 {{ let mut s = x; for i in 0..1000000 {{ {inner} }} s }}")
    };
    for inner in [
        "for j in 0..i { s += x; }",
        "for _ in i..=1000000 { s += x; }",
        "for j in (i / 2..i + 3).rev() { s += j as f64; }",
    ] {
        assert!(
            graph(&text(inner)).to_string().contains(" counted"),
            "{inner}"
        );
    }
    // Iterations of known numbers are gone through.
    for (inner, place) in [
        (
            "for j in 0..i + 1 { s += x[j]; }",
            "first time where `i` is 5 and `j` is 5",
        ),
        (
            "for j in i + 1..9 { s += x[i]; }",
            "first time where `i` is 5",
        ),
        (
            "for j in i..40 { if s > 3.0 { break; } s += x[j - i]; }",
            "",
        ),
        (
            "for j in i..i + 3 { s += x[j]; }",
            "first time where `i` is 3",
        ),
        (
            "for j in 1..i { s += x[i - j]; }",
            "first time where `i` is 6 and `j` is 1",
        ),
        (
            "for j in 0..=i { for k in j..i { s += x[k - j]; } }",
            "first time where `i` is 6",
        ),
    ] {
        let text = format!(
            "fn f(x: [f64; 5]) -> f64 {{
                let mut s = 1.0; for i in 0..2000 {{ {inner} }} s
            }}"
        );
        if place.is_empty() {
            graph(&text);
            continue;
        }
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].contains("5 is out of range for axis 0 of [f64; 5]"),
            "{found:?}"
        );
        assert!(found[0].contains(place), "{inner}: {found:?}");
    }
    for inner in [
        "for j in 0..i % 5 { s += x[j]; }",
        "for j in i..2000 { if j - i < 5 { s += x[j - i]; } }",
        "for j in 3..i - 1994 { s += x[i - 1997 + j - j]; }",
    ] {
        graph(&format!(
            "fn f(x: [f64; 5]) -> f64 {{
                let mut s = 1.0; for i in 0..2000 {{ {inner} }} s
            }}"
        ));
    }
    // As many iterations each time.
    let moved = graph(&text("for j in i..i + 3000 { s += j as f64; }")).to_string();
    assert!(!moved.contains(" counted"), "{moved}");
    let unrolled = "#[unroll] for j in 0..i { s += x; }";
    let found = errors(&text(unrolled));
    assert!(found[0].contains("over `0..i`"), "{found:?}");
}

#[test]
fn checkpoints_are_part_of_the_loop() {
    for (attribute, every) in [
        ("all", " checkpoint 1"),
        ("every = 7", " checkpoint 7"),
        ("sqrt", " checkpoint 5"),
    ] {
        let text = format!(
            "fn f(x: f64) -> f64 {{
                let mut s = x; #[checkpoint({attribute})] for _ in 0..30 {{ s += sin(s); }} s
            }}"
        );
        assert!(graph(&text).to_string().contains(every), "{attribute}");
    }
    let text = "const K: usize = 5;
        fn f(x: f64) -> f64 {
            let mut s = x; #[checkpoint(every = K)] for _ in 0..30 { s += sin(s); } s
        }";
    assert!(graph(text).to_string().contains(" checkpoint 5"));
    let text = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
            let mut s = 1.0; #[checkpoint(sqrt)] for i in 1..N { s += sin(s * x[i]); } s
        }";
    let graph = with_symbols(text).unwrap().1.to_string();
    assert!(graph.contains(" checkpoint isqrt(N - 1)"), "{graph}");
}

#[test]
fn attributes_are_checked() {
    let loop_with = |attribute: &str| {
        errors(&format!(
            "fn f(x: f64) -> f64 {{ let mut s = x; {attribute} for _ in 0..3 {{ s += x; }} s }}"
        ))
    };
    assert!(loop_with("#[unroll(always)]")[0].contains("takes `never` or nothing"));
    assert!(loop_with("#[inline]")[0].contains("no such attribute"));
    for wrong in ["", "()", "(every)", "(some)", "(every = 2, all)"] {
        let found = loop_with(&format!("#[checkpoint{wrong}]"));
        assert!(found[0].contains("which states"), "{wrong}: {found:?}");
    }
    for wrong in ["0", "1.5", "K", "-1", "1 + 1"] {
        let found = loop_with(&format!("#[checkpoint(every = {wrong})]"));
        assert!(found[0].contains("positive number"), "{wrong}: {found:?}");
    }
    for twice in [
        "#[unroll] #[unroll(never)]",
        "#[checkpoint(all)] #[checkpoint(every = 2)]",
    ] {
        let found = loop_with(twice);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("already"), "{found:?}");
    }
    assert!(loop_with("#[unroll] #[checkpoint(all)]")[0].contains("has no checkpoints"));
    let huge = "fn f(x: f64) -> f64 { let mut s = x; #[unroll] for _ in 0..100000 { s += x; } s }";
    assert!(errors(huge)[0].contains("loops are unrolled here"));
    for body in [
        "#[unroll] let y = x; y",
        "let mut y = x; #[checkpoint(all)] y += x; y",
        "let mut y = x; #[unroll(never)] { y = x; } y",
        "#[unroll] if x > 0.0 { x } else { 1.0 }",
        "for _ in 0..3 { #[unroll] sin(x); } x",
    ] {
        let found = errors(&format!("fn f(x: f64) -> f64 {{ {body} }}"));
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        assert!(found[0].contains("stands on a `for` loop"), "{found:?}");
    }
}

/// Positions that are computed from counters in other ways than by sums.
#[test]
fn computed_positions_are_checked_in_every_iteration() {
    let text =
        |body: &str| format!("fn f(x: [f64; 3], p: f64) -> f64 {{ let mut s = 0.0; {body} s }}");
    for (body, value, first) in [
        ("for k in 0..2000 { s += x[k % 6]; }", 3, "`k` is 3"),
        ("for k in 0..6 { s += x[k % 6]; }", 3, "`k` is 3"),
        ("for k in 0..2000 { s += x[k / 500]; }", 3, "`k` is 1500"),
        (
            "for k in 0..2000 { let j = k % 2; s += x[j + 2]; }",
            3,
            "`k` is 1",
        ),
        (
            "for k in 0..2000 { s += x[(k * 7 + 3) % 4]; }",
            3,
            "`k` is 0",
        ),
        (
            "for k in 0..50 { for l in 0..50 { s += x[(k + l) % 5]; } }",
            3,
            "`k` is 0 and `l` is 3",
        ),
        (
            "let mut y = x; for k in 0..2000 { y[k % 4] += p; } s = y[0];",
            3,
            "`k` is 3",
        ),
        (
            "for k in 0..2000 { if k < 4 { s += x[k % 6]; } }",
            3,
            "`k` is 3",
        ),
    ] {
        let found = errors(&text(body));
        let expected = format!(
            "{value} is out of range for axis 0 of [f64; 3]: positions are 0 to 2\n= note: the \
             first time where {first}"
        );
        assert_eq!(found, [expected], "{body}");
    }
    for body in [
        "for k in 0..2000 { s += x[k % 3]; }",
        "for k in 0..2000 { s += x[k / 667]; }",
        "for k in 0..2000 { s += x[(k * 2) % 4]; }",
        "for k in 0..2000 { if k < 3 { s += x[k % 6]; } }",
        "for k in 0..2000 { if k % 6 < 3 { s += x[k % 6]; } }",
        "for k in 0..2000 { if p > 0.0 { s += x[k % 6]; } }",
        "for k in 0..2000 { if p > 0.0 && x[k % 6] > 0.0 { s += 1.0; } }",
        "if p > 0.0 { for k in 0..2000 { s += x[k % 6]; } }",
        "for j in 3..3 { for k in 0..2000 { s += x[k % 6]; } }",
    ] {
        graph(&text(body));
    }
}

/// Integers that are known in each copy of a body are no part of its length.
#[test]
fn positions_do_not_count_where_a_loop_may_be_unrolled() {
    let text = |size: usize| {
        format!(
            "fn f(x: [f64; {size}], l: [f64; {entries}]) -> f64 {{
                let mut s = 0.0;
                for j in 0..{size} {{
                    let mut y = x[j];
                    for i in 0..j {{ y += l[i * {size} - i * (i + 1) / 2 + j - i - 1] * x[i]; }}
                    s += y * y;
                }}
                s
            }}",
            entries = size * (size - 1) / 2,
        )
    };
    assert!(lengths(&graph(&text(10))).is_empty());
    assert_eq!(lengths(&graph(&text(40))), [40, 39]);
}
