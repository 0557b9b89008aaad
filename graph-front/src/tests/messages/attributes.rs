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

#[test]
fn attributes_take_what_they_take() {
    const ONE: &str = "fn f(x: f64) -> f64 { x }";
    for (attribute, expected) in [
        (
            "derivatives(\"hessian\")",
            "found \"hessian\"\n= help: write it without quotation marks: `hessian`",
        ),
        (
            "derivatives(module = \"m\")",
            "expected a name, found \"m\"",
        ),
        (
            "derivatives(hessian(x))",
            "`hessian` takes nothing in parentheses",
        ),
        (
            "derivatives(taylor(n))",
            "expected the highest order, a number: `taylor(3)`",
        ),
        (
            "derivative(adjoint = \"g\")",
            "expected the name of a function of the block, found \"g\"",
        ),
        (
            "derivative(adjoint = |x, s| s)",
            "expected the name of a function of the block",
        ),
        (
            "check(range = (0.1, 2.0))",
            "expected a range of numbers: `0.1..2.0`",
        ),
        ("check(points = \"a\")", "expected a whole number"),
        ("check(points)", "expected a value: `points = ..`"),
        (
            "codegen(\"finite\")",
            "write it without quotation marks: `finite`",
        ),
        (
            "differentiable(hessian)",
            "by another attribute: `#[derivatives(hessian)]`",
        ),
    ] {
        check_block(&format!("#[{attribute}] {ONE}"), expected);
    }
    for mark in [
        "dynamic(false)",
        "dynamic = \"no\"",
        "dynamic(x)",
        "shared(z)",
    ] {
        let text =
            format!("#[derivatives(batch)] fn f(#[{mark}] x: f64, y: f64) -> f64 {{ x * y }}");
        check_block(
            &text,
            "takes nothing\n= help: it marks the argument behind it",
        );
    }
    check(
        "#[inline] let y = p; y",
        "a `let` cannot have the attribute `inline`",
    );
    check_block(
        &format!("{ONE} #![codegen(finite)]"),
        "an attribute of the block stands at its start",
    );
    check_block(
        &format!("{ONE} #[test] pub fn g(x: f64) -> f64 {{ x }}"),
        "a test stands beside the block",
    );
}

#[test]
fn files_are_named_by_the_attributes_of_their_formats() {
    for (attribute, expected) in [
        ("mxnet(\"f.json\")", "did you mean `#[nnvm(\"f.json\")]`?"),
        ("cpad(\"f.json\")", "did you mean `#[cppad(\"f.json\")]`?"),
        (
            "onnx(\"f.json\")",
            "files are read by `#[cppad(\"f.json\")]` and",
        ),
    ] {
        check_block(&format!("#[{attribute}] pub fn p();"), expected);
    }
    check_block(
        "#[cppad(f.json)] fn f(x: f64) -> f64;",
        "expected the path of a file in quotation marks",
    );
}
