//! Attributes of the language on constructs that they are not for.

use super::{check, check_block};

#[test]
fn attributes_stand_on_what_they_are_for() {
    for (attribute, on) in [
        ("unroll", "a `for` loop"),
        ("unroll(never)", "a `for` loop"),
        ("checkpoint(all)", "a `for` loop"),
        ("dynamic", "an argument"),
        ("shared", "an argument"),
    ] {
        let text = format!("#[{attribute}] fn f(x: f64) -> f64 {{ x }}");
        check_block(&text, &format!("stands on {on}"));
    }
    for attribute in [
        "derivatives(hessian)",
        "check",
        "codegen(contract)",
        "external",
        "unroll",
    ] {
        for item in [
            "const N: usize = 3;",
            "type Number = f64;",
            "pub const N: usize = 3;",
        ] {
            let text = format!("#[{attribute}] {item} fn f(x: f64) -> f64 {{ x }}");
            check_block(&text, "stands on a");
        }
        check(&format!("#[{attribute}] let y = p; y"), "stands on a");
    }
    check(
        "#[dynamic] let y = p; y",
        "`#[dynamic]` stands on an argument",
    );
    check(
        "#[check] for k in 0..2 { } p",
        "a loop has no such attribute",
    );
}
