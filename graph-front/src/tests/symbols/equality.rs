//! The graph of a function, with numbers in the place of its symbols, gives the bits of the function
//! that is written for these numbers.

use graph_ir::Graph;
use graph_ir::types::Symbol;

use super::{evaluated, graph, symbolic};

/// Numbers that differ, as many as needed.
fn numbers(count: usize, from: usize) -> Vec<f64> {
    let number = |i: usize| ((i * 37 + 11) % 101) as f64 / 64.0 - 0.5;
    (from..from + count).map(number).collect()
}

/// The results for numbers that differ.
pub(super) fn results(graph: &Graph) -> Vec<Vec<u64>> {
    let mut from = 0;
    let sizes = graph
        .input_types()
        .map(|ty| (ty.shape.size(), ty.is_float()));
    let arguments = sizes.map(|(size, float)| {
        from += size;
        match float {
            true => numbers(size, from),
            false => vec![1.0; size],
        }
    });
    let arguments: Vec<Vec<f64>> = arguments.collect();
    let arguments: Vec<&[f64]> = arguments.iter().map(Vec::as_slice).collect();
    let bits = |values: Vec<f64>| values.into_iter().map(f64::to_bits).collect();
    evaluated(graph, &arguments).into_iter().map(bits).collect()
}

/// The function with numbers in the place of its parameters.
fn written(text: &str, known: &[(&str, usize)]) -> String {
    let mut text = text.to_string();
    let (head, parameters) = text.split_once("pub fn f<").expect("a function");
    let (_, rest) = parameters.split_once('>').expect("parameters");
    let mut constants = String::new();
    for (name, number) in known {
        constants += &format!("const {name}: usize = {number};\n");
    }
    text = format!("{constants}{head}pub fn f{rest}");
    text
}

const PROGRAMS: &[(&str, usize)] = &[
    ("pub fn f<const N: usize>(x: &[[f64; 3]; N], y: &[f64; N], w: [f64; 3]) -> f64 {
        let error = matmul(x, w) - y;
        dot(error, error) / N as f64
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N - 1] { x[1..] - x[..N - 1] }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 { x[3] * x[N - 1] + x[N - 2] }", 4),
    ("pub fn f<const N: usize, const M: usize>(x: &[[f64; M]; N]) -> ([f64; M], [f64; N], [[f64; N]; M], [f64; N * M]) {
        (sum(x, axis = 0), mean(x, axis = 1), transpose(x), reshape(x, [N * M]))
    }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N], s: f64) -> [f64; 2 * N + 1] {
        let zeros: [f64; N] = [0.0; N];
        concat(x, zeros + s, [s])
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> (f64, [f64; N], f64, f64) {
        (norm(x), softmax(x), max(x), log_sum_exp(x))
    }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N { s = 0.5 * s + x[i]; }
        s
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N - 1 { s += x[i] * x[i + 1]; }
        s
    }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let mut y = [0.0; N];
        for i in 0..N { y[i] = sin(x[i]) + i as f64; }
        y
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let mut y = [0.0; N];
        y[0] = x[0];
        for i in 1..N { y[i] = 0.5 * y[i - 1] + x[i]; }
        y
    }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let mut y = x;
        for i in 1..N - 1 { y[i] = x[i - 1] + x[i + 1]; }
        y
    }", 2),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let mut y = x;
        for i in 0..N { y[N - 1 - i] = x[i] * 2.0; }
        y
    }", 0),
    ("pub fn f<const N: usize>(x: &[[f64; 2]; N], y: &[f64; N], w: [f64; 2]) -> ([f64; N], f64) {
        let r = map(|row, t| (dot(row, w) * t, if t > 0.0 { row } else { w }), x, y);
        (r.0, sum(r.1))
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N], at: &[usize; N]) -> [f64; N] {
        let y = map(|u, v, k| u * v * x[k], x[1..], x[..N - 1], at[1..]);
        map(|v| v * sum(y), x)
    }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 1.0;
        for i in (0..N).rev() { s = s * 0.3 + x[i]; }
        s
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N], y: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for (i, (a, b)) in x.iter().zip(y.iter()).enumerate() { s += a * b * i as f64; }
        s
    }", 0),
    ("pub fn f<const N: usize>(x: &[[f64; 2]; N]) -> f64 {
        let mut s = 0.0;
        for row in x { s = s * row[0] + row[1]; }
        s
    }", 0),
    ("pub fn f<const N: usize, const M: usize>(a: &[[f64; M]; N], x: &[f64; M]) -> [f64; N] {
        let mut y = [0.0; N];
        for i in 0..N {
            for j in 0..M { y[i] += a[i][j] * x[j]; }
        }
        y
    }", 0),
    ("pub fn f<const N: usize, const M: usize>(a: &[[f64; M]; N]) -> [[f64; N]; M] {
        let mut b = [[0.0; N]; M];
        for i in 0..N { for j in 0..M { b[j][i] = a[i][j]; } }
        b
    }", 0),
    ("pub fn f<const N: usize>(a: &[[f64; N]; N]) -> f64 {
        let mut t = 0.0;
        for i in 0..N { t += a[i][i]; }
        t
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N { if i > 0 { s += x[i - 1] * x[i]; } else { s += 1.0; } }
        s
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        if N == 3 { sum(x) } else { 2.0 * sum(x) }
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        if N >= 0 && x.len() == N { sum(x) } else { x[100] }
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let c = sum(x * x);
        deriv(c, x)
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N], v: &[f64; N]) -> ([f64; N], [f64; N]) {
        let y = exp(x) * sum(x);
        (jvp(y, x, v), vjp(y, x, v))
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N], k: usize) -> f64 { x[k] + x[k + N - 3] }", 3),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let mut y = x;
        y[1] = 5.0;
        y[N - 1] += 1.0;
        y[..2] = [7.0, 8.0];
        y
    }", 2),
    ("pub fn f<const N: usize>(x: &[f64; 6], y: &[f64; N]) -> [f64; 6] {
        let mut z = x;
        z[N] = 1.0;
        z[..N] = y;
        z
    }", 0),
    ("pub fn f<const N: usize>(y: &[f64; N]) -> f64 { [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0][N] * sum(y) }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [[f64; N]; N] { outer(x, x) + eye(N) }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> ([[f64; N]; 2], [f64; N], [f64; N]) {
        (broadcast(x, [2, N]), full([N], 2.0) * x, flip(x))
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for k in N - 2..N { s += x[k]; }
        for k in 0..3 { s += x[k] * k as f64; }
        s
    }", 3),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let mut y = [1.0; N];
        for i in 0..N { for j in 0..N { if j <= i { y[i] *= x[j]; } } }
        y
    }", 0),
    ("fn mean_of<const K: usize>(x: [f64; K]) -> f64 { sum(x) / K as f64 }
    pub fn f<const N: usize>(x: &[f64; N]) -> f64 { mean_of(x) + mean_of(x[1..]) }", 2),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N { s += x[i] * (N - i) as f64; }
        s
    }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N], at: &[usize; N]) -> ([f64; N], [f64; N + 2]) {
        (x[at], scatter_add(x, at, N + 2))
    }", 2),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N - 2] {
        let mut y = [0.0; N - 2];
        for i in 0..N - 2 { y[i] = sum(x[i..i + 3]); }
        y
    }", 2),
    (r#"pub fn f<const N: usize>(a: &[[f64; N]; N]) -> ([[f64; N]; N], [[f64; N]; N], [f64; N], f64, f64) { (tril(a), triu(a), diag(a), trace(a), einsum("ii,ii->", a, a)) }"#, 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> ([[f64; N]; N], [f64; N], [f64; N], [f64; N]) { (diag(x), roll(x, 2), roll(x, -3), roll(x, 0)) }", 3),
    ("pub fn f<const N: usize>(x: &[[f64; 2]; N]) -> ([[[f64; 3]; 2]; N - 2], [[[f64; 2]; 2]; N - 2], [[[f64; 1]; 2]; N]) { (windows(x, 3), windows(x, 2, dilation = 2), windows(x, 1)) }", 3),
    ("pub fn f<const N: usize>(x: &[f64; N], a: f64) -> ([f64; N], [f64; N]) { (x * linspace(0.0, 1.0, N), linspace(a, 3.0, N)) }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut order = [0; N]; for i in 0..N { order[i] = N - 1 - i; } sum(x[order] * x) + x[order[0]] }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> ([f64; N], [f64; N]) { let mut y = x; let mut z = x; for i in 0..N { y[i] = z[i] * 2.0; z[i] += y[i]; } (y, z) }", 0),
    ("pub fn f<const N: usize>(x: &[f64; 2 * N], y: &[f64; N]) -> [f64; 2 * N] { let mut z = x; for i in 0..N { z[2 * i] = y[i]; z[2 * i + 1] -= y[i]; } z }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut a = 0.0; let mut b = 1.0; for i in 0..N { let c = a + x[i] * b; a = b; b = c; } a * b }", 0),
    ("pub fn f<const N: usize, const M: usize>(x: &[[f64; N]; M]) -> [[f64; N]; M] { let mut y = x; for i in 1..M { for j in 1..N { y[i][j] = y[i - 1][j] + y[i][j - 1]; } } y }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N], k: usize) -> [f64; N] { let mut y = x; y[k] = 3.0; y[k + 1] += 1.0; y }", 3),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut s = 0.0; for i in 0..N { if i == N - 1 { s += x[i]; } else { s += x[i + 1] * 0.5; } } s }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] { let mut y = x; let c = { let mut s = 0.0; for i in 0..N { s += y[i] * x[i] * i as f64; } s }; y = y * c; deriv(sum(y * y), x) }", 0),
    ("pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] { let mut s = 1.0; for i in 0..N { s = s * sin(x[i]) + x[N - 1 - i]; } deriv(s, x) }", 1),
    ("pub fn f<const N: usize>(x: &[f64; N], k: usize) -> ([f64; N - 2], [f64; N - 1]) {
        let mut y = x[1..];
        y[k..k + N - 2] = x[..N - 2];
        (x[k..k + N - 2], y)
    }", 4),
];

#[test]
fn numbers_give_the_bits_of_the_function_written_for_them() {
    let mut failed = Vec::new();
    for (text, least) in PROGRAMS {
        let outcome = std::panic::catch_unwind(|| compare(text, *least));
        if outcome.is_err() {
            failed.push(*text);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

fn compare(text: &str, least: usize) {
    let own = symbolic(text);
    let has = |name: &str| own.symbols().contains(&Symbol::new(name));
    for n in least..least + 5 {
        let both = [("N", n), ("M", 2 * n + 1)];
        let known = both.iter().copied().filter(|(name, _)| has(name));
        let known: Vec<(&str, usize)> = known.collect();
        let with = own.with_extents(&known);
        let with = with.unwrap_or_else(|error| panic!("{text}\n{known:?}: {error}"));
        let expected = graph(&written(text, &known));
        assert_eq!(results(&with), results(&expected), "{text}\n{known:?}");
    }
    if let Some(below) = least.checked_sub(1) {
        let known: Vec<(&str, usize)> = [("N", below), ("M", 1)]
            .into_iter()
            .filter(|(name, _)| has(name))
            .collect();
        let _ = own.with_extents(&known);
    }
}
