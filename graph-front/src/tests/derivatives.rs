//! `deriv`, `jvp` and `vjp`: the variable that a derivative is taken with respect to, and the
//! computations that it follows.

use graph_ir::ops::Op;

use super::{errors, graph, lower, value, values};

/// The result of a body of `x: f64`, `p: f64` at 2 and 3.
fn at_two_and_three(body: &str) -> f64 {
    let text = format!("fn f(x: f64, p: f64) -> f64 {{ {body} }}");
    value(&text, &[&[2.0], &[3.0]])
}

#[test]
fn a_derivative_is_along_what_is_computed_from_the_variable() {
    for (body, expected) in [
        ("deriv(x * x * p, x)", 12.0),
        ("deriv(x * x * p, p)", 4.0),
        ("(x * x * p).deriv(x)", 12.0),
        ("let c = x * x * p; deriv(c, (x))", 12.0),
        // Not through the square, which is a variable here.
        ("let s = x * x; deriv(s * s * p, s)", 24.0),
        // `y` is equal to `x`, and another variable.
        ("let y = x; deriv(y * x * y, y)", 8.0),
        ("let y = x; deriv(y * x * y, x)", 12.0),
        ("let s = x * x; deriv(s + x * x, s)", 1.0),
        ("let a = x; let b = x; deriv(a * b * b, b)", 8.0),
        // A number is a variable too.
        ("let w = 5.0; deriv(w * w * x, w)", 20.0),
        ("let (a, b) = (x, 7.0); deriv(a * b * b, b)", 28.0),
        ("let [a, b] = [x, p]; deriv(a * b, b)", 2.0),
        ("const C: f64 = 4.0; let w = C; deriv(w * w, w) + C", 12.0),
        ("deriv(x, x)", 1.0),
        ("deriv(x.floor() * p, x)", 0.0),
        ("deriv(stop_gradient(x) * x, x)", 2.0),
    ] {
        assert_eq!(at_two_and_three(body), expected, "{body}");
    }
}

#[test]
fn a_mutable_variable_is_what_it_is_now() {
    for (body, expected) in [
        ("let mut w = x; w = w * w; deriv(w * w * p, w)", 24.0),
        ("let mut w = x; w *= p; let c = w * w; deriv(c, w)", 12.0),
        // Newton's method from a number: sqrt(2) after five steps.
        (
            "let mut y = 1.0; for _ in 0..5 { let r = y * y - x; y -= r / deriv(r, y); } y",
            2.0_f64.sqrt(),
        ),
        // The same on one side of a branch.
        (
            "let mut y = 1.0; if p > 0.0 { y = x; } let c = y * y; deriv(c, y)",
            4.0,
        ),
        (
            "let mut y = 1.0; if p < 0.0 { y = x; } deriv(y * y, y)",
            2.0,
        ),
        (
            "if p > 0.0 { let y = x * x; deriv(y * y, y) } else { x }",
            8.0,
        ),
        (
            "let y = x * x; if p > 0.0 { deriv(y * y * x, x) } else { x }",
            80.0,
        ),
    ] {
        assert_eq!(at_two_and_three(body), expected, "{body}");
    }
}

#[test]
fn arrays_that_are_assigned_by_element() {
    let f = |body: &str, result: &str| {
        let text = format!("fn f(x: [f64; 3]) -> {result} {{ {body} }}");
        values(&text, &[&[2.0, 3.0, 5.0]]).concat()
    };
    // Elements that were not assigned are those of `x`, as far as they come by way of `q`.
    let body = "let mut q = x; q[1] = x[0] * x[0]; let c = q[0] * q[1] * q[2] + x[0]; deriv(c, q)";
    assert_eq!(f(body, "[f64; 3]"), [20.0, 10.0, 8.0]);
    // The energy takes the array as a whole.
    let body = "let mut q = x; q[1] = q[0] * q[0]; deriv(sum(q * q * q), q)";
    assert_eq!(f(body, "[f64; 3]"), [12.0, 48.0, 75.0]);
    let body = "let mut q = [[0.0; 3]; 2]; q[0] = x; q[(1, 1)] = x[1]; let c = sum(q[0] * q[1]);
        deriv(c, q)";
    assert_eq!(f(body, "[[f64; 3]; 2]"), [0.0, 3.0, 0.0, 2.0, 3.0, 5.0]);
    // Along a direction whose elements take separate paths.
    let body = "let mut q = x; q[1] = q[0] * q[0]; jvp(q * q, q, [1.0, 10.0, 100.0])";
    assert_eq!(f(body, "[f64; 3]"), [4.0, 80.0, 1000.0]);
    let body = "let mut q = [[0.0; 3]; 2]; q[1] = x; q[(0, 2)] = x[1];
        jvp(sum(q, axis = 0) * x, q, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])";
    assert_eq!(f(body, "[f64; 3]"), [10.0, 21.0, 45.0]);
    let body = "let mut q = x; q[1] = q[0] * q[0]; vjp(q * q, q, [1.0, 0.0, 2.0])";
    assert_eq!(f(body, "[f64; 3]"), [4.0, 0.0, 20.0]);
}

#[test]
fn directions_and_weights() {
    let f = |body: &str| {
        let text = format!("fn f(x: [f64; 2], v: [f64; 2]) -> [f64; 2] {{ {body} }}");
        values(&text, &[&[2.0, 3.0], &[5.0, 7.0]]).concat()
    };
    assert_eq!(f("jvp(x * x, x, v)"), [20.0, 42.0]);
    assert_eq!(f("(x * x).jvp(x, v)"), [20.0, 42.0]);
    assert_eq!(f("jvp(x * x, x, 1.0)"), [4.0, 6.0]);
    assert_eq!(f("vjp(x * v[0], x, v)"), [25.0, 35.0]);
    assert_eq!(f("vjp(sum(x * x), x, 0.5)"), [2.0, 3.0]);
    assert_eq!(f("vjp(x * x, x, [1.0, -1.0])"), [4.0, -6.0]);
    assert_eq!(f("vjp(x, x, x * v)"), [10.0, 21.0]);
}

#[test]
fn derivatives_of_derivatives() {
    for (body, expected) in [
        ("let d = deriv(x * x * x * p, x); deriv(d, x)", 36.0),
        ("deriv(deriv(deriv(x * x * x * p, x), x), x)", 18.0),
        ("deriv(deriv(x * x * p, x), p)", 4.0),
        // The derivative does not depend on the variable any more.
        ("deriv(deriv(x * p, x), x)", 0.0),
        ("let d = deriv(x * p, x); deriv(d * d, x)", 0.0),
        (
            "let d = if p > 0.0 { deriv(x * p, x) } else { p }; deriv(d, x)",
            0.0,
        ),
    ] {
        assert_eq!(at_two_and_three(body), expected, "{body}");
    }
}

#[test]
fn in_loops_that_stay_loops() {
    let steps = |repeat: &str| {
        let text = format!(
            "fn f(x: f64, p: f64, push: [f64; 8]) -> [f64; 2] {{
                let mut angle = x;
                let mut speed = 0.0;
                {repeat}
                for i in 0..8 {{
                    let energy = p * cos(angle) - push[i] * angle;
                    speed += 0.1 * deriv(energy, angle);
                    angle += 0.1 * speed;
                }}
                [angle, speed]
            }}"
        );
        let push: Vec<f64> = (0..8).map(|i| f64::from(i) * 0.1).collect();
        let loops = graph(&text);
        let kept = loops.ids().any(|id| matches!(loops.op(id), Op::Scan(..)));
        assert_eq!(kept, repeat.contains("never"));
        values(&text, &[&[0.4], &[1.7], &push]).concat()
    };
    let (mut angle, mut speed) = (0.4_f64, 0.0);
    for i in 0..8 {
        speed += 0.1 * (-1.7 * angle.sin() - f64::from(i) * 0.1);
        angle += 0.1 * speed;
    }
    for repeat in ["#[unroll]", "#[unroll(never)]"] {
        let found = steps(repeat);
        assert!((found[0] - angle).abs() < 1e-15 && (found[1] - speed).abs() < 1e-15);
    }
}

#[test]
fn values_from_outside_of_a_loop() {
    // Values that the loop does not hand on can be differentiated with respect to those from
    // outside.
    let text = "fn f(w: f64, x: [f64; 4]) -> f64 {
            let mut total = 0.0;
            #[unroll(never)]
            for i in 0..4 { let e = (w * x[i] - 1.0).square(); total += deriv(e, w); }
            total
        }";
    assert_eq!(value(text, &[&[0.5], &[1.0, 2.0, 3.0, 4.0]]), 10.0);
    // Through repetitions, the derivative is that of their combined result: `w` to the power of 4
    // at last.
    let text = |own: &str, of: &str, repeat: &str| {
        format!(
            "fn f(w: f64) -> f64 {{
                let mut s = 1.0;
                let mut last = 0.0;
                {repeat}
                for _ in 0..4 {{ {own} s = s * {of}; last = deriv(s, {of}); }}
                last
            }}"
        )
    };
    assert_eq!(value(&text("", "w", ""), &[&[2.0]]), 32.0);
    let found = errors(&text("", "w", "#[unroll(never)]"));
    assert_eq!(
        found,
        [
            "`s` is computed from what repetitions of the loop hand on, which may depend on `w`\n\
             = note: `w` is f64: an argument of `f`\n\
             = help: name in the loop what is to vary, and use it in place of `w`: `let own = w;`"
        ]
    );
    // A variable of the repetition: the factor of this one alone.
    for repeat in ["#[unroll]", "#[unroll(never)]"] {
        let text = text("let own = w;", "own", repeat);
        assert_eq!(value(&text, &[&[2.0]]), 8.0, "{repeat}");
    }
}

#[test]
fn a_long_loop_is_not_unrolled_for_a_derivative_through_it() {
    let text = "fn f(w: f64) -> f64 {
            let mut s = 1.0;
            let mut sum = 0.0;
            for _ in 0..60000 { s = sin(s * w); sum += deriv(s, w); }
            sum
        }";
    let start = std::time::Instant::now();
    let found = errors(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("`s` is computed from what repetitions of the loop hand on"));
    // Unrolled it would have billions of operators.
    assert!(start.elapsed().as_secs() < 60);
    // Asked for, it is refused before it takes long.
    let found = errors(&text.replace("for _", "#[unroll] for _"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("the derivatives in this function go through more than 262144"),
        "{found:?}"
    );
}

/// In a kept loop a derivative does not follow what the iteration before computed; it is never zero
/// in silence where an unrolled loop has a value.
#[test]
fn a_derivative_stays_in_its_iteration() {
    let handed_on = |count: usize, body: &str| {
        format!(
            "fn f(w: f64) -> f64 {{
                let mut x = w;
                let mut c = x * x;
                let z = sin(x);
                #[unroll(never)]
                for _ in 0..{count} {{ {body} }}
                x + z
            }}"
        )
    };
    for (body, message) in [
        (
            "x -= 0.1 * deriv(c, x); c = x * x;",
            "`c` is what the repetition before computed from `x`",
        ),
        (
            "x -= 0.1 * deriv(c + 0.5 * x, x); c = x * x;",
            "`c + 0.5 * x` is computed from `c`, which the repetition before computed from `x`",
        ),
        (
            "x -= 0.1 * jvp(c, x, 1.0); c = x * x;",
            "`c` is what the repetition before computed from `x`",
        ),
        (
            "x -= deriv(z * x, x);",
            "`z * x` is computed from a value that depends on `x` as it was before the loop",
        ),
    ] {
        let found = errors(&handed_on(2000, body));
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        assert!(found[0].starts_with(message), "{body}: {found:?}");
    }
    // What is handed on does not vary with the variable, or is computed in the iteration.
    for body in [
        "let own = x * x; x -= 0.1 * deriv(own, x);",
        "c = 0.9 * c + 0.1 * deriv(x * x * w, x); x -= 0.1 * c;",
    ] {
        graph(&handed_on(2000, body));
    }
    // Unrolled, the iteration before is followed.
    let text = handed_on(3, "x -= 0.1 * deriv(c, x); c = x * x;").replace("#[unroll(never)]", "");
    let found = values(&text, &[&[1.0]]);
    let mut x = 1.0;
    for _ in 0..3 {
        x -= 0.1 * (2.0 * x);
    }
    assert_eq!(found, [[x + 1.0_f64.sin()]]);
}

/// The bound counts the nodes once for all variables, and holds for every form of derivatives.
#[test]
fn derivatives_by_several_variables_are_bounded() {
    let repeated = |derivative: &str| {
        format!(
            "fn f(w: f64, v: [f64; 2]) -> f64 {{
                let mut s = 1.0;
                let mut sum = 0.0;
                #[unroll]
                for _ in 0..1000 {{ s = sin(s * w) + v[0]; sum += {derivative}; }}
                sum
            }}"
        )
    };
    for derivative in ["deriv(s, (w, v)).0", "jvp(s, (w, v), (1.0, [1.0, 0.0]))"] {
        assert_eq!(
            errors(&repeated(derivative)),
            [
                "the derivatives in this function go through more than 262144 operations\n\
                 = help: in an unrolled loop each is taken anew: let the loop stay one"
            ],
            "{derivative}"
        );
    }
    let orders = |count: usize| {
        let again = "let (a, b) = deriv(a, (x, y));".repeat(count);
        format!("fn f(x: f64, y: f64) -> f64 {{ let a = exp(sin(x * y) * x); {again} a + b }}")
    };
    assert!(lower(&orders(2)).is_ok());
    let found = errors(&orders(12));
    assert_eq!(found.len(), 1, "{found:?}");
    let (message, help) = found[0].split_once('\n').expect("a help");
    let start = "the derivatives in this function go through more than ";
    let rest = message.strip_prefix(start).expect(message);
    let (limit, order) = rest
        .split_once(" operations, and this one is of order ")
        .expect(message);
    let (limit, order): (usize, usize) = (limit.parse().unwrap(), order.parse().unwrap());
    assert!(
        (2048..2048 + 16 * 20).contains(&limit) && (3..=12).contains(&order),
        "{message}"
    );
    assert!(help.ends_with("by `#[derivatives(taylor(8))]`"), "{help}");
}

#[test]
fn arrays_of_which_a_loop_takes_parts() {
    let text = |body: &str, repeat: &str| {
        format!(
            "fn f(x: [f64; 3]) -> f64 {{
                let mut q = x; q[0] = 7.0;
                let mut total = 0.0;
                {repeat} for i in 0..3 {{ {body} }}
                total
            }}"
        )
    };
    let run = |text: &str| value(text, &[&[2.0, 3.0, 5.0]]);
    let part = "let e = x[i] * x[i]; total += deriv(e, x)[i];";
    assert_eq!(run(&text(part, "")), 20.0);
    assert!(errors(&text(part, "#[unroll(never)]"))[0].contains("which may depend on `x`"),);
    let named = "let part = x[i]; total += deriv(part * part, part);";
    assert_eq!(run(&text(named, "#[unroll(never)]")), 20.0);
    let held = "let e = q[i] * q[i] + q[0] * x[i]; total += deriv(e, q)[0];";
    assert_eq!(run(&text(held, "")), 14.0 + 2.0 + 3.0 + 5.0);
    let found = errors(&text(held, "#[unroll(never)]"));
    assert_eq!(
        found,
        [
            "a derivative with respect to `q` cannot stand in this loop\n\
             = note: `q` is assigned element by element outside of the loop\n\
             = help: give the loop a variable of its own: `let own = q;`"
        ]
    );
    let own = "let own = q; let e = own[i] * own[i] + own[0] * x[i]; total += deriv(e, own)[0];";
    assert_eq!(run(&text(own, "#[unroll(never)]")), 14.0 + 2.0 + 3.0 + 5.0);
}

#[test]
fn functions_of_the_block() {
    let text = "fn energy(q: [f64; 2], k: f64) -> f64 { 0.5 * k * sum(q * q) }
        fn force(q: [f64; 2], k: f64) -> [f64; 2] { -deriv(energy(q, k), q) }
        fn f(q: [f64; 2], k: f64) -> f64 {
            // The divergence of the force.
            deriv(force(q, k)[0], q)[0] + deriv(force(q, k)[1], q)[1]
        }";
    assert_eq!(value(text, &[&[2.0, 3.0], &[5.0]]), -10.0);
    // A function of this name hides that of the language.
    let text = "fn deriv(a: f64, b: f64) -> f64 { a - b } fn f(x: f64) -> f64 { deriv(x, 1.0) }";
    assert_eq!(value(text, &[&[3.0]]), 2.0);
}

#[test]
fn float_types() {
    let text = "fn f<T: Float>(x: [T; 2]) -> [T; 2] { let w = 2.0; deriv(w * sum(x * x * x), x) }";
    for element in [graph_ir::Element::F64, graph_ir::Element::F32] {
        let found = super::values_as(text, element, &[&[1.0, 0.1]]);
        let expected = match element {
            graph_ir::Element::F32 => f64::from(6.0 * 0.1_f32 * 0.1_f32),
            _ => 6.0 * 0.1 * 0.1,
        };
        assert!((found[0][1] - expected).abs() <= 1e-8 && found[0][0] == 6.0);
    }
    let text = "fn f(x: f32) -> f32 { let w = 0.5; deriv(w * w * x, w) }";
    assert_eq!(value(text, &[&[3.0]]), 3.0);
}

#[test]
fn nothing_of_variables_is_left() {
    let text = "fn f(x: f64) -> f64 { let y = x; let c = sin(y) * x; c + deriv(c, y) }";
    let graph = graph(text);
    let ops: Vec<Op> = graph.ids().map(|id| graph.op(id)).collect();
    assert!(!ops.contains(&Op::Reshape));
    // x, sin, times, cos, times, plus.
    assert_eq!(ops.len(), 6);
    assert_eq!(graph.node_name(graph.ids().nth(2).unwrap()), Some("c"));
    assert!(lower(text).is_ok());
}

/// All results of a body, one after another, at `x = [2, 3]` and `p = 5`.
fn all_values(body: &str, result: &str) -> Vec<f64> {
    let text = format!("fn f(x: [f64; 2], p: f64) -> {result} {{ {body} }}");
    values(&text, &[&[2.0, 3.0], &[5.0]]).concat()
}

#[test]
fn jacobians_and_hessians_are_values() {
    let product = "let y = [x[0] * x[1], p * x[0] * x[0], p];";
    for (body, result, expected) in [
        // Rows are elements of the value, columns those of the variable.
        (
            "jacobian(y, x)",
            "[[f64; 2]; 3]",
            &[3.0, 2.0, 20.0, 0.0, 0.0, 0.0][..],
        ),
        (
            "y.jacobian(x)",
            "[[f64; 2]; 3]",
            &[3.0, 2.0, 20.0, 0.0, 0.0, 0.0],
        ),
        ("jacobian(y, p)", "[f64; 3]", &[0.0, 4.0, 1.0]),
        ("jacobian(y[0], x)", "[f64; 2]", &[3.0, 2.0]),
        ("jacobian(sum(y), p)", "f64", &[5.0]),
        (
            "let m = outer(x, x); jacobian(m, x)",
            "[[[f64; 2]; 2]; 2]",
            &[4.0, 0.0, 3.0, 2.0, 3.0, 2.0, 0.0, 6.0],
        ),
        // Of a number by numbers: 2 p along the diagonal, and the other way round.
        (
            "hessian(p * dot(x, x), x)",
            "[[f64; 2]; 2]",
            &[10.0, 0.0, 0.0, 10.0],
        ),
        (
            "hessian(x[0] * x[0] * x[1] * p, x)",
            "[[f64; 2]; 2]",
            &[30.0, 20.0, 20.0, 0.0],
        ),
        ("hessian(p * p * p, p)", "f64", &[30.0]),
        // Several variables at once.
        (
            "let (a, b) = jacobian(y, (x, p)); a[1] + b[1]",
            "[f64; 2]",
            &[24.0, 4.0],
        ),
        (
            "let (a, b) = deriv(p * x[0] * x[1], (x, p)); b * a",
            "[f64; 2]",
            &[90.0, 60.0],
        ),
        (
            "jvp(p * x, (x, p), ([1.0, 0.0], 1.0))",
            "[f64; 2]",
            &[7.0, 3.0],
        ),
        (
            "let (a, b) = vjp(p * x, (x, p), [1.0, 2.0]); a + b",
            "[f64; 2]",
            &[13.0, 18.0],
        ),
        (
            "let ((a, b), (c, d)) = hessian(p * p * x[0] * x[1], (x, p)); a[0] + b + c + d",
            "[f64; 2]",
            // 0, p^2; 2 p x1, 2 p x0, twice; 2 x0 x1.
            &[72.0, 77.0],
        ),
        // Differentiated again: by x, the trace of the Jacobian of p x^3 is 6 p x.
        (
            "let y = p * x * x * x; let j = jacobian(y, x); deriv(j[0][0] + j[1][1], x)",
            "[f64; 2]",
            &[60.0, 90.0],
        ),
        // An array that is assigned element by element.
        (
            "let mut y = [0.0; 2]; y[0] = p; y[1] = x[0]; jacobian(y * y * p, y)",
            "[[f64; 2]; 2]",
            &[50.0, 0.0, 0.0, 20.0],
        ),
        // In a kept loop: x <- x + F x with F = [[0, 1], [-1, 0]].
        (
            "let mut y = x; #[unroll(never)] for _ in 0..3 { let z = y; \
             let g = [z[1], -z[0]]; y = z + matmul(jacobian(g, z), z); } y",
            "[f64; 2]",
            &[2.0, -10.0],
        ),
    ] {
        assert_eq!(
            all_values(&format!("{product} {body}"), result),
            expected,
            "{body}"
        );
    }
}

#[test]
fn jacobians_use_what_is_zero() {
    // A chain of 40: three entries in each row, and by colouring as many directions.
    let text = "fn f(x: &[f64; 40]) -> [[f64; 40]; 40] {
        let next = concat(x[1..], x[..1]);
        let y = sin(x * next) + x;
        jacobian(y, x)
    }";
    let x: Vec<f64> = (0..40).map(|i| 0.1 * f64::from(i)).collect();
    let found = values(text, &[&x]).concat();
    for i in 0..40 {
        let j = (i + 1) % 40;
        let slope = (x[i] * x[j]).cos();
        for k in 0..40 {
            let expected = match k {
                k if k == i => slope * x[j] + 1.0,
                k if k == j => slope * x[i],
                _ => 0.0,
            };
            assert!((found[i * 40 + k] - expected).abs() < 1e-12, "{i} {k}");
        }
    }
    // Two directions, not forty: the graph is short.
    assert!(graph(text).len() < 200, "{}", graph(text).len());
}

#[test]
fn wrong_jacobians_are_refused() {
    for (body, expected) in [
        (
            "hessian(x, x)[0][0]",
            "`hessian` differentiates one number, found [f64; 2]",
        ),
        (
            "jacobian(x * p, x[0])[0]",
            "`jacobian` differentiates with respect to a variable",
        ),
        (
            "jvp(x * p, (x, p), [1.0, 0.0])[0]",
            "needs a direction for each of 2 variables",
        ),
        ("jacobian(x, p)[0]", "`x` does not depend on `p`"),
        (
            "let (a, b) = jacobian(x * p, (x, 3.0)); b[0]",
            "with respect to a variable",
        ),
    ] {
        let found = errors(&format!("fn f(x: [f64; 2], p: f64) -> f64 {{ {body} }}"));
        assert_eq!(found.len(), 1, "{body}: {found:#?}");
        assert!(found[0].contains(expected), "{body}: {}", found[0]);
    }
}

/// A derivative may lack a variable for what the function is, and otherwise it hides none.
#[test]
fn dependences_are_looked_for_behind_derivatives() {
    for (body, expected) in [
        (
            "let y = x * x; let s = deriv(y, x); deriv(s, p)",
            "`s` does not depend on `p`",
        ),
        (
            "let y = sin(x); let s = deriv(y, x); deriv(s, y)",
            "`s` does not depend on `y`",
        ),
        (
            "let s = jvp(x * x, x, 1.0); jacobian(s, p)",
            "`s` does not depend on `p`",
        ),
        (
            "let s = vjp(x * x, x, x); deriv(2.0 * s, p)",
            "`2.0 * s` does not depend on `p`",
        ),
        (
            "let s = hessian(x * x * x, x); deriv(s, p)",
            "`s` does not depend on `p`",
        ),
        (
            "let s = deriv(deriv(sin(x), x), x); deriv(s, p)",
            "`s` does not depend on `p`",
        ),
        (
            "let s = deriv(x * p, x); let c = deriv(x * x, x); deriv(c, p) + s",
            "`c` does not",
        ),
    ] {
        let found = errors(&format!("fn f(x: f64, p: f64) -> f64 {{ {body} }}"));
        assert_eq!(found.len(), 1, "{body}: {found:#?}");
        assert!(found[0].contains(expected), "{body}: {}", found[0]);
    }
    for body in [
        "deriv(deriv(x, x), x)",
        "let y = sin(x); let s = deriv(3.0 * y, x); deriv(s, y)",
        "let s = jvp(floor(x), x, p); deriv(s, p)",
        "let s = deriv(x * p, x); let t = deriv(s * s, p); deriv(t, x)",
        "let s = hessian(x * x * p, x); deriv(s, x)",
    ] {
        let found = lower(&format!("fn f(x: f64, p: f64) -> f64 {{ {body} }}"));
        assert!(found.is_ok(), "{body}: {found:#?}");
    }
}

/// A dependence may be missing in some repetitions of a loop, and not in all.
#[test]
fn dependences_in_loops_come_at_some_time() {
    let of = |length: &str, body: &str| {
        format!("fn f{length}(a: f64, v: &[f64; 3000]) -> f64 {{ let mut s = 0.0; {body} s }}")
    };
    for body in [
        "for _ in 0..3 { let y = a * a; let z = sin(y); s += deriv(y, z); }",
        "for _ in 0..3000 { let y = a * a; let z = sin(y); s += deriv(y, z); }",
        "for i in 0..3000 { let y = v[i] * a; let z = sin(a); s += deriv(y, z); }",
        "let z = v[0] * v[1]; let y = a * a; for _ in 0..3 { s += deriv(y, z); }",
        "for i in 0..2 { for j in 0..2 { let y = a * a; let z = v[i] * v[j]; s += deriv(y, z); } }",
    ] {
        let found = errors(&of("", body));
        assert_eq!(found.len(), 1, "{body}: {found:#?}");
        assert!(
            found[0].contains("`y` does not depend on `z`"),
            "{body}: {}",
            found[0]
        );
    }
    let found = errors(
        "fn f(a: [f64; 2]) -> [[f64; 2]; 2] {
            let mut x = a;
            let mut f = zeros([2, 2]);
            for _ in 0..3 { let next = sin(x); f = jacobian(x, next); x = next; }
            f
        }",
    );
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("`x` does not depend on `next`"),
        "{found:#?}"
    );
    for body in [
        "for k in 0..3 { let y = if k > 0 { a * s } else { s + v[0] }; s += deriv(y, a); }",
        "for k in 0..3 { let y = v[k] * a; let z = if k == 1 { sin(y) } else { v[k] }; \
         s += deriv(z, y); }",
    ] {
        assert!(lower(&of("", body)).is_ok(), "{body}");
    }
    // At another length there may be such a repetition.
    let text = "fn g<const K: usize>(a: f64, v: &[f64; 3]) -> f64 {
            let mut s = 0.0;
            for k in 0..K { let y = if k > 0 { a * v[k] } else { v[0] }; s += deriv(y, a); }
            s
        }
        fn f(a: f64, v: &[f64; 3]) -> f64 { g::<1>(a, v) + g::<3>(a, v) }";
    assert!(lower(text).is_ok());
    // What repetitions hand on is not followed, and naming the variable does not help.
    let found = errors(&of(
        "",
        "let mut p = a; for _ in 0..3000 { p = sin(p); s += deriv(p, a); }",
    ));
    assert_eq!(found.len(), 1, "{found:#?}");
    let expected = "does not follow the repetitions before this one: take it behind the loop";
    assert!(found[0].contains(expected), "{}", found[0]);
    let found = errors(&of(
        "",
        "let mut p = a; for _ in 0..3000 { let own = a; p = sin(p); s += deriv(p, own); }",
    ));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("`p` does not depend on `own`"),
        "{}",
        found[0]
    );
}

#[test]
fn matrices_have_one_float_type() {
    let found = errors(
        "fn f(x: f32, y: f64) -> f64 {
            let z = (x as f64) * y;
            jacobian(z, y) + jacobian(z, x) as f64
        }",
    );
    assert_eq!(found.len(), 1, "{found:#?}");
    let expected = "`jacobian` needs operands of one element type, found f64 and f32";
    assert!(found[0].contains(expected), "{}", found[0]);
}

#[test]
fn a_copy_of_a_mutable_variable_is_no_silent_constant() {
    let f = |body: &str| format!("fn f(x: [f64; 2], p: f64) -> f64 {{ {body} 0.0 }}");
    let residual = "let r = u - old - 0.1 * sin(u) * p;";
    for (body, value, name) in [
        (
            format!("let mut u = p; let old = u; {residual} u -= r / deriv(r, u);"),
            "r",
            "u",
        ),
        // By way of other variables, with types, references and tuples.
        (
            format!(
                "let mut u = p; let at: f64 = u; let old = at * p; {residual} u = deriv(r, u);"
            ),
            "r",
            "u",
        ),
        (
            format!("let mut u = p; let (_, old) = (p, (u)); {residual} u = deriv(r, u);"),
            "r",
            "u",
        ),
        (
            format!("let mut u = p; let old; old = u; {residual} u = deriv(r, (u, p)).0;"),
            "r",
            "u",
        ),
        (
            format!("let mut u = p; let mut old = u; {residual} u = deriv(r, u); old = u;"),
            "r",
            "u",
        ),
        (
            "let mut y = x; let old = y; let r = y - old * p; y = jacobian(r, y)[0];".into(),
            "r",
            "y",
        ),
        (
            "let mut y = x; y[0] = p; let old = y; let r = sum(y * old); y = deriv(r, y);".into(),
            "r",
            "y",
        ),
        (
            format!("let mut u = p; let old = u; {residual} u = hessian(r, u);"),
            "r",
            "u",
        ),
        // Of a loop, within a repetition and before it.
        (
            format!(
                "let mut u = p; #[unroll(never)] for _ in 0..9 {{ let old = u; {residual} \
                 u -= r / deriv(r, u); }}"
            ),
            "r",
            "u",
        ),
        (
            format!(
                "let mut u = p; let old = u; #[unroll] for _ in 0..3 {{ {residual} \
                 u -= r / deriv(r, u); }}"
            ),
            "r",
            "u",
        ),
    ] {
        let found = errors(&f(&body));
        let old = if body.contains("let at") { "at" } else { "old" };
        assert_eq!(
            found,
            [format!(
                "`{value}` is computed from `{name}` and from `{old}`, a copy of it, which counts \
                 as `{name}` does\n\
                 = help: to hold `{old}` constant, bind it first, and have `{name}` start from it: \
                 `let {old} = ..; let mut {name} = {old};`; to let it count, write `{name}` for \
                 `{old}`"
            )],
            "{body}"
        );
    }
    let before = format!(
        "let mut u = p; let old = u; #[unroll(never)] for _ in 0..9 {{ {residual} \
         u -= r / deriv(r, u); }}"
    );
    let found = errors(&f(&before));
    assert!(found[0].contains("as it was before the loop"), "{found:#?}");
    assert!(
        found[0].contains("to hold `old` constant, bind it first"),
        "{found:#?}"
    );
}

#[test]
fn copies_that_are_no_part_of_a_derivative() {
    let start = "let mut u = x;";
    for (body, expected) in [
        // The order that the help says.
        (
            "let old = x; let mut u = old; let r = u * u * old; deriv(r, u)",
            8.0,
        ),
        (
            "let mut u = x; let old = u; u = old; deriv(u * u * old, u)",
            8.0,
        ),
        // What was before an assignment.
        ("let old = u; u = old + 1.0; deriv(u * u * old, u)", 12.0),
        // A value that is made of the copy alone, or of the variable alone.
        ("let own = u; let c = own * own; u = deriv(c, u); u", 4.0),
        ("let own = u; let c = u * u; u = deriv(c, u); u * own", 8.0),
        // The copy is the variable, or one of both.
        ("let own = u; let c = own * u; u = deriv(c, own); u", 2.0),
        (
            "let own = u; let c = own * u; let (a, b) = deriv(c, (u, own)); u = a + b; u",
            4.0,
        ),
        // A copy that is assigned is a copy no more.
        (
            "let mut v = u; v = v * v; let c = u * v; u = deriv(c, u); u",
            12.0,
        ),
        // A computed value is no copy.
        ("let v = u * 1.0; let c = u * v; u = deriv(c, u); u", 4.0),
        // Under the name of the variable itself.
        ("let mut u = u; u = deriv(u * u * x, u); u", 8.0),
        (
            "let v = stop_gradient(u); let c = u * v; u = deriv(c, u); u",
            2.0,
        ),
    ] {
        let start = if body.contains("let mut u =") {
            "let mut u = x;"
        } else {
            start
        };
        assert_eq!(
            at_two_and_three(&format!("{start} {body}")),
            expected,
            "{body}"
        );
    }
    let graph =
        graph("fn f(x: f64) -> f64 { let mut u = x; let old = u; u = deriv(u * u, u); u + old }");
    assert!(!graph.ids().any(|id| graph.op(id) == Op::Reshape));
}

#[test]
fn the_help_for_a_missing_dependence_is_of_its_shape() {
    let of_type = |result: &str, body: &str| {
        format!("fn f(x: [f64; 2], w: [f64; 3], p: f64) -> {result} {{ {body} }}")
    };
    let text = |body: &str| of_type("f64", body);
    for (written, zeros, shape) in [
        ("jacobian(x, w)", "zeros([2, 3])", "[[f64; 3]; 2]"),
        ("jacobian(x, p)", "zeros_like(x)", "[f64; 2]"),
        ("jacobian(p, w)", "zeros_like(w)", "[f64; 3]"),
        ("jvp(x, w, w)", "zeros_like(x)", "[f64; 2]"),
        ("vjp(x, w, x)", "zeros_like(w)", "[f64; 3]"),
        ("hessian(p, w)", "zeros([3, 3])", "[[f64; 3]; 3]"),
        ("deriv(p, w)", "zeros_like(w)", "[f64; 3]"),
    ] {
        let found = errors(&text(&format!("sum({written})")));
        let help = format!("or write the zeros: `{zeros}`");
        assert!(found.len() == 1 && found[0].contains(&help), "{found:#?}");
        graph(&of_type(shape, zeros));
        // The same derivative of a value that does depend on the variable.
        let dependent = written.replace("(x, ", "(sum(w * w) * p * p * x, ");
        let dependent = dependent.replace("(p, ", "(sum(w * w) * p, ");
        graph(&of_type(shape, &dependent));
    }
    for (written, meant) in [
        ("jacobian(x, z)", "jacobian(z, x)"),
        ("jvp(x, z, x)", "jvp(z, x, x)"),
        ("vjp(x, z, x)", "vjp(z, x, x)"),
    ] {
        let body = |code: &str| text(&format!("let z = x * x; sum({code})"));
        let found = errors(&body(written));
        let help = format!("the value stands first, and the variable behind it: `{meant}`");
        assert!(found.len() == 1 && found[0].contains(&help), "{found:#?}");
        graph(&body(meant));
    }
}

/// The derivative by a field is along what names the field, however it got its value.
#[test]
fn fields_are_kept_apart_from_equal_values() {
    for (text, expected) in [
        (
            "w.f = v.f; let s = sin(v.f) + 10.0 * sin(w.f); deriv(s, w.f)",
            10.0,
        ),
        (
            "w.f = v.f; let s = sin(v.f) + 10.0 * sin(w.f); deriv(s, w).f",
            10.0,
        ),
        (
            "w = v; let s = sin(v.f) + 10.0 * sin(w.f); deriv(s, w).f",
            10.0,
        ),
        (
            "w = S { f: v.f, ..w }; let s = sin(v.f) + 10.0 * sin(w.f); deriv(s, w.f)",
            10.0,
        ),
        (
            "let u = S { f: v.f, ..w }; let s = sin(v.f) + 10.0 * sin(u.f); deriv(s, u.f)",
            10.0,
        ),
        (
            "w.t = (v.f, 2.0); let s = sin(v.f) + 10.0 * sin(w.t.0); deriv(s, w).t.0",
            10.0,
        ),
        (
            "w.t = (v.f, 2.0); let s = sin(v.f) + 10.0 * sin(w.t.0) + c; deriv(s, (c, w.t.0)).1",
            10.0,
        ),
        (
            "w.t.0 = v.f; let s = sin(v.f) + 10.0 * sin(w.t.0); deriv(s, w.t.0)",
            10.0,
        ),
    ] {
        let text = format!(
            "struct S {{ f: f64, t: (f64, f64) }}
            fn f(a: S, b: S, c: f64) -> f64 {{
                let mut v = a;
                let mut w = b;
                v.f *= 1.0;
                {text}
            }}"
        );
        assert_eq!(value(&text, &[&[0.0][..]; 7]), expected, "{text}");
    }
}

#[test]
fn copies_of_fields_are_copies() {
    for (copy, by) in [
        ("w.f = v.f;", "v.f"),
        ("w.f = v.f;", "v"),
        ("w = v;", "v"),
        ("let w = v;", "v"),
    ] {
        let text = format!(
            "struct S {{ f: f64, g: f64 }}
            fn f(mut w: S, mut v: S) -> f64 {{
                w.g = 0.0;
                {copy}
                v.g *= 2.0;
                let s = sin(v.f) + 10.0 * sin(w.f);
                sum(deriv(s, {by}))
            }}"
        );
        let expected = "`s` is computed from `v.f` and from `w.f`, a copy of it, which counts as \
                        `v.f` does\n= help: to hold `w.f` constant, write `stop_gradient(v.f)` \
                        where it is made; to let it count, write `v.f` for `w.f`";
        assert_eq!(errors(&text), [expected], "{text}");
    }
}

/// A field is differentiated by as a variable is: what was computed from it before it was assigned
/// does not count, and what was computed from the others does.
#[test]
fn fields_that_are_assigned_leave_the_others_alone() {
    for (text, expected) in [
        // Elements of one field.
        (
            "let u = sin(v.a); v.a[1] = c; let s = sum(u * u) + sum(v.a); deriv(s, v).a",
            vec![f64::sin(0.6) + 1.0, 1.0],
        ),
        // Another field, in a branch and in a loop.
        (
            "let mut s = 0.0; if c > 0.0 { s += dot(v.a, v.a); v.b = 2.0; } s += v.b; deriv(s, v).a",
            vec![0.6, 0.8],
        ),
        (
            "let mut s = 0.0; for _ in 0..200 { s += dot(v.a, v.a); v.b = 2.0; } s += v.b; deriv(s, v).a",
            vec![120.0, 160.0],
        ),
        (
            "let u = dot(v.a, v.a); if c > 0.0 { v.b = 2.0; } let s = u + v.b; deriv(s, v.a)",
            vec![0.6, 0.8],
        ),
        // One side assigns the whole, the other one field.
        (
            "let u = dot(v.a, v.a) + v.b; if c > 0.0 { v.b = 2.0; } else { v = S { a: [c; 2], b: c }; }
             let s = sin(v.b) * u + sum(v.a); deriv(s, v.b) * [1.0, 1.0]",
            vec![f64::cos(2.0) * 1.75; 2],
        ),
    ] {
        let text = format!(
            "struct S {{ a: [f64; 2], b: f64 }}
            fn f(mut v: S, c: f64) -> [f64; 2] {{ {text} }}"
        );
        let found = values(&text, &[&[0.3, 0.4], &[1.5], &[0.7]]);
        let near = { found[0].iter().zip(&expected) }.all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(near, "{found:?} for {expected:?}: {text}");
    }
}
