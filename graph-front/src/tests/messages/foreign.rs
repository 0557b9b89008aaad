//! Operators, loops and blocks of other languages: each is one error, whose help is accepted.

use super::super::errors;
use super::{check, check_block, follow, follow_in_block};

#[test]
fn comparisons() {
    for (foreign, own) in [
        ("===", "=="),
        ("!==", "!="),
        ("<>", "!="),
        ("~=", "!="),
        ("=<", "<="),
        ("=>", ">="),
        ("is", "=="),
        ("is not", "!="),
    ] {
        let body = format!("if p {foreign} 1.0 {{ p }} else {{ 0.0 }}");
        follow(&body, foreign, own);
        check(&body, &format!("there is no operator `{foreign}`"));
        follow(
            &format!("if p > 0.0 && p {foreign} 1.0 {{ p }} else {{ 0.0 }}"),
            foreign,
            own,
        );
    }
    for (condition, code) in [
        ("p = 1.0", "p == 1.0"),
        ("p =! 1.0", "p != 1.0"),
        ("p /= 1.0", "p != 1.0"),
    ] {
        let body = format!("if {condition} {{ p }} else {{ 0.0 }}");
        follow(&body, condition, code);
    }
    // A pattern is no comparison, and an assignment may have a type behind it.
    let text = "fn f(p: f64) -> f64 { let y = p p; match p { a if p => 1.0, _ => 2.0 } }";
    let found = errors(text);
    assert!(found[1].contains("`match` is not part"), "{found:?}");
}

#[test]
fn conditions_in_words() {
    for (foreign, own) in [("and", "&&"), ("or", "||")] {
        check(
            &format!("let b = p {foreign} p; p"),
            &format!("write `{own}`"),
        );
        follow(
            &format!("if p > 0.0 {foreign} p < 1.0 {{ p }} else {{ 0.0 }}"),
            foreign,
            own,
        );
    }
}

#[test]
fn assignments() {
    for (statement, code) in [
        ("b &&= p > 0.0;", "b = b && p > 0.0;"),
        ("b ||= p > 0.0;", "b = b || p > 0.0;"),
        ("b &= p > 0.0;", "b = b && p > 0.0;"),
        ("b |= p > 0.0;", "b = b || p > 0.0;"),
    ] {
        follow(&format!("let mut b = true; {statement} p"), statement, code);
    }
    follow("let mut y = p; y =+ p; y", "=+", "+=");
    follow(
        "let mut m = eye(2); m @= m; m[0][0]",
        "m @= m;",
        "m = matmul(m, m);",
    );
    follow("let mut k = 1; k <<= 2; p", "k <<= 2", "k *= 4");
    check("let y = (i += 1); p", "an assignment has no value");
}

#[test]
fn several_variables() {
    follow(
        "let mut u = p; let mut v = p; u, v = v, u; u",
        "u, v = v, u;",
        "(u, v) = (v, u);",
    );
    check(
        "u, v = p, p; u",
        "`(u, v) = (p, p);`, with `let` in front where the names are new",
    );
    check("a, b = p, p; b", "several values stand in parentheses");
    for block in ["{ p, p }", "let y = { p, p }; p"] {
        check(
            block,
            "a block has one value, and no list of them\n= help: write `(p, p)` for several values, \
             `[p, p]` for an array",
        );
    }
}

#[test]
fn loops() {
    for (header, code) in [
        ("foreach v in x", "for v in x { .. }"),
        ("foreach (v in x)", "for v in x { .. }"),
        ("for each v in x", "for v in x { .. }"),
        ("for v of x", "in"),
        ("repeat 3", "for _ in 0..3 { .. }"),
        ("until s > 3.0", "#[limit(..)] while !(s > 3.0) { .. }"),
    ] {
        let body = format!("let mut s = 0.0; {header} {{ s += p; }} s");
        check(&body, &format!("write `{code}`"));
        let right = match code {
            "in" => "for v in x { s += v; }".into(),
            code => code
                .replace("(..)", "(100)")
                .replace("{ .. }", "{ s += p; }"),
        };
        super::graph(&format!(
            "fn f(x: [f64; 3], p: f64) -> f64 {{ let mut s = 0.0; {right} s }}"
        ));
    }
    check(
        "let mut s = p; do { s += p; } while (s < 3.0); s",
        "`#[limit(..)] loop { ..; if !(s < 3.0) { break; } }`",
    );
    for body in [
        "do { s += p; } while (s < 3.0); s",
        "until s > 3.0 { s += p; } s",
    ] {
        check(
            &format!("let mut s = p; {body}"),
            "with the most repetitions that there may be between the parentheses: behind them the loop ends",
        );
    }
    check("#[limit(5)] loop { } p", "`for _ in 0..5 { .. }`");
    check("loop { } p", "`for _ in 0..N { .. }`");
    check("loop { } p", "this `loop` has no `break`");
}

#[test]
fn indented_blocks() {
    for (header, body) in [
        ("for k in 0..3", "    s += x[k]\ns"),
        ("for v in x", "    s += v;\ns"),
        ("if p > 0.0", "    s += p\nelse:\n    s -= p\ns"),
        ("if p > 0.0", "    p\nelif p < 1.0:\n    0.0"),
    ] {
        let body = format!("let mut s = 0.0;\n{header}:\n{body}");
        check(
            &body,
            &format!(
                "a block stands in braces, and not behind `:`\n= help: write `{header} {{ .. }}`"
            ),
        );
    }
    check("if p > 0.0 { p } else: p", "write `else { .. }`");
    check(
        "let y = if p > 0.0: p else: 0.0; y",
        "write `if p > 0.0 { .. }`",
    );
    // A range is what it was.
    check("for k in 1:3 { }\np", "write `1..3`");
}

#[test]
fn lines_that_end_too_soon() {
    for (line, expected) in [
        ("p +", "expected an expression behind `+`"),
        ("x.", "expected a name behind `.`"),
        ("let z =", "expected an expression behind `=`"),
        ("s +=", "expected an expression behind `+=`"),
        ("p && !", "expected an expression behind `!`"),
    ] {
        check(
            &format!("let mut s = p; {line}\nlet y = p;\ny * s"),
            expected,
        );
    }
    check(
        "let y = if p > 0.0 &&\nlet z = p { 1.0 } else { 2.0 }; y",
        "`if let` is not part",
    );
    // An editor knows no lines, and only `&&` may stand in front of a `let`.
    for (line, sign) in [
        ("let y = p + let", "+"),
        ("let y = p > 0.0 && let", "&&"),
        ("s -= let", "-="),
        ("if p > let", ">"),
    ] {
        let found = errors(&format!(
            "fn f(p: f64) -> f64 {{ let mut s = p; {line} z = p; s * z }}"
        ));
        assert_eq!(found[0], format!("expected an expression behind `{sign}`"));
    }
    // A loop has no value.
    for (line, expected) in [
        ("let y = p *", "expected an expression behind `*`"),
        ("s +=", "expected an expression behind `+=`"),
        ("let y =", "expected an expression behind `=`"),
    ] {
        check(
            &format!("let mut s = p; {line}\nfor _ in 0..2 {{ s *= 0.5; }}\ns"),
            expected,
        );
    }
    check("let y = p * p y", "expected `;` behind this, found `y`");
    check("let y = p p y", "write `p * p` for their product");
    check("let y = p p", "write `p * p` for their product");
}

#[test]
fn types_and_signatures() {
    for (text, part, code) in [
        (
            "fn f(x: [[f64; 3] 2]) -> f64 { sum(x) }",
            "[[f64; 3] 2]",
            "[[f64; 3]; 2]",
        ),
        ("fn f(x: [f64 3]) -> f64 { sum(x) }", "[f64 3]", "[f64; 3]"),
        (
            "fn f(x: f64) -> (a: f64, b: [f64; 2]) { (x, [x, x]) }",
            "(a: f64, b: [f64; 2])",
            "(f64, [f64; 2])",
        ),
        ("fn f(x: f64) -> (a: f64) { x }", "(a: f64)", "f64"),
    ] {
        follow_in_block(text, part, code);
    }
    check_block(
        "fn f(x: f64) -> f64; { x }",
        "the body stands behind the signature, without a `;`",
    );
    check_block(
        "#[check(points = -1)] fn f(x: f64) -> f64 { x }",
        "expected a whole number, and `-1` is negative",
    );
    check_block(
        "#[check(points = 99999999999999999999)] fn f(x: f64) -> f64 { x }",
        "is too large",
    );
}

#[test]
fn comments() {
    for body in [
        "let y = [1.0, # first\n2.0]; y[0]",
        "# it is x\np",
        "# check it\np",
        "#! p\np",
        "let y = p * # factor\n2.0; y",
        "for k in 0..3 { # loop\n}\np",
    ] {
        check(body, "a comment starts with `//`, and not with `#`");
    }
    for block in [
        "fn f(x: f64, # first\ny: f64) -> f64 { x + y }",
        "fn f(x: f64) -> f64 # done\n{ x }",
        "const K: f64 = # value\n2.0;\nfn f(x: f64) -> f64 { x * K }",
        "# done\n#[inline] fn f(x: f64) -> f64 { x }",
    ] {
        check_block(block, "a comment starts with `//`, and not with `#`");
    }
}

#[test]
fn ranges_of_other_languages() {
    let body = |range: &str| format!("let mut s = 0.0; for j in {range} {{ s += x[j]; }} s");
    for (range, code) in [
        ("0..3 step 2", "(0..3).step_by(2)"),
        ("0..3 by 2", "(0..3).step_by(2)"),
        ("0 until 3", "0..3"),
        ("0 to 2", "0..=2"),
        ("2 downTo 0", "(0..=2).rev()"),
    ] {
        follow(&body(range), range, code);
    }
    let text = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0; for i in 0..N step 2 { s += x[i]; } s
    }";
    check_block(text, "choose: `if i % 2 == 0 { .. }`");
    // Names of variables.
    super::super::graph(
        "fn f(x: [f64; 3], step: f64, by: f64) -> f64 { let to = 2; x[to] * step * by }",
    );
}

#[test]
fn loops_that_count_down_or_test_behind() {
    for comparison in ["i-- > 0", "i--> 0", "(i-- > 0)"] {
        let text = format!(
            "fn f(x: [f64; 3]) -> f64 {{
                let mut s = 0.0; let mut i = 3; while {comparison} {{ s += x[i]; }} s
            }}"
        );
        let code = "for i in (0..i).rev() { .. }";
        check_block(&text, &format!("`{code}`"));
        let right = text.replace(&format!("while {comparison} {{"), "for i in (0..i).rev() {");
        assert!(super::super::lower(&right).is_ok(), "{right}");
    }
    for header in [
        "while i--",
        "while (i-- >= 1)",
        "#[limit(3)] while i-- > 0 && p > 0.0",
    ] {
        let body = format!("let mut i = 3; let mut s = 0.0; {header} {{ s += p; }} s");
        check(&body, "change it by a statement of its own: `i -= 1;`");
    }
    for condition in ["y > 1.0", "(y > 1.0)"] {
        check(
            &format!("let mut y = p; do {{ y /= 2.0; }} while {condition}; y"),
            "`#[limit(..)] loop { ..; if !(y > 1.0) { break; } }`",
        );
    }
}

#[test]
fn a_binding_has_one_equals_sign() {
    for (body, code) in [
        ("let y == p; y", "let y = ..;"),
        ("let mut y: f64 == p; y", "let mut y: f64 = ..;"),
    ] {
        check(body, &format!("write `{code}`"));
    }
    // Its value is looked at all the same.
    let found = errors("fn f(x: f64) -> f64 { let y == lost; y }");
    assert_eq!(found.len(), 2, "{found:?}");
    super::super::graph("fn f(x: f64) -> f64 { let y = x == 1.0; if y { x } else { 0.0 } }");
}

#[test]
fn functions_of_other_languages() {
    for head in [
        "fun f(x: f64)",
        "pub fun f(x: f64)",
        "proc f<T>(x: T)",
        "def f(x)",
        "void f(double x)",
    ] {
        let text = format!("{head} -> f64 {{ x }} fn g(x: f64) -> f64 {{ f(x) }}");
        check_block(&text, "a function is written `fn f(x: f64) -> f64 { .. }`");
    }
}
