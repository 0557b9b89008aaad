//! The messages of errors; one error never causes another.

use super::{errors, lower};

/// The only error of a body with `x: [f64; 3]`, `w: [f64; 4]`, `a: [[f64; 3]; 2]`, `p: f64`,
/// `q: f32`, `i: usize`.
fn error(body: &str) -> String {
    let text = format!(
        "fn f(x: [f64; 3], w: [f64; 4], a: [[f64; 3]; 2], p: f64, q: f32, i: usize) -> f64 {{ {body} }}"
    );
    let found = errors(&text);
    assert_eq!(found.len(), 1, "{body}: {found:#?}");
    found.into_iter().next().unwrap_or_default()
}

fn check(body: &str, expected: &str) {
    let found = error(body);
    assert!(
        found.contains(expected),
        "{body}\nfound: {found}\nexpected: {expected}"
    );
}

#[test]
fn shapes() {
    assert_eq!(
        error("let y = x + w; p"),
        "`+` needs operands of equal shape, found [f64; 3] and [f64; 4]\n\
         = note: `x` is [f64; 3]: an argument of `f`\n\
         = note: `w` is [f64; 4]: an argument of `f`\n\
         = help: slice the longer one: `w[..3]`"
    );
    check(
        "sum(a * x)",
        "repeat the smaller one: `broadcast(x, [2, 3], axis = 1)`",
    );
    check(
        "sum(a[(.., 0)] * a)",
        "repeat the smaller one: `broadcast(a[(.., 0)], [2, 3], axis = 0)`",
    );
    check(
        "sum(a - a[(.., ..2)])",
        "slice the longer one: `a[(.., ..2)]`",
    );
    check("dot(x, w)", "`dot` needs equal extents");
    check(
        "sum(matmul(a, a))",
        "exchange the axes of one: `transpose(a)`",
    );
    check("dot(a, x)", "`dot` needs a vector, found [[f64; 3]; 2]");
    check(
        "sum(reshape(x, [2, 2]))",
        "[f64; 3] has 3 elements and cannot take the shape [2, 2], which has 4",
    );
    check(
        "sum(concat(a, x))",
        "`concat` needs operands of equal shape",
    );
}

#[test]
fn orders() {
    check(
        "sum(sort(x, axis = 1))",
        "axis 1 is out of range for [f64; 3], which has rank 1\n\
         = note: `x` is [f64; 3]: an argument of `f`",
    );
    check(
        "sum(sort(p))",
        "axis 0 is out of range for f64, which has rank 0",
    );
    check(
        "sum(a.sort(axis = (0, 1)))",
        "the axes [0, 1] do not fit [[f64; 3]; 2]: one axis is needed",
    );
    check(
        "sum(sort(x < w[..3]))",
        "`sort` needs numbers, found [bool; 3]\n\
         = note: `x < w[..3]` is [bool; 3]\n\
         = help: choose numbers by it: `select(x < w[..3], 1.0, 0.0)`",
    );
    check(
        "x[argsort(x < w[..3])][0]",
        "`argsort` needs numbers, found [bool; 3]",
    );
    check(
        "sum(sort(x, w))",
        "`sort` takes 1 argument, found 2\n\
         = help: it is called as `sort(x, axis = 0)`",
    );
    check(
        "sum(sort(x, ascending = false))",
        "`sort` has no argument named `ascending`\n= help: it takes `axis`",
    );
    check(
        "sum(sorted(x))",
        "cannot find the function `sorted`\n= help: did you mean `sort`?",
    );
    check(
        "argsort(x)",
        "`f` yields [usize; 3], and the signature promises f64",
    );
    check(
        "w[argsort(w)[4]]",
        "4 is out of range for axis 0 of [usize; 4]: positions are 0 to 3",
    );
    check(
        "let y = argsort(x); sum(deriv(y[0], x))",
        "`deriv` differentiates one number, found usize",
    );
}

#[test]
fn windows() {
    check(
        "sum(windows(a, 3))",
        "no window fits into axis 0 of [[f64; 3]; 2]\n\
         = note: a window spans 3 positions, and the axis has 2\n\
         = note: `a` is [[f64; 3]; 2]: an argument of `f`",
    );
    check(
        "sum(w.windows(3, dilation = 2))",
        "a window spans 5 positions, and the axis has 4: 3 positions that lie 2 apart",
    );
    check(
        "sum(a.windows(2, axis = 2))",
        "axis 2 is out of range for [[f64; 3]; 2]",
    );
    check("sum(x.windows(2, axis = (0, 1)))", "one axis is needed");
    check("sum(p.windows(2))", "axis 0 is out of range for f64");
    check(
        "sum(x.windows(0))",
        "the size of a window is positive, found 0",
    );
    check(
        "sum(x.windows(2, stride = -1))",
        "the stride is positive, found -1",
    );
    check(
        "sum(x.windows(2, stride = i))",
        "the stride is constant, and `i` is known only at run time",
    );
    check(
        "sum(x.windows(2.0))",
        "the size of a window is a constant integer, found f64",
    );
    check("sum(x.windows(2, strides = 2))", "did you mean `stride`?");
    check(
        "sum(x.windows())",
        "`.windows` takes 1 argument, found 0\n\
         = help: it is called as `windows(x, 3, axis = 0, stride = 1, dilation = 1)`",
    );
}

#[test]
fn indices() {
    check(
        "x[3]",
        "3 is out of range for axis 0 of [f64; 3]: positions are 0 to 2",
    );
    check("a[1][3]", "3 is out of range for axis 0 of [f64; 3]");
    check("a[(1, 3)]", "3 is out of range for axis 1 of [[f64; 3]; 2]");
    check("x[-1]", "the one meant may be 2");
    check("sum(x[1..4])", "the range 1..4 leaves axis 0 of [f64; 3]");
    check("sum(x[2..1])", "the range 2..1 ends before it starts");
    check("x[(0, 0)]", "axis 1 is out of range for [f64; 3]");
    check("p[0]", "cannot index into f64");
    check("x[p]", "an index must be an integer, found f64");
    check(
        "sum(x[..i])",
        "the bounds of a range are constant, and `i` is known only at run time",
    );
    check(
        "let mut y = x; y[5] = 1.0; p",
        "5 is out of range for axis 0 of [f64; 3]",
    );
}

#[test]
fn elements() {
    check(
        "p + q",
        "`+` needs operands of one element type, found f64 and f32",
    );
    check("p + q", "convert one of them: `q as f64`");
    check("p * 2", "`2` is an integer, and f64 is needed");
    check("p * 2", "write it as a float: `2.0`");
    check("q * 2; p", "`2` is an integer, and f32 is needed");
    check(
        "let mut s = 0; s += p; p",
        "`s` is an integer, and f64 is needed",
    );
    check("for k in 0..3 { p * k; } p", "convert it: `k as f64`");
    check("p + (p > 1.0)", "needs numbers");
    check(
        "sin(p > 1.0)",
        "choose numbers by it: `select(p > 1.0, 1.0, 0.0)`",
    );
    check("!p", "`!` needs truth values of `bool`, found f64");
    check(
        "p * i",
        "`*` needs operands of one element type, found f64 and usize",
    );
    check("sin(i)", "convert it: `i as f64`");
    check("p.powf(2)", "write it as a float: `2.0`");
    check(
        "p.powi(2.0)",
        "the power of `powi` is a constant integer, found f64",
    );
    check(
        "if x > 0.0 { 1.0 } else { 2.0 }",
        "the condition of `if` must be one bool, found [bool; 3]",
    );
    check("if p { 1.0 } else { 2.0 }", "compare: `p != 0.0`");
}

#[test]
fn names() {
    check("sinn(p)", "did you mean `sin`?");
    check("log(p)", "did you mean `ln`?");
    check("p.log()", "did you mean `ln`?");
    check("foo(p)", "cannot find the function `foo`");
    check("stretch + 1.0", "cannot find the value `stretch`");
    check("let stretch = p; strech", "did you mean `stretch`?");
    check("GRAVITY * p", "const GRAVITY: f64 = ..;");
    check("p.sine()", "a value of type f64 has no method `sine`");
    check("x.iter().sum()", "has no method `iter`");
    check(
        "x.clone()[0]",
        "values are copied where they are used: write `x`",
    );
    check("sin", "`sin` is a function: call it");
    check("sum(x, axes = 0)", "did you mean `axis`?");
    check("p.x", "values of the language have no field `x`");
    check(
        "std::f64::consts::PIE",
        "the macro cannot see `std::f64::consts::PIE`",
    );
    check("f64::sin(p)", "call it by its name alone: `sin(..)`");
}

#[test]
fn counts() {
    check("sin(p, p)", "`sin` takes 1 argument, found 2");
    check("atan2(p)", "it is called as `atan2(y, x)`");
    check("p.atan2()", "`.atan2` takes 1 argument, found 0");
    check("max(p, p, p)", "`max` takes 1 or 2 arguments, found 3");
    check("concat()[0]", "`concat` takes at least 1 argument, found 0");
}

#[test]
fn types() {
    check(
        "let y: [f64; 2] = x; p",
        "`y` is annotated as [f64; 2], but its value is [f64; 3]",
    );
    check("let y: f64 = 1; p", "write it as a float: `1.0`");
    check("let y: F64 = p; p", "did you mean `f64`?");
    check("let y: Vector = x; p", "cannot find the type `Vector`");
    check("x", "`f` yields [f64; 3], and the signature promises f64");
    check("p;", "remove the `;` after the result: `p`");
    check("1", "write it as a float: `1.0`");
    check(
        "if p > 0.0 { p } else { x }",
        "`if` and `else` have values of different types, f64 and [f64; 3]",
    );
    check(
        "if p > 0.0 { p } 1.0",
        "this `if` has a value of type f64 and no `else`",
    );
    check(
        "let y = [p, x]; p",
        "the elements of an array are of one type, found f64 and [f64; 3]",
    );
    check(
        "let (a, b) = p; p",
        "this pattern binds a tuple of 2 values, but the value is f64",
    );
    check(
        "let [a, b] = x; a",
        "this pattern binds an array of 2 elements, but the value is [f64; 3]",
    );
}

#[test]
fn mutation() {
    check(
        "let y = p; y = 1.0; p",
        "cannot assign to `y`, which is not mutable",
    );
    check("let y = p; y += 1.0; p", "declare it as `let mut y`");
    check("p = 1.0; p", "declare it as `mut p: ..` in the signature");
    check(
        "for k in 0..2 { k = 1; } p",
        "`k` is the variable of a `for` loop",
    );
    check(
        "let mut y = p; y = x; p",
        "`y` holds f64 and cannot be assigned [f64; 3]",
    );
    check(
        "sin(p) = 1.0; p",
        "only variables and elements of them can be assigned",
    );
    check(
        "let mut y = x; y[0] = x; p",
        "`y[0]` holds f64 and cannot be assigned [f64; 3]",
    );
    check(
        "let mut y = 0; y = p; p",
        "give `y` a float to start with, such as `0.0`",
    );
}

#[test]
fn loops() {
    check(
        "for k in 0..i { } p",
        "the bounds of a loop are constant, and `i` is known only at run time",
    );
    check(
        "for k in 0..p { } p",
        "the bounds of a loop are constant integers, found f64",
    );
    check(
        "for v in x { } p",
        "a loop of the language runs over a range with constant bounds",
    );
    check("for k in 0.. { } p", "needs both bounds");
    check(
        "for k in 0..2 { p } p",
        "the body of a `for` has no value, found f64",
    );
    check("for k in 0..3 { x * x[k] + w; } p", "equal shape");
}

#[test]
fn unsupported() {
    for (body, what) in [
        ("while p > 0.0 { } p", "`while` loops are"),
        ("loop { } p", "`loop` is"),
        ("match p { _ => p }", "`match` is"),
        ("return p", "`return` is"),
        ("p?", "the `?` operator is"),
        ("(|y| y)(p)", "the macro cannot call"),
        ("let g = |y: f64| y; p", "closures are"),
        ("let r = &p; p", "references inside of a body are"),
        ("*p", "`*` in front of a value is"),
        ("Point { x: p }", "struct literals are"),
        ("let s = vec![p]; p", "macro calls are"),
        ("println!(\"{}\", p); p", "macro calls are"),
        ("unsafe { p }", "`unsafe` is"),
        ("async { p }", "`async` is"),
        ("p.await", "`await` is"),
        ("if let y = p { p } else { p }", "`if let` is"),
        ("p ^ p", "the operator `^` is"),
        ("let s = 0..3; p", "a range on its own is"),
        ("fn g() {} p", "functions cannot stand here"),
        ("let Some(y) = p; p", "struct patterns are"),
    ] {
        check(body, what);
    }
}

#[test]
fn one_error_does_not_cause_another() {
    check(
        "let y = x + w; let z = y * 2.0 + sin(y); sum(z) + y[0]",
        "equal shape",
    );
    check(
        "let mut y = nothing; y += 1.0; for k in 0..3 { y = y * p; } y",
        "cannot find the value",
    );
    check(
        "let y = if p > zero { x } else { w }; sum(y)",
        "cannot find the value `zero`",
    );
    check("let y: [f64; N] = x; y[7]", "cannot find the value `N`");
    check(
        "let (a, b) = unknown(p); a + b",
        "cannot find the function `unknown`",
    );
}

#[test]
fn all_independent_errors_are_reported() {
    let found = errors(
        "fn f(x: [f64; 3]) -> f64 { let y = x + [1.0, 2.0]; let z = sinn(x); x[4] }
         fn g(x: f64) -> f64 { let q = x * 2; r }
         fn h(x: Foo) -> f64 { x }
         fn k(x: f64) -> f64 { x + }",
    );
    assert_eq!(found.len(), 7, "{found:#?}");
}

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
        "fn f(x: &mut [f64; 2]) -> f64 { x[0] }",
        "an argument is not written to",
    );
    only("fn f(x: i32) -> f64 { 1.0 }", "an index is a `usize`");
    only(
        "fn f(x: f64) -> f64 { (x as i32) as f64 }",
        "`as i32` is not part of the language of `graph!`",
    );
    only(
        "fn f(x: f64) -> usize { 1 }",
        "a result cannot be of type `usize`",
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
        "type definitions cannot stand here",
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
