//! Attributes of the language on constructs that they are not for.

use super::{check, check_block, errors, lower};

#[test]
fn derivatives_are_not_derived() {
    for list in ["jacobian", "gradient, hessian"] {
        let text = format!("#[derive({list})] fn f(x: f64) -> f64 {{ x }}");
        check_block(
            &text,
            "`derive` is for types, and no attribute of a function",
        );
        check_block(&text, &format!("asked for by `#[derivatives({list})]`"));
    }
}

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
            "derivatives(hessian(sparse))",
            "did you mean `sparse_hessian`?",
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

#[test]
fn names_of_attributes_that_are_misspelt() {
    const ONE: &str = "fn f(x: f64) -> f64 { x }";
    for (attribute, help) in [
        ("derivates(hessian)", "did you mean `derivatives`?"),
        ("chek", "did you mean `check`?"),
        ("codgen(contract)", "did you mean `codegen`?"),
        (
            "hessian",
            "derivatives are asked for by `#[derivatives(hessian)]`",
        ),
        ("jacobian", "by `#[derivatives(jacobian)]`"),
        ("batch", "by `#[derivatives(batch)]`"),
    ] {
        check_block(&format!("#[{attribute}] {ONE}"), help);
    }
    check_block(
        "#[extrnal] fn g(x: f64) -> f64; fn f(x: f64) -> f64 { g(x) }",
        "did you mean `external`?",
    );
    for (mark, help) in [
        ("dynmic", "did you mean `dynamic`?"),
        ("dyn", "did you mean `dynamic`?"),
        ("share", "did you mean `shared`?"),
    ] {
        let text = format!("fn f(#[{mark}] x: f64, y: f64) -> f64 {{ x * y }}");
        check_block(&text, help);
    }
    for (attribute, of, help) in [
        ("unrol", "for _ in 0..3 { }", "did you mean `unroll`?"),
        (
            "checkpoints(all)",
            "for _ in 0..3 { }",
            "did you mean `checkpoint`?",
        ),
        ("limits(3)", "while p > 0.0 { }", "did you mean `limit`?"),
        ("fast", "for _ in 0..3 { }", "there are `#[unroll]`"),
    ] {
        check(&format!("#[{attribute}] {of} p"), help);
    }
    // Attributes of Rust and of other crates are not the language's.
    for attribute in [
        "inline",
        "must_use",
        "instrument",
        "cached(10)",
        "track_caller",
    ] {
        let text = format!("#[{attribute}] {ONE}");
        assert_eq!(lower(&text).err(), None, "{attribute}");
    }
}

#[test]
fn attributes_at_the_end() {
    const ONE: &str = "fn f(x: f64) -> f64 { x }";
    check_block(
        &format!("{ONE} #[derivatives(hessian)]"),
        "expected a function behind this attribute",
    );
    check_block(
        &format!("{ONE}\n/// Ends here."),
        "expected a function behind this comment",
    );
    check_block(
        &format!("#[derivatives(module)] {ONE}"),
        "`module` takes the name of the module\n= help: write `module = name`",
    );
    check_block(
        &format!("#[check] #[check] {ONE}"),
        "the function has this attribute already",
    );
}

/// Requests for items that every function has, and for those that a function cannot have.
#[test]
fn requests_that_are_refused_once() {
    for (list, function, expected) in [
        (
            "gradient",
            "fn f(x: f64) -> f64 { x }",
            "`gradient` is there without being asked for",
        ),
        (
            "gradient",
            "fn f(x: [f64; 2]) -> [f64; 2] { x }",
            "`f` has no gradient: its result is [f64; 2]",
        ),
        (
            "tangent",
            "fn f(x: f64) -> bool { x > 0.0 }",
            "`f` has no derivative: its result is bool",
        ),
        (
            "batch = rows",
            "fn f(x: f64) -> f64 { x }",
            "in parentheses\n= help: write `batch(rows)`",
        ),
        (
            "jacobian = true",
            "fn f(x: f64) -> f64 { x }",
            "`jacobian` has no value, found `=`\n= help: the word alone asks for it: `jacobian`",
        ),
        (
            "hessian, jacobian: true",
            "fn f(x: f64) -> f64 { x }",
            "`jacobian` has no value, found `:`\n= help: the word alone asks for it: `jacobian`",
        ),
        (
            "jacobian = false",
            "fn f(x: f64) -> f64 { x }",
            "leave the word out",
        ),
        (
            "jacobian hessian",
            "fn f(x: f64) -> f64 { x }",
            "a comma stands between two words: `jacobian, hessian`",
        ),
        (
            "jacobians",
            "fn f(x: f64) -> f64 { x }",
            "`batch` (or `batch(columns)`), `batch(rows)`",
        ),
    ] {
        check_block(&format!("#[derivatives({list})] {function}"), expected);
    }
}

/// A list without the word that it need not have makes what is wanted; `only` would make less.
#[test]
fn requests_of_what_every_function_has() {
    let text = |list: &str| format!("#[derivatives({list})] fn f(x: f64) -> f64 {{ x }}");
    for (list, code) in [
        ("gradient, hessian", "#[derivatives(hessian)]"),
        ("gradient, taylor(3)", "#[derivatives(taylor(3))]"),
        (
            "batch(rows), gradient, jacobian",
            "#[derivatives(batch(rows), jacobian)]",
        ),
        ("gradient, module = of_f", "#[derivatives(module = of_f)]"),
        ("adjoint", "only(adjoint)"),
    ] {
        check_block(&text(list), &format!("`{code}`"));
        let code = code
            .trim_start_matches("#[derivatives(")
            .trim_end_matches(")]");
        lower(&text(code)).expect("accepted");
    }
    for (list, help) in [
        (
            "value, hessian, gradient",
            "remove all that are: `#[derivatives(hessian)]`",
        ),
        (
            "value, gradient",
            "`only(value, gradient)` makes them, and nothing else",
        ),
    ] {
        let found = errors(&text(list));
        assert_eq!(found.len(), 2, "{found:#?}");
        assert!(found.iter().all(|found| found.contains(help)), "{found:#?}");
    }
}

#[test]
fn requests_beside_a_list_are_one_error() {
    let text = |list: &str| format!("#[derivatives({list})] fn f(x: f64) -> f64 {{ x }}");
    for (list, help) in [
        (
            "jacobian, only(value, jacobian, hessian)",
            "remove it: `only(value, jacobian, hessian)` has it already",
        ),
        (
            "only(value), jacobian, hessian, taylor(3)",
            "put them into the list: `only(value, jacobian, hessian, taylor(3))`",
        ),
        (
            "jacobian, hessian, only(value, jacobian)",
            "put them into the list: `only(value, jacobian, hessian)`",
        ),
        (
            "only(value), batch",
            "put it into the list: `only(value, batch)`",
        ),
    ] {
        check_block(&text(list), help);
        let code = help.split('`').nth(1).expect("code");
        lower(&text(code)).expect("accepted");
    }
}

#[test]
fn functions_of_a_derivative_have_a_word_in_front() {
    for (attribute, help) in [
        (
            "rule",
            "`#[derivative(adjoint = rule)]` where it takes weights",
        ),
        (
            "rule",
            "`#[derivative(tangent = rule)]` where it takes a direction",
        ),
        (
            "f_adjoint",
            "computes: `#[derivative(adjoint = f_adjoint)]`",
        ),
        ("f_adjoint, tangent = g", "computes: `adjoint = f_adjoint`"),
        ("adjoint = g, f_tangent", "computes: `tangent = f_tangent`"),
        ("adjiont = g", "did you mean `adjoint`?"),
        ("adjiont", "did you mean `adjoint`?"),
    ] {
        let text = format!("#[derivative({attribute})] fn f(x: f64) -> f64 {{ x }}");
        check_block(&text, help);
    }
}

#[test]
fn functions_without_a_body_have_an_attribute() {
    let text = "fn table(x: f64) -> f64; fn f(x: f64) -> f64 { x }";
    check_block(text, "`#[external]`");
    check_block(text, "`#[cppad(\"f.json\")]` or `#[nnvm(\"f.json\")]`");
}
