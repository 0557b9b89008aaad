//! Methods of Rust's integers, and steps and bounds of loops that are known only at run time.

use super::{check, error, error_of_block, follow};
use crate::tests::{lower, value};

/// A method of two integers, the help, and what the method yields where that is a `usize`.
type Row = (
    &'static str,
    &'static str,
    fn(usize, usize) -> Option<usize>,
);

const METHODS: [Row; 11] = [
    ("saturating_sub", "max(a - b, 0)", |a, b| {
        Some(a.saturating_sub(b))
    }),
    ("abs_diff", "abs(a - b)", |a, b| Some(a.abs_diff(b))),
    ("wrapping_add", "a + b", |a, b| Some(a + b)),
    ("checked_sub", "a - b", usize::checked_sub),
    ("wrapping_sub", "a - b", usize::checked_sub),
    ("overflowing_mul", "a * b", |a, b| Some(a * b)),
    ("checked_div", "a / b", usize::checked_div),
    ("div_euclid", "a / b", usize::checked_div),
    ("checked_rem", "a % b", usize::checked_rem),
    ("div_ceil", "(a + b - 1) / b", |a, b| {
        (b > 0).then(|| a.div_ceil(b))
    }),
    ("is_multiple_of", "a % b == 0", |_, _| None),
];

#[test]
fn methods_of_integers_have_help_that_means_the_same() {
    for (method, code, of_rust) in METHODS {
        for text in [
            format!("fn f(a: usize, b: usize) -> f64 {{ (a.{method}(b)) as f64 }}"),
            format!("const a: usize = 7; fn f(b: usize) -> f64 {{ (a.{method}(b)) as f64 }}"),
        ] {
            let found = error_of_block(&text);
            assert!(found.contains(&format!("`{code}`")), "{text}: {found}");
        }
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            let Some(expected) = of_rust(a, b) else {
                continue;
            };
            let constants = format!(
                "const a: usize = {a}; const b: usize = {b}; fn f(x: f64) -> f64 {{ ({code}) as f64 }}"
            );
            assert_eq!(
                value(&constants, &[&[0.0]]),
                expected as f64,
                "{code}: {a}, {b}"
            );
            let arguments = format!("fn f(a: usize, b: usize) -> f64 {{ ({code}) as f64 }}");
            let given: [&[f64]; 2] = [&[a as f64], &[b as f64]];
            assert_eq!(
                value(&arguments, &given),
                expected as f64,
                "{code}: {a}, {b}"
            );
        }
    }
    follow(
        "x[i.saturating_sub(2)]",
        "i.saturating_sub(2)",
        "max(i - 2, 0)",
    );
    follow(
        "let mut s = 0.0; for k in 0..3 { s += x[k.abs_diff(1)]; } s",
        "k.abs_diff(1)",
        "abs(k - 1)",
    );
    follow(
        "x[2.saturating_sub(3)]",
        "2.saturating_sub(3)",
        "max(2 - 3, 0)",
    );
    // Floats have no such methods.
    assert!(!error("p.saturating_sub(p)").contains("help"));
}

#[test]
fn a_step_that_is_known_at_run_time_is_a_condition() {
    for (header, code) in [
        (
            "for k in (0..3).step_by(i) {",
            "for k in 0..3 { if k % i == 0 { .. } }",
        ),
        (
            "for k in (1..3).step_by(i) {",
            "for k in 1..3 { if (k - 1) % i == 0 { .. } }",
        ),
        (
            "for k in (1..=2).step_by(i + 1) {",
            "for k in 1..=2 { if (k - 1) % (i + 1) == 0 { .. } }",
        ),
    ] {
        let body = format!("let mut s = 0.0; {header} s += x[k]; }} s");
        let followed = code.replace("..", "s += x[k];");
        // The dots of the range are the header's own.
        let followed = followed.replacen("s += x[k];", "..", 1);
        follow_as(&body, &format!("{header} s += x[k]; }}"), code, &followed);
    }
    follow_as(
        "let mut s = 0.0; for v in x.iter().step_by(i) { s += v; } s",
        "for v in x.iter().step_by(i) { s += v; }",
        "for (j, v) in x.iter().enumerate() { if j % i == 0 { .. } }",
        "for (j, v) in x.iter().enumerate() { if j % i == 0 { s += v; } }",
    );
    let text = "fn f(x: [f64; 7], i: usize) -> f64 {
        let mut s = 0.0; for k in 1..7 { if (k - 1) % i == 0 { s += x[k]; } } s
    }";
    let x: [f64; 7] = std::array::from_fn(|k| 2.0_f64.powi(k as i32));
    for step in 1..8 {
        let expected: f64 = (1..7).step_by(step).map(|k| x[k]).sum();
        assert_eq!(value(text, &[&x, &[step as f64]]), expected, "{step}");
    }
}

/// As [`follow`], with code for the dots in the help.
fn follow_as(body: &str, part: &str, code: &str, written: &str) {
    check(body, &format!("`{code}`"));
    assert!(body.contains(part), "{body}: {part}");
    let body = body.replacen(part, written, 1);
    let text = format!("fn f(x: [f64; 3], p: f64, i: usize) -> f64 {{ {body} }}");
    lower(&text).expect(&text);
}

#[test]
fn a_bound_that_was_chosen_or_limited_before_bounds_the_loop() {
    let repeated = |bound: &str, header: &str| {
        format!(
            "fn f(x: f64, k: usize) -> f64 {{ let n = {bound}; let mut s = 0.0; \
             for _ in {header} {{ s += 1.0; }} s }}"
        )
    };
    for (bound, header, x, k, expected) in [
        ("if x > 1.0 { 10 } else { 5 }", "0..n", 2.0, 0.0, 10.0),
        ("if x > 1.0 { 10 } else { 5 }", "0..n", 0.0, 0.0, 5.0),
        ("if x > 1.0 { 10 } else { 5 }", "0..n", f64::NAN, 0.0, 5.0),
        ("if x > 1.0 { 0 } else { 5 }", "0..n", 2.0, 0.0, 0.0),
        ("if x > 1.0 { 3 - 7 } else { 5 }", "0..n", 2.0, 0.0, 0.0),
        (
            "if x > 1.0 { k.min(4) } else if x > 0.0 { 7 } else { 3 }",
            "1..=n",
            2.0,
            9.0,
            4.0,
        ),
        (
            "if x > 1.0 { k.min(4) } else if x > 0.0 { 7 } else { 3 }",
            "1..=n",
            0.5,
            9.0,
            7.0,
        ),
        ("{ k.min(6) }", "2..n", 0.0, 5.0, 3.0),
        ("k.min(6) + 1", "0..n", 0.0, 9.0, 7.0),
    ] {
        let text = repeated(bound, header);
        assert_eq!(value(&text, &[&[x], &[k]]), expected, "{text}");
    }
    // A variable that may change, and one of which one side is not bounded, have no bound.
    for text in [
        "fn f(x: f64, k: usize) -> f64 {
            let mut n = if x > 1.0 { 10 } else { 5 }; n += k;
            let mut s = 0.0; for _ in 0..n { s += 1.0; } s
        }",
        "fn f(x: f64, k: usize) -> f64 {
            let n = if x > 1.0 { 10 } else { k };
            let mut s = 0.0; for _ in 0..n { s += 1.0; } s
        }",
    ] {
        let found = error_of_block(text);
        assert!(found.contains("and nothing bounds `n`"), "{found}");
    }
}

#[test]
fn rounded_floats_that_count_are_converted_once() {
    for round in [
        "floor(p)",
        "p.floor()",
        "ceil(p)",
        "round(p * 2.0)",
        "trunc(p)",
    ] {
        for rest in [
            "while i >= 0 && i < 3 { s += x[i]; i += 1; }",
            "while i < N { s += x[i]; i += 1; }",
            "while s < 1.0 { s += x[i]; i += 1; }",
            "loop { i += 1; if i >= N { break; } s += x[i] * x[i - 1]; }",
        ] {
            let text = |start: &str| {
                format!(
                    "const N: usize = 3;
                    fn f(x: [f64; N], p: f64) -> f64 {{
                        let mut s = 0.0; let mut i = {start}; #[limit(3)] {rest} s
                    }}"
                )
            };
            let found = error_of_block(&text(round));
            let help = format!("`let mut i = {round} as usize;`");
            assert!(found.contains(&help), "{rest}: {found}");
            lower(&text(&format!("{round} as usize"))).expect("accepted");
        }
    }
}

#[test]
fn integers_of_one_let_are_reported_once() {
    let found = error_of_block(
        "fn f(p: f64) -> f64 { let d = 6 / 29; let a = p * d; let b = p + d; a * b * d }",
    );
    assert!(found.contains("`let d = 6.0 / 29.0;`"), "{found}");
}

#[test]
fn signed_steps_are_integers() {
    for step in ["si", "sign(d)", "round(d)"] {
        let text = |step: &str| {
            format!(
                "fn f(d: f64, x: [f64; 9]) -> f64 {{
                    let si = sign(d); let mut i = 4; let mut s = 0.0;
                    #[limit(3)] while s < 1.0 {{ s += x[i]; i += {step}; }} s
                }}"
            )
        };
        let found = error_of_block(&text(step));
        let meant = format!("{step} as i64");
        assert!(found.contains(&format!("convert it: `{meant}`")), "{found}");
        lower(&text(&meant)).expect("accepted");
    }
}
