//! `map`: the values of a loop over rows, and the names of the dimensions of results.

use super::{errors, graph, value, values, with_symbols};

/// Functions that a block with `map` may call.
const FUNCTIONS: &str = "
    fn square(v: f64) -> f64 { v * v }
    fn error(row: [f64; 3], target: f64) -> f64 { dot(row, [1.0, -2.0, 0.5]) - target }
    fn both(v: f64) -> (f64, [f64; 2]) { (v + 1.0, [v, v * v]) }
    fn norm_of<const K: usize>(row: [f64; K]) -> f64 { sqrt(dot(row, row)) }
    fn flipped<const K: usize>(row: [f64; K]) -> [f64; K] { flip(row) }
    fn half<T: Float>(v: T) -> T { v * 0.5 }
";

const ARGUMENTS: &str = "a: [[f64; 3]; 4], x: [f64; 4], at: [usize; 4], p: f64";

/// Checks that bodies of functions of the arguments compute the same, to the bit.
fn same(result: &str, mapped: &str, unrolled: &str) {
    let bits = |body: &str| -> Vec<Vec<u64>> {
        let text = format!("{FUNCTIONS} fn f({ARGUMENTS}) -> {result} {{ {body} }}");
        let a = [
            0.5,
            -1.5,
            2.25,
            3.0,
            -0.75,
            0.1,
            1e-3,
            2.0,
            -0.0,
            f64::NAN,
            1.0,
            -7.5,
        ];
        let x = [1.25, -0.5, 0.0, 3.5];
        let found = values(&text, &[&a, &x, &[2.0, 0.0, 3.0, 3.0], &[0.7]]);
        let bits = |v: f64| if v.is_nan() { 0 } else { v.to_bits() };
        found
            .into_iter()
            .map(|v| v.into_iter().map(bits).collect())
            .collect()
    };
    assert_eq!(bits(mapped), bits(unrolled), "{mapped}");
}

/// The same of a value for each row, where the loop assigns `y[i]`.
fn same_rows(row: &str, mapped: &str, of_row: &str) {
    let [zero, result] = match row {
        "f64" => ["0.0", "[f64; 4]"],
        "[f64; 2]" => ["[0.0; 2]", "[[f64; 2]; 4]"],
        _ => ["[0.0; 3]", "[[f64; 3]; 4]"],
    };
    let unrolled =
        format!("let mut y = [{zero}; 4]; #[unroll] for i in 0..4 {{ y[i] = {of_row}; }} y");
    same(result, mapped, &unrolled);
}

#[test]
fn rows_are_mapped_one_by_one() {
    for (row, mapped, of_row) in [
        ("f64", "map(|v| exp(v) * p, x)", "exp(x[i]) * p"),
        ("f64", "x.map(|v| v * v)", "x[i] * x[i]"),
        ("f64", "(2.0 * x).map(square)", "square(2.0 * x[i])"),
        ("f64", "map(square, x)", "square(x[i])"),
        ("f64", "map(self::square, x)", "square(x[i])"),
        ("f64", "map(half, x)", "half(x[i])"),
        ("f64", "map(error, a, x)", "error(a[i], x[i])"),
        ("f64", "map(norm_of, a)", "norm_of(a[i])"),
        ("f64", "map(norm_of::<3>, a)", "norm_of(a[i])"),
        ("[f64; 3]", "map(flipped, a)", "flip(a[i])"),
        (
            "f64",
            "map(|row, t| error(row, t) * p, a, x)",
            "error(a[i], x[i]) * p",
        ),
        (
            "f64",
            "map(|[u, _, w], t| u * w - t, a, x)",
            "a[i][0] * a[i][2] - x[i]",
        ),
        ("f64", "map(|row: [f64; 3]| sum(row), a)", "sum(a[i])"),
        ("f64", "map(|row: _| max(row), a)", "max(a[i])"),
        ("f64", "map(|_| p, x)", "p"),
        ("f64", "map(|_| 2.5, x)", "2.5"),
        (
            "f64",
            "map(|v| { let w = v + p; w * w }, x)",
            "{ let w = x[i] + p; w * w }",
        ),
        (
            "f64",
            "map(|v| if v > 0.0 { ln(v) } else { p }, x)",
            "if x[i] > 0.0 { ln(x[i]) } else { p }",
        ),
        ("f64", "map(|k, v| x[k] - v, at, x)", "x[at[i]] - x[i]"),
        ("f64", "map(|k| x[k], [3, 0, 1, 1])", "x[[3, 0, 1, 1][i]]"),
        (
            "f64",
            "map(|v| v * p, [1.0, 2.0, 4.0, 8.0])",
            "[1.0, 2.0, 4.0, 8.0][i] * p",
        ),
        (
            "[f64; 3]",
            "map(|row| row / norm(row), a)",
            "a[i] / norm(a[i])",
        ),
        ("[f64; 3]", "map(|row| map(|v| v * p, row), a)", "a[i] * p"),
        (
            "[f64; 3]",
            "map(|row| row.map(|v| v - max(row)), a)",
            "a[i] - max(a[i])",
        ),
        ("[f64; 2]", "map(|v| [v, v * p], x)", "[x[i], x[i] * p]"),
        (
            "f64",
            "map(|row| { let mut s = 0.0; for v in row { s = s * p + v; } s }, a)",
            "{ let mut s = 0.0; for v in a[i] { s = s * p + v; } s }",
        ),
        (
            "f64",
            "map(|v| solve(|z| z + z * z * z - v, 0.0), x)",
            "solve(|z| z + z * z * z - x[i], 0.0)",
        ),
        (
            "f64",
            "map(|v| deriv(v * v * p, v), x)",
            "{ let v = x[i]; deriv(v * v * p, v) }",
        ),
    ] {
        same_rows(row, mapped, of_row);
    }
}

#[test]
fn tuples_and_numbers_of_other_types_are_stacked_each() {
    same(
        "([f64; 4], [[f64; 2]; 4])",
        "map(both, x)",
        "(x + 1.0, stack(x, x * x, axis = 1))",
    );
    same(
        "([f64; 4], f64)",
        "let r = map(|v, row| (v, (sum(row), v > 0.0)), x, a); (r.0 + r.1.0, if r.1.1[0] { 1.0 } else { 2.0 })",
        "(x + [sum(a[0]), sum(a[1]), sum(a[2]), sum(a[3])], 1.0)",
    );
    same(
        "[f64; 4]",
        "x[map(|k| (k + 1) % 4, at)]",
        "[x[3], x[1], x[0], x[0]]",
    );
    same("[f64; 4]", "x[map(|_| 1, x)]", "[x[1], x[1], x[1], x[1]]");
}

#[test]
fn arrays_under_assignment_are_read() {
    same(
        "[f64; 4]",
        "let mut w = [p, 1.0]; w[1] = x[0]; let y = map(|v| v * w[0] + dot(w, w), x); w[0] = 3.0; y",
        "let mut w = [p, 1.0]; w[1] = x[0]; x * w[0] + dot(w, w)",
    );
    // In a kept loop, whose rows and positions the closure reads.
    same(
        "f64",
        "let mut s = 0.0; #[unroll(never)] for i in 0..4 { s += sum(map(|v| v * x[i] + i as f64, a[i])); } s",
        "let mut s = 0.0; #[unroll] for i in 0..4 { s += sum(a[i] * x[i] + i as f64); } s",
    );
    same(
        "f64",
        "let mut y = [0.0; 4]; #[unroll(never)] for i in 0..4 { y[i] = sum(map(|v| v + y[i], a[i])); } sum(y)",
        "let mut y = [0.0; 4]; #[unroll] for i in 0..4 { y[i] = sum(a[i] + y[i]); } sum(y)",
    );
}

#[test]
fn a_derivative_goes_through_it() {
    let found = value(
        "fn f(x: [f64; 3], p: f64) -> f64 { let c = sum(map(|v| v * v * p, x)); sum(deriv(c, x)) + 10.0 * deriv(c, p) }",
        &[&[1.0, 2.0, 4.0], &[0.5]],
    );
    assert_eq!(found, 7.0 + 210.0);
}

#[test]
fn arrays_of_no_and_of_one_row_are_mapped() {
    let empty = "fn f<const K: usize>(x: [f64; K]) -> f64 { sum(map(|v| 1.0 / v, x)) + 2.0 } \
                 fn g(y: f64) -> f64 { f(zeros(0)) + f([y]) }";
    assert_eq!(value(empty, &[&[4.0]]), 4.25);
}

#[test]
fn lengths_of_the_call_are_mapped() {
    for body in [
        "map(|row, t| dot(row, w) - t, x, y)",
        "map(|row, t| if t > 0.0 { sum(row) } else { w[0] }, x, y)",
        "x.map(|row| norm(row))",
        "map(|k| y[k], at)",
    ] {
        let text = format!(
            "pub fn f<const N: usize>(x: &[[f64; 3]; N], y: &[f64; N], at: &[usize; N], w: [f64; 3]) -> [f64; N] {{ {body} }}"
        );
        let (_, graph) = with_symbols(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(graph.symbols().len(), 1, "{body}");
    }
}

#[test]
fn dimensions_keep_their_names() {
    let axes = "const N: Axis = 4; const M: Axis = 4; const K: Axis = 3;";
    graph(&format!(
        "{axes} fn f(x: [[f64; K]; N], y: [f64; N]) -> [[f64; K]; N] {{ map(|row, v| row * v, x, y) }}"
    ));
    graph(&format!(
        "{axes} fn f(x: [[f64; K]; N]) -> [f64; N] {{ sum(map(|row| row * row, x), axis = K) }}"
    ));
    for (body, expected) in [
        (
            "map(|u, v| u * v, x, y)",
            "`map` needs operands of equal axes",
        ),
        (
            "map(|u, v| u * v, x, z)",
            "`map` needs axes in all dimensions",
        ),
        ("y + map(|u| u, x)", ""),
    ] {
        let text =
            format!("{axes} fn f(x: [f64; N], y: [f64; M], z: [f64; 4]) -> f64 {{ sum({body}) }}");
        match expected {
            // Arrays of axes meet by name.
            "" => drop(graph(&text)),
            expected => {
                let found = errors(&text);
                assert!(found[0].starts_with(expected), "{found:#?}");
                assert_eq!(found.len(), 1, "{found:#?}");
            }
        }
    }
}
