//! Messages about structs: their declarations, literals, fields and patterns.

use super::{check_blocks, follow_in_block};
use crate::tests::errors;

/// Errors of declarations, one each.
#[test]
fn declarations() {
    let mut blocks = Vec::new();
    for (item, expected) in [
        ("struct S;", "the fields of `S` have no names"),
        (
            "struct S(f64, [f64; 2]);",
            "write `struct S { a: f64, b: [f64; 2] }`",
        ),
        ("struct S {}", "`S` has no fields"),
        ("struct S { a: f64, a: f64 }", "`a` is declared twice"),
        (
            "struct S { a: f64 } struct S { b: f64 }",
            "`S` is defined twice",
        ),
        ("type S = f64; struct S { b: f64 }", "`S` is defined twice"),
        ("struct S { s: S }", "`S` holds itself"),
        (
            "struct S { #[dynamic(a)] a: f64 }",
            "`#[dynamic]` takes nothing",
        ),
        ("struct S { #[dynamc] a: f64 }", "did you mean `dynamic`?"),
        ("struct S { #[cfg(test)] a: f64 }", "there in every build"),
        ("struct S { a: i32 }", "write `usize` for an index"),
        ("struct S { a: (f64, i64) }", "write `usize` for an index"),
        ("struct S { a: String }", "numbers and `true` and `false`"),
        ("struct S { a: Vec<f64> }", "a `Vec` has no length"),
        (
            "struct S { a: &[f64; 3] }",
            "references stand in signatures",
        ),
        (
            "struct S { a: [T; 2000] } struct T { b: f64 }",
            "an array for each number and array of an element",
        ),
        ("struct S { a: Other }", "cannot find the type `Other`"),
        ("struct S<T> { a: T }", "has lengths as parameters"),
        (
            "struct S<T, const N: usize> { a: [T; N], b: T }",
            "`struct S<const N: usize> { a: [f64; N], b: f64 }`",
        ),
        (
            "struct S<'a> { a: &'a f64 }",
            "the fields of a struct are values",
        ),
        (
            "struct S<const N: usize = 3> { a: [f64; N] }",
            "and the length where the struct is used: `S<3>`",
        ),
        ("struct S { a: (), b: f64 }", "remove the field `a`"),
        ("struct S { a: (f64, ()) }", "leave `()` out of the tuple"),
        (
            "#[cfg(a)] struct S { a: f64 } #[cfg(b)] struct S { b: f64 }",
            "write a block for each case, `#[cfg(b)] graph! { .. }`",
        ),
        ("struct S<'a> { a: f64 }", "has lengths as parameters"),
        (
            "struct S<const N: i32> { a: f64 }",
            "has lengths as parameters",
        ),
        (
            "struct S<const N: usize> { a: [f64; N + 1] }",
            "no type of Rust has the extent `N + 1`",
        ),
        (
            "struct S<const N: usize> where { a: f64 }",
            "has no `where`",
        ),
        (
            "struct Adjoint { a: f64 }",
            "`Adjoint` is the name of a type",
        ),
        ("struct S { #[init] a: f64 }", "`#[init(..)]` has one value"),
        (
            "struct S { #[init(ones, zeros)] a: f64 }",
            "`#[init(..)]` has one value",
        ),
        (
            "struct S { #[init(glorto)] a: [f64; 2] }",
            "did you mean `glorot`?",
        ),
        (
            "struct S { #[init(random)] a: [f64; 2] }",
            "`orthogonal`, a number, or a function of the block",
        ),
        (
            "struct S { #[init(random(1.0))] a: [f64; 2] }",
            "no field starts with `random`",
        ),
        (
            "struct S { #[init(glorot)] a: f64 }",
            "`glorot` is of an array",
        ),
        (
            "struct S { #[init(orthogonal)] a: [f64; 2] }",
            "`orthogonal` is of a matrix",
        ),
        (
            "struct S { #[init(uniform)] a: f64 }",
            "write `uniform(-1.0, 1.0)`",
        ),
        (
            "struct S { #[init(uniform(1.0, -1.0))] a: f64 }",
            "the lower end stands first",
        ),
        (
            "struct S { #[init(normal(1.0, -1.0))] a: f64 }",
            "is 0 or more",
        ),
        (
            "struct S { #[init(ones(2))] a: f64 }",
            "`ones` takes nothing",
        ),
        (
            "struct S { #[init(1.0 / 0.0)] a: f64 }",
            "a finite `f64` that is known",
        ),
        (
            "struct S { #[init(1e39)] a: [f32; 2] }",
            "a finite `f32` that is known",
        ),
        (
            "struct S { #[init(uniform(-1e308, 1e308))] a: f64 }",
            "at a finite distance",
        ),
        ("struct S { #[init(ones)] a: usize }", "is of floats"),
        ("struct S { #[init(ones)] a: (f64, f64) }", "is of floats"),
        (
            "struct S { #[init(ones)] #[init(zeros)] a: f64 }",
            "starts in one way",
        ),
        (
            "struct S { #[init(ones)] t: T } struct T { b: f64 }",
            "as its own fields say",
        ),
        (
            "struct S { #[init(g)] a: f64 } fn g(x: f64) -> f64 { x }",
            "of a key of random numbers, or of nothing\n= help: write `fn g(key: usize) -> ..`",
        ),
        (
            "struct S { #[init(g)] a: f64 } fn g(a: usize, b: usize) -> f64 { uniform(a + b) }",
            "of a key of random numbers, or of nothing",
        ),
        (
            "struct S { #[init(g)] a: [f64; 2] } fn g<const N: usize>(key: usize) -> [f64; N] { ones(N) }",
            "of a key of random numbers, or of nothing",
        ),
        (
            "struct S { #[init(g)] a: [f64; 2] } fn g() -> [f64; 3] { [1.0, 2.0, 3.0] }",
            "the field is [f64; 2], and `g` gives [f64; 3]",
        ),
        (
            "struct S { #[init(g)] a: f64 } fn g() -> f32 { 1.0 }",
            "write a function of that type: `fn g(key: usize) -> f64`",
        ),
        (
            "struct S { #[init(g)] a: f64 } fn g() -> (f64, f64) { (1.0, 2.0) }",
            "`g` gives several values, and the field is one",
        ),
        (
            "struct S<const N: usize> { #[init(g)] a: [f64; N] } fn g() -> [f64; 3] { [1.0; 3] }",
            "the field is [f64; N], and `g` gives [f64; 3]",
        ),
        ("struct S { #[inti(ones)] a: f64 }", "did you mean `init`?"),
        ("enum E { A }", "enums and unions cannot stand here"),
    ] {
        blocks.push((format!("{item} fn f(x: f64) -> f64 {{ x }}"), expected));
    }
    check_blocks(&blocks);
    // Two that hold each other are one mistake each; uses are none of their own.
    let found = errors("struct A { b: B } struct B { a: A } fn f(a: A) -> f64 { a.b.a.c }");
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(
        found.iter().all(|error| error.contains("holds itself")),
        "{found:#?}"
    );
    let found = errors("struct A { b: B } struct B { a: Wrong } fn f(a: A) -> f64 { a.b.a }");
    assert_eq!(found.len(), 1, "{found:#?}");
}

/// All that is wrong with the fields of a struct is reported, be the struct wrong otherwise or not.
#[test]
fn fields_are_checked_each() {
    let found = errors(
        "struct S { a: Lost, #[init(glort)] b: f64, c: i32, d: Vec<f64>, e: (f64, Gone) }
        struct R { #[dynamc] a: String }
        fn f(s: S, r: R) -> f64 { s.a + r.a }",
    );
    for (found, expected) in found.iter().zip([
        "a field has no attribute `dynamc`",
        "cannot find the type `Lost`",
        "did you mean `glorot`?",
        "write `usize` for an index",
        "a `Vec` has no length",
        "cannot find the type `Gone`",
        "cannot find the type `String`",
    ]) {
        assert!(found.contains(expected), "{found}, not {expected}");
    }
    assert_eq!(found.len(), 7, "{found:#?}");
}

/// Of structs under opposite conditions, as of functions, each block has one.
#[test]
fn structs_under_conditions() {
    let tokens = "#[cfg(a)] struct S { a: f64 } #[cfg(not(a))] struct S { b: f64 }";
    let tokens = tokens.parse().expect("tokens");
    let cases = crate::cases::split(&tokens, &quote::quote!(::adgraph)).expect("two cases");
    let text = cases.to_string();
    assert_eq!(text.matches("struct S").count(), 2, "{text}");
    assert_eq!(text.matches("graph !").count(), 2, "{text}");
}

const POINT: &str = "struct Point { x: f64, y: [f64; 2], n: usize }
    struct Sized<const N: usize> { v: [f64; N], w: [f64; N] }";

/// A struct of two numbers, and functions of structs and tuples.
const PAIR: &str = "struct Pair { a: f64, b: f64 }
    fn pair(p: &Pair) -> f64 { p.a }
    fn tuple(t: (f64, f64)) -> f64 { t.0 }
    fn sized<const N: usize>(s: &Sized<N>, x: [f64; 1]) -> f64 { s.v[0] * x[0] }";

fn body(body: &str) -> String {
    format!("{POINT} {PAIR} fn f(p: Point, s: Sized<3>, t: f64) -> f64 {{ {body} }}")
}

#[test]
fn values() {
    let mut blocks = Vec::new();
    for (text, expected) in [
        ("p.z", "`Point` has no field `z`"),
        ("p.z", "its fields are `x`, `y`, `n`"),
        ("p.0", "the fields of a struct have names: `.x`"),
        ("p.7", "its fields are `x`, `y`, `n`"),
        ("p[0]", "the fields of a struct have names: `p.x`"),
        ("p.x()", "it is a field: `p.x`"),
        (
            "print(\"p\", p); t",
            "print its fields one by one: `print(\"p.x\", p.x)`",
        ),
        ("let mut q = p; q[0] = t; q.x", "`q.x`, `q.y`, `q.n`"),
        ("let mut q = p; q[0].x += t; q.x", "have names: `q.x`"),
        ("let mut q = [t]; q[0].x += t; t", "f64 has no field `x`"),
        ("let mut q = t; q.x = t; q", "f64 has no field `x`"),
        ("let q: Point = t; t", "`Point { x: .., y: .., n: .. }`"),
        ("let q: Pair = (t, t); t", "`Pair { a: t, b: t }`"),
        ("let q: Pair = [t, t]; t", "`Pair { a: t, b: t }`"),
        (
            "let k = [t, t]; let q: Pair = k; t",
            "`Pair { a: k[0], b: k[1] }`",
        ),
        (
            "let k = Pair { a: t, b: t }; let q: (f64, f64) = k; t",
            "parentheses: `(k.a, k.b)`",
        ),
        (
            "let k = Pair { a: t, b: t }; tuple(k)",
            "the argument `t` of `tuple` is (f64, f64), found Pair",
        ),
        ("pair((t, t))", "`Pair { a: t, b: t }`"),
        (
            "sized(p.y, [t])",
            "the argument `s` of `sized` is Sized<N>, found [f64; 2]",
        ),
        (
            "p == p",
            "the field `y` is an array, whose elements are compared one by one",
        ),
        ("p < p", "structs have no order"),
        ("p < p", "compare a field: `p.x < p.x`"),
        (
            "p == t",
            "`==` compares values of one type, found Point and f64",
        ),
        ("p == [t, t, t]", "compare its fields: `p.x`, `p.y`, `p.n`"),
        ("(p * p.n).x", "convert it: `p.n as f64`"),
        ("(p * 2).x", "write it as a float: `2.0`"),
        ("sum(p.y * p.n)", "found [f64; 2] and usize"),
        ("sum(p.y * p.n)", "convert it: `p.n as f64`"),
        ("Point::init(7).x", "let it be an argument: `m: &Point`"),
        (
            "Point::default().x",
            "zeros in all fields are `Point::zeros()`",
        ),
        ("Point::new(t).x", "`Point { x: .., y: .., n: .. }`"),
        ("Point::zeros(t).x", "write `Point::zeros()`"),
        ("Sized::zeros().v[0]", "write it: `Sized::<N>::zeros()`"),
        ("Sized::<1, 2>::zeros().v[0]", "write `Sized::<N>::zeros()`"),
        (
            "let q = Pair { a: t, ..Default::default() }; q.a",
            "the other fields of zeros: `..Pair::zeros()`",
        ),
        (
            "let q: Pair = Default::default(); q.a",
            "or zeros of a struct: `Pair::zeros()`",
        ),
        (
            "let q = Pair { a: t, .. }; q.a",
            "the others of zeros: `..Pair::zeros()`",
        ),
        (
            "let c = p.y * t; let d = deriv(c, p); t",
            "or a weighted one: `vjp(c, p, weights)`",
        ),
        (
            "let c = Pair { a: t * t, b: t }; deriv(c, t)",
            "differentiate one of its fields: `c.a`",
        ),
        (
            "let k = (t, p.y); let c = k.0 * k.1[0]; let d = deriv(c, k); t",
            "`let (a, b) = k;`, and write `deriv(c, (a, b))`",
        ),
        (
            "let q: Lost = p; t",
            "the structs of the block are `Pair`, `Point`, `Sized`",
        ),
        ("let q: std::Lost = p; t", "`Pair`, `Point`, `Sized`"),
        (
            "let q = Point { x: t, y: [t, t] }; q.x",
            "`Point` lacks a value for `n`",
        ),
        (
            "let q = Point { x: t, z: 1.0, ..p }; q.x",
            "`Point` has no field `z`",
        ),
        (
            "let q = Point { x: t, x: 1.0, ..p }; q.x",
            "`x` has two values",
        ),
        (
            "let q = Point { x: [t], ..p }; q.x",
            "the field `x` of `Point` is f64, found [f64; 1]",
        ),
        (
            "let q = Point { x: 1, ..p }; q.x",
            "write it as a float: `1.0`",
        ),
        (
            "let q = Point { x: t, ..s }; q.x",
            "behind `..` stands a `Point`, found Sized<3>",
        ),
        ("let q = Pint { x: t }; t", "did you mean `Point`?"),
        (
            "let q: Point = s; t",
            "annotated as Point, but its value is Sized<3>",
        ),
        (
            "let q: Sized = s; t",
            "`Sized` has 1 length between `<` and `>`, found 0",
        ),
        ("let q: Sized<2> = s; t", "Sized<2>"),
        (
            "let q: Sized<K> = s; t",
            "`K` is no length that is known here",
        ),
        (
            "let q = Sized { v: [t, t], w: [t] }; t",
            "the field `w` of `Sized<2>` is [f64; 2], found [f64; 1]",
        ),
        (
            "let q = p + s; t",
            "takes structs of its type and numbers, found Point and Sized<3>",
        ),
        (
            "let q = p * [t, t]; t",
            "takes structs of its type and numbers, found Point and [f64; 2]",
        ),
        ("let q = if t > 0.0 { p } else { s }; t", "Point"),
        ("sin(p)[0]", "Point"),
        (
            "dot(p, s)",
            "needs two of one type, found Point and Sized<3>",
        ),
        ("dot(p, t)", "needs two of one type, found Point and f64"),
        ("mean(p)", "found Point"),
        (
            "let q = map(|x| sum(x), s); t",
            "makes fields of the same types: [f64; 3] here, found f64",
        ),
        ("let q = [p, s]; t", "Point"),
        ("let Point { x } = p; x", "the pattern lacks `y`, `n`"),
        ("let Point { x, z, .. } = p; x", "`Point` has no field `z`"),
        (
            "let Point { x, .. } = s; x",
            "the pattern takes a `Point` apart, found Sized<3>",
        ),
        ("let (a, b, c) = p; a", "Point"),
        (
            "let Other { a } = p; a",
            "a pattern of a struct from outside of the block",
        ),
        ("let mut q = p; q.x = [t, t]; q.x", "[f64; 2]"),
        ("let mut q = p; q.z = t; q.x", "`Point` has no field `z`"),
        ("p.x = t; p.x", "cannot assign to `p`, which is not mutable"),
        (
            "let c = p.x * t; let h = hessian(c, p); t",
            "`hessian` is by numbers and arrays, found Point",
        ),
        (
            "let c = p.x * t; let h = jacobian(c, p); t",
            "take one of its fields, `p.x`",
        ),
        (
            "let c = t * t; let d = deriv(c, p); t",
            "does not depend on `p`",
        ),
        ("let c = p.x * p.x; let d = deriv(c, (p, p.x)); t", "twice"),
        (
            "let c = p.x * p.x; jvp(c, p, s)",
            "the direction of `jvp` is Point, found Sized<3>",
        ),
    ] {
        blocks.push((body(text), expected));
    }
    check_blocks(&blocks);
}

#[test]
fn helps_are_right() {
    for (before, wrong, right) in [
        ("pair((t, t))", "(t, t)", "Pair { a: t, b: t }"),
        ("let q: Pair = [t, t]; q.b", "[t, t]", "Pair { a: t, b: t }"),
        (
            "let k = Pair { a: t, b: t }; tuple(k)",
            "tuple(k)",
            "tuple((k.a, k.b))",
        ),
        ("p[0]", "p[0]", "p.x"),
        ("sum(p.y * p.n)", "p.n", "p.n as f64"),
        (
            "let q = Pair { a: t, ..Default::default() }; q.a",
            "Default::default()",
            "Pair::zeros()",
        ),
        (
            "let c = Pair { a: t * t, b: t }; deriv(c, t)",
            "deriv(c, t)",
            "deriv(c.a, t)",
        ),
        (
            "let k = (t, p.y); let c = k.0 * k.1[0]; let d = deriv(c, k); d.0",
            "let c = k.0 * k.1[0]; let d = deriv(c, k)",
            "let (a, b) = k; let c = a * b[0]; let d = deriv(c, (a, b))",
        ),
    ] {
        let text = body(before);
        assert!(text.contains(wrong), "{text}");
        assert!(crate::tests::lower(&text).is_err(), "{text}");
        let followed = text.replacen(wrong, right, 1);
        let followed = crate::tests::lower(&followed);
        assert!(followed.is_ok(), "{before}: {:?}", followed.err());
    }
    follow_in_block(
        &body("let q = Pint { x: t, y: [t, t], n: 1 }; q.x"),
        "Pint",
        "Point",
    );
    follow_in_block(
        "struct S(f64, f64); fn f(x: f64) -> f64 { x }",
        "struct S(f64, f64);",
        "struct S { a: f64, b: f64 }",
    );
}

/// `zeros()` of a struct is a value in the block, as it is outside.
#[test]
fn zeros() {
    let text = "struct Inner<const N: usize> { w: [f64; N] }
        struct Outer { a: Inner<2>, b: (f64, bool), n: usize }
        fn f(x: f64) -> f64 {
            let o = Outer { b: (x, true), ..Outer::zeros() };
            let i = Inner::<3>::zeros();
            let same = o.n == 0 && !Outer::zeros().b.1;
            o.b.0 + sum(o.a.w) + sum(i.w + 1.0) + if same { 1.0 } else { 0.0 }
        }";
    assert_eq!(crate::tests::values(text, &[&[2.0]]), [[6.0]]);
}

#[test]
fn signatures() {
    let mut blocks = Vec::new();
    for (text, expected) in [
        (
            "fn f(mut p: &mut Point) -> f64 { p.x += 1.0; p.x }",
            "write `p: &mut Point`",
        ),
        (
            "fn f(mut s: &mut Sized<2>) -> f64 { s.v[0] }",
            "write `s: &mut Sized<2>`",
        ),
        (
            "fn f(mut x: &mut [f64; 2]) -> f64 { x[0] }",
            "write `x: &mut [f64; 2]`",
        ),
        (
            "fn f(x: f64, y: ()) -> f64 { x }",
            "an argument of type `()` has no value",
        ),
        (
            "fn f(x: f64) -> () { x }",
            "write the type of the result: `-> f64`",
        ),
        ("fn f(p: &mut Point) -> () { p.x = 1.0; }", "is its result"),
        (
            "fn f(p: &Point) -> (f64, f64, usize) { p }",
            "`(p.x, p.y, p.n)`",
        ),
        (
            "fn f(s: Sized<2>) -> Sized<3> { s }",
            "the signature promises Sized<3>",
        ),
        (
            "fn f(x: f64) -> Point { (x, [x, x], 1) }",
            "`Point { x: x, y: [x, x], n: 1 }`",
        ),
    ] {
        blocks.push((format!("{POINT} {text}"), expected));
    }
    check_blocks(&blocks);
}

#[test]
fn calls() {
    let text = |call: &str| {
        format!(
            "{POINT} fn g(p: &Point, k: f64) -> f64 {{ k * p.x }}
            fn h<const N: usize>(s: Sized<N>, x: [f64; N]) -> f64 {{ dot(s.v, x) }}
            fn f(p: Point, s: Sized<3>, t: f64) -> f64 {{ {call} }}"
        )
    };
    let mut blocks = Vec::new();
    for (call, expected) in [
        (
            "g(s, t)",
            "the argument `p` of `g` is Point, found Sized<3>",
        ),
        ("g(t, t)", "the argument `p` of `g` is Point, found f64"),
        ("g(p)", "`g` takes 2 arguments, found 1"),
        ("g(p.x, p.y, p.n, t)", "`g` takes 2 arguments, found 4"),
        ("g(t, p)", "stand in another order"),
        ("h(s, [t, t])", "`N`"),
    ] {
        blocks.push((text(call), expected));
    }
    check_blocks(&blocks);
}

#[test]
fn places_without_structs() {
    let mut blocks = Vec::new();
    for (text, expected) in [
        (
            "#[external] fn g(p: Point) -> f64; fn f(p: Point) -> f64 { g(p) }",
            "a function from outside of the block has numbers and arrays",
        ),
        (
            "#[external] fn g(x: f64) -> Point; fn f(x: f64) -> f64 { g(x).x }",
            "a function from outside of the block has numbers and arrays",
        ),
        (
            "#[derivative(adjoint = r)] fn g(p: Point) -> f64 { p.x } fn r(x: f64) -> f64 { x }",
            "a function with a derivative of its own has numbers and arrays",
        ),
        (
            "#[derivatives(batch)] pub fn f(p: Point, x: f64) -> f64 { p.x * x }",
            "`f` has no batches: `p` is several values",
        ),
    ] {
        blocks.push((format!("{POINT} {text}"), expected));
    }
    check_blocks(&blocks);
}
