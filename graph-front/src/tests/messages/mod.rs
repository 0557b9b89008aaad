//! The messages of errors; one error never causes another.

mod affixes;
mod alignment;
mod arguments;
mod arrays_of_structs;
mod asked_elsewhere;
mod assigned;
mod attributes;
mod backwards;
mod bounds;
mod brackets;
mod calls;
mod chains;
mod coming;
mod conditions;
mod consequences;
mod counted;
mod counterparts;
mod cuts;
mod declared;
mod derived;
mod elements;
mod elsewhere;
mod endings;
mod exchanged;
mod first_hour;
mod followed;
mod foreign;
mod gaps;
mod habits;
mod half_typed;
mod indices;
mod integers;
mod intended;
mod intent;
mod juxtaposed;
mod lengths;
mod libraries;
mod line_ends;
mod lists;
mod literal;
mod mapped;
mod meant;
mod mistyped;
mod nearby;
mod once;
mod options;
mod pasted;
mod positional;
mod positions;
mod powers;
mod products;
mod random;
mod replaced;
mod sequences;
mod shadowed;
mod shapes;
mod signatures;
mod slips;
mod states;
mod structs;
mod surplus;
mod syntax;
mod told;
mod tuples;
mod typed;
mod types;

use super::{errors, graph, lower};

/// The only error of a body with `x: [f64; 3]`, `w: [f64; 4]`, `a: [[f64; 3]; 2]`, `p: f64`,
/// `q: f32`, `i: usize`.
fn error(body: &str) -> String {
    let text = format!(
        "fn f(x: [f64; 3], w: [f64; 4], a: [[f64; 3]; 2], p: f64, q: f32, i: usize) -> f64 {{ {body} }}"
    );
    let found = errors(&text);
    assert_eq!(found.len(), 1, "{body}: {found:#?}");
    found.into_iter().next().unwrap_or_default()
}

/// The only error of a block.
fn error_of_block(text: &str) -> String {
    let found = errors(text);
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    found.into_iter().next().unwrap_or_default()
}

#[test]
fn a_missing_name_is_explained_once() {
    let found = errors("fn f(x: f64) -> f64 { let a = q + x; let b = q * 2.0; a + b }");
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].contains("the macro sees only"), "{found:#?}");
    assert_eq!(found[1], "cannot find the value `q`");
    let found = errors("fn f(x: f64) -> f64 { lost(x) + lost(1.0) }");
    assert_eq!(found[1], "cannot find the function `lost`", "{found:#?}");
}

#[test]
fn integers_for_floats_hide_no_other_mistake() {
    let text =
        "fn f(x: [f64; 3]) -> f64 { let a = x * 2; let b = a[0] + 1; b + a[7] + sum(sin(a, a)) }";
    let found = errors(text);
    assert_eq!(found.len(), 4, "{found:#?}");
    for (found, expected) in found.iter().zip([
        "`2` is an integer",
        "`1` is an integer",
        "7 is out of range",
        "`sin` takes 1 argument",
    ]) {
        assert!(found.contains(expected), "{found}");
    }
    check("let a = x * 2; a[0] + p", "`2` is an integer");
    check("sum(max(x * 2, 1.0))", "`2` is an integer");
    check("max(x, 0)[0]", "along an axis it is");
}

#[test]
fn names_of_arguments_in_a_call_are_one_error() {
    let text = |call: &str| {
        format!("fn g(n: f64, m: f64) -> f64 {{ n * m }} fn f(x: f64) -> f64 {{ {call} }}")
    };
    for call in ["g(n: 1.0, m: x)", "g(1.0, m: x)", "g(n = 1.0, m = x)"] {
        check_block(&text(call), "are given without their names");
    }
    check_block(&text("sum([x, x], axis: 0)"), "write `axis = 0`");
}

fn check_block(text: &str, expected: &str) {
    let found = error_of_block(text);
    assert!(
        found.contains(expected),
        "{text}\nfound: {found}\nexpected: {expected}"
    );
}

/// The help of the only error of a body has this code, and with it in the place of `part` the body
/// is accepted.
fn follow(body: &str, part: &str, code: &str) {
    check(body, &format!("`{code}`"));
    assert!(body.contains(part), "{body}: {part}");
    let body = body.replacen(part, code, 1);
    graph(&format!(
        "fn f(mut x: [f64; 3], w: [f64; 4], a: [[f64; 3]; 2], p: f64, i: usize) -> f64 {{ {body} }}"
    ));
}

/// As [`follow`], of a block.
fn follow_in_block(text: &str, part: &str, code: &str) {
    check_block(text, &format!("`{code}`"));
    assert!(text.contains(part), "{text}: {part}");
    lower(&text.replacen(part, code, 1)).expect("accepted");
}

/// Blocks with one error each, whose text is expected to have a part; all that differ are shown.
fn check_blocks(blocks: &[(String, &str)]) {
    let wrong = blocks.iter().filter_map(|(text, expected)| {
        let found = errors(text);
        let is_right = matches!(&found[..], [only] if only.contains(expected));
        (!is_right).then(|| format!("{text}\nexpected: {expected}\nfound: {found:#?}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn check(body: &str, expected: &str) {
    let found = error(body);
    assert!(
        found.contains(expected),
        "{body}\nfound: {found}\nexpected: {expected}"
    );
}

#[test]
fn a_truth_value_is_compared_with_no_number() {
    let head = "fn f(ok: bool, oks: [bool; 3], i: usize, t: f64) -> f64";
    for (condition, meant) in [
        ("ok > 0.5", "ok"),
        ("ok > 7.0", "ok"),
        ("oks[i] > 0.5", "oks[i]"),
        ("ok >= 1.0", "ok"),
        ("ok >= 1", "ok"),
        ("ok != 0.0", "ok"),
        ("ok > 0", "ok"),
        ("0.5 < ok", "ok"),
        ("1 == ok", "ok"),
        ("0.0 == ok", "!ok"),
        ("ok < 0.5", "!ok"),
        ("ok <= 0.0", "!ok"),
        ("ok == 0.0", "!ok"),
        ("oks[i] != 1.0", "!oks[i]"),
        ("(t > 1.0) > 0.5", "t > 1.0"),
        ("(t > 1.0) < 0.5", "!(t > 1.0)"),
        ("ok > -1.0", "ok"),
        ("ok > t", "ok"),
    ] {
        let text = |condition: &str| format!("{head} {{ if {condition} {{ 1.0 }} else {{ t }} }}");
        let found = error_of_block(&text(condition));
        assert!(
            found.contains("a bool is no number, and is compared with"),
            "{found}"
        );
        assert!(
            found.contains(&format!("it is a condition itself: `{meant}`")),
            "{found}"
        );
        lower(&text(meant)).expect("accepted");
    }
    let all = |condition: &str| format!("{head} {{ sum(select({condition}, 1.0, t)) }}");
    let found = error_of_block(&all("oks < 0.5"));
    let help = "its elements are conditions themselves: `!oks`";
    assert!(found.contains(help), "{found}");
    lower(&all("!oks")).expect("accepted");
}

#[test]
fn numbers_are_no_truth_values() {
    for (body, found) in [
        (
            "if p == 1.0 || 2.0 { p } else { 0.0 }",
            "of its own: `p == 2.0`",
        ),
        (
            "let k = 2.0; if p == 1.0 || k { p } else { 0.0 }",
            "of its own: `p == k`",
        ),
        (
            "if p > 0.0 && sin(1.0) { p } else { 0.0 }",
            "of its own: `p > sin(1.0)`",
        ),
        ("if p > 0.0 && ones(3) { p } else { 0.0 }", "found [f64; 3]"),
        (
            "let b = p > 0.0; if b || 0.0 { p } else { 0.0 }",
            "`||` takes this for a bool",
        ),
        (
            "let b = [p > 0.0, 0.5]; if b[1] { p } else { 0.0 }",
            "`[..]` takes this for a bool",
        ),
        (
            "let b = [1.0, true]; if b[1] { p } else { 0.0 }",
            "`[..]` takes this for a bool",
        ),
        (
            "let b = select(p > 0.0, 0.5, false); p",
            "`select` takes this for a bool",
        ),
        (
            "let b = concat([p > 0.0], [1.0]); p",
            "`concat` takes this for a bool",
        ),
        (
            "let b = stack(p > 0.0, 1.0); p",
            "`stack` takes this for a bool",
        ),
    ] {
        check(body, found);
    }
    check_block(
        "const B: [bool; 2] = [1.0, true]; fn f(x: f64) -> f64 { if B[0] { x } else { 0.0 } }",
        "`[..]` takes this for a bool like the others, found f64",
    );
    check(
        "let h = 1 / 100; p * h",
        "divide floats in its `let`: `let h = 1.0 / 100.0;`; integers drop the rest of a quotient",
    );
}

#[test]
fn names() {
    check("tannh(p)", "did you mean `tanh`?");
    check("log(p)", "did you mean `ln`?");
    check("p.log()", "did you mean `ln`?");
    check("foo(p)", "cannot find the function `foo`");
    check("stretch + 1.0", "cannot find the value `stretch`");
    check("let stretch = p; strech", "did you mean `stretch`?");
    check("GRAVITY * p", "const GRAVITY: f64 = ..;");
    check("p.sine()", "a value of type f64 has no method `sine`");
    check("x.iter().sum()", "has no method `iter`");
    check(
        "x.clone()[0]",
        "values are copied where they are used: write `x`",
    );
    check("sin", "`sin` is a function: call it");
    check("f64::sin", "`sin` is a function: call it, `sin(..)`");
    check("sum(x, axes = 0)", "did you mean `axis`?");
    check("p.x", "a value of type f64 has no field `x`");
    check(
        "std::f64::consts::PIE",
        "the macro cannot see `std::f64::consts::PIE`",
    );
    check(
        "std::f64::consts::sin(p)",
        "call it by its name alone: `sin(..)`",
    );
    check("PI * p", "write `f64::consts::PI`");
    check("pi * p", "write `f64::consts::PI`");
    check("p < inf", "write `f64::INFINITY`");
    check("p.log()", "did you mean `ln`?");
    check(
        "p.log(2.0)",
        "a logarithm to another base is `ln(p) / ln(2.0)`",
    );
    check("cot(p)", "write `1.0 / tan(p)`");
    check("bessel_k0(p)", "there is no such function");
    check(
        "deriv(p, [p, p])",
        "several variables stand in parentheses: `(p, p)`",
    );
    follow("jacobian(p * x, [x])[(0, 0)]", "[x]", "x");
    follow("deriv(p * p, [p])", "[p]", "p");
    check(
        "deriv(p, x, p)",
        "several variables stand in parentheses: `deriv(p, (x, p))`",
    );
}

#[test]
fn counts() {
    check("sin(p, p)", "`sin` takes 1 argument, found 2");
    check("atan2(p)", "it is called as `atan2(y, x)`");
    check("p.atan2()", "`.atan2` takes 1 argument, found 0");
    check("max(p, p, p)", "`max` takes 1 or 2 arguments, found 3");
    check("concat()[0]", "`concat` takes at least 1 argument, found 0");
}

#[test]
fn types() {
    check(
        "let y: [f64; 2] = x; p",
        "`y` is annotated as [f64; 2], but its value is [f64; 3]",
    );
    check("let y: f64 = 1; p", "write it as a float: `1.0`");
    check("let y: F64 = p; p", "did you mean `f64`?");
    check("let y: Vector = x; p", "cannot find the type `Vector`");
    check("x", "`f` yields [f64; 3], and the signature promises f64");
    check("p;", "remove the `;` after the result: `p`");
    check("1", "write it as a float: `1.0`");
    check(
        "if p > 0.0 { p } else { x }",
        "`if` and `else` have values of different types, f64 and [f64; 3]",
    );
    check(
        "if p > 0.0 { p } 1.0",
        "this `if` has a value of type f64 and no `else`",
    );
    check(
        "let y = [p, x]; p",
        "the elements of an array are of one type, found f64 and [f64; 3]",
    );
    check(
        "let (a, b) = p; p",
        "this pattern binds a tuple of 2 values, but the value is f64",
    );
    check(
        "let [a, b] = x; a",
        "this pattern binds an array of 2 elements, but the value is [f64; 3]",
    );
}

#[test]
fn mutation() {
    check(
        "let y = p; y = 1.0; p",
        "cannot assign to `y`, which is not mutable",
    );
    check("let y = p; y += 1.0; p", "declare it as `let mut y`");
    check("p = 1.0; p", "declare it as `mut p: ..` in the signature");
    check(
        "for k in 0..2 { k = 1; } p",
        "`k` is the variable of a `for` loop",
    );
    check(
        "let mut y = p; y = x; p",
        "`y` holds f64 and cannot be assigned [f64; 3]",
    );
    check(
        "sin(p) = 1.0; p",
        "only variables and parts of them can be assigned",
    );
    check(
        "let mut y = x; y[0] = x; p",
        "`y[0]` holds f64 and cannot be assigned [f64; 3]",
    );
    check(
        "let mut y = 0; y = p; p",
        "start `y` with a float: `let mut y = 0.0;`",
    );
}

#[test]
fn loops() {
    check(
        "for k in 0..i { } p",
        "the bounds of a loop are constants, lengths, or integers that something bounds, and nothing \
         bounds `i`, which is known only at run time",
    );
    check(
        "for k in 0..p { } p",
        "the bounds of a loop are constant integers, found f64",
    );
    check(
        "for v in p { } p",
        "a loop of the language runs over a range of integers or an array",
    );
    check("for k in 0.. { } p", "needs both bounds");
    check(
        "for k in 0..2 { p } p",
        "the body of a `for` has no value, found f64",
    );
    check("for k in 0..3 { x * x[k] + w; } p", "equal shape");
    check(
        "for k in 0..3 { if p > 1.0 { break; } p } p",
        "the body of a loop has no value",
    );
}

#[test]
fn values_that_are_dropped() {
    for (body, message) in [
        (
            "if p > 0.0 { 1.0 } else { 2.0 } - p",
            "the value of this `if` is dropped, and it is f64",
        ),
        (
            "if p > 0.0 { 1.0 } else { 2.0 } p",
            "the value of this `if` is dropped",
        ),
        ("{ p * p } -p", "the value of this block is dropped"),
        ("{ p * p } p", "the value of this block is dropped"),
    ] {
        check(body, message);
    }
}

#[test]
fn names_that_are_bound_twice() {
    for body in [
        "let (b, b) = (p, 2.0); b",
        "let [b, b] = [p, 2.0]; b",
        "let mut s = p; for (i, i) in x.iter().enumerate() { s += 1.0; } s",
    ] {
        check(body, "is bound more than once in the same pattern");
    }
}

#[test]
fn arguments_that_are_named_twice() {
    for (body, message) in [
        (
            "sum(sum(a, axis = 0, axis = 1))",
            "several axes stand in parentheses",
        ),
        (
            "sum(windows(x, 2, stride = 1, stride = 2))",
            "the argument `stride` is given twice",
        ),
    ] {
        check(body, message);
    }
}

#[test]
fn attributes_in_bodies() {
    for body in [
        "let mut y = p; #[cfg(any())] { y = 5.0; } y",
        "sum([p, #[cfg(any())] 2.0])",
        "let mut y = p; #[cfg(any())] y = 5.0; y",
        "#[cfg(any())] if p > 0.0 { } p",
        "sin(#[cfg(test)] p)",
        "#[cfg(any())] const K: f64 = 1.0; p",
        "#[cfg(any())] let y = 1.0; p",
    ] {
        check(
            body,
            "the macro cannot tell whether a `cfg` inside of a body holds",
        );
    }
    check("#[foo] p", "nothing in a body can have the attribute `foo`");
}

/// A function counts on items under a `cfg` only under the same one.
#[test]
fn items_that_may_be_absent() {
    let two =
        "#[cfg(test)] fn g(x: f64) -> f64 { x } #[cfg(not(test))] fn g(x: f64) -> f64 { 2.0 * x }";
    for (text, name) in [
        (format!("{two} fn f(x: f64) -> f64 {{ g(x) }}"), "`g`"),
        (
            format!("{two} #[cfg(any())] fn f(x: f64) -> f64 {{ g(x) }}"),
            "`g`",
        ),
        (
            "#[cfg(any())] const K: f64 = 1.0; fn f(x: f64) -> f64 { K * x }".into(),
            "`K`",
        ),
        (
            "#[cfg(any())] fn g<const N: usize>(x: &[f64; N]) -> f64 { sum(x) }
            fn f(x: [f64; 3]) -> f64 { g(x) }"
                .into(),
            "`g`",
        ),
    ] {
        check_block(&text, &format!("{name} is under `#[cfg("));
    }
    graph(
        "#[cfg(test)] fn g(x: f64) -> f64 { x }
        #[cfg(test)] fn f(x: f64) -> f64 { g(x) }",
    );
}

#[test]
fn loops_that_end_early() {
    let many = "+ p ".repeat(300);
    let long = format!("#[limit(9)] while p {many}> 0.0 {{ }} p");
    for (body, message) in [
        (
            "while p > 0.0 { } p",
            "this loop does not say how often it repeats at most",
        ),
        (
            "loop { break; } p",
            "this loop does not say how often it repeats at most",
        ),
        ("#[limit(9)] loop { } p", "this `loop` has no `break`"),
        (
            "#[limit] while p > 0.0 { } p",
            "`limit` takes the most repetitions",
        ),
        (
            "#[limit()] while p > 0.0 { } p",
            "`limit` takes the most repetitions",
        ),
        (
            "#[limit(1)] #[limit(2)] while p > 0.0 { } p",
            "the loop has this attribute already",
        ),
        (
            "#[limit(p)] while p > 0.0 { } p",
            "the limit of a loop is a constant integer",
        ),
        (
            "#[limit(9)] for _ in 0..3 { } p",
            "a `for` repeats as its range says",
        ),
        (
            "#[limit(9)] if p > 0.0 { } p",
            "`#[limit]` stands on a `while` or `loop`",
        ),
        (
            "#[unroll] #[limit(9)] while p > 0.0 { } p",
            "a loop that may end early is not unrolled",
        ),
        (
            "#[limit(9)] while p { } p",
            "the condition of `while` must be one bool, found f64",
        ),
        (
            "#[limit(9)] while x > 0.0 { } p",
            "the condition of `while` must be one bool",
        ),
        (
            "#[limit(9)] while y > 0.0 { } p",
            "cannot find the value `y`",
        ),
        (
            "#[limit(9)] while p > 0.0 { p } p",
            "the body of a loop has no value",
        ),
        (&*long, "the condition of a loop has at most 256 operators"),
    ] {
        check(body, message);
    }
}

#[test]
fn unsupported() {
    for (body, what) in [
        ("while let 1 = i { } p", "`while let` is"),
        ("let y = loop { break p; }; y", "the value of a `loop` is"),
        ("for _ in 0..3 { break p; } p", "`break` with a value is"),
        (
            "'a: for _ in 0..3 { break 'a; } p",
            "`break` with a label is",
        ),
        (
            "'a: for _ in 0..3 { continue 'a; } p",
            "`continue` with a label is",
        ),
        ("if p > 0.0 { break; } p", "`break` in this place is"),
        ("continue; p", "`continue` in this place is"),
        (
            "for _ in 0..3 { let y = if p > 0.0 { break } else { p }; } p",
            "`break` in this place is",
        ),
        ("match p { _ => p }", "`match` is"),
        ("return p", "`return` is"),
        ("p?", "the `?` operator is"),
        ("(|y| y)(p)", "the macro cannot call"),
        ("let g = |y: f64| y; p", "closures are"),
        ("let r = &p; p", "references inside of a body are"),
        ("*p", "`*` in front of a value is"),
        ("Point { x: p }", "cannot find the struct `Point`"),
        ("let s = vec![p]; p", "macro calls are"),
        ("let s = vec![p, 0.0]; p", "write an array: `[p, 0.0]`"),
        ("let s = vec![vec![0.0; 3]; 2]; p", "`[[0.0; 3]; 2]`"),
        ("println!(\"{}\", p); p", "macro calls are"),
        (
            "println!(\"{}\", p); p",
            "prints a value with its name: `print(\"x\", x)`",
        ),
        ("let s = format!(\"{p}\"); p", "the language has no texts"),
        ("print(p); p", "name the value: `print(\"p\", p)`"),
        ("print(\"p\"); p", "`print` takes 2 arguments, found 1"),
        (
            "print(\"p\", p, q); p",
            "`print` takes 2 arguments, found 3",
        ),
        ("print(p, \"p\"); p", "in quotation marks"),
        ("p.print(); p", "write `print(\"p\", p)`"),
        ("print(\"t\", (p, q)); p", "print its values one by one"),
        ("let y = print(\"p\", p); p * y", "found ()"),
        (
            "print(\"p\", nothing); p",
            "cannot find the value `nothing`",
        ),
        (
            "solve(|y| { print(\"y\", y); y - p }, p)",
            "the equation of `solve` prints",
        ),
        ("unsafe { p }", "`unsafe` is"),
        ("async { p }", "`async` is"),
        ("p.await", "`await` is"),
        ("if let y = p { p } else { p }", "`if let` is"),
        ("p ^ p", "`^` is no power"),
        ("let s = 0..3; p", "a range on its own is"),
        ("fn g() {} p", "functions cannot stand here"),
        ("let Some(y) = p; p", "struct patterns are"),
    ] {
        check(body, what);
    }
}

#[test]
fn one_error_does_not_cause_another() {
    check(
        "let y = x + w; let z = y * 2.0 + sin(y); sum(z) + y[0]",
        "equal shape",
    );
    check(
        "let mut y = nothing; y += 1.0; for k in 0..3 { y = y * p; } y",
        "cannot find the value",
    );
    check(
        "let y = if p > zero { x } else { w }; sum(y)",
        "cannot find the value `zero`",
    );
    check("let y: [f64; N] = x; y[7]", "cannot find the value `N`");
    check(
        "let (a, b) = unknown(p); a + b",
        "cannot find the function `unknown`",
    );
}

#[test]
fn all_independent_errors_are_reported() {
    let found = errors(
        "fn f(x: [f64; 3]) -> f64 { let y = x + [1.0, 2.0]; let z = sinn(x); x[4] }
         fn g(x: f64) -> f64 { let q = x * 2; r }
         fn h(x: Foo) -> f64 { x }
         fn k(x: f64) -> f64 { x + }",
    );
    assert_eq!(found.len(), 7, "{found:#?}");
}

#[test]
fn calls_that_other_languages_would_take() {
    check("let y = x.astype(f32); sum(y)", "has no method `astype`");
    check("cast(x, f32)[0]", "cannot find the function `cast`");
    let named = "fn g(x: f64, n: f64) -> f64 { x * n }
        fn f(x: f64) -> f64 { g(n = 1.0, x = x) }";
    check_block(named, "given without their names");
    check_block(&named.replace("n = 1.0, ", ""), "given without their names");
    let of_any_length = "fn g<const N: usize>(x: [f64; N]) -> f64 { x[0] }
        fn f(x: [f64; 2]) -> f64 { g(x = x) }";
    check_block(of_any_length, "given without their names");
    let number = "fn h<const N: f64>(x: f64) -> f64 { x * N } fn f(x: f64) -> f64 { h::<2.0>(x) }";
    check_block(number, "is a length, which is a `usize`");
    let method = "fn f(&self, x: f64) -> f64 { self.k * x }";
    check_block(method, "has no `self`");
}
