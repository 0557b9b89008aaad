//! Helps with the code that is intended, for types, tables, equations and names of other languages.

use super::super::{errors, graph, lower};
use super::{check, check_block, error, error_of_block, follow};

#[test]
fn constants_of_integers_where_floats_are_declared() {
    for (ty, value, code) in [
        ("[f64; 3]", "[1, 2, 3]", "[1.0, 2.0, 3.0]"),
        (
            "[[f64; 2]; 2]",
            "[[1, 2], [3, 4]]",
            "[[1.0, 2.0], [3.0, 4.0]]",
        ),
        ("[f64; 3]", "[1; 3]", "[1.0; 3]"),
        ("[f64; 2]", "[-1, 2 * 3]", "[-1.0, 2.0 * 3.0]"),
        ("(f64, f64)", "(1, 2)", "(1.0, 2.0)"),
        (
            "[(f64, f64); 2]",
            "[(1, 2), (3, 4)]",
            "[(1.0, 2.0), (3.0, 4.0)]",
        ),
    ] {
        let block = |value: &str| format!("const T: {ty} = {value}; fn f(x: f64) -> f64 {{ x }}");
        check_block(&block(value), &format!("`{code}`"));
        graph(&block(code));
        let body = |value: &str| format!("fn f(x: f64) -> f64 {{ let t: {ty} = {value}; x }}");
        check_block(&body(value), &format!("`{code}`"));
        graph(&body(code));
    }
    let mixed = "const T: (usize, f64) = (1, 2); fn f(x: f64) -> f64 { x * T.1 }";
    check_block(mixed, "is declared as (usize, f64), but its value is");
}

#[test]
fn imported_types_are_those_of_the_language() {
    for (import, help) in [
        (
            "nalgebra::Vector3",
            "in place of `Vector3`: write an array: `[f64; 3]`",
        ),
        (
            "nalgebra::{Matrix3, Vector3}",
            "in place of `Matrix3`: write an array of rows",
        ),
        (
            "ndarray::{Array1, Array2}",
            "in place of `Array1`: an array has its extents in its type",
        ),
        (
            "num_complex::Complex",
            "in place of `Complex`: numbers are real",
        ),
        ("faer::Mat", "in place of `Mat`: types of the language are"),
        (
            "crate::Params as P",
            "in place of `Params`: types of the language are",
        ),
        ("crate::model::step", "`#[external] fn step(..) -> ..;`"),
        (
            "nalgebra as na",
            "and functions declared: `#[external] fn g(..) -> ..;`",
        ),
    ] {
        check_block(&format!("use {import}; fn f(x: f64) -> f64 {{ x }}"), help);
    }
}

#[test]
fn types_of_variables_without_a_length() {
    for ty in ["Vec<f64>", "&[f64]", "std::vec::Vec<f64>"] {
        let body = format!("let k: {ty} = x; sum(k)");
        check(&body, "has no length that the macro could know");
        check(&body, "leave the type out, or write the length: `[f64; 3]`");
    }
    let argument = "fn f(x: Vec<f64>) -> f64 { sum(x) }";
    check_block(argument, "`fn f<const N: usize>(x: &[f64; N])`");
}

#[test]
fn tables_of_tuples_have_no_columns() {
    let table = "const T: [(f64, f64); 2] = [(0.0, 1.0), (1.0, 2.0)];";
    let rows = "const T: [[f64; 2]; 2] = [[0.0, 1.0], [1.0, 2.0]];";
    let f =
        |table: &str, column: &str| format!("{table} fn f(x: f64) -> f64 {{ x * sum({column}) }}");
    check_block(
        &f(table, "T.1"),
        "of one tuple it is `T[i].1`; rows that are arrays",
    );
    check_block(&f(table, "T.1"), "the column `T[(.., 1)]`");
    check_block(&f(table, "T[(.., 1)]"), "rows that are arrays have columns");
    graph(&f(rows, "T[(.., 1)]"));
    graph(&f(table, "[T[0].1]"));
}

#[test]
fn equations_matrices_and_results() {
    check("solve(|y| y * y == p, 1.0)", "write `y * y - p`");
    let solve =
        |call: &str| format!("fn f(l: [[f64; 2]; 2], x: [f64; 2]) -> [f64; 2] {{ {call} }}");
    check_block(
        &solve("lower_solve(x, l)"),
        "the matrix comes first: `lower_solve(l, x)`",
    );
    graph(&solve("lower_solve(l, x)"));
    check("sum(x[[p, p]])", "indices are integers");
    follow("sum(x[w])", "w", "w as usize");
    for (result, help) in [
        (
            "[[f64; 3]; 2]",
            "`transpose(a)`; or promise the shape that it has: `-> [[f64; 2]; 3]`",
        ),
        (
            "[[f64; 4]; 4]",
            "promise the shape that it has: `-> [[f64; 2]; 3]`",
        ),
        (
            "[f64; 3]",
            "promise the shape that it has: `-> [[f64; 2]; 3]`",
        ),
    ] {
        check_block(&format!("fn f(a: [[f64; 2]; 3]) -> {result} {{ a }}"), help);
    }
    check(
        "sum(eye((2, 3)))",
        "of 2 rows and 3 columns it is `eye(3)[..2]`",
    );
}

#[test]
fn names_of_eigen_and_julia() {
    follow(
        "sum(x.cwiseProduct(w[..3]))",
        "x.cwiseProduct(w[..3])",
        "x * w[..3]",
    );
    follow("sum(x.cwiseQuotient(x))", "x.cwiseQuotient(x)", "x / x");
    follow("x.squaredNorm()", "x.squaredNorm()", "dot(x, x)");
    follow("sum(I(3))", "I(3)", "eye(3)");
    check("sum(x.cwiseAbs())", "did you mean `abs`?");
}

#[test]
fn eulers_number_has_no_name() {
    for (written, code) in [
        ("e ** p", "exp(p)"),
        ("E ** p", "exp(p)"),
        ("E ^ p", "exp(p)"),
        ("e ^ p", "exp(p)"),
        ("e ^ (p + 1.0)", "exp(p + 1.0)"),
        ("e ** -p", "exp(-p)"),
        ("e ** 2", "exp(2.0)"),
        ("e ** i", "exp(i as f64)"),
        ("1.0 + e ^ p", "1.0 + exp(p)"),
    ] {
        follow(written, written, code);
    }
    check("2.0 * e ** p", "a power of Euler's number is `exp(p)`");
    for name in ["e", "E"] {
        check(
            &format!("p * {name}"),
            "Euler's number is `f64::consts::E`, and a power of it",
        );
        let bound = errors(&format!(
            "fn f(p: f64) -> f64 {{ let {name} = 2.0; {name} ** p }}"
        ));
        assert!(
            bound[0].contains(&format!("`{name}.powf(p)`")),
            "{bound:#?}"
        );
    }
}

#[test]
fn iterators_over_ranges_are_loops() {
    let general = "a range is no iterator, and has no methods but in the header of a loop";
    for (chain, code) in [
        (
            "(0..3).map(|i| x[i] * w[i]).sum()",
            "let mut s = 0.0; for i in 0..3 { s += x[i] * w[i]; }",
        ),
        (
            "(0..3).map(|i| x[i]).sum::<f64>()",
            "let mut s = 0.0; for i in 0..3 { s += x[i]; }",
        ),
        (
            "(1..3).map(|k| x[k]).product()",
            "let mut s = 1.0; for k in 1..3 { s *= x[k]; }",
        ),
        (
            "(1..=2).map(|k| x[k] - x[k - 1]).collect()",
            "let mut y = [0.0; 2]; for k in 1..=2 { y[k - 1] = x[k] - x[k - 1]; }",
        ),
    ] {
        check(chain, general);
        check(chain, &format!("write a loop: `{code}`"));
        graph(&format!(
            "fn f(x: [f64; 3], w: [f64; 4]) -> f64 {{ {code} x[0] }}"
        ));
    }
    check("sum((0..3).rev())", "a range on its own");
}

#[test]
fn loops_over_floats() {
    for (range, help) in [
        (
            "0.0..1.0",
            "as its last argument says: `for t in linspace(0.0, 1.0, ..)`",
        ),
        (
            "0.0..0.5",
            "as its last argument says: `for t in linspace(0.0, 0.5, ..)`",
        ),
        (
            "0.0..10.0",
            "write integers: `0..10`; evenly spaced numbers are an array",
        ),
    ] {
        check(
            &format!("let mut s = p; for t in {range} {{ s += t; }} s"),
            help,
        );
    }
    graph("fn f(p: f64) -> f64 { let mut s = p; for t in linspace(0.0, 1.0, 11) { s += t; } s }");
    check("sum(x[0.0..1.0])", "write integers: `0..1`");
}

#[test]
fn lengths_in_shapes_are_integers() {
    for shape in [
        "ones([2, K])",
        "zeros(K)",
        "[0.0; K]",
        "full([2, K], p)",
        "eye(K)",
    ] {
        let body = format!("p + sum({shape})");
        check(
            &body,
            "write the constant in the block: `const K: usize = ..;`",
        );
    }
    check("for j in 0..K { p; } p", "`const K: usize = ..;`");
    check("K * p", "`const K: f64 = ..;`");
    for (value, ty) in [("4", "usize"), ("1.5", "f64")] {
        check_block(
            &format!("const G = {value}; fn f(x: f64) -> f64 {{ x }}"),
            &format!("`const G: {ty} = ..;`"),
        );
    }
}

#[test]
fn numbers_side_by_side_in_a_call_are_arguments() {
    follow(
        "clamp(p, -0.6 0.6)",
        "clamp(p, -0.6 0.6)",
        "clamp(p, -0.6, 0.6)",
    );
    follow(
        "p.clamp(-0.6 0.6)",
        "p.clamp(-0.6 0.6)",
        "p.clamp(-0.6, 0.6)",
    );
    check("sum([-1.5 2.5])", "`[-1.5, 2.5]`");
    check("max(p, 2.0 p)", "write `2.0 * p` for their product");
}

#[test]
fn lambdas_in_calls_are_closures() {
    let equation = "solve(lambda y: y * y - p, 1.0)";
    follow(equation, "lambda y: y * y - p", "|y| y * y - p");
    follow(
        "sum(map(lambda u, v: u * v, x, x))",
        "lambda u, v: u * v",
        "|u, v| u * v",
    );
    check("let g = lambda y: y; g(p)", "write a function in the block");
}

#[test]
fn equations_are_what_is_to_be_zero() {
    for (sides, zero) in [
        ("y * y = p", "y * y - p"),
        ("y * y = p + 1.0", "y * y - (p + 1.0)"),
        ("y * y - p = 0.0", "y * y - p"),
    ] {
        follow(&format!("solve(|y| {sides}, 1.0)"), sides, zero);
        assert_eq!(
            error(&format!("solve(|y| {sides}, 1.0)"))
                .matches("help")
                .count(),
            1
        );
    }
}

#[test]
fn numbers_are_real() {
    for body in [
        "exp(1j * p)",
        "2.0j * p",
        "1i * p",
        "Complex::new(p, 1.0)",
        "num_complex::Complex64::new(p, 1.0)",
        "Complex64(p, 1.0)",
        "complex(p, 1.0)",
    ] {
        // `i` is an argument there.
        let body = body.replace("1i", "1j");
        check(
            &body,
            "numbers are real: keep the real and the imaginary part as two values",
        );
    }
    let found = error_of_block("fn f(x: f64) -> f64 { cos(1i * x) }");
    assert!(found.contains("numbers are real"), "{found}");
    check("2i * p", "a product has its sign: `2.0 * i`");
}

#[test]
fn arrays_of_integers_that_floats_are_added_to_start_with_floats() {
    for assignment in [
        "v[1] += p",
        "v[1] -= p",
        "v[i] += p",
        "v[..2] += p",
        "v[1] *= 0.5",
    ] {
        let body = format!("let mut v = [0; 3]; {assignment}; sum(v)");
        follow(&body, "let mut v = [0; 3];", "let mut v = [0.0; 3];");
    }
}

#[test]
fn unknowns_have_the_shape_of_their_start() {
    let text = |start: &str| {
        format!(
            "fn balance(t: [f64; 2], p: f64) -> [f64; 2] {{ t * t - p }}
            fn f(p: f64) -> f64 {{ sum(solve(|t| balance(t, p), {start})) }}"
        )
    };
    let found = error_of_block(&text("290.0"));
    let help =
        "`t` has the shape of the start of `solve`: start with as many elements: `[290.0; 2]`";
    assert!(found.contains(help), "{found}");
    lower(&text("[290.0; 2]")).expect("accepted");
}

#[test]
fn elements_stand_with_commas_between_them() {
    let text = |array: &str| format!("fn f(u: [f64; 2]) -> f64 {{ sum({array} * u) }}");
    let found = error_of_block(&text("[-u[1]; u[0]]"));
    assert!(
        found.contains("with commas between them: `[-u[1], u[0]]`"),
        "{found}"
    );
    lower(&text("[-u[1], u[0]]")).expect("accepted");
}
