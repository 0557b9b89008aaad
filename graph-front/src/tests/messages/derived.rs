//! Derivatives as callers have them, and as other libraries write them.

use super::{check_block, error_of_block, follow_in_block};

/// A block with a function of three numbers, and another one with this body.
fn text(body: &str) -> String {
    format!(
        "fn pacejka(slip: f64, load: f64, p: f64) -> f64 {{ slip * load * p }}
         fn f(slip: f64, load: f64, p: f64) -> f64 {{ {body} }}"
    )
}

#[test]
fn parts_of_what_items_return() {
    for (written, meant) in [
        (
            "pacejka::gradient(slip, load, p).1.slip",
            "deriv(pacejka(slip, load, p), slip)",
        ),
        (
            "pacejka::gradient(slip, load, p).slip",
            "deriv(pacejka(slip, load, p), slip)",
        ),
        (
            "pacejka::gradient(slip, load, p).1.p",
            "deriv(pacejka(slip, load, p), p)",
        ),
        (
            "pacejka::gradient(slip, load, p).0",
            "pacejka(slip, load, p)",
        ),
        (
            "pacejka::jacobian(slip, load, p).load",
            "jacobian(pacejka(slip, load, p), load)",
        ),
        (
            "pacejka::hessian(slip, load, p).load",
            "hessian(pacejka(slip, load, p), load)",
        ),
        ("pacejka::value(slip, load, p)", "pacejka(slip, load, p)"),
        (
            "pacejka::gradient(2.0 * slip, load, p).1.slip",
            "{ let b = 2.0 * slip; deriv(pacejka(b, load, p), b) }",
        ),
    ] {
        follow_in_block(&text(&format!("1.0 + {written}")), written, meant);
    }
    let pair = "let (value, d) = pacejka::gradient(slip, load, p); value + d.slip";
    check_block(
        &text(pair),
        "`(pacejka(slip, load, p), deriv(pacejka(slip, load, p), (slip, load, p)))`",
    );
    check_block(
        &text("let d = pacejka::gradient(slip, load, p).1; d.0"),
        "`deriv(pacejka(slip, load, p), (slip, load, p))`",
    );
}

#[test]
fn fields_of_the_names_of_variables() {
    for (body, written, meant) in [
        (
            "let d = deriv(slip * load, (slip, load)); d.load",
            "d.load",
            "d.1",
        ),
        (
            "let d = (slip * load).deriv((slip, load)); d.slip",
            "d.slip",
            "d.0",
        ),
        ("let d = (slip, load); d.load", "d.load", "d.1"),
        (
            "deriv(slip * load, (slip, load)).load",
            "deriv(slip * load, (slip, load)).load",
            "deriv(slip * load, (slip, load)).1",
        ),
    ] {
        follow_in_block(&text(body), written, meant);
    }
    check_block(
        &text("deriv(pacejka(slip, load, p), (slip, load, p)).load"),
        "that of `load` is `.1`",
    );
    check_block(
        "fn f(slip: f64, x: [f64; 3]) -> f64 { x.slip }",
        "the elements have positions: `x[0]` to `x[2]`",
    );
    check_block(
        "fn f(x: [f64; 3]) -> [f64; 3] { x.flpi }",
        "write `.flip()`",
    );
}

#[test]
fn tables_with_their_own_arrays() {
    let text = |body: &str| {
        format!(
            "const SOC: [f64; 3] = [0.0, 0.5, 1.0]; const OCV: [f64; 3] = [3.0, 3.5, 4.0];
             fn f(soc: f64) -> f64 {{ {body} }}"
        )
    };
    for (written, meant) in [
        ("CubicSpline(SOC, OCV)(soc)", "cubic_spline(soc, SOC, OCV)"),
        (
            "interp1d(SOC, OCV)(2.0 * soc)",
            "interpolate(2.0 * soc, SOC, OCV)",
        ),
        (
            "CubicSpline(SOC, OCV, bc = 1)(soc)",
            "cubic_spline(soc, SOC, OCV)",
        ),
    ] {
        follow_in_block(&text(written), written, meant);
    }
    check_block(
        &text("interpolant(\"a\", \"b\", SOC)(soc)"),
        "`cubic_spline(soc, ..)`",
    );
    check_block(
        &text("let s = CubicSpline(SOC, OCV); s(soc)"),
        "it is called with the point: `cubic_spline(.., SOC, OCV)`",
    );
}

#[test]
fn derivatives_of_functions_with_more_arguments() {
    for (written, meant) in [
        ("grad(pacejka, slip)", "deriv(pacejka(slip, load, p), slip)"),
        ("grad(pacejka, load)", "deriv(pacejka(slip, load, p), load)"),
        (
            "grad(pacejka, 2.0)",
            "{ let b = 2.0; deriv(pacejka(b, load, p), b) }",
        ),
    ] {
        follow_in_block(&text(written), written, meant);
    }
    check_block(
        "fn g(a: f64, b: f64) -> f64 { a * b } fn f(x: f64) -> f64 { grad(g, x) }",
        "`deriv(g(x, ..), x)`",
    );
}

#[test]
fn arguments_by_the_names_in_scope() {
    let text = |call: &str| {
        format!(
            "fn g(h: f64, a: f64, b: f64) -> f64 {{ h * a - b }} \
             fn f(start: f64, a: f64, b: f64) -> f64 {{ {call} }}"
        )
    };
    for (call, part, meant) in [
        ("solve(|h| g(h), start)", "g(h),", "g(h, a, b)"),
        ("g(start)", "g(start)", "g(start, a, b)"),
        ("g(start, 2.0)", "g(start, 2.0)", "g(start, 2.0, b)"),
    ] {
        check_block(&text(call), &format!(": write `{meant}`"));
        let meant = format!("{meant}{}", if part.ends_with(',') { "," } else { "" });
        super::lower(&text(call).replacen(part, &meant, 1)).expect("accepted");
    }
    let found = error_of_block(&text("g(a)"));
    assert!(!found.contains("write"), "{found}");
}

#[test]
fn a_parenthesis_before_the_arrays() {
    let text = |call: &str| {
        format!(
            "fn g(w: f64, x: [f64; 3]) -> f64 {{ w * sum(x) }} \
             fn f(w: f64, data: [[f64; 3]; 5]) -> f64 {{ {call} }}"
        )
    };
    for (written, meant) in [
        (
            "mean(map(|x| g(w, x)), data)",
            "mean(map(|x| g(w, x), data))",
        ),
        ("sum(map(|x| g(w, x)), data)", "sum(map(|x| g(w, x), data))"),
        (
            "norm(map(|x| g(w, x)), data, axis = 0)",
            "norm(map(|x| g(w, x), data), axis = 0)",
        ),
        (
            "max(map(|x, y| g(w, x * y)), data, data)",
            "max(map(|x, y| g(w, x * y), data, data))",
        ),
    ] {
        follow_in_block(&text(&format!("-{written}")), written, meant);
    }
}

#[test]
fn other_orders_and_constants() {
    let text = "fn f(time: [f64; 5]) -> [f64; 5] { time[argsort(time, descending = true)] }";
    let part = "argsort(time, descending = true)";
    follow_in_block(text, part, "argsort(-time)");
    let text = "use std::f64::consts::LOG10; fn f(x: f64) -> f64 { x * LOG10 }";
    check_block(
        text,
        "there are `LN_10`, `LOG10_2`, `LOG10_E` in `f64::consts`",
    );
}

#[test]
fn second_derivatives_of_several_numbers() {
    check_block(
        "fn f(x: [f64; 3]) -> f64 { let p = x * x; sum(hessian(p, x)) }",
        "the first derivatives of all are `jacobian(p, x)`",
    );
}

#[test]
fn elements_are_assigned_without_let() {
    check_block(
        "fn f(x: [f64; 3]) -> f64 { let mut y = x; let y[0] = 2.0; sum(y) }",
        "an element is assigned without `let`",
    );
}

#[test]
fn derivatives_of_functions_from_outside() {
    let own = "fn f(x: f64) -> f64 { deriv(deriv(slope(x) * x, x), x) }";
    for (attribute, help) in [
        (
            "external(graph)",
            "do not cross blocks: write the function in this block too",
        ),
        (
            "external(adjoint = a)",
            "for derivatives of higher order, declare it by `#[external]` alone",
        ),
        ("external", "give it one: `#[external(adjoint = path)]`"),
    ] {
        let found = super::super::errors(&format!("#[{attribute}] fn slope(x: f64) -> f64; {own}"));
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains(help), "{attribute}: {found:#?}");
    }
}

#[test]
fn variables_in_the_place_of_the_value() {
    let text = "fn f(q: [f64; 2], v: [f64; 2]) -> f64 { let l = dot(v, v) * q[0] - q[1]; \
        dot(v, deriv(v, l)) - l }";
    follow_in_block(text, "deriv(v, l)", "deriv(l, v)");
    // An array that is computed from a number is differentiated by another function.
    let text = "fn f(t: f64) -> f64 { let x = [sin(t), cos(t)]; sum(deriv(x, t)) }";
    check_block(text, "all derivatives are `jacobian(x, t)`");
}

/// The field of a name that the only variable has is the derivative itself, and none of its elements.
#[test]
fn fields_of_the_name_of_the_only_variable() {
    let text = |body: &str| {
        format!(
            "fn e(x: [f64; 3]) -> f64 {{ sum(x * x) }}
             fn f(x: [f64; 3], y: [f64; 3], p: f64) -> f64 {{ {body} }}"
        )
    };
    for (body, written, meant) in [
        ("let d = deriv(e(x), x); sum(d.x)", "d.x", "d"),
        ("let d = deriv(e(y), y); sum(d.x)", "d.x", "d"),
        ("let d = deriv(e(y), y); sum(d.y)", "d.y", "d"),
        ("let d = e(x).deriv(x); sum(d.x)", "d.x", "d"),
        ("let d = hessian(e(x), x); sum(d.x)", "d.x", "d"),
        (
            "let (v, d) = (e(y), deriv(e(y), y)); v + sum(d.x)",
            "d.x",
            "d",
        ),
        ("let d = deriv(p * p, p); d.p", "d.p", "d"),
        (
            "sum(deriv(e(x), x).x)",
            "deriv(e(x), x).x",
            "deriv(e(x), x)",
        ),
        // Of something else than the variable, elements have these names.
        ("let d = deriv(e(y), y); d.z", "d.z", "d[2]"),
        ("let d = deriv(dot(x, y), y); d.x", "d.x", "d[0]"),
        ("let d = 2.0 * deriv(e(x), x); d.x", "d.x", "d[0]"),
    ] {
        follow_in_block(&text(body), written, meant);
    }
    check_block(
        &text("let d = deriv(e(x), x); d.slope"),
        "the elements have positions: `d[0]` to `d[2]`",
    );
    let pair = text("let (v, d) = e::gradient(x); v + sum(d.x)");
    follow_in_block(
        &pair.replace("d.x", "d"),
        "e::gradient(x)",
        "(e(x), deriv(e(x), x))",
    );
}

/// Arguments that callers do not differentiate by are no variables of the derivative.
#[test]
fn derivatives_by_arguments_that_are_not_dynamic() {
    let text = |body: &str| {
        format!(
            "fn loss(w: f64, b: f64, #[dynamic] x: f64, i: usize) -> f64 {{ w * x + b * i as f64 }}
             fn one(w: f64, #[dynamic] x: f64) -> f64 {{ w * x }}
             fn f(w: f64, b: f64, x: f64, i: usize) -> f64 {{ {body} }}"
        )
    };
    for (body, written, meant) in [
        (
            "let (v, d) = loss::gradient(w, b, x, i); v + d.0 + d.1",
            "loss::gradient(w, b, x, i)",
            "(loss(w, b, x, i), deriv(loss(w, b, x, i), (w, b)))",
        ),
        (
            "let (v, d) = one::gradient(w, x); v + d",
            "one::gradient(w, x)",
            "(one(w, x), deriv(one(w, x), w))",
        ),
        (
            "one::gradient(w, x).1",
            "one::gradient(w, x).1",
            "deriv(one(w, x), w)",
        ),
        (
            "gradient(one(w, x))",
            "gradient(one(w, x))",
            "deriv(one(w, x), w)",
        ),
        (
            "gradient(one)(w, x)",
            "gradient(one)(w, x)",
            "deriv(one(w, x), w)",
        ),
        (
            "let (v, d) = one::gradient(w, 2.0 * x); v + d",
            "one::gradient(w, 2.0 * x)",
            "(one(w, 2.0 * x), deriv(one(w, 2.0 * x), w))",
        ),
        (
            "let (v, d) = one::gradient(w + b, x); v + d",
            "one::gradient(w + b, x)",
            "{ let a = w + b; (one(a, x), deriv(one(a, x), a)) }",
        ),
    ] {
        follow_in_block(&text(body), written, meant);
    }
}
