//! Calls that mean something elsewhere: of libraries, of derivatives, of functions made by
//! functions.

use super::{check, check_block};

#[test]
fn modules() {
    for (body, what) in [
        ("np.sum(x)", "call it by its name alone: `sum(..)`"),
        ("jax.numpy.sum(x)", "call it by its name alone: `sum(..)`"),
        ("a.b.exp(p)", "values of the language have no field `b`"),
        ("m.b.exp(p)", "call it by its name alone: `exp(..)`"),
        ("m.b.c(p)", "are called by their names alone"),
        ("sum(np.linalg.solve(a, x))", "did you mean `linear_solve`?"),
        ("sum(np.linalg.inv(a))", "did you mean `inverse`?"),
        ("sum(linalg::inv(a))", "did you mean `inverse`?"),
        ("np::exp(p)", "call it by its name alone: `exp(..)`"),
        (
            "lax::cond(p > 0.0, p, p)",
            "write `if condition { a } else { b }`",
        ),
        ("np::linalg::solve(a, x)", "did you mean `linear_solve`?"),
        (
            "jax.debug.print(\"x = {}\", x); p",
            "write `print(\"x\", x);`",
        ),
        ("np.random.normal(p)", "random numbers are arguments"),
        ("other::function(p)", "import it beside the block"),
        ("np.pi * p", "write `f64::consts::PI`"),
        ("Math.PI * p", "write `f64::consts::PI`"),
        ("math.e * p", "write `f64::consts::E`"),
        ("p * np.inf", "write `f64::INFINITY`"),
        ("Math.SQRT1_2 * p", "write `f64::consts::FRAC_1_SQRT_2`"),
        ("M_PI * p", "write `f64::consts::PI`"),
        ("M_PI_2 * p", "write `f64::consts::FRAC_PI_2`"),
        ("np.thing * p", "cannot find the value `np`"),
    ] {
        check(body, what);
    }
    for text in ["MX.sym(\"x\", 3)", "SX.sym(\"x\")", "ca.SX.sym(\"x\", 3)"] {
        check(
            &format!("let y = {text}; sum(y)"),
            "a variable is an argument of the function",
        );
    }
    check(
        "Independent(x); p",
        "a variable is an argument of the function",
    );
}

#[test]
fn derivatives_of_functions() {
    let of = |call: &str| {
        format!("fn e(x: f64, p: f64) -> f64 {{ x * p }} fn f(x: f64) -> f64 {{ {call} }}")
    };
    for (call, what) in [
        ("e::value(x, x)", "`e(x, x)`"),
        ("e::gradient(x, 2.0)", "`deriv(e(x, 2.0), (x, 2.0))`"),
        ("e::hessian(x, x)", "`hessian(e(x, x), (x, x))`"),
        (
            "e::tangent(x, x, 1.0, 0.0)",
            "`jvp(e(x, x), (x, x), direction)`",
        ),
    ] {
        check_block(&of(call), what);
    }
    let of = |call: &str| format!("fn g(x: f64) -> f64 {{ x }} fn f(x: f64) -> f64 {{ {call} }}");
    for (call, what) in [
        ("grad(g)(x)", "`deriv(g(x), x)`"),
        ("jax.grad(g)(x)", "`deriv(g(x), x)`"),
        ("jax::grad(g)(x)", "`deriv(g(x), x)`"),
        ("hessian(g)(x)", "`hessian(g(x), x)`"),
        ("jit(g)(x)", "`g(x)`"),
        ("vmap(g)(x)", "call it in a loop"),
        ("grad(sin)(x)", "`deriv(sin(x), x)`"),
        ("scan(g, 0.0, x)", "write a loop"),
        ("made(g)(x)", "it calls the functions of the block"),
        ("g([x, x])", "not applied element by element"),
    ] {
        check_block(&of(call), what);
    }
}

#[test]
fn arrays() {
    for (body, what) in [
        ("sum(vertcat(x, w))", "did you mean `concat`?"),
        (
            "sum(vertcat(p, p))",
            "numbers make an array in brackets: `[p, p]`",
        ),
        (
            "sum(concat(p, p))",
            "numbers make an array in brackets: `[p, p]`",
        ),
        (
            "sum(concat(x, p))",
            "joined as an array of one element: `[p]`",
        ),
        (
            "sum(concat(a, transpose(a)))",
            "may differ along its axis alone",
        ),
        ("sum(concat(a, [[p, p], [p, p]]))", "here `axis = 1`"),
        ("sum(dynamic_slice(x, 0, 2))", "`x[n..n + 3]`"),
        ("sum(reshape(x, -1))", "write out all extents"),
        ("sum(reshape(a, [-1, 2]))", "found -1"),
        ("x[1.0]", "write an integer: `1`"),
        ("x[p]", "`p as usize`"),
        ("let n = 2.0; x[n]", "`n as usize`"),
        ("p * 2f32", "write the number without its suffix: `2.0`"),
        ("p + 0.5f32", "write the number without its suffix: `0.5`"),
        ("y = p * 2.0; y", "a new variable starts with `let`"),
        ("y += p; y", "declare it first"),
        ("if let y = p { y }", "`if let` is"),
        (
            "let mut y = 0.0; #[unroll] for k in 0..1000000 { y += p; } y",
            "remove `#[unroll]`",
        ),
    ] {
        check(body, what);
    }
}
