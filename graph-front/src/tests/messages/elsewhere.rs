//! Calls that mean something elsewhere: of libraries, of derivatives, of functions made by
//! functions.

use super::{check, check_block, error, error_of_block, follow, follow_in_block};

#[test]
fn modules() {
    for (body, what) in [
        ("np.sum(x)", "call it by its name alone: `sum(..)`"),
        ("jax.numpy.sum(x)", "call it by its name alone: `sum(..)`"),
        (
            "a.b.exp(p)",
            "a value of type [[f64; 3]; 2] has no field `b`",
        ),
        ("m.b.exp(p)", "call it by its name alone: `exp(..)`"),
        ("m.b.c(p)", "write `fn c(..)` in the same block, or declare"),
        (
            "np.bessel_k9(p)",
            "write `fn bessel_k9(..)` in the same block",
        ),
        ("np::thing(p)", "write `fn thing(..)` in the same block"),
        ("self::helper(p)", "write `fn helper(..)` in the same block"),
        ("nn.ReLU(p)", "did you mean `relu`?"),
        ("np.inner(x, x)", "did you mean `dot`?"),
        ("tf.reduce_sum(x)", "did you mean `sum`?"),
        ("tf.reduce_mean(x)", "did you mean `mean`?"),
        ("F.relu(p)", "call it by its name alone: `relu(..)`"),
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
        ("np.random.normal(p)", "random numbers follow from a key"),
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
        (
            "e::gradient(x, 2.0)",
            "`{ let (a, b) = (x, 2.0); deriv(e(a, b), (a, b)) }`",
        ),
        (
            "e::hessian(x, x)",
            "`{ let (a, b) = (x, x); hessian(e(a, b), (a, b)) }`",
        ),
        (
            "e::tangent(x, x, 1.0, 0.0)",
            "`{ let (a, b) = (x, x); jvp(e(a, b), (a, b), direction) }`",
        ),
    ] {
        check_block(&of(call), what);
    }
    let of = |call: &str| format!("fn g(x: f64) -> f64 {{ x }} fn f(x: f64) -> f64 {{ {call} }}");
    for (call, what) in [
        ("grad(g)(x)", "`deriv(g(x), x)`"),
        ("grad(|x| sum(x * x))(x)", "`deriv(sum(x * x), x)`"),
        (
            "hessian(|v| sum(v * v))(x)",
            "`hessian({ let v = x; sum(v * v) }, x)`",
        ),
        ("jax.grad(g)(x)", "`deriv(g(x), x)`"),
        ("jax::grad(g)(x)", "`deriv(g(x), x)`"),
        ("hessian(g)(x)", "`hessian(g(x), x)`"),
        ("jit(g)(x)", "`g(x)`"),
        ("vmap(g)(x)", "`map(g, x)`"),
        ("grad(sin)(x)", "`deriv(sin(x), x)`"),
        ("scan(g, 0.0, x)", "write a loop"),
        ("jacobian(g(x))(x)", "`jacobian(g(x), x)`"),
        ("grad(g, x)", "`deriv(g(x), x)`"),
        ("grad(g(x))", "`deriv(g(x), x)`"),
        ("ForwardDiff.derivative(g, x)", "`deriv(g(x), x)`"),
        ("grad(grad(g))(x)", "`deriv(deriv(g(x), x), x)`"),
        ("made(g)(x)", "it calls the functions of the block"),
        ("g([x, x])", "`map(g, [x, x])`"),
    ] {
        check_block(&of(call), what);
    }
}

#[test]
fn second_derivatives() {
    let of = |call: &str| {
        format!(
            "fn g(x: [f64; 3]) -> f64 {{ dot(x, x) }}
             fn f(x: [f64; 3]) -> f64 {{ let c = g(x); sum({call}) }}"
        )
    };
    for (call, what) in [
        (
            "deriv(deriv(c, x), x)",
            "the second derivatives are `hessian(c, x)`",
        ),
        ("grad(grad(g))(x)", "`hessian(g(x), x)`"),
        ("jacobian(grad(g))(x)", "`hessian(g(x), x)`"),
        (
            "deriv(2.0 * x, x)",
            "all derivatives are `jacobian(2.0 * x, x)`",
        ),
    ] {
        check_block(&of(call), what);
    }
}

#[test]
fn orders_of_derivatives() {
    let code = "deriv(deriv(c, p), p)";
    for written in ["deriv(c, p, 2)", "deriv(c, p, p)"] {
        follow(&format!("let c = exp(p); {written}"), written, code);
    }
    let code = "deriv(deriv(deriv(c, p), p), p)";
    follow("let c = exp(p); deriv(c, p, 3)", "deriv(c, p, 3)", code);
    let body = "let c = dot(x, x); sum(deriv(c, x, 2))";
    follow(body, "deriv(c, x, 2)", "hessian(c, x)");
    let body = "let c = dot(x, x); sum(hessian(c, x, 2))";
    follow(body, "hessian(c, x, 2)", "hessian(c, x)");
    let body = "let y = p * p * x; sum(jacobian(y, p, 2))";
    follow(body, "jacobian(y, p, 2)", "jacobian(jacobian(y, p), p)");
    let body = "let c = p * dot(x, x); deriv(c, p, x).0";
    follow(body, "deriv(c, p, x)", "deriv(c, (p, x))");
    // Of an array there is no one third derivative to write.
    check("let c = dot(x, x); deriv(c, x, 3)", "it is called as");
}

#[test]
fn arguments_that_a_function_is_differentiated_by() {
    let block = |result: &str, call: &str| {
        format!(
            "fn loss(w: [f64; 3], x: [f64; 3], y: f64) -> f64 {{ (dot(w, x) - y).powi(2) }}
             fn f(w: [f64; 3], x: [f64; 3], y: f64) -> {result} {{ {call} }}"
        )
    };
    for (maker, result, code) in [
        ("grad(loss)", "[f64; 3]", "deriv(loss(w, x, y), w)"),
        ("jax.grad(loss)", "[f64; 3]", "deriv(loss(w, x, y), w)"),
        (
            "jax.grad(loss, argnums=2)",
            "f64",
            "deriv(loss(w, x, y), y)",
        ),
        ("jax.grad(loss, 1)", "[f64; 3]", "deriv(loss(w, x, y), x)"),
        (
            "jax.grad(loss, argnums=(0, 2))",
            "([f64; 3], f64)",
            "deriv(loss(w, x, y), (w, y))",
        ),
        (
            "jax.hessian(loss)",
            "[[f64; 3]; 3]",
            "hessian(loss(w, x, y), w)",
        ),
        (
            "jax.jacfwd(jax.jacrev(loss, 1), 1)",
            "[[f64; 3]; 3]",
            "hessian(loss(w, x, y), x)",
        ),
        (
            "jax.grad(jax.grad(loss, 2), 2)",
            "f64",
            "deriv(deriv(loss(w, x, y), y), y)",
        ),
    ] {
        let call = format!("{maker}(w, x, y)");
        follow_in_block(&block(result, &call), &call, code);
    }
    let call = "jax.value_and_grad(loss)(w, x, 0.5)";
    let code = "let y = loss(w, x, 0.5); (y, deriv(y, w))";
    follow_in_block(&block("(f64, [f64; 3])", call), call, code);
    // Others have the derivatives by all arguments.
    let text = block("f64", "gradient(loss)(w, x, y)");
    check_block(&text, "`deriv(loss(w, x, y), (w, x, y))`");
}

#[test]
fn calls_in_the_operands_of_others() {
    for (written, code) in [
        ("np.exp(np.mean(x))", "exp(mean(x))"),
        ("np.log(jnp.max(np.fabs(x)))", "ln(max(abs(x)))"),
        ("np::sqrt(np::sum(x * x))", "sqrt(sum(x * x))"),
        ("np.linalg.norm(np.sin(x) * 2.0)", "norm(sin(x) * 2.0)"),
        ("np.sqrt(np.sum(x ** 2))", "sqrt(sum(x.powi(2)))"),
        (
            "np.maximum(np.mean((x - p) ** 2, axis=0), 0.0)",
            "max(mean((x - p).powi(2), axis = 0), 0.0)",
        ),
        ("math.exp(math.log(p))", "exp(ln(p))"),
        ("np.cos(p * np.pi)", "cos(p * f64::consts::PI)"),
    ] {
        follow(written, written, code);
    }
    // What the language does not have is named.
    check("np.exp(np.thing(p))", "write `fn thing(..)`");
    check("np.exp(np.sum(x, w))", "call it by its name alone;");
}

#[test]
fn values_that_are_no_rust_are_not_shown() {
    for body in [
        "jax.grad(lambda w: w * w)(p)",
        "grad(lambda w: w * w)(p)",
        "sum(jax.vmap(lambda w: w * w)(x))",
        "let (a, b) = (lambda w: w * w); p",
        "let [a, b] = [lambda w: w * w]; p",
    ] {
        let found = error(body);
        assert!(found.starts_with("`lambda` is not Rust"), "{found}");
    }
}

#[test]
fn joins() {
    for (body, what) in [
        ("sum(np.concatenate((x, w)))", "write `concat(x, w)`"),
        (
            "sum(np.concatenate([a, a], axis=1))",
            "write `concat(a, a, axis = 1)`",
        ),
        (
            "sum(concatenate((a, a), 1))",
            "write `concat(a, a, axis = 1)`",
        ),
        ("sum(torch.cat((x, w), dim=0))", "write `concat(x, w)`"),
        ("sum(np.stack([x, x]))", "write `stack(x, x)`"),
        (
            "sum(np.stack((x, x), axis=1))",
            "write `stack(x, x, axis = 1)`",
        ),
        ("sum(np.hstack((x, w)))", "write `concat(x, w)`"),
        ("sum(np.hstack((a, a)))", "write `concat(a, a, axis = 1)`"),
        ("sum(np.vstack((x, x)))", "write `stack(x, x)`"),
        ("sum(np.vstack((a, a)))", "write `concat(a, a)`"),
        ("sum(hcat(x, x))", "write `stack(x, x, axis = 1)`"),
        ("sum(vcat(x, w))", "write `concat(x, w)`"),
        (
            "sum(np.hstack((p, p)))",
            "numbers make an array in brackets: `[p, p]`",
        ),
    ] {
        check(body, what);
    }
}

#[test]
fn names_that_mean_another_function() {
    for (body, what) in [
        ("tr([x, x, x])", "did you mean `trace`?"),
        ("sum(glu(x))", "there is no such function"),
        (
            "cond([x, x, x])",
            "`max(svd([x, x, x]).1) / min(svd([x, x, x]).1)`",
        ),
        ("rank([x, x, x])", "compare the singular values"),
        ("mod(p, 2.0)", "write `p - 2.0 * floor(p / 2.0)`"),
        ("let k = mod(i, 2); p", "write `(i % 2 + 2) % 2`"),
        ("rem(p, 2.0)", "write `p % 2.0`"),
        ("meen(x)", "a function of a similar name is `mean`"),
        ("lb(p)", "did you mean `log2`?"),
        ("erfi(p)", "there is no such function"),
        ("log3(p)", "write `fn log3(..)` in the same block"),
        ("l1(x)", "write `sum(abs(x))`"),
        ("mag(x)", "did you mean `norm`?"),
        ("size(x)", "`x.len()` is the first one"),
        ("dist(x, x)", "write `norm(x - x)`"),
    ] {
        check(body, what);
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
        ("sum(concat(a, [[p, p], [p, p]]))", "joined by `axis = 1`"),
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

#[test]
fn fields_of_numbers_and_arrays() {
    for (body, part, code) in [
        ("x.x", "x.x", "x[0]"),
        ("w.y", "w.y", "w[1]"),
        ("w.b", "w.b", "w[2]"),
        ("w.w + w[2]", "w.w", "w[3]"),
        ("a[1].x", "a[1].x", "a[1][0]"),
        ("sum(a.y)", "a.y", "a[1]"),
    ] {
        follow(body, part, code);
    }
    check("p.y", "`p` is a number, and has no parts");
    check("(p * p).y", "a number");
    // Which element a name means that is none of these, is not known.
    for (body, positions) in [
        (
            "i as f64 + w.p",
            "the elements have positions: `w[0]` to `w[3]`",
        ),
        ("w.foo", "the elements have positions: `w[0]` to `w[3]`"),
        ("x.w", "the elements have positions: `x[0]` to `x[2]`"),
        (
            "sum(a.foo)",
            "the parts of an array have positions: `a[0]` to `a[1]`",
        ),
    ] {
        check(body, positions);
    }
}

/// A field of a struct that the block does not see may be an argument of the field's name.
#[test]
fn fields_of_what_no_value_is() {
    for (body, part) in [
        ("self.mass * x", "self.mass"),
        ("x - rocket.mass", "rocket.mass"),
    ] {
        let text = format!("fn f(mass: f64, x: f64) -> f64 {{ {body} }}");
        follow_in_block(&text, part, "mass");
    }
    for body in ["mass * self.lift", "rockets.mass + mass"] {
        let found = error_of_block(&format!("fn f(mass: f64, rocket: f64) -> f64 {{ {body} }}"));
        assert!(!found.contains("of its own"), "{found}");
    }
}

/// Another value of a field's name is no part of the value whose field it is.
#[test]
fn fields_whose_names_other_values_have() {
    for (arguments, body, part, code) in [
        ("v: [f64; 2], x: f64", "x * v.x", "v.x", "v[0]"),
        ("v: [f64; 2], y: f64", "y * v.y", "v.y", "v[1]"),
        ("c: [f64; 3], b: f64", "b * c.b", "c.b", "c[2]"),
        ("v: [f64; 2], mass: f64", "mass * v.mass", "v.mass", "v[0]"),
        ("a: [f64; 3], t: f64", "t * a.t", "a.t", "a[0]"),
        (
            "a: [f64; 3], z: f64",
            "z * (2.0 * a).z",
            "(2.0 * a).z",
            "(2.0 * a)[2]",
        ),
        (
            "p: [[f64; 2]; 3], y: f64",
            "let mut s = y; for q in p { s += q.y; } s",
            "q.y",
            "q[1]",
        ),
    ] {
        let text = format!("fn f({arguments}) -> f64 {{ {body} }}");
        follow_in_block(&text, part, code);
    }
    check_block(
        "fn f(v: [f64; 3], sum: f64) -> f64 { sum * v.sum }",
        "write `.sum()`",
    );
    check_block(
        "fn f(v: [f64; 3], x: f64) -> f64 { let mut y = v; y.x = x; sum(y) }",
        "the elements have positions: `y[0]`",
    );
}
