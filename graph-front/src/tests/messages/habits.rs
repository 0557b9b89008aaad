//! Habits of people who come from another language or library, and the help that compiles to what
//! they mean.

use super::{check, check_block};

/// Numbers of a generic float type, as the traits of other libraries have them.
#[test]
fn numbers_of_a_generic_type() {
    for (number, help) in [
        ("T::consts::PI", "write `f64::consts::PI as T`"),
        ("T::PI", "write `f64::consts::PI as T`"),
        ("PI", "write `f64::consts::PI as T`"),
        ("T::EPSILON", "write `f64::EPSILON as T`"),
        ("T::from(2.0)", "write the number: `2.0`"),
        ("T::from_f64(2.5)", "write the number: `2.5`"),
        ("T::from(2)", "write the number: `2.0`"),
        ("T::from(x)", "write `x as T`"),
        ("T::one()", "write `1.0`"),
        ("T::zero()", "write `0.0`"),
        ("T::infinity()", "write `T::INFINITY`"),
        (
            "x.to_radians()",
            "write `(x * (f64::consts::PI as T / 180.0))`",
        ),
        ("T::sinus(x)", "it calls the functions of the block"),
    ] {
        check_block(
            &format!("fn g<T: Float>(x: T) -> T {{ x * {number} }}"),
            help,
        );
    }
    // What is proposed compiles.
    for right in [
        "f64::consts::PI as T",
        "f64::EPSILON as T",
        "(f64::consts::PI as T / 180.0)",
        "1.0",
    ] {
        super::graph(&format!("fn g<T: Float>(x: T) -> T {{ x * {right} }}"));
    }
    check_block("fn g(x: f32) -> f32 { x * PI }", "write `f32::consts::PI`");
    check_block(
        "fn g(x: impl Float) -> f64 { 1.0 }",
        "`fn g<T: Float>(x: T) -> T`",
    );
}

/// The code of a help means the same wherever the call stands.
#[test]
fn pasted_code_keeps_its_operands_together() {
    for (body, help) in [
        ("pow(p + 1.0, 2)", "`(p + 1.0).powi(2)`"),
        ("np.power(p + 1.0, 2)", "`(p + 1.0).powi(2)`"),
        ("sqr(p - x[0])", "`(p - x[0]).powi(2)`"),
        ("fmod(p + 1.0, p + 2.0)", "`(p + 1.0) % (p + 2.0)`"),
        ("exp10(p + 1.0)", "`exp((p + 1.0) * ln(10.0))`"),
        ("sinc(p + 1.0)", "`sin(p + 1.0) / (p + 1.0)`"),
        ("deg2rad(p + 1.0)", "`(p + 1.0) * ("),
        (
            "(p + 1.0).rem_euclid(p + 2.0)",
            "`(p + 1.0) - (p + 2.0) * floor((p + 1.0) / (p + 2.0))`",
        ),
        ("p / cot(p)", "`(1.0 / tan(p))`"),
        ("cot(p)", "`1.0 / tan(p)`"),
        ("cot(p) * p", "`(1.0 / tan(p))`"),
        ("sin(cot(p))", "`1.0 / tan(p)`"),
        ("2.0 * sin(cot(p))", "`1.0 / tan(p)`"),
        ("-cot(p)", "`(1.0 / tan(p))`"),
        ("2.0 * fmod(p, 3.0)", "`(p % 3.0)`"),
        ("p / p.to_radians()", "`(p * ("),
        ("p / np.deg2rad(p)", "`(p * ("),
        ("p / (p + rsqrt(p))", "`(1.0 / sqrt(p))`"),
        (
            "sum(diff(1.0 + x))",
            "`(1.0 + x)[1..] - (1.0 + x)[..(1.0 + x).len() - 1]`",
        ),
    ] {
        check(body, help);
    }
}

#[test]
fn axes_without_their_name() {
    for (body, help) in [
        ("sum(sum(a, 1))", "an axis is named: `sum(a, axis = 1)`"),
        ("sum(a.sum(1))", "an axis is named: `a.sum(axis = 1)`"),
        ("sum(softmax(a, -1))", "`softmax(a, axis = 1)`"),
        ("sum(cumsum(a, 0))", "`cumsum(a, axis = 0)`"),
        ("norm(x, 1)", "of order 1 it is `sum(abs(x))`"),
        (
            "norm(x, f64::INFINITY)",
            "of order infinity it is `max(abs(x))`",
        ),
        ("norm(a, 2)", "of order 2 it is `max(svd(a).1)`"),
        (
            "sum(a.transpose(1, 0))",
            "the order of the dimensions is one list",
        ),
        ("p.lerp(2.0, 0.25)", "`p + 0.25 * (2.0 - p)`"),
        ("sum(x, 3)", "the axes are 0 alone"),
        (
            "sum(a.max(1))",
            "along an axis it is `max(a, axis = 1)`; the larger of each element and a number is \
             `max(a, 1.0)`",
        ),
        ("sum(min(x, -1))", "`min(x, axis = 0)`"),
        ("max(p, 1)", "write it as a float: `1.0`"),
        ("atan(p, 1.0)", "of two arguments it is `atan2(y, x)`"),
    ] {
        check(body, help);
    }
}

#[test]
fn integers_where_positions_are_wanted() {
    for (body, help) in [
        ("x[i / 2.0]", "write an integer: `2`"),
        ("x[2.0 * i]", "write an integer: `2`"),
        ("x[i + 0.5]", "positions are integers"),
        ("x[(2.0 * i) as usize]", "convert the integer: `i as f64`"),
        ("p + x[0] * (i * 2.0)", "convert the integer: `i as f64`"),
        ("for k in 0..4.0 { } p", "write an integer: `4`"),
        ("for k in 1.0..4 { } p", "write an integer: `1`"),
        (
            "for k in 0..i { } p",
            "as later ones are left out: `for k in 0..MOST { if k < i { .. } }`",
        ),
        ("sum(zeros(3.0))", "write an integer: `3`"),
        (
            "mean(x[x > 0.0])",
            "`select(x > 0.0, b, c)` is `b` where it holds",
        ),
        (
            "x[end]",
            "the last position of an array `x` is `x.len() - 1`",
        ),
        ("sum(x[0..3..2])", "a range has no step"),
    ] {
        check(body, help);
    }
}

#[test]
fn loops_of_other_languages() {
    for (header, help) in [
        (
            "for k in range(4)",
            "a range is written with its ends and two dots",
        ),
        (
            "for k in range(1, 4)",
            "a range is written with its ends and two dots",
        ),
        (
            "for (k, v) in enumerate(x)",
            "`for (i, v) in x.iter().enumerate()`",
        ),
        (
            "for (a, b) in zip(x, x)",
            "`for (a, b) in x.iter().zip(x.iter())`",
        ),
        ("for k in 1:3", "write `1..3`, or `1..=3` with its end"),
        (
            "for k in 0:2:10",
            "a range with a step is `(0..10).step_by(2)`",
        ),
        ("for c in x.chunks(2)", "`let part = x[2 * k..2 * k + 2];`"),
        (
            "for c in (x + 1.0).chunks(2)",
            "`for row in reshape(x, [n, 2])`",
        ),
        ("for c in chunks(x, 2)", "write `reshape(x, [n, 2])`"),
    ] {
        check(&format!("{header} {{ }} p"), help);
    }
}

#[test]
fn arrays_are_joined() {
    check(
        "sum(stack(x, w))",
        "`stack` needs operands of equal shape, found [f64; 3] and [f64; 4]",
    );
    check("sum(concat([x, w]))", "outside of brackets: `concat(x, w)`");
    check("sum([x, p])", "outside of brackets: `concat(x, [p])`");
    check(
        "sum(hessian(x * x, x))",
        "a weighted one: `dot(weights, x * x)`",
    );
    check(
        "sum(hessian(a * a, a))",
        "a weighted one: `sum(weights * (a * a))`",
    );
}

#[test]
fn statements_of_other_languages() {
    for (body, help) in [
        ("if p = 2.0 { 1.0 } else { p }", "write `p == 2.0`"),
        ("if (p > 0.0) p else 1.0", "stands in braces"),
        (
            "let mut y = x; y.sort(); y[0]",
            "assign it: `y = y.sort();`",
        ),
        ("float y = p; y", "write `let y = ..;`"),
        ("auto y = p; y", "write `let y = ..;`"),
        ("2p + 1.0", "a product has its sign: `2.0 * p`"),
        ("1e-3p + 1.0", "a product has its sign: `1e-3 * p`"),
        (
            "jnp::where(p > 0.0, p, 0.0)",
            "the macro cannot call `jnp::where`\n= help: did you mean `select`?",
        ),
        (
            "np.where(p > 0.0, p, 0.0)",
            "the macro cannot call `np.where`\n= help: did you mean `select`?",
        ),
        ("Math.sin(p)", "call it by its name alone: `sin(..)`"),
        (
            "print(\"p = {}\", p); p",
            "write `print(\"p\", p)`, which prints `p = ..`",
        ),
    ] {
        check(body, help);
    }
    let block = "fn q<const N: usize>(x: [f64; N]) -> f64 { sum(x) } fn f(x: [f64; 4]) -> f64 { q::<4, f32>(x) }";
    check_block(block, "lengths alone stand there: `q::<4>(..)`");
}

/// Where a type or a name is missing, the message has words of its own for what is expected.
#[test]
fn half_written_items() {
    for (text, expected) in [
        ("fn f(x: ) -> f64 { x }", "expected a type"),
        ("fn f(x: f64) -> { x }", "expected a type"),
        ("fn f(x: f64) ->", "the signature ends behind `->`"),
        ("fn f(x: f64) -> f64 { let }", "expected a name"),
        (
            "|x| x * x",
            "expected a function, a `const` or a type alias",
        ),
        ("fn f(x: [3; f64]) -> f64 { sum(x) }", "write `[f64; 3]`"),
        ("fn f(x: f64[3]) -> f64 { sum(x) }", "write `[f64; 3]`"),
        ("fn f(x: f64) -> f64[3] { [x; 3] }", "write `[f64; 3]`"),
    ] {
        check_block(text, expected);
        assert!(
            !super::error_of_block(text).contains("expected one of"),
            "{text}"
        );
    }
}

/// The rest of an item that is being written is not the next item, whose name it does not take.
#[test]
fn half_written_items_end_where_the_next_begins() {
    let behind = |text: &str| format!("the signature ends behind `{text}`");
    for (half, expected) in [
        ("pub fn half", behind("half")),
        ("pub(crate) fn half", behind("half")),
        ("pub fn", behind("fn")),
        ("fn half<", behind("<")),
        ("fn half<const N: usize>", behind(">")),
        ("fn half(x: f64) ->", behind("->")),
        ("fn half()", "expected the body".into()),
        ("fn half(x: f64)", "expected the body".into()),
        ("fn half(x: f64) -> f64", "expected the body".into()),
        ("const", "`const` functions".into()),
        ("const A", "expected `:` behind `A`".into()),
        ("const A: f64", "expected `= ..;` behind `f64`".into()),
        ("const A: f64 =", "expected an expression behind `=`".into()),
        ("type", "expected a name behind `type`".into()),
        ("type T", "expected `= ..;` behind `T`".into()),
        ("type T =", "expected a type".into()),
        ("struct S", "expected the fields behind `S`".into()),
        ("use", "expected a path behind `use`".into()),
        ("use std", "expected `;` behind `std`".into()),
    ] {
        for next in [
            "fn next(a: f64) -> f64 { a }",
            "/// Next.\npub fn next(a: f64) -> f64 { a }",
        ] {
            if half == "const" && next.starts_with('/') {
                continue;
            }
            let text = format!("fn first(x: f64) -> f64 {{ x }}\n{half}\n{next}");
            check_block(&text, &expected);
            // The next function has one stand-in.
            let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
            let tokens = quote::quote!((::adgraph) #tokens);
            let expanded = crate::expand::block_macro(tokens, crate::expand::Host::Compiler);
            let expanded = expanded.to_string();
            assert_eq!(
                expanded.matches("mod next").count(),
                1,
                "{half}: {expanded}"
            );
            assert!(!expanded.contains("const next"), "{half}: {expanded}");
        }
    }
}
