//! Messages about arguments behind `&mut`, and calls of functions that have such.

use super::check_blocks;
use crate::tests::lower;

const BLOCK: &str = "struct P { a: f64, b: f64 }
    fn step(p: &mut P, x: f64) -> f64 { p.a += x; p.a }
    fn reset(p: &mut P) { p = zeros_like(p); }
    fn both(p: &mut P, q: &P) { p.a = q.b; }
    fn number(k: &mut f64) { *k += 1.0; }
    fn two(k: &mut f64, l: &mut f64) { *k += 1.0; *l = *k; }";

#[test]
fn signatures() {
    let mut blocks = Vec::new();
    for (text, expected) in [
        ("fn f(p: &mut P) { p.a }", "the signature promises nothing"),
        (
            "fn f(p: &mut P) -> f64 { p.a = 1.0; }",
            "ends without a value",
        ),
        ("fn f(p: &mut P) { p = 1.0; }", "P"),
        (
            "fn f(p: &mut P) { let q = p; q.a = 1.0; }",
            "which is not mutable",
        ),
        (
            "fn f(p: &P) { let x = p.a; }",
            "write the type of the result: `-> f64`",
        ),
        (
            "fn f(p: &P) { p.a = 1.0; }",
            "declare the argument as `p: &mut P`",
        ),
        (
            "fn f(p: &P) -> f64 { p.a = 1.0; p.a }",
            "to change what the caller has, declare it as `p: &mut P`; a copy, as `mut p: &P`",
        ),
        (
            "fn f(x: &[f64; 3]) -> f64 { x[0] = 1.0; x[0] }",
            "declare it as `x: &mut [f64; 3]`; a copy, as `mut x: &[f64; 3]`",
        ),
        ("fn f(p: &mut Vec<f64>) { }", "a `Vec` has no length"),
        (
            "fn f(k: &mut f64, x: f64) { *x = 1.0; k = x; }",
            "variables are no references",
        ),
        (
            "#[external] fn f(x: &mut [f64; 2]) -> f64;",
            "a function from outside of the block has numbers and arrays",
        ),
    ] {
        blocks.push((format!("{BLOCK} {text}"), expected));
    }
    check_blocks(&blocks);
}

#[test]
fn calls() {
    let mut blocks = Vec::new();
    for (body, expected) in [
        ("step(p, x)", "pass it as what is changed: `&mut p`"),
        ("step(&p, x)", "pass it as what is changed: `&mut p`"),
        (
            "step(&mut p, x)",
            "cannot assign to `p`, which is not mutable",
        ),
        (
            "step(zeros_like(p), x)",
            "bind it first, `let mut state = zeros_like(p);`",
        ),
        ("let mut q = p; step(&mut q.a, x)", "found f64"),
        (
            "let mut q = p; both(&mut q, &q); q.a",
            "`both` changes `q`, which it is given twice",
        ),
        (
            "let mut q = p; reset(&mut q) + 1.0",
            "`reset` returns nothing",
        ),
        (
            "let mut q = p; let c = reset(&mut q); x",
            "`reset` returns nothing",
        ),
        (
            "let ps = [p, p]; sum(map(step, ps, [x, x]))",
            "`step` changes an argument, and `map` has none that stays",
        ),
        ("number(&mut (x + 1.0)); x", "a variable, or a part of one"),
        (
            "let mut k = [x, x]; two(&mut k[0], &mut k[1]); k[0]",
            "`two` changes `k`, which it is given twice",
        ),
        (
            "sum(map(number, [x, x]))",
            "`number` changes an argument, and `map` has none that stays",
        ),
    ] {
        let text = format!("{BLOCK} fn f(p: P, x: f64) -> f64 {{ {body} }}");
        blocks.push((text, expected));
    }
    check_blocks(&blocks);
    for body in [
        "let mut q = p; step(&mut q, x)",
        "let mut q = p; reset(&mut q); both(&mut q, &p); q.a",
        "let mut t = (p, p); step(&mut t.0, x) + step(&mut t.1, x)",
        "let mut k = [x, x]; number(&mut k[0]); number(&mut k[1]); k[0]",
        "let mut q = p; let old = q; both(&mut q, &old); q.a",
    ] {
        let text = format!("{BLOCK} fn f(p: P, x: f64) -> f64 {{ {body} }}");
        lower(&text).expect(body);
    }
}
