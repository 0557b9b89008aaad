//! Floats as indices, one error for each variable; extents, and ranges that are bounded already.

use super::{check, check_block, error, errors, follow, follow_in_block, lower};

#[test]
fn variables_of_floats_are_one_error_each() {
    let text = "fn f(cx: f64, cy: f64, a: [[f64; 4]; 4]) -> f64 {
        let (i, j) = (floor(cx), floor(cy));
        a[i][j] + a[i + 1][j] + a[(i, j + 1)] + a[1 + i][(j - 1) * 2]
    }";
    let found = errors(text);
    assert_eq!(found.len(), 2, "{found:#?}");
    for (found, meant) in found.iter().zip(["floor(cx)", "floor(cy)"]) {
        let help = format!("convert it in its `let`: `{meant} as usize`");
        assert!(found.contains(&help), "{found}");
    }
    for body in [
        "let n = p * 2.0; x[n] + x[n + 1] + x[n]",
        "x[p] + x[p + 1] + x[p]",
        "let n = 2.0; x[n] + x[n] + x[n - 1]",
        "let k = floor(p); let mut y = x; y[k] = 1.0; y[k + 1] += 2.0; sum(y)",
    ] {
        let found = error(body);
        assert!(
            found.contains("an index must be an integer, found f64"),
            "{found}"
        );
    }
    follow(
        "let k = floor(p); x[k] + x[k + 1]",
        "floor(p)",
        "floor(p) as usize",
    );
    follow(
        "let k = p * 2.0; x[k] + x[k + 1]",
        "p * 2.0",
        "(p * 2.0) as usize",
    );
    follow("let n = 2.0; x[n] + x[n - 1]", "let n = 2.0;", "let n = 2;");
    check("x[p + 1]", "`p as usize`");
}

#[test]
fn other_floats_as_indices() {
    check("x[p + 0.5]", "`(p + 0.5) as usize`");
    check("x[sin(p)]", "`sin(p) as usize`");
}

#[test]
fn extents_between_commas() {
    let text = |value: &str| {
        format!("const D: usize = 14; fn f(x: [f64; 196]) -> [[f64; D]; D] {{ {value} }}")
    };
    for (value, part) in [
        ("let mut a = zeros([D; D]); a[0][0] = x[0]; a", "[D; D])"),
        ("ones([D; D]) * x[0]", "[D; D])"),
        ("full([D; D], x[0])", "[D; D],"),
        ("reshape(x, [D; D])", "[D; D])"),
    ] {
        check_block(&text(value), "extents stand between commas: `[D, D]`");
        let fixed = text(value).replacen(part, &part.replace("; D]", ", D]"), 1);
        lower(&fixed).expect("accepted");
    }
    lower("fn f(x: f64) -> [[f64; 2]; 2] { x * ones([2; 2]) }").expect("accepted");
}

#[test]
fn ranges_that_are_bounded_already() {
    for end in ["(p as usize).min(200)", "min(p as usize, 200)"] {
        let body = format!("let mut s = 0.0; #[limit(200)] for k in 1..={end} {{ s += 1.0; }} s");
        check(
            &body,
            "help: remove the attribute: the range is bounded already",
        );
    }
}

#[test]
fn lines_that_end_before_a_tuple() {
    for start in [
        "s += sum(x)",
        "s = sum(x)",
        "let t = sum(x)",
        "s -= x[0]",
        "s += p.sin()",
    ] {
        let body = format!(
            "let mut s = 0.0; let mut a = p; let mut b = 1.0; {start}\n\
                            (a, b) = (b, a); s + a + b"
        );
        check(&body, "expected `;` behind this, found `(`");
    }
}

#[test]
fn rows_stand_where_the_types_say() {
    let text = |names: &str, value: &str| {
        format!(
            "fn g(w: [f64; 2], v: f64, x: [f64; 3]) -> f64 {{ sum(w) * v * sum(x) }} \
             fn f({names}, data: [[f64; 3]; 5]) -> f64 {{ mean({value}) }}"
        )
    };
    let (names, meant) = ("w: [f64; 2], v: f64", "map(|row| g(w, v, row), data)");
    follow_in_block(&text(names, "map(g, data)"), "map(g, data)", meant);
    check_block(
        &text("w: [f64; 2], p: f64", "map(g, data)"),
        "`map(|row| g(w, .., row), data)`",
    );
}

#[test]
fn sums_of_the_elements_where_a_condition_holds() {
    for (written, code) in [
        ("sum(x[x > 0.0])", "sum(select(x > 0.0, x, 0.0))"),
        ("x[x > 0.0].sum()", "sum(select(x > 0.0, x, 0.0))"),
        ("sum(sin(x)[x > p])", "sum(select(x > p, sin(x), 0.0))"),
        ("sum(a[a > 0.0])", "sum(select(a > 0.0, a, 0.0))"),
    ] {
        follow(written, written, code);
    }
    // Another number stands elsewhere in these.
    for body in [
        "mean(x[x > 0.0])",
        "max(x[x > 0.0])",
        "sum(exp(x[x > 0.0]))",
        "sum(x[x > 0.0] + 1.0)",
        "sum(a[x[..2] > 0.0])",
    ] {
        check(body, "where it holds and `");
    }
}
