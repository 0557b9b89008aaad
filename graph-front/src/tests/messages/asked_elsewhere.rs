//! Helps that are followed to what was meant: references to parts, states, keys, structs that are
//! called, and words of rules and attributes.

use super::{check, check_block, errors};

#[test]
fn references_to_parts_of_variables() {
    let text = "let mut y = x; let row = &mut y; row[1] = 3.0; sum(y)";
    check(
        text,
        "assign the variable itself, or a part of it, `y[0][1] = ..`",
    );
    check(
        "let y = &x; sum(y)",
        "values are passed as they are: remove the `&`",
    );
}

#[test]
fn two_places_that_a_call_changes() {
    let exchange = "fn swap(a: &mut f64, b: &mut f64) { (*a, *b) = (*b, *a); }";
    let text = format!(
        "{exchange} fn f(x: [f64; 2]) -> f64 {{ let mut t = x; swap(&mut t[0], &mut t[1]); t[0] }}"
    );
    check_block(&text, "assign them: `(y[0], y[1]) = f(y[0], y[1]);`");
    let add = "fn add(a: &mut [f64; 2], b: &[f64; 2]) { a += b; }";
    let text = format!("{add} fn f(x: [f64; 2]) -> f64 {{ let mut t = x; add(&mut t, &t); t[0] }}");
    check_block(&text, "give the other argument a copy: `let old = t;`");
}

#[test]
fn keys_by_their_numbers() {
    check(
        "let keys = split(i, 3); normal(keys[0])",
        "`fold_in(i, 0)`, `fold_in(i, 1)`",
    );
    check("normal(fold_in(i, p))", "convert it: `p as usize`");
    check("normal(fold_in(p, i))", "make the key an argument");
}

#[test]
fn functions_that_change_a_copy() {
    let text = "struct S { x: f64 } fn step(mut s: S) { s.x += 1.0; }";
    check_block(text, "declare it as `s: &mut S`; or yield it, `-> S`");
    let text = "fn step(mut x: [f64; 2], h: f64) { x += h; }";
    check_block(text, "declare it as `x: &mut [f64; 2]`");
}

#[test]
fn structs_and_vectors_that_are_called() {
    let text = "struct A { x: f64, y: f64 } fn f(b: A) -> A { A(2.0, b.y) }";
    check_block(text, "write the struct: `A { x: 2.0, y: b.y }`");
    check(
        "sum(Vector3::new(p, 2.0, 0.0))",
        "write an array: `[p, 2.0, 0.0]`",
    );
}

#[test]
fn words_of_rules_and_attributes() {
    let text = "const R: Rules = rewrite! { r(a): a + a => 2.0 * b; };
        #[rewrite(R)] fn f(x: f64) -> f64 { x + x }";
    let found = errors(text);
    assert!(
        found[0].contains("the rule has no variable `b`"),
        "{found:?}"
    );
    check("#[tags(a)] let y = p; y", "did you mean `tag`?");
    check(
        "#[inline] let y = p; y",
        "tags and levels of lints alone stand there",
    );
    check("sum(x, axis = None)", "leave out an option without one");
}

#[test]
fn methods_of_structs_are_one_error() {
    let text = "struct P { a: f64 } impl P { fn energy(&self) -> f64 { 1.0 } } \
                fn f(p: &P) -> f64 { p.energy() + p.a }";
    let found = errors(text);
    assert_eq!(found.len(), 1, "{found:?}");
    check_block(text, "methods outside may call them");
}

#[test]
fn structs_of_other_blocks() {
    check_block(
        "fn f(p: &Elsewhere) -> f64 { p.a }",
        "one of another block has all its functions there",
    );
}
