//! Messages about signatures: arguments, results, extents, and numbers outside their types.

use super::{check, check_block, error, follow_in_block};
use crate::tests::{errors, graph, lower};

#[test]
fn signatures() {
    let only = |text: &str, expected: &str| {
        let found = errors(text);
        assert_eq!(found.len(), 1, "{text}: {found:#?}");
        assert!(found[0].contains(expected), "{text}: {}", found[0]);
    };
    only(
        "fn f(x: f64, x: f64) -> f64 { x }",
        "the argument `x` is declared twice",
    );
    only("fn f(x: f64) { }", "`f` has no result");
    only(
        "fn f(x: &[f64]) -> f64 { x[0] }",
        "a slice has no length that the macro could know",
    );
    only(
        "fn f(x: &f64) -> f64 { x }",
        "a number is passed by value: remove the `&`",
    );
    only(
        "fn f(x: i32) -> f64 { 1.0 }",
        "an integer argument is an index, which is a `usize`",
    );
    only(
        "fn f(x: f64) -> f64 { (x as i32) as f64 }",
        "`as i32` takes an integer that is known while compiling",
    );
    only(
        "fn f(x: f64) -> (f64, [i64; 2]) { (x, [0, 1]) }",
        "a result cannot be of type `(f64, [i64; 2])`",
    );
    only(
        "type P = ((f64, i32)); fn f(x: f64) -> P { (x, 1) }",
        "a result cannot be of type `P`",
    );
    only(
        "fn f(x: f64) -> i32 { 1 }",
        "a result cannot be of type `i32`",
    );
    only(
        "fn f<T>(x: T) -> T { x }",
        "the type parameter `T` needs the bound `Float`",
    );
    only(
        "async fn f(x: f64) -> f64 { x }",
        "`async` functions are not part of the language",
    );
    only(
        "unsafe fn f(x: f64) -> f64 { x }",
        "`unsafe` functions are not part of the language",
    );
    only(
        "fn f(#[dynamik] x: f64) -> f64 { x }",
        "did you mean `dynamic`?",
    );
    only(
        "#[derivatives(hesian)] fn f(x: f64) -> f64 { x }",
        "did you mean `hessian`?",
    );
    only(
        "#[derivatives(hessian_product)] fn f(x: f64, y: f32) -> f64 { x + y as f64 }",
        "`f` mixes float types",
    );
    only(
        "#[check(range = 2.0..1.0)] fn f(x: f64) -> f64 { x }",
        "the range is empty",
    );
    only(
        "#[check(points = 0)] fn f(x: f64) -> f64 { x }",
        "at no points nothing is checked",
    );
    only(
        "#[check(pionts = 3)] fn f(x: f64) -> f64 { x }",
        "`#[check(..)]` takes `points`, `range` and `seed`",
    );
    only(
        "#[check] fn f(x: f64) -> bool { x > 0.0 }",
        "`f` has no derivative: its result is bool",
    );
    only(
        "#[derivatives(taylor)] fn f(x: f64) -> f64 { x }",
        "expected the highest order in parentheses: `taylor(3)`",
    );
    only(
        "#[derivatives(taylor(0))] fn f(x: f64) -> f64 { x }",
        "the order is a number from 1 to 16",
    );
    only(
        "#[derivatives(taylor(2, 3))] fn f(x: f64) -> f64 { x }",
        "`taylor` takes one order",
    );
    only(
        "#[derivatives(taylor(2))] fn f(#[dynamic] x: f64) -> f64 { x }",
        "no argument to differentiate by",
    );
    only(
        "#[derivatives(jacobian)] fn f(x: f64) -> bool { x > 0.0 }",
        "`f` has no derivative: its result is bool",
    );
    only(
        "#[derivatives(jacobian)] fn f(i: usize) -> f64 { i as f64 }",
        "no argument to differentiate by",
    );
    only(
        "struct S; fn f(x: f64) -> f64 { x }",
        "the fields of `S` have no names",
    );
    only(
        "fn f(x: [f64; N]) -> f64 { x[0] }",
        "cannot find the value `N`",
    );
    only(
        "const N: usize = 1.5; fn f(x: f64) -> f64 { x }",
        "`N` is declared as usize, but its value is f64",
    );
    only(
        "const A: f64 = B; const B: f64 = A; fn f(x: f64) -> f64 { x * A }",
        "refers to itself",
    );
    only(
        "fn f(x: f64) -> f64 { x } fn f(y: f64) -> f64 { y }",
        "`f` is defined twice",
    );
}

#[test]
fn array_types_without_content() {
    for text in [
        "fn f(x: f64, y: []) -> f64 { x }",
        "fn f(x: f64, y: &[]) -> f64 { x }",
        "fn f(x: f64) -> [] { [x, x, x] }",
        "fn f(x: f64) -> f64 { let y: [] = [x, x, x]; y[0] }",
        "type T = []; fn f(x: f64) -> f64 { x }",
    ] {
        follow_in_block(text, "[]", "[f64; 3]");
        check_block(text, "the type of its elements and their number");
    }
}

#[test]
fn second_derivatives_of_functions_from_outside() {
    for (attribute, help) in [
        ("external(adjoint = a)", "declare it by `#[external]` alone"),
        ("external(graph)", "do not cross blocks"),
    ] {
        let text = format!(
            "#[{attribute}] fn g(x: f64) -> f64;
             #[derivatives(jacobian)] fn f(x: f64) -> f64 {{ deriv(g(x), x) }}"
        );
        check_block(&text, help);
    }
}

#[test]
fn positions_without_parentheses() {
    assert_eq!(
        error("a[1, 2]"),
        "an index has no commas but in parentheses\n= help: write `a[(1, 2)]`"
    );
    check("a[.., 0][1]", "write `a[(.., 0)]`");
    check("x[1,]", "write `x[1]`");
    check("(a * 2.0)[0, 1]", "write `[(0, 1)]`");
    check("let b = a[0..1, i]; b[0]", "write `a[(0..1, i)]`");
    // The rest is understood as it was meant.
    let found = errors("fn f(a: [[f64; 3]; 2]) -> f64 { a[1, 2] + a[2, 0] + sum(a[0, ..] + b) }");
    let lines: Vec<&str> = found.iter().filter_map(|e| e.lines().next()).collect();
    let commas = "an index has no commas but in parentheses";
    assert_eq!(lines[..3], [commas; 3]);
    assert!(
        lines[3].contains("2 is out of range for axis 0"),
        "{found:#?}"
    );
    assert!(lines[4].contains("`b`"), "{found:#?}");
    assert_eq!(lines.len(), 5);
    // Lists are no indices, and a comma alone has nothing to put into parentheses.
    for body in [
        "let y = x * ; sum([p, p])",
        "if [p, p] { p } else { * }",
        "x[,]",
    ] {
        let found = error(body);
        assert!(!found.contains("an index"), "{body}: {found}");
    }
}

/// Numbers that do not fit into a declared type are errors, worded as by `rustc`.
#[test]
fn literals_fit_into_single_precision() {
    for body in [
        "x * 1e39",
        "let k = 1e39; x + k",
        "max(x, -1e39)",
        "1e39",
        "x + sum([1e39, 1.0] * x)",
        "[x, 1e39][0]",
        "if x > 0.0 { x } else { 1e39 }",
        "let mut s = 1e39; s += x; s",
        "select(x > 0.0, x, 1e39)",
        "let y: f32 = 1e39; y * x",
        "x * (2.0 - 1e39)",
    ] {
        let found = errors(&format!("fn f(x: f32) -> f32 {{ {body} }}"));
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        assert!(
            found[0].starts_with("literal out of range for `f32`"),
            "{body}: {found:?}"
        );
    }
    // What is computed may be an infinity, as in Rust.
    for body in [
        "x * (1e30 * 1e30)",
        "let y: f64 = 1e39; x + y as f32",
        "x * 1e39_f64 as f32",
    ] {
        graph(&format!("fn f(x: f32) -> f32 {{ {body} }}"));
    }
    graph("fn f<T: Float>(x: T) -> T { x * 1e39 }");
}

#[test]
fn code_that_is_never_reached_has_known_names() {
    for (body, name) in [
        ("if false { p + nothing } else { p }", "nothing"),
        ("if true { p } else { nothing }", "nothing"),
        ("if N > 2 { p } else if N == 2 { p } else { foo(p) }", "foo"),
        (
            "let mut s = p; for i in 0..0 { s += nothing; } s",
            "nothing",
        ),
        (
            "let mut s = p; for i in 0..0 { let y: Quantity = s; } s",
            "Quantity",
        ),
        (
            "if false { if false { nothing } else { p } } else { p }",
            "nothing",
        ),
    ] {
        let text = format!("const N: usize = 2; fn f(p: f64) -> f64 {{ {body} }}");
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        let expected = format!("`{name}`");
        assert!(
            found[0].starts_with("cannot find") && found[0].contains(&expected),
            "{body}: {found:?}"
        );
    }
    // A constant condition guards what does not fit.
    for body in [
        "if N > 2 { x[2] } else { x[1] }",
        "if N > 2 { sum(x[..3]) } else { let y = x; y[0] }",
        "let mut s = 0.0; for i in 0..0 { s += x[i + 7]; } s",
        "let mut s = 0.0; for i in 0..N { if i > 0 { s += x[i - 1]; } } s",
        "let mut s = x[0]; if N > 2 { s = x[2]; print(\"s\", s); } s",
    ] {
        let text = format!("const N: usize = 2; fn f(x: [f64; N]) -> f64 {{ {body} }}");
        let graph = graph(&text);
        assert!(!graph.has_effects(), "{body}\n{graph}");
    }
}

#[test]
fn numbers_fit_into_their_types() {
    let overflow = |sum: &str| format!("attempt to compute `{sum}`, which would overflow");
    let wrong = [
        ("const M: usize = 3 - 5;", overflow("3_usize - 5_usize")),
        ("const M: usize = 3 - 5 + 4;", overflow("3_usize - 5_usize")),
        (
            "const N: usize = 3; const M: usize = N * (N - 4);",
            overflow("3_usize - 4_usize"),
        ),
        (
            "const M: u32 = -1;",
            "cannot apply `-` to 1 of type `u32`".into(),
        ),
        ("const U: u8 = 300;", "literal out of range for `u8`".into()),
        (
            "const U: u8 = 200 + 100;",
            "the value 300 is out of range for `u8`".into(),
        ),
        (
            "const I: i32 = 3_000_000_000;",
            "literal out of range for `i32`".into(),
        ),
        (
            "const I: i8 = -129;",
            "literal out of range for `i8`".into(),
        ),
        (
            "const T: [u16; 2] = [1, 70000];",
            "literal out of range for `u16`".into(),
        ),
        (
            "const I: i64 = 5_000_000_000i32;",
            "literal out of range for `i32`".into(),
        ),
        (
            "type Byte = u8; const B: Byte = 256;",
            "literal out of range for `u8`".into(),
        ),
        (
            "const F: f32 = 1e300;",
            "literal out of range for `f32`".into(),
        ),
        (
            "const F: f32 = 2.0 * -1e300;",
            "literal out of range for `f32`".into(),
        ),
        (
            "const F: [f32; 2] = [1.0, 1e39];",
            "literal out of range for `f32`".into(),
        ),
        (
            "const F: f64 = 1e400;",
            "literal out of range for `f64`".into(),
        ),
        (
            "const F: f64 = 1e39f32 as f64;",
            "literal out of range for `f32`".into(),
        ),
        (
            "const I: i64 = 9223372036854775807 + 1;",
            "this integer leaves the range of 64 bits".into(),
        ),
        ("const I: i64 = 1 / 0;", "division by zero".into()),
        (
            "const I: i64 = -2; const M: usize = I as usize;",
            "-2 is out of range".into(),
        ),
    ];
    for (constants, expected) in wrong {
        for text in [
            format!("{constants} fn f(p: f64) -> f64 {{ p }}"),
            format!(
                "fn f(p: f64) -> f64 {{ {} p }}",
                constants.replace("const ", "let ").to_lowercase()
            ),
        ] {
            // Aliases are allowed next to functions only.
            if text.contains("{ type") {
                continue;
            }
            let found = errors(&text);
            assert_eq!(found.len(), 1, "{text}: {found:#?}");
            let at = found[0].to_lowercase().contains(&expected.to_lowercase());
            assert!(at, "{text}\nfound: {}\nexpected: {expected}", found[0]);
        }
    }
    for right in [
        "const M: usize = 5 - 3;",
        "const U: u8 = 255;",
        "const U: u8 = 300 - 45;",
        "const I: i8 = -128;",
        "const I: i64 = 3 - 5;",
        "const M: usize = abs(3 - 5) as usize;",
        "const F: f32 = 3.4e38;",
        "const F: f32 = 1e-300;",
        "const F: f32 = 1e38 * 10.0;",
        "const F: f64 = 1e300;",
        "const F: f64 = f64::INFINITY;",
        "const T: [i16; 2] = [-32768, 32767];",
    ] {
        let lowered = lower(&format!("{right} fn f(p: f64) -> f64 {{ p }}"));
        assert_eq!(lowered.err(), None, "{right}");
    }
}

#[test]
fn type_parameters_and_lifetimes() {
    for unused in [
        "fn f<T: Float>(x: f64) -> f64 { x }",
        "fn f<T: Float>(x: f64) -> T { x as T }",
        "fn f<T: Float, const N: usize>(x: [f64; N]) -> f64 { x[0] }",
    ] {
        check_block(unused, "the type parameter `T` is the type of no argument");
    }
    for lifetimes in [
        "fn f<'a>(x: &'a [f64; 3], y: &'a [f64; 3]) -> f64 { x[0] + y[0] }",
        "fn f(x: &'static [f64; 3]) -> f64 { x[0] }",
    ] {
        check_block(lifetimes, "references of the language have no lifetimes");
    }
}

#[test]
fn parameters_of_one_name() {
    let expected = "the name `N` is already used for a generic parameter in this item's generic \
                    parameters";
    for text in [
        "fn f<const N: usize, const N: usize>(x: [f64; N]) -> f64 { sum(x) } \
         fn g(x: [f64; 3]) -> f64 { f(x) }",
        "pub fn f<const N: usize, const N: usize>(x: &[f64; N]) -> f64 { sum(x) }",
        "fn f<N: Float, const N: usize>(x: [N; 3]) -> N { sum(x) }",
    ] {
        check_block(text, expected);
    }
}

#[test]
fn a_closure_of_the_name_of_its_function_is_one_error() {
    for name in ["f", "g"] {
        let text = format!(
            "fn f(x: f64) -> f64 {{ let {name} = |t| t * t; {name}(x) }} fn g(x: f64) -> f64 {{ x }}"
        );
        check_block(&text, "closures are not part of the language");
    }
    check_block(
        "fn f(x: f64) -> f64 { let f = x; f(x) * f }",
        "`f` calls itself",
    );
}

#[test]
fn rows_without_parameters_say_how_they_are_declared() {
    for ty in ["&Rows", "Rows", "&Rows<f64>"] {
        check_block(
            &format!("pub fn f(x: {ty}) -> f64 {{ sum(x) }}"),
            "declare its lengths: `fn f<const N: usize, const M: usize>(x: Rows<f64, N, M>)`",
        );
    }
    check_block(
        "pub fn f<const N: usize, const M: usize>(x: &Rows<f64, N, M>) -> f64 { sum(x) }",
        "`Rows` stands for the whole type of an argument or a result",
    );
}

/// Functions from outside compute with floats: positions are not among their results.
#[test]
fn positions_are_no_results_from_outside() {
    for text in [
        "#[external] fn g(x: f64) -> usize; fn f(x: f64) -> f64 { x * g(x) as f64 }",
        "#[external] fn g(x: f64) -> [usize; 2]; fn f(x: f64) -> f64 { x * g(x)[0] as f64 }",
    ] {
        let found = errors(text);
        assert!(!found.is_empty(), "{text}");
    }
}

#[test]
fn patterns_in_the_place_of_arguments() {
    let tuple = "fn f((a, b): (f64, f64)) -> f64 { a * b }";
    follow_in_block(tuple, "(a, b): (f64, f64)", "a: f64, b: f64");
    let nested = "type P = (f64, [f64; 2]);
        fn f((mut a, (b, c)): (f64, P)) -> f64 { a += b; a + sum(c) }";
    let parts = "mut a: f64, b: f64, c: [f64; 2]";
    follow_in_block(nested, "(mut a, (b, c)): (f64, P)", parts);
    let unnamed = "fn f((a, _): (f64, f64)) -> f64 { a }";
    check_block(unnamed, "the parts of a tuple are arguments of their own");
    follow_in_block("fn f(&p: &f64) -> f64 { p }", "&p: &f64", "p: f64");
    for (argument, name) in [
        ("[a, b]: [f64; 2]", "x"),
        ("x: f64, [a, b]: [f64; 2]", "y"),
        ("[a, b]: &[f64; 2]", "x"),
        ("[a, x]: [f64; 2], y: f64", "z"),
    ] {
        let (_, ty) = argument.split_once("]: ").unwrap_or_default();
        let ty = ty.strip_suffix(", y: f64").unwrap_or(ty);
        let (before, pattern) = argument.split_at(argument.find('[').unwrap_or(0));
        let (pattern, behind) = pattern.split_at(pattern.find("]:").unwrap_or(0) + 1);
        let behind = behind.split_once("]").map_or("", |(_, behind)| behind);
        let text = |arguments: &str, start: &str| {
            format!("fn f({arguments}) -> f64 {{ {start} let w = 2.0; w * a }}")
        };
        let (typed, start) = (format!("{name}: {ty}"), format!("let {pattern} = {name};"));
        let help = format!("write `{typed}`, and in the body `{start}`");
        check_block(&text(argument, ""), &help);
        graph(&text(&format!("{before}{typed}{behind}"), &start));
    }
}

#[test]
fn slices_of_points_are_what_one_point_has() {
    for (ty, meant) in [
        ("&[[f64; 3]]", "a row: `r: [f64; 3]`"),
        ("&[f64]", "a number, `r: f64`"),
    ] {
        let text = format!(
            "#[derivatives(batch(rows))] pub fn f(x: f64, #[dynamic] r: {ty}) -> f64 {{ x }}"
        );
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("a slice has no length"), "{found:#?}");
        assert!(
            found[0].contains(&format!("write what one point has, {meant}")),
            "{found:#?}"
        );
    }
}
