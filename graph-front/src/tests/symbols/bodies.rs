//! Statements of all kinds on arrays of extents that are known only at run time: each makes a graph,
//! which takes numbers or refuses them, or an error. None is forgotten, none ends the compiler.

use super::with_symbols;

const TYPES: [&str; 6] = [
    "[f64; N]",
    "[[f64; 3]; N]",
    "[[f64; N]; 3]",
    "[[f64; N]; M]",
    "[[f32; 2 * N - 1]; N]",
    "[[[f64; M]; N]; N]",
];

/// Statements on `x` and `y` of a type, an index `k` and a number `p`.
const STATEMENTS: &[&str] = &[
    "let a = x[0]; let b = x[N - 1]; let c = x[k];",
    "let a = x[..]; let b = x[1..]; let c = x[..N]; let d = x[N..]; let e = x[2..N - 2];",
    "let a = x[(0, ..)]; let b = x[(.., 0)]; let c = x[(.., N - 1)]; let d = x[(.., 1..)];",
    "let a = x[(.., ..N)]; let b = x[(k, k)]; let c = x[0][0]; let d = x[1..][0];",
    "let a = x[k..k + 2]; let b = x[k..k + N]; let c = x[N..N + 1];",
    "let a = x[M]; let b = x[..M]; let c = x[N - M..]; let d = x[N * M - 1];",
    "let a = x[at]; let b = x[(.., at)]; let c = x[[0, 1]]; let d = x[[N, 0]];",
    "let mut a = x; a[0] = y[0]; a[N - 1] = y[0]; a[k] = y[k];",
    "let mut a = x; a[1..] = y[1..]; a[..N] = y[..N];",
    "let mut a = x; a[(.., 0)] = y[(.., 1)]; a[0][0] = 1.0;",
    "let mut a = x; a[k..k + 2] = y[..2];",
    "let mut a = x; a[at] = y;",
    "let mut a = x; for i in 0..N { a[i] = y[i]; }",
    "let mut a = x; for i in 0..N { a[i] += y[N - 1 - i]; }",
    "let mut a = x; for i in 1..N { a[i] = a[i - 1]; }",
    "let mut a = x; for i in 2..N { a[i] = a[i - 2] + a[i - 1]; }",
    "let mut a = x; for i in (0..N - 1).rev() { a[i] = a[i + 1]; }",
    "let mut a = x; for i in 0..M { a[i] = y[0]; }",
    "let mut a = x; for i in 0..N { for j in 0..N { a[i][j] = y[j][i]; } }",
    "let mut a = x; for i in 0..N { for j in 0..3 { a[i][j] += y[i][j]; } }",
    "let mut a = x; for i in 0..N { for j in 0..i { a[i] += y[j]; } }",
    "let mut a = x; for i in 0..N { for j in 0..N - i { a[i + j] = y[i]; } }",
    "let mut a = x; for i in 0..N { a[i][i] = 0.0; }",
    "let mut a = x; for i in 0..N { a[N - 1 - i] = a[i]; }",
    "let mut a = x; for i in 0..2 { a[i + N - 2] = y[i]; }",
    "let mut a = x; for i in 0..N { a[2 * i] = y[0]; }",
    "let mut a = x; for i in 0..N { if i > 2 { a[i] = y[i - 3]; } }",
    "let mut a = x; for i in 0..N { if i == k { a[i] = y[i]; } else { a[0] = y[0]; } }",
    "let mut s = 0.0; for i in 0..=N { s += p; }",
    "let mut s = 0.0; for i in N..0 { s += p; }",
    "let mut s = 0.0; for i in 0..N * M { s += p * i as f64; }",
    "let mut s = 0.0; for i in N - 3..N + 3 { s += p * (i * N) as f64; }",
    "let mut s = 0.0; for v in x { s += sum(v) as f64; }",
    "let mut s = 0.0; for (i, v) in x.iter().enumerate() { s += sum(v * y[i]) as f64; }",
    "let mut s = 0.0; for (v, w) in x.iter().zip(y.iter().rev()) { s += sum(v * w) as f64; }",
    "let mut s = 0.0; for v in x.iter().skip(1) { s += sum(v) as f64; }",
    "let mut s = 0.0; for v in x.iter().rev().skip(N) { s += sum(v) as f64; }",
    "let mut s = 0.0; for i in (0..N).step_by(1) { s += p; }",
    "let mut s = 0; for i in 0..N { s += i; } let a = x[s % N];",
    "let mut n = N; n -= 1; let a = x[n]; for i in 0..N { n = n - 1; }",
    "let mut n = 0; for i in 0..N { if p > 0.0 { n = i; } } let a = x[n];",
    "let a = if N > M { x } else { y }; let b = if N == N { x } else { p };",
    "let a = if N > 3 { x[..3] } else { y[..3] };",
    "let a = if N % 2 == 0 { x } else { y };",
    "let mut a = x; if N > 2 { a[0] = y[0]; } else { a = y; }",
    "let a = if p > 0.0 { N } else { M }; let b = x[a - 1];",
    "let n = N.max(M); let a = x[n - 1]; let b = N.min(3); let c = x[b];",
    "let n = N / 2; let a = x[n]; let b = x[N % 3]; let c = (N / M) as f64;",
    "let n = N as f64; let m = (2 * N - 1) as f32; let b = N as i64; let c = x[b as usize - 1];",
    "let a = [N, M, 3]; let b = [N; 3]; let c = [p; N]; let d = [[p; N]; M]; let e = [x; N];",
    "let (a, b) = (x, N); let [c, d] = [x, y]; let [e, ..] = x;",
    "let a: [f64; N] = [p; N]; let b: [[f64; N + 1]; 2 * N] = [[p; N + 1]; 2 * N];",
    "let a: [f64; N * M + 1] = concat([p; N * M], [p]);",
    "let a = zeros([N, 2, M]); let b = reshape(a, [2 * N, M]); let c = reshape(b, [M, N, 2]);",
    "let a = sum(x * x); let d = deriv(a, x);",
    "let a = sum(x * x); let d = deriv(a, (x, y));",
    "let mut a = x; a[0] = y[0]; let c = sum(a * a); let d = deriv(c, x); let e = deriv(c, a);",
    "let mut a = x; for i in 0..N { a[i] = y[i] * 2.0; } let d = deriv(sum(a * a), y);",
    "let c = sum(exp(x)); let d = deriv(c, x); let e = deriv(sum(d * d), x);",
    "let z = exp(x); let d = jvp(z, x, y); let e = vjp(z, x, y);",
    "let z = exp(x); let j = jacobian(z, x); let h = hessian(sum(z), x);",
    "for i in 0..N { let row = x[i]; let c = sum(row * row); let d = deriv(c, row); }",
    "print(\"x\", x); print(\"N\", N); print(\"rows\", x[1..]);",
    "let a = x == y; let b = select(x > y, x, y); let c = N == M; let d = !(N < 3);",
    "let c = N < M && x[0][0] > 0.0 || M == 2; let d = if c { p } else { 0.0 };",
    "let a = -N; let b = x[-N]; let c = x[3 - N];",
    "let a = x + N; let b = p * N; let c = N * p; let d = sin(N); let e = N.sqrt();",
    "let a = x.powi(N); let b = p.powi(2 * N); let c = p.powf(N as f64);",
    "let a = matmul(x, y); let b = matmul(transpose(x), y); let c = dot(x, y);",
    "let a = einsum(\"ij,kj->ik\", x, y); let b = einsum(\"ii->i\", x);",
    "let a = x.len(); let b = x[a - 1]; let c = x[0].len() as f64; let d = [p; x.len()];",
    "let a = concat(x, y); let b = a[x.len()]; let c = stack(x, y, axis = 1);",
    "let a = g(x); let b = g(x[1..]); let c = h::<N>(p); let d = h::<{ N * M - 1 }>(p);",
    "let a = h::<M>(p) + h::<N>(p); let b = h::<-1>(p); let c = h::<{ -N }>(p); let d = h::<{ N / 2 }>(p);",
    "const K: usize = N; let a = x[K];",
    "type V = [f64; N]; let a: V = x;",
    "while p > 0.0 { let a = x; }",
    "let a = map(|row, own| sum(row * own) as f64, x, y); let b = map(|v| v, x); let c = map(|v| p, n);",
    "let a = map(|row| map(|v| v, row), x); let b = map(|k| x[k], at); let c = map(g, [n]);",
    "let a = map(|u, v| u * v, n, m); let b = x.map(|row| (row, p));",
    "let a = solve(|z| z - y, x); let b = solve(|z| z * z - p, p);",
];

fn function(ty: &str, statements: &str) -> String {
    format!(
        "fn g<const K: usize>(v: [f64; K]) -> f64 {{ sum(v[1..] - v[..K - 1]) / K as f64 }}
        fn h<const K: usize>(v: f64) -> [f64; K] {{ [v; K] }}
        pub fn f<const N: usize, const M: usize>(x: &{ty}, y: &{ty}, n: [f64; N], m: [f64; M], \
         at: &[usize; N], k: usize, p: f64) -> f64 {{ {statements} p }}"
    )
}

/// One statement of several, and its value printed.
fn printed(statement: &str) -> String {
    let statement = statement.trim_start_matches("let ").trim_end_matches(';');
    let name = statement.split([' ', ':']).next().unwrap_or_default();
    if name.contains(['(', '[']) || statement.contains("; ") {
        return format!("let {statement};");
    }
    format!("let {statement}; print(\"v\", {name});")
}

#[test]
fn every_statement_makes_a_graph_or_an_error() {
    let mut made = 0;
    for statements in STATEMENTS {
        // One by one too, where they are values: an error hides what follows it. What is printed is
        // used.
        let single: Vec<String> = match statements.contains('{') || statements.contains("mut ") {
            true => Vec::new(),
            false => statements.split("; let ").map(printed).collect(),
        };
        let all = single.iter().map(String::as_str);
        let all: Vec<&str> = all.chain([*statements]).collect();
        for ty in TYPES {
            for text in &all {
                let text = function(ty, text);
                match with_symbols(&text) {
                    Ok((_, graph)) => {
                        made += 1;
                        for n in 0..5 {
                            let numbers = [("N", n), ("M", 3)];
                            if let Ok(graph) = graph.with_extents(&numbers) {
                                graph_ir::verify::verify(&graph).expect("valid graph");
                            }
                        }
                    }
                    Err(errors) => {
                        assert!(!errors.is_empty(), "{text}");
                        for error in errors {
                            for wrong in ["must be known here", "outside of the region", "Symbol"] {
                                assert!(!error.contains(wrong), "{text}\n{error}");
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(made > 200, "{made}");
}
