//! Words that are not quite what was meant: keywords and types.

use super::{error_of_block, graph, lower};

/// One error at the word, and none of what stands behind it.
#[test]
fn keywords() {
    for (body, word, keyword) in [
        ("let mut s = 0.0; fro v in x { s += v; } s", "fro", "for"),
        (
            "let mut s = 0.0; fo (i, v) in x.iter().enumerate() { s += v * i as f64; } s",
            "fo",
            "for",
        ),
        ("let mut s = 0.0; forr v in x { s += v; } s", "forr", "for"),
        (
            "let mut s = 0.0; #[limit(3)] whlie s < 3.0 { s += p; } s",
            "whlie",
            "while",
        ),
        (
            "let mut s = 0.0; #[limit(3)] wile (s < 3.0) { s += p; } s",
            "wile",
            "while",
        ),
        ("fi p > 0.0 { 1.0 } else { p }", "fi", "if"),
        ("let y = fi p > 0.0 { 1.0 } else { p }; y", "fi", "if"),
        (
            "if p > 0.0 { 1.0 } else fi p < 1.0 { 2.0 } else { p }",
            "fi",
            "if",
        ),
        ("let c = p > 0.0; fi !c { 1.0 } else { p }", "fi", "if"),
        ("if p > 0.0 { 1.0 } esle { p }", "esle", "else"),
        (
            "if p > 0.0 { 1.0 }\n els if p < 1.0 { p } else { 2.0 }",
            "els",
            "else",
        ),
        ("lte (s, t) = (p, x[0]); s * t", "lte", "let"),
        ("lte mut s = p; s += 1.0; s", "lte", "let"),
        ("lett s: f64 = p; s", "lett", "let"),
        ("retrun x[0];", "retrun", "return"),
        ("retrun x[0] + p", "retrun", "return"),
        ("if p > 0.0 { retrun p; } x[0]", "retrun", "return"),
        ("#[limit(3)] lop { break; } p", "lop", "loop"),
        (
            "#[limit(3)] loop { if p > 0.0 { braek; } break; } p",
            "braek",
            "break",
        ),
        (
            "for i in 0..3 { if x[i] > 0.0 { contniue; } } p",
            "contniue",
            "continue",
        ),
    ] {
        let found = super::error(body);
        assert!(
            found.contains(&format!("there is no `{word}`")),
            "{body}: {found}"
        );
        assert!(
            found.contains(&format!("did you mean `{keyword}`?")),
            "{body}: {found}"
        );
    }
}

/// Names of variables and functions may be near to a keyword.
#[test]
fn names_that_are_near_to_keywords() {
    for body in [
        "let fo = p; let of = x; fo * of[0]",
        "let mut le = x; le[0] = 2.0; sum(le)",
        "let loo = true; if loo { p } else { 1.0 }",
        "let els = p; if p > 0.0 { els } else { -els }",
        "let fi = 2.0; fi - if p > 0.0 { 1.0 } else { 2.0 }",
    ] {
        graph(&format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}"));
    }
    lower(
        "fn of(x: f64) -> f64 { x } fn f(x: f64) -> f64 { of(x) + if x > 0.0 { 1.0 } else { x } }",
    )
    .expect("accepted");
}

#[test]
fn types() {
    for (ty, meant) in [
        ("f63", "f64"),
        ("f46", "f64"),
        ("f23", "f32"),
        ("flot64", "f64"),
        ("flaot", "f64"),
        ("duoble", "f64"),
        ("boll", "bool"),
        ("unsize", "usize"),
        ("Psoe", "Pose"),
        ("Row<f64, 2, 3>", "Rows"),
    ] {
        let text = format!("type Pose = [f64; 3]; fn f(x: f64, y: {ty}) -> f64 {{ x }}");
        let found = error_of_block(&text);
        assert!(
            found.contains(&format!("did you mean `{meant}`?")),
            "{ty}: {found}"
        );
    }
}
