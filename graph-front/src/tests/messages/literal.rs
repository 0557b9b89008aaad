//! Helps that are followed to the letter: their code is the function that was meant, and there is
//! none where that cannot be known.

use super::{check, check_block, error, error_of_block, errors, follow, follow_in_block, lower};

#[test]
fn an_upper_triangle_is_solved_as_such() {
    let text = |body: &str| {
        format!(
            "fn f(l: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {{ let u = transpose(l); {body} }}"
        )
    };
    for (body, code) in [
        (
            "upper_solve(transpose(l), v)",
            "lower_transposed_solve(l, v)",
        ),
        (
            "solve_upper(l.transpose(), v)",
            "lower_transposed_solve(l, v)",
        ),
        ("upper_solve(u, v)", "linear_solve(u, v)"),
        ("backsolve(u, v)", "linear_solve(u, v)"),
        (
            "triangular_solve(transpose(l), v, lower = false)",
            "lower_transposed_solve(l, v)",
        ),
        (
            "solve_triangular(l, v, lower = true, trans = 1)",
            "lower_transposed_solve(l, v)",
        ),
        (
            "solve_triangular(transpose(l), v)",
            "lower_transposed_solve(l, v)",
        ),
        ("forwardsolve(l, v)", "lower_solve"),
    ] {
        check_block(&text(body), &format!("`{code}`"));
    }
    for body in ["cho_solve((l, true), v)", "cholesky_solve(v, l)"] {
        check_block(
            &text(body),
            "it is `lower_transposed_solve(l, lower_solve(l, b))`",
        );
    }
    check_block(
        &text("trsm(l, v)"),
        "of its transpose `lower_transposed_solve(l, b)`",
    );
    let text = text("upper_solve(transpose(l), v)");
    let part = "upper_solve(transpose(l), v)";
    follow_in_block(&text, part, "lower_transposed_solve(l, v)");
}

#[test]
fn a_conversion_before_less() {
    for (body, part, code) in [
        (
            "if i as f64 < p { p } else { 1.0 }",
            "i as f64",
            "(i as f64)",
        ),
        (
            "let t = 2.0 * i as f64 < p; select(t, p, 1.0)",
            "i as f64",
            "(i as f64)",
        ),
        (
            "select(-p as f64 < 1.0, p, 1.0)",
            "-p as f64",
            "(-p as f64)",
        ),
        (
            "let n = 3.0 * x[0] as usize as f64; select(x[1] as usize as f64 < n, p, n)",
            "x[1] as usize as f64",
            "(x[1] as usize as f64)",
        ),
        ("if i < p { p } else { 1.0 }", "i", "(i as f64)"),
        (
            "if i * 2 < p { p } else { 1.0 }",
            "i * 2",
            "((i * 2) as f64)",
        ),
        ("if 2.0 * i < p { p } else { 1.0 }", "i <", "(i as f64)"),
    ] {
        match part {
            "i" | "i <" => check(body, &format!("`{code}`")),
            part => follow(body, part, code),
        }
    }
    check(
        "if i as f64 < p { p } else { 1.0 }",
        "`<` is interpreted as the start of generic arguments for `f64`, not as a comparison",
    );
    check("x[i as usize << 1]", "the operator `<<`");
    check("if i <= p { p } else { 1.0 }", "`i as f64`");
}

#[test]
fn numbers_of_an_instance_are_its_parameters() {
    let text = |body: &str| {
        format!(
            "pub fn g(x: [f64; 6], y: [f64; 3]) -> f64 {{ f(x, y) }}
             fn f<const N: usize, const M: usize>(x: [f64; N], y: [f64; M]) -> f64 {{ \
             let mut s = 0.0; {body} s }}"
        )
    };
    check_block(&text("for i in 0..N { s += y[i]; }"), "`for i in 0..M`");
    check_block(&text("for i in 1..=N { s += x[i]; }"), "`for i in 0..N`");
    let found = error_of_block(&text("for i in 0..N { s += x[i + 1]; }"));
    assert!(!found.contains("help"), "{found}");
    let text = "pub fn g(x: [[f64; 2]; 2]) -> [[f64; 2]; 2] { f(x) }
                fn f<const D: usize>(lower: [[f64; D]; D]) -> [[f64; D]; D] { tril(lower, -1) }";
    let code = "concat(zeros_like(lower[..1]), tril(lower[1..]))";
    follow_in_block(text, "tril(lower, -1)", code);
}

#[test]
fn integers_and_floats_are_not_mixed() {
    for (body, part, code) in [
        (
            "comb(5, 2)",
            "comb(5, 2)",
            "exp(-ln_beta(5.0 - 2.0 + 1.0, 2.0 + 1.0)) / (5.0 + 1.0)",
        ),
        (
            "comb(5, i)",
            "comb(5, i)",
            "exp(-ln_beta(5.0 - i as f64 + 1.0, i as f64 + 1.0)) / (5.0 + 1.0)",
        ),
        (
            "binomial(i, 2)",
            "binomial(i, 2)",
            "exp(-ln_beta((i - 2) as f64 + 1.0, 2 as f64 + 1.0)) / (i as f64 + 1.0)",
        ),
        ("let mut k = 4; k = k / 2.0; x[k] + p", "2.0", "2"),
        (
            "let mut k = 2; k = k / 2.0; let mut s = p; for n in 0..k { s += x[n]; } s",
            "2.0",
            "2",
        ),
    ] {
        follow(body, part, code);
    }
    let text = "const N: usize = 4; fn f(x: [f32; N]) -> [f32; N/2.0] { x[..N / 2] }";
    follow_in_block(text, "2.0", "2");
    check(
        "let mut at = [0; 2]; at[0] = x[0] + 0.5; x[at[0]]",
        "`(x[0] + 0.5) as usize`",
    );
    check(
        "let mut c = [[0; 3]; 2]; c[0][0] = 0.5; p",
        "`let mut c = [[0.0; 3]; 2];`",
    );
}

#[test]
fn constants_are_converted_and_not_what_is_beside_them() {
    let text = |body: &str| {
        format!("const PI: f64 = 3.0; fn f(x: f32, y: f64) -> f32 {{ let k = x; {body} }}")
    };
    check_block(&text("x * PI"), "`PI as f32`");
    check_block(&text("2.0 * PI - x"), "`(2.0 * PI) as f32`");
    check_block(&text("x * y"), "`y as f32`");
}

#[test]
fn a_tuple_among_operands_is_one_mistake() {
    let found = error("let s = sin_cos(p); let t = p * s; let u = s - 1.0; t + u * s");
    assert!(found.contains("whose parts are `s.0` and `s.1`"), "{found}");
    check(
        "2.0 * sin_cos(p)",
        "take a part of it, such as `sin_cos(p).0`",
    );
    check("let s = (p, p, p); sum(x * s)", "`[s.0, s.1, s.2]`");
}

#[test]
fn the_second_factor_is_transposed() {
    let text = "fn f(q: [[f64; 4]; 5], k: [[f64; 4]; 5]) -> [[f64; 5]; 5] { matmul(q, k) }";
    check_block(text, "`transpose(k)`");
    let text = "fn f(q: [[f64; 4]; 5]) -> [[f64; 5]; 5] { matmul(q, q) }";
    follow_in_block(text, "matmul(q, q)", "matmul(q, transpose(q))");
}

#[test]
fn a_pattern_of_fewer_names() {
    let text = "fn f(s: [f64; 6]) -> f64 { let [_, yaw, vx, vy, r] = s; yaw + vx + vy + r + rho }";
    check_block(text, "name all 6");
    check_block(text, "`[.., _, yaw, vx, vy, r]` the last 5");
}

#[test]
fn ranges_that_run_down() {
    let text = |header: &str| {
        format!(
            "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ let n = x.len(); let mut s = 0.0; \
             for t in {header} {{ s += x[t]; }} s }}"
        )
    };
    for (header, code) in [
        ("(N - 1)..=1", "(1..=N - 1).rev()"),
        ("N - 2..=0", "(0..=N - 2).rev()"),
        ("(n - 1)..=0", "(0..=N - 1).rev()"),
        ("N..1", "(1..N).rev()"),
        ("N - 2..1", "(2..=N - 2).rev()"),
    ] {
        follow_in_block(&text(header), header, code);
    }
    let text = "const N: usize = 4; fn f(x: [f64; N]) -> f64 { let mut s = 0.0; \
                for t in (N - 1)..=1 { s += x[t]; } s }";
    follow_in_block(text, "(N - 1)..=1", "(1..=N - 1).rev()");
}

#[test]
fn a_bound_out_of_range_says_nothing_about_the_other() {
    let text = "fn f(x: [f64; 9], first: [usize; 4]) -> f64 { let mut s = 0.0; for i in 0..4 { \
                for k in first[i]..first[i + 1] { s += x[k]; } } s }";
    check_block(text, "4 is out of range");
}

#[test]
fn one_mistake_is_one_error() {
    let text = "fn f(nu: [f64; N]) -> f64 { let mut s = 0.0; for i in 0..N { s += nu[i]; } s }";
    check_block(text, "cannot find the value `N`");
    let text = "fn f(a: f64) -> f64 { let mut p = a; #[limit(9)] loop { p *= 0.5; \
                if p < 0.1 { return p } } }";
    check_block(text, "`return` is not part");
    let text = "fn f(a: f64) -> f64 { let mut s = 0.0; for i in 0..3 { s += a,\n } s }";
    check_block(text, "a statement ends with `;`, found `,`");
    let text =
        "pub fn f<const N: usize>(x: &[f64; N], y: &[f64; N]) -> f64 { sum(convolve(x, y)) }";
    check_block(text, "a window has a constant length");
}

#[test]
fn what_is_natural_to_write() {
    for (body, part, code) in [
        ("sum(concat(p, x))", "concat(p, x)", "concat([p], x)"),
        (
            "log_sum_exp(p, 2.0)",
            "log_sum_exp(p, 2.0)",
            "log_sum_exp([p, 2.0])",
        ),
        ("sum(full(p, 3))", "full(p, 3)", "full([3], p)"),
        ("let mut s = p; s += x * x; s", "x * x", "dot(x, x)"),
        ("let mut s = p; s += 2.0 * x; s", "2.0 * x", "sum(2.0 * x)"),
        (
            "norm_ppf(p)",
            "norm_ppf(p)",
            "sqrt(2.0) * erf_inv(2.0 * p - 1.0)",
        ),
        (
            "norm_logpdf(p)",
            "norm_logpdf(p)",
            "normal_ln_pdf(p, 0.0, 1.0)",
        ),
        (
            "norm_cdf(p, 1, 2)",
            "norm_cdf(p, 1, 2)",
            "normal_cdf((p - 1.0) / 2.0)",
        ),
        ("besselj(0, p)", "besselj(0, p)", "bessel_j(p, 0)"),
        ("floordiv(p, 2)", "floordiv(p, 2)", "floor(p / 2.0)"),
    ] {
        follow(body, part, code);
    }
    check("nint(p)", "`round`");
    check("simpson(p)", "over the points of a rule");
    let text = |body: &str| {
        format!(
            "fn f(k: [[f64; 4]; 4], at: [usize; 2], e: [[f64; 2]; 2]) -> [[f64; 4]; 4] {{ {body} }}"
        )
    };
    let rows = text("let mut m = k; m[at][at] += e; m");
    follow_in_block(&rows, "m[at][at]", "m[(at, at)]");
    let stacked = text("stack(k[..2], k[2..])");
    follow_in_block(&stacked, "stack(k[..2], k[2..])", "concat(k[..2], k[2..])");
    let found = error_of_block(&text("[[k, k], [k, k]]"));
    assert!(!found.contains("promise the shape"), "{found}");
}

#[test]
fn no_function_hides_a_crate_or_a_type() {
    for name in ["std", "core", "adgraph", "f64", "usize", "bool"] {
        let text = format!("fn {name}(x: [f64; 3]) -> f64 {{ sqrt(variance(x)) }}");
        follow_in_block(&text, name, &format!("{name}_of"));
    }
}

/// The largest of one number is a second operand forgotten.
#[test]
fn extrema_of_one_number() {
    for (body, help) in [
        ("max(p - x[0])", "`max(p - x[0], 0.0)`"),
        ("min(p)", "`min(p, 0.0)`"),
        ("(p - x[0]).max()", "`max(p - x[0], 0.0)`"),
    ] {
        check(body, "of one number is that number");
        check(body, help);
    }
}

#[test]
fn chains_over_ranges_are_loops() {
    for (body, code) in [
        (
            "(0..3).rev().map(|i| x[i]).sum()",
            "let mut s = 0.0; for i in (0..3).rev() { s += x[i]; }",
        ),
        (
            "(0..3).step_by(2).map(|i| x[i]).product()",
            "let mut s = 1.0; for i in (0..3).step_by(2) { s *= x[i]; }",
        ),
        (
            "(0..3).filter(|i| i % 2 == 0).map(|i| x[i]).sum()",
            "let mut s = 0.0; for i in 0..3 { if i % 2 == 0 { s += x[i]; } }",
        ),
        (
            "(0..3).rev().fold(1.0, |s, i| s * p + x[i])",
            "let mut s = 1.0; for i in (0..3).rev() { s = s * p + x[i]; }",
        ),
    ] {
        check(body, &format!("write a loop: `{code}`"));
        lower(&format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {code} s }}")).expect("accepted");
    }
}

#[test]
fn arrays_in_parts() {
    let text =
        |call: &str| format!("fn f(x: [f64; 8], y: [f64; 3]) -> f64 {{ let g = {call}; 0.0 }}");
    for (call, code) in [
        ("split(x, 2)", "of one length they are `(x[..4], x[4..])`"),
        (
            "np.split(x, [2, 5])",
            "at these positions they are `(x[..2], x[2..5], x[5..])`",
        ),
        (
            "x.split([2, 6])",
            "of these lengths they are `(x[..2], x[2..])`, at these positions they are `(x[..2], x[2..6], x[6..])`",
        ),
        ("split(x, 3)", "the parts are ranges: `(x[..2], x[2..])`"),
        (
            "meshgrid(x, y)",
            "`(broadcast(x, [y.len(), x.len()], axis = 1), broadcast(y, [y.len(), x.len()], axis = 0))`",
        ),
        (
            "np.meshgrid(x, y, indexing = \"ij\")",
            "`(broadcast(x, [x.len(), y.len()], axis = 0), broadcast(y, [x.len(), y.len()], axis = 1))`",
        ),
        (
            "np.r_[x, y, 1.0]",
            "arrays are joined by `concat(x, y, [1.0])`",
        ),
        (
            "np.c_[y, y]",
            "vectors are the columns of `stack(y, y, axis = 1)`",
        ),
        (
            "sort(x, descending = true)",
            "in the other direction it is `flip(sort(x))`",
        ),
    ] {
        check_block(&text(call), code);
        assert_eq!(errors(&text(call)).len(), 1, "{call}");
    }
    let grid =
        "(broadcast(x, [y.len(), x.len()], axis = 1), broadcast(y, [y.len(), x.len()], axis = 0))";
    follow_in_block(&text("meshgrid(x, y)"), "meshgrid(x, y)", grid);
}

#[test]
fn a_tuple_is_no_array() {
    let text = "fn f(q: [[f64; 3]; 3]) -> f64 { sum(eigh(q)[0]) }";
    check_block(
        text,
        "a value of a tuple is taken by its number: `eigh(q).0`",
    );
    follow_in_block(text, "eigh(q)[0]", "eigh(q).0");
}

#[test]
fn products_of_vectors_beside_a_matrix() {
    let text = |body: &str| {
        format!(
            "fn f(a: [[f64; 2]; 2], u: [f64; 2], v: [f64; 2], c: f64) -> [[f64; 2]; 2] {{ let mut p = \
             a; {body} p }}"
        )
    };
    for body in ["p -= u * v;", "p = p + u * v;", "p = u * v - p;"] {
        check_block(&text(body), "the matrix of all products is `outer(u, v)`");
    }
    let scaled = error_of_block(&text("p -= c * v;"));
    assert!(!scaled.contains("outer"), "{scaled}");
    follow_in_block(&text("p -= u * v;"), "u * v", "outer(u, v)");
    let text = "fn f(a: [[f64; 2]; 2], u: [f64; 2]) -> [f64; 2] { u.transpose() * a }";
    check_block(
        text,
        "the product of matrices is `matmul(u.transpose(), a)`",
    );
    follow_in_block(text, "u.transpose() * a", "matmul(u.transpose(), a)");
}

#[test]
fn a_closure_is_no_value_that_is_differentiated() {
    let text = "fn f(x: f64, y: f64) -> f64 { deriv(|q| q * q * y, x) }";
    check_block(
        text,
        "differentiate a value: `deriv({ let q = x; q * q * y }, x)`",
    );
    let code = "deriv({ let q = x; q * q * y }, x)";
    follow_in_block(text, "deriv(|q| q * q * y, x)", code);
}

#[test]
fn a_result_inside_of_a_loop() {
    let text = "fn f(x: [f64; 3]) -> f64 { let mut s = 0.0; for i in 0..3 { if x[i] < 0.0 { return s; } \
                s += x[i]; } s }";
    check_block(text, "leave the loop by `found = s; break;`");
}

#[test]
fn shifts_are_products() {
    check("let mut h = 4.0; h <<= 1; h * p", "write `h *= 2.0`");
    check("let mut h = 4.0; h >>= 2; h * p", "write `h /= 4.0`");
}

#[test]
fn a_range_that_moves_is_an_inner_loop() {
    let text = |sum: &str| {
        format!(
            "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ let mut s = 0.0; for i in 0..N {{ {sum} }} s }}"
        )
    };
    for (range, header) in [
        ("..i", "for j in 0..i"),
        ("..=i", "for j in 0..=i"),
        ("i / 2..i", "for j in i / 2..i"),
    ] {
        check_block(
            &text(&format!("s += sum(x[{range}]);")),
            &format!("take the elements in an inner loop: `{header} {{ .. }}`"),
        );
        lower(&text(&format!("{header} {{ s += x[j]; }}"))).expect("accepted");
    }
}

#[test]
fn lengths_of_the_caller_are_handed_on() {
    let text = |call: &str| {
        format!(
            "fn power<const D: usize>(x: f64) -> f64 {{ let mut s = 1.0; for _ in 0..D {{ s *= x; }} s }} \
             fn f<const D: usize>(x: [f64; D]) -> f64 {{ {call} }} pub fn g(x: [f64; 2]) -> f64 {{ f(x) }}"
        )
    };
    check_block(&text("power(x[0])"), "write it: `power::<D>(..)`");
    lower(&text("power::<D>(x[0])")).expect("accepted");
}

#[test]
fn second_derivatives_of_functions_from_outside() {
    let text = |request: &str| {
        format!(
            "#[external] fn density(h: f64) -> f64; #[derivatives({request})] pub fn f(x: [f64; 2]) -> \
             f64 {{ density(x[0]) * x[1] }}"
        )
    };
    check_block(&text("hessian"), "with `#[derivative(adjoint = rule)]`");
    check_block(
        &text("sparse_jacobian"),
        "give it one: `#[external(adjoint = path)]`",
    );
}

#[test]
fn parts_at_computed_positions_are_assigned_one_by_one() {
    let text = |body: &str| {
        format!(
            "fn f(at: [usize; 2], v: [[f64; 2]; 2], u: [f64; 2]) -> f64 {{ let mut k = zeros([3, 3]); let \
             mut y = zeros([3]); {body} sum(k) + sum(y) }}"
        )
    };
    for (body, code) in [
        ("y[at] = u;", "for a in 0..2 { y[at[a]] = u[a]; }"),
        (
            "k[at][(.., at)] = v;",
            "for a in 0..2 { for b in 0..2 { k[at[a]][at[b]] = v[a][b]; } }",
        ),
        (
            "k[at][(.., at)] *= 2.0 * v;",
            "let c = 2.0 * v; for a in 0..2 { for b in 0..2 { k[at[a]][at[b]] *= c[a][b]; } }",
        ),
    ] {
        check_block(&text(body), &format!("run over the positions: `{code}`"));
        lower(&text(code)).expect("accepted");
    }
}

/// In Rust `==` of arrays is one bool.
#[test]
fn arrays_that_are_equal_as_wholes() {
    let block = |condition: &str| {
        format!(
            "fn f(goals: [usize; 2], x: [f64; 5], y: [f64; 5]) -> f64 {{ \
             if {condition} {{ x[0] }} else {{ y[0] }} }}"
        )
    };
    for (condition, whole) in [
        ("goals == [0, 0]", "goals[0] == 0 && goals[1] == 0"),
        ("goals != [1, 0]", "goals[0] != 1 || goals[1] != 0"),
        ("x == y", "min(select(x == y, 1.0, 0.0)) > 0.5"),
        ("x != y", "max(select(x != y, 1.0, 0.0)) > 0.5"),
    ] {
        follow_in_block(&block(condition), condition, whole);
    }
    check_block(
        &block("x > y"),
        "whether all are true is `min(select(x > y, 1.0, 0.0)) > 0.5`",
    );
}

#[test]
fn references_to_arrays_of_tuples_stay_references() {
    let text = "pub fn f<const M: usize>(teams: &[(usize, usize); M], age: &[f64; M]) -> f64 { \
        sum(age) }";
    check_block(text, "write `&[[usize; 2]; M]`");
    let text = "pub fn f<const M: usize>(teams: &[(usize, f64); M], age: &[f64; M]) -> f64 { \
        sum(age) }";
    check_block(text, "`&[usize; M]`, `&[f64; M]`");
}

#[test]
fn arrays_in_results_that_are_numbers() {
    let text = "fn f(g: [[f64; 3]; 3], h: [f64; 3], wave: f64) -> f64 { \
        let q = einsum(\"i,ij,j->i\", h, g, h); \
        2.0 * asin(0.5 * wave * sqrt(q) / (1.0 + wave)) * 180.0 / f64::consts::PI }";
    check_block(
        text,
        "`q` is an array: reduce it, or what is computed of it, to a number",
    );
}

#[test]
fn constants_of_a_type_that_is_not_declared() {
    let text = "fn f(x: [T; 3]) -> T { let mut s = T::ZERO; for v in x { s += v; } s }";
    assert!(
        !errors(text).iter().any(|found| found.contains("T::ZERO")),
        "{:#?}",
        errors(text)
    );
}
