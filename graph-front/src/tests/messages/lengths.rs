//! Lengths and ranges that do not fit: where a help says which do, it is accepted.

use super::super::{lower, values, with_symbols};
use super::{check, check_block, error_of_block, follow, follow_in_block};

/// A help for the range of the only loop over `i`.
fn narrowed(head: &str, range: &str, body: &str, meant: &str) {
    let text =
        |range: &str| format!("{head} {{ let mut s = 0.0; for i in {range} {{ {body} }} s }}");
    check_block(&text(range), &format!("`for i in {meant}`"));
    lower(&text(meant)).unwrap_or_else(|errors| panic!("{}: {errors:?}", text(meant)));
}

#[test]
fn loops_run_over_the_positions_of_their_arrays() {
    let any = "pub fn f<const N: usize>(x: &[f64; N]) -> f64";
    for (range, body, meant) in [
        ("0..N", "s += x[i + 1] - x[i];", "0..N - 1"),
        ("0..N", "s += x[i] - x[i - 1];", "1..N"),
        ("0..N", "s += x[i + 2];", "0..N - 2"),
        ("1..N", "s += x[i + 1];", "1..N - 1"),
        ("0..N", "s += x[i - 2];", "2..N"),
        ("0..=N", "s += x[i];", "0..N"),
        ("0..N + 1", "s += x[i];", "0..N"),
        ("(0..N)", "s += x[1 + i];", "0..N - 1"),
        ("0..N", "s += sum(x[i..i + 3]);", "0..N - 2"),
        ("0..N", "s += sum(x[i - 1..i + 1]);", "1..N"),
    ] {
        narrowed(any, range, body, meant);
    }
    let known = "fn f(x: [f64; 5]) -> f64";
    for (range, body, meant) in [
        ("0..5", "s += x[i + 1] - x[i];", "0..4"),
        ("0..5", "s += x[i - 1];", "1..5"),
        ("0..=5", "s += x[i];", "0..5"),
        ("0..9", "s += x[i - 1];", "1..6"),
    ] {
        narrowed(known, range, body, meant);
    }
    let long = "fn f(x: &[f64; 5000]) -> f64";
    narrowed(long, "0..5000", "s += x[i + 1];", "0..4999");
    let rows = "pub fn f<const N: usize, const M: usize>(x: Rows<f64, N, M>) -> f64";
    narrowed(
        rows,
        "0..N",
        "for j in 0..M { s += x[i + 1][j]; }",
        "0..N - 1",
    );
    narrowed(
        rows,
        "0..M",
        "for j in 0..N { s += x[j][i + 1]; }",
        "0..M - 1",
    );
}

#[test]
fn other_positions_have_no_help() {
    let head = "pub fn f<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> f64";
    for (range, body) in [
        ("(0..N).rev()", "s += x[i + 1] + y[0];"),
        ("0..4", "for j in 0..3 { s += x[i + j + N] + y[0]; }"),
        // No position is left.
        ("0..4", "s += x[i + N] + y[0];"),
    ] {
        let text = format!("{head} {{ let mut s = 0.0; for i in {range} {{ {body} }} s }}");
        let found = error_of_block(&text);
        assert!(
            found.contains("out of range") && !found.contains("help"),
            "{text}: {found}"
        );
    }
    let items = "let mut s = 0.0; for (k, v) in x.iter().enumerate() { s += v * x[k + 1]; } s";
    let found = error_of_block(&format!("fn f(x: [f64; 3]) -> f64 {{ {items} }}"));
    assert!(!found.contains("run over"), "{found}");
    check("sum(x[5..])", "the range 5.. leaves axis 0 of [f64; 3]");
    check("sum(x[2..5])", "the range 2..5 leaves axis 0 of [f64; 3]");
}

#[test]
fn the_longer_array_is_sliced_where_it_stands() {
    let any = |body: &str| {
        format!("pub fn f<const N: usize>(x: &[f64; N], y: [f64; 3]) -> f64 {{ {body} }}")
    };
    for (body, part, code) in [
        ("sum(x[1..] - x[..N]) + y[0]", "x[..N]", "x[..N - 1]"),
        ("sum(x[1..] - x) + y[0]", "x)", "x[..N - 1]"),
        ("sum(x[2..] * x[1..]) + y[0]", "x[1..]", "x[1..N - 1]"),
        (
            "sum(map(|v, w| v * w, x, x[1..])) + y[0]",
            ", x, ",
            "x[..N - 1]",
        ),
        ("dot(x[1..], x) + y[0]", ", x)", "x[..N - 1]"),
    ] {
        let text = any(body);
        check_block(&text, &format!("`{code}`"));
        let place = part.replacen('x', code, 1);
        let place = if part.starts_with("x[") {
            code.into()
        } else {
            place
        };
        let fixed = text.replacen(part, &place, 1);
        lower(&fixed).unwrap_or_else(|errors| panic!("{fixed}: {errors:?}"));
    }
    follow("sum(w[1..] - w[..4])", "w[..4]", "w[..3]");
    follow("sum(w[1..] - (w[..=3]))", "w[..=3]", "w[..3]");
}

#[test]
fn arguments_are_as_long_as_the_function_takes_them() {
    let g = "fn g(x: &[f64; 3]) -> f64 { sum(x) }";
    let text = format!("{g} fn f(y: [f64; 5]) -> f64 {{ g(y ) }}");
    for code in ["y[..3]", "y[2..]"] {
        follow_in_block(&text, "y ", code);
    }
    let found = error_of_block(&format!("{g} fn f(x: [f64; 2]) -> f64 {{ g(x) }}"));
    assert!(!found.contains("help"), "{found}");
}

#[test]
fn results_have_the_length_that_is_promised() {
    for (arguments, result, body, help) in [
        (
            "x: &[f64; N]",
            "[f64; N]",
            "concat([0.0], x)",
            "[f64; N + 1]",
        ),
        (
            "x: &[f64; N]",
            "[f64; N]",
            "x[1..] - x[..N - 1]",
            "[f64; N - 1]",
        ),
        (
            "x: &[[f64; 2]; N]",
            "[[f64; 3]; N]",
            "sin(x)",
            "[[f64; 2]; N]",
        ),
    ] {
        let text = |result: &str| {
            format!("pub fn f<const N: usize>({arguments}) -> {result} {{ {body} }}")
        };
        check_block(&text(result), &format!("`-> {help}`"));
        lower(&text(help)).unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    }
    for (result, body, help) in [
        ("[f64; 2]", "x.sum(axis = 0)", "x.sum(axis = 1)"),
        ("[f64; 3]", "sum(x, axis = 1)", "sum(x, axis = 0)"),
        ("[f64; 2]", "max(x, axis = 0)", "max(x, axis = 1)"),
        (
            "[f64; 2]",
            "let y: [f64; 2] = mean(x, axis = 0); y",
            "mean(x, axis = 1)",
        ),
    ] {
        let text = |body: &str| format!("fn f(x: [[f64; 3]; 2]) -> {result} {{ {body} }}");
        check_block(&text(body), &format!("`{help}`"));
        lower(&text(help)).unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    }
}

#[test]
fn tuples_and_arrays_are_told_apart() {
    let any = |result: &str, body: &str| {
        format!("pub fn f<const N: usize>(x: &[f64; N]) -> {result} {{ {body} }}")
    };
    for (result, body, part, code) in [
        (
            "[[f64; 2]; N]",
            "map(|v| (v, 2.0 * v), x)",
            "(v, 2.0 * v)",
            "[v, 2.0 * v]",
        ),
        (
            "[[f64; 2]; N]",
            "x.map(|v| { let w = v * v; (v, w) })",
            "(v, w)",
            "[v, w]",
        ),
        (
            "([f64; N], [f64; N])",
            "map(|v| [v, sin(v)], x)",
            "[v, sin(v)]",
            "(v, sin(v))",
        ),
        ("(f64, f64)", "[x[0], x[1]]", "[x[0], x[1]]", "(x[0], x[1])"),
        ("(f64, f64)", "let r = x[..2]; r", " r }", "(r[0], r[1])"),
        ("[f64; 2]", "let r = (x[0], x[1]); r", " r }", "[r.0, r.1]"),
    ] {
        let text = any(result, body);
        check_block(&text, &format!("`{code}`"));
        let place = if part.starts_with(' ') {
            format!(" {code} }}")
        } else {
            code.into()
        };
        let fixed = text.replacen(part, &place, 1);
        lower(&fixed).unwrap_or_else(|errors| panic!("{fixed}: {errors:?}"));
    }
    let found = error_of_block("fn f(x: [f64; 3]) -> (f64, f64) { [x[0], x[1], x[2]] }");
    assert!(!found.contains("help"), "{found}");
}

#[test]
fn names_end_with_their_blocks() {
    for body in [
        "for k in 0..3 { let v = x[k]; } v",
        "if p > 0.0 { let v = x[k]; } v",
        "{ let mut v = x[k]; } v",
        "for k in 0..3 { let v: f64 = x[k]; if v > 0.0 { let u = v; } } v",
    ] {
        check(
            &format!("let k = 0; {body}"),
            "assign it there: `v = x[k];`",
        );
    }
    // Before its own `let`, or in no other place.
    for body in ["for k in 0..3 { let u = v; let v = x[k]; } p", "v + p"] {
        check(body, "cannot find the value `v`");
        let found = super::error(body);
        assert!(!found.contains("inner block"), "{found}");
    }
}

#[test]
fn ranges_of_changing_length_are_chosen_in_a_loop() {
    for (range, condition) in [
        ("..i", "k < i"),
        ("i..", "k >= i"),
        ("..=i", "k <= i"),
        ("1..i", "k >= 1 && k < i"),
    ] {
        let help = format!("`for k in 0..N {{ if {condition} {{ .. }} }}`");
        let text = format!("fn f(x: [f64; 3], i: usize, j: usize) -> f64 {{ sum(x[{range}]) }}");
        check_block(&text, &help);
    }
}

#[test]
fn a_constant_length_is_an_integer() {
    follow_in_block(
        "const N: usize = 3.0; fn f(x: [f64; N]) -> f64 { sum(x) }",
        "3.0",
        "3",
    );
    follow_in_block(
        "const N: usize = 3.0; fn f(x: f64) -> f64 { x * N as f64 }",
        "3.0",
        "3",
    );
}

#[test]
fn lengths_of_a_result_are_those_of_its_let() {
    let powers = "fn powers<const N: usize>(x: f64) -> [f64; N] { let mut p = [1.0; N]; \
                  for i in 1..N { p[i] = p[i - 1] * x; } p }";
    let of = |body: &str| format!("{powers} pub fn f(x: f64) -> f64 {{ {body} }}");
    let sums = values(&of("let p: [f64; 4] = powers(x); sum(p)"), &[&[2.0]]);
    assert_eq!(sums[0], [15.0]);
    let grid = "fn grid<const N: usize, const M: usize>(x: [f64; N]) -> [[f64; M]; N] \
                { broadcast(x, [N, M], axis = 0) }";
    let text = format!(
        "{grid} pub fn f<const K: usize>(x: &[f64; K]) -> f64 {{ let p: [[f64; 2]; K] = grid(x); \
         sum(p) }}"
    );
    with_symbols(&text).expect("a function");
    // The type of the result serves the call that ends the function.
    let ended = |ty: &str| format!("{powers} pub fn f(x: f64) -> {ty} {{ powers(x) }}");
    assert_eq!(values(&ended("[f64; 3]"), &[&[2.0]])[0], [1.0, 2.0, 4.0]);
    check_block(&ended("[[f64; 4]; 3]"), "`f` yields [f64; 3]");
    let open = "the length `N` of `powers` is not known here";
    let help = "write the length that is meant in place of `N`: `powers::<N>(..)`, or in the type of the \
         `let` that binds the value";
    for body in ["sum(powers(x))", "let p = powers(x); sum(p)"] {
        check_block(&of(body), open);
        check_block(&of(body), help);
    }
    // The annotation is that of the outer call alone.
    check_block(
        &of("let p: [f64; 4] = powers(sum(powers(x))); sum(p)"),
        open,
    );
    check_block(
        &of("let p: [f64; Q] = powers(x); sum(p)"),
        "cannot find the value `Q`",
    );
    check_block(
        &of("let p: [[f64; 4]; 3] = powers(x); sum(p)"),
        "`p` is annotated as [[f64; 4]; 3], but its value is [f64; 3]",
    );
}

/// A loop whose numbers are no positions is told how they are counted, and not to leave some out.
#[test]
fn loops_that_do_not_count_from_0() {
    for (range, read, written, meant) in [
        ("-3..=3", "a[k]", "a[k]", "k + 3"),
        ("-3..4", "m[(k, 0)]", "(k, 0)", "k + 3"),
        ("2..9", "a[k]", "a[k]", "k - 2"),
    ] {
        let text = format!(
            "fn f(a: [f64; 7], m: [[f64; 2]; 7]) -> f64 {{
                 let mut s = 0.0; for k in {range} {{ s += {read}; }} s
             }}"
        );
        let help = format!("positions are counted from 0: that of `k` is `{meant}`");
        check_block(&text, &help);
        let code = written.replace('k', meant);
        lower(&text.replace(written, &code)).expect(range);
    }
    for (range, body) in [
        ("-3..3", "s += a[k];"),
        ("-9..9", "s += a[k];"),
        ("-3..=3", "s += a[k + 1];"),
        ("-3..=3", "s += sum(a[k..k + 2]);"),
    ] {
        let text = format!(
            "fn f(a: [f64; 7]) -> f64 {{ let mut s = 0.0; for k in {range} {{ {body} }} s }}"
        );
        let found = error_of_block(&text);
        assert!(
            found.contains("positions are counted from 0, and `k` from -"),
            "{found}"
        );
        assert!(!found.contains("for k in"), "{found}");
    }
    // Which positions are meant is not known.
    let text = "fn f(a: [f64; 7]) -> f64 { let mut s = 0.0; for k in 2..10 { s += a[k]; } s }";
    let found = error_of_block(text);
    assert!(!found.contains("help"), "{found}");
    narrowed(
        "fn f(a: [f64; 7]) -> f64",
        "-3..9",
        "s += a[i + 3];",
        "-3..4",
    );
}

#[test]
fn a_range_that_a_loop_may_run_over() {
    for (range, code) in [
        ("..N / 2", "for i in 0..N / 2 { .. }"),
        ("1..=N / 2", "for i in 1..=N / 2 { .. }"),
        ("..min(n, N)", "for i in 0..min(n, N) { .. }"),
    ] {
        let text = |body: &str| {
            format!("pub fn f<const N: usize>(x: &[f64; N], n: usize) -> f64 {{ {body} }}")
        };
        let Err(found) = with_symbols(&text(&format!("sum(x[{range}])"))) else {
            panic!("{range}");
        };
        let found = found.concat();
        let help = format!("take the elements in a loop: `{code}`");
        assert!(found.contains(&help), "{found}");
        let body = code.replace("{ .. }", "{ s += x[i]; }");
        with_symbols(&text(&format!("let mut s = 0.0; {body} s"))).expect(range);
    }
}
