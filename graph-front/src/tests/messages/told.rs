//! Mistakes that are one error each, and whose helps are followed.

use super::{check, check_block, error, error_of_block, follow, follow_in_block};

/// The only error of a block says this, and nothing of that.
fn says(text: &str, part: &str, other: &str) {
    let found = error_of_block(text);
    let is_right = found.contains(part) && !found.contains(other);
    assert!(is_right, "{text}\nfound: {found}");
}

#[test]
fn conditions_are_counted_as_they_are() {
    for (call, code) in [
        ("count_nonzero(x > 2.0)", "sum(select(x > 2.0, 1.0, 0.0))"),
        (
            "count_nonzero(!(x > 2.0))",
            "sum(select(!(x > 2.0), 1.0, 0.0))",
        ),
        ("count_nonzero(x)", "sum(select(x != 0.0, 1.0, 0.0))"),
        (
            "count_nonzero([i, 2])",
            "sum(select([i, 2] != 0, 1.0, 0.0))",
        ),
        (
            "np::count_nonzero(x != 0.0)",
            "sum(select(x != 0.0, 1.0, 0.0))",
        ),
    ] {
        follow(call, call, code);
    }
    follow(
        "let b = x > 2.0; count_nonzero(b)",
        "count_nonzero(b)",
        "sum(select(b, 1.0, 0.0))",
    );
    let found = super::errors("fn f(x: f64) -> f64 { count_nonzero(y > 2.0) }").concat();
    assert!(
        found.contains("`sum(select(y > 2.0, 1.0, 0.0))`"),
        "{found}"
    );
}

#[test]
fn a_range_lacks_its_bound_alone() {
    let text = |range: &str| format!("let mut s = p; for k in {range} {{ s += x[k]; }} s");
    follow(&text("i.."), "i..", "i..3");
    follow(&text("..i"), "..i", "0..i");
    follow(&text("..=2"), "..=2", "0..=2");
    follow(&text(".."), "..", "0..3");
    let found = error("let mut s = p; for k in i.. { s += p; } s");
    assert!(!found.contains("run time"), "{found}");
    assert!(!error("let mut s = p; for k in ..i { s += p; } s").contains("help"));
}

#[test]
fn a_limit_of_a_range_is_its_bound() {
    let text = |range: &str| format!("let mut s = p; #[limit(9)] for _ in {range} {{ s += p; }} s");
    for (range, code) in [
        ("0..i", "0..i.min(9)"),
        ("2..i", "2..i.min(11)"),
        ("1..=i", "1..=i.min(9)"),
        ("0..2 * i", "0..(2 * i).min(9)"),
    ] {
        let body = text(range);
        check(&body, &format!("`{code}`"));
        super::graph(&format!(
            "fn f(p: f64, i: usize) -> f64 {{ {} }}",
            body.replace("#[limit(9)]", "").replace(range, code)
        ));
    }
    check(&text("0..8"), "remove the attribute: it says how often");
}

#[test]
fn norms_of_an_order() {
    for (call, code) in [
        ("norm(x, 1)", "sum(abs(x))"),
        ("norm(x, 2)", "norm(x)"),
        ("norm(x, inf)", "max(abs(x))"),
        ("norm(x, -np.inf)", "min(abs(x))"),
        ("x.norm(ord = f64::INFINITY)", "max(abs(x))"),
        ("norm(x, 3)", "sum(abs(x).powf(3.0)).powf(1.0 / 3.0)"),
        ("norm(a, 1)", "max(sum(abs(a), axis = 0))"),
        ("norm(a, 2)", "max(svd(a).1)"),
        ("norm(a, np.inf)", "max(sum(abs(a), axis = 1))"),
        ("norm(a, -f64::INFINITY)", "min(sum(abs(a), axis = 1))"),
        ("norm(a, ord = \"fro\")", "norm(a)"),
        ("norm(a, \"nuc\")", "sum(svd(a).1)"),
    ] {
        follow(call, call, code);
    }
    let call = "norm(a, 1, axis = 1)";
    follow(&format!("{call}[0]"), call, "sum(abs(a), axis = 1)");
    check("norm(a, i)", "`max(svd(a).1)` the one of order 2");
    let found = super::errors("fn f(x: [f64; 3]) -> f64 { norm(y, inf) }").concat();
    assert!(found.contains("`y`") && !found.contains("order"), "{found}");
}

#[test]
fn operands_by_their_names() {
    for (call, code) in [
        ("roll(x, shift = 1)", "roll(x, 1)"),
        ("roll(x, shift = 1, dim = 0)", "roll(x, 1, axis = 0)"),
        ("x.clamp(min = 0.0, max = 1.0)", "x.clamp(0.0, 1.0)"),
        ("clamp(x, max = 1, min = 0)", "clamp(x, 0.0, 1.0)"),
        ("powi(x, n = 2)", "powi(x, 2)"),
        ("x.powi(n = 2)", "x.powi(2)"),
        ("atan2(x = x, y = 2.0 * x)", "atan2(2.0 * x, x)"),
        ("full([3], fill_value = p)", "full([3], p)"),
    ] {
        follow(&format!("({call})[0]"), call, code);
    }
    let call = "reshape(w, shape = [2, 2])";
    follow(&format!("{call}[0][0]"), call, "reshape(w, [2, 2])");
    check("clamp(x, least = 0.0, most = 1.0)[0]", "by their order");
    check("sum(x, dim = 0)", "did you mean `axis`?");
}

#[test]
fn a_closure_that_only_assigns_is_a_loop() {
    for map in [
        "x.map(|v| s += v);",
        "x.map(|v| { s += v; });",
        "map(|v| s += v, x);",
    ] {
        let text = format!("let mut s = p; {map} s");
        follow(&text, map, "for v in x { s += v; }");
    }
    check(
        "let mut s = p; let y = x.map(|v| s = v); s",
        "the closure of `map` assigns `s`, which is not its own",
    );
}

#[test]
fn a_function_of_another_type_is_one_error() {
    says(
        "fn blur(u: [[f64; 5]; 5]) -> [[f64; 5]; 5] { u[(1..4, 1..4)] }
         fn f(u: [[f64; 5]; 5], v: [[f64; 3]; 3]) -> f64 { sum(blur(u) - v) }",
        "`blur` yields [[f64; 3]; 3]",
        "equal shape",
    );
    says(
        "fn order(w: [f64; 8]) -> [f64; 8] { argsort(w) }
         fn f(w: [f64; 8]) -> [f64; 8] { w[order(w)] }",
        "`order` yields [usize; 8]",
        "an index",
    );
}

#[test]
fn what_is_declared_wrongly_is_one_error() {
    says(
        "#[external] fn g(h: f32) -> f64; fn f(h: f64) -> f64 { g(h) }",
        "`g` mixes float types",
        "the argument `h`",
    );
    says(
        "#[external] #[derivative(adjoint = rule)] fn g(h: f64) -> f64;
         fn rule(h: f64, seed: f64) -> f64 { h * seed }
         #[derivatives(hessian)] fn f(h: f64) -> f64 { g(h) + deriv(g(h), h) }",
        "`rule` takes 2 arguments, and should take 3",
        "has no derivative:",
    );
}

#[test]
fn the_transpose_of_a_vector_is_no_row() {
    let text = |body: &str, result: &str| {
        format!("fn f(u: [f64; 3], v: [f64; 3], w: [f64; 2]) -> {result} {{ {body} }}")
    };
    let (matrix, number) = ("[[f64; 3]; 3]", "f64");
    for (call, result, code) in [
        ("matmul(u, transpose(v))", matrix, "outer(u, v)"),
        ("matmul(u, v.transpose())", number, "dot(u, v)"),
        ("u.matmul(transpose(u))", matrix, "outer(u, u)"),
        ("u * transpose(u)", matrix, "outer(u, u)"),
        ("u * u.transpose()", "[f64; 3]", "u * u"),
        ("matmul(u, transpose(w))", "[[f64; 2]; 3]", "outer(u, w)"),
    ] {
        follow_in_block(&text(call, result), call, code);
    }
    says(
        &text("matmul(u, transpose(w))", "f64"),
        "outer(u, w)",
        "dot(",
    );
    super::lower(&text("matmul(u, v) + matmul(transpose(u), v)", "f64")).expect("accepted");
    super::lower(&text(
        "outer(w, w) * transpose(outer(w, w))",
        "[[f64; 2]; 2]",
    ))
    .expect("accepted");
    let found = super::errors(&text("u @ v.T", matrix)).concat();
    assert!(
        found.contains("of two vectors it is `outer(u, v)`"),
        "{found}"
    );
}

#[test]
fn matrices_of_unequal_widths_are_joined() {
    let text =
        "fn f(a: [[f64; 3]; 2], b: [[f64; 4]; 2]) -> [[f64; 7]; 2] { concat([a, b], axis = 1) }";
    follow_in_block(text, "concat([a, b], axis = 1)", "concat(a, b, axis = 1)");
    let found = error("let t = [ones([2, 3]), ones([3, 2])]; p");
    assert!(!found.contains("help"), "{found}");
}

#[test]
fn lengths_that_are_arguments_are_parameters() {
    for body in [
        "sum(zeros(i))",
        "sum(linspace(0.0, 1.0, i))",
        "let y = [0.0; i]; sum(y)",
        "sum(full([i, 2], p))",
    ] {
        check(body, "`fn f<const N: usize>(..)`");
    }
    check("sum(zeros(i + 1))", "are constant");
}

#[test]
fn numbers_and_arrays_on_the_sides_of_a_branch() {
    for (body, part, code) in [
        (
            "(if p > 0.0 { x } else { 0.0 })[0]",
            "{ 0.0 }",
            "zeros([3])",
        ),
        ("(if p > 0.0 { x } else { 0 })[0]", "{ 0 }", "zeros([3])"),
        (
            "(if p > 0.0 { 2.0 * p } else { a })[0][0]",
            "{ 2.0 * p }",
            "full([2, 3], 2.0 * p)",
        ),
    ] {
        check(body, &format!("`{code}`"));
        let block = format!("{{ {code} }}");
        super::graph(&format!(
            "fn f(x: [f64; 3], a: [[f64; 3]; 2], p: f64) -> f64 {{ {} }}",
            body.replace(part, &block)
        ));
    }
}

#[test]
fn abbreviations() {
    check("a.T()[0][0]", "did you mean `transpose`?");
    for (word, help) in [
        ("hess", "did you mean `hessian`?"),
        ("jac", "did you mean `jacobian`?"),
        ("hvp", "did you mean `hessian_product`?"),
        ("grad", "`gradient` is there without being asked for"),
        ("only(grad)", "did you mean `gradient`?"),
    ] {
        let text = format!("#[derivatives({word})] pub fn f(x: f64) -> f64 {{ x * x }}");
        check_block(&text, help);
    }
    for option in ["tolerance = 1e-3", "N = 5, tol = 1e-3"] {
        let text = format!(
            "#[check({option})] pub fn f<const N: usize>(x: [f64; N]) -> f64 {{ sum(x * x) }}"
        );
        check_block(&text, "the tolerance follows from the values");
        check_block(&text, "it takes their lengths, too: `N = 5`");
    }
    follow("x[2u8]", "2u8", "2");
    check("p * 2u16", "a float has a point, `2.0`");
}

#[test]
fn chains_that_end_in_steps() {
    for (chain, code) in [
        (
            "(1..3).map(|k| x[k] - x[k - 1]).fold(0.0, f64::max)",
            "let mut s = 0.0; for k in 1..3 { s = max(s, x[k] - x[k - 1]); }",
        ),
        ("x.iter().cloned().reduce(f64::max)", "max(x)"),
        ("x.iter().copied().reduce(f64::min).unwrap()", "min(x)"),
        (
            "a[0].iter().zip(&a[1]).map(|(u, v)| u * v).sum()",
            "sum(map(|u, v| u * v, a[0], a[1]))",
        ),
    ] {
        check(chain, &format!("`{code}`"));
        let end = if code.starts_with("let") { " s" } else { "" };
        super::graph(&format!(
            "fn f(x: [f64; 3], a: [[f64; 3]; 2]) -> f64 {{ {code}{end} }}"
        ));
    }
    let chain = "x.iter().for_each(|v| s += v);";
    follow(
        &format!("let mut s = p; {chain} s"),
        chain,
        "for v in x { s += v; }",
    );
    let chain = "(0..3).for_each(|k| { s += x[k]; });";
    follow(
        &format!("let mut s = p; {chain} s"),
        chain,
        "for k in 0..3 { s += x[k]; }",
    );
}

#[test]
fn keywords_are_no_names() {
    for (text, word) in [
        ("fn f(ref: f64) -> f64 { 1.0 }", "ref"),
        ("fn f(x: f64, box: f64) -> f64 { x }", "box"),
        ("fn f(mut: f64) -> f64 { 1.0 }", "mut"),
        ("fn f(x: f64) -> f64 { let ref = x; x }", "ref"),
        ("fn f(x: f64) -> f64 { let box = x; x }", "box"),
        ("fn f(x: f64) -> f64 { box * x }", "box"),
        ("fn f(x: f64) -> f64 { x * ref }", "ref"),
        ("fn f(x: f64) -> f64 { x * type }", "type"),
        ("fn f(x: f64) -> f64 { x + dyn }", "dyn"),
        ("fn f(x: f64) -> f64 { move + x }", "move"),
    ] {
        check_block(text, &format!("`{word}` is a keyword of Rust, and no name"));
    }
}
