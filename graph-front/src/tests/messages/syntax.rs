//! Syntax of Python, C and other array languages: each mistake is one error, which says what to
//! write.

use super::{check, check_block, follow, graph};

/// Habits of Python, C, CasADi and CppAD; each is one error.
#[test]
fn other_languages() {
    for (body, what) in [
        ("sum(x[1:])", "write `x[1..]`"),
        ("sum(x[:2])", "write `x[..2]`"),
        ("sum(x[:-1])", "write `x[..x.len() - 1]`"),
        ("sum(a[:, 0])", "write `a[(.., 0)]`"),
        ("sum(x[::2])", "a range has no step"),
        ("sum(x[1::2])", "y[i] = x[1 + 2 * i]"),
        ("sum(x[::3])", "y[i] = x[3 * i]"),
        ("sum(x[::-1])", "`flip(x)`"),
        (
            "sum(x[3:0:-1])",
            "`for i in 0..y.len() { y[i] = x[3 - i]; }`",
        ),
        ("sum(x[0:3:2])", "a range has no step"),
        ("let g = lambda y: y; g(p)", "`lambda` is not Rust"),
        ("p if p > 0.0 else 0.0", "write `if c { a } else { b }`"),
        ("let y = p > 0.0 ? p : 0.0; y", "there is no operator `? :`"),
        ("if p > 0.0 and p < 1.0 { p } else { 0.0 }", "write `&&`"),
        ("if p > 0.0 or p < 1.0 { p } else { 0.0 }", "write `||`"),
        (
            "if not p > 0.0 { p } else { 0.0 }",
            "there is no operator `not`",
        ),
        (
            "if 0.0 < p < 1.0 { p } else { 0.0 }",
            "split the comparison into two",
        ),
        ("let mut y = p; y++; y", "write `+= 1.0`, or `+= 1`"),
        ("let mut y = p; y--; y", "write `-= 1.0`, or `-= 1`"),
        ("p as double", "Rust calls it `f64`"),
        ("p as int", "Rust calls it `usize`"),
        ("Ok(p)", "cannot fail: write `p`"),
        ("diff(p, x)", "a derivative is `deriv(p, x)`"),
        ("sum(x) / x.len()", "convert it: `x.len() as f64`"),
        ("p * i", "convert it: `i as f64`"),
        (
            "sum(a * x)",
            "the product of matrices is `matmul(a, x)`; element by element, repeat",
        ),
        ("sum(a.dot(x))", "the product of matrices is `matmul(a, x)`"),
        ("max(p, 1.0, 2.0)", "`max(max(a, b), c)`"),
        (
            "let (b, c, d) = x; b",
            "taken apart with brackets: `[b, c, d]`",
        ),
        ("let (b, ..) = x; b", "taken apart with brackets: `[b, ..]`"),
        ("let [b] = x; b", "`[b, ..]` takes the first 1"),
        ("sum([x, 1.0])", "arrays are joined by `concat`"),
        (
            "const K = 2.0; p",
            "a constant has a type: `const K: f64 = ..;`",
        ),
        ("p(2.0)", "`p` is f64, and no function"),
        ("x(0)", "an element is taken with brackets: `x[0]`"),
        ("sum(x, axis = -1)", "the one meant may be `axis = 0`"),
        (
            "sum(stack(x, x, axis = -1))",
            "there is no axis -1: axes count from 0",
        ),
        ("let s = a.shape(); p", "`a.len()` is the first one"),
        ("sumsqr(x)", "write `dot(x, x)`"),
        (
            "CondExpGt(p, 0.0, p, 0.0)",
            "write `if p > 0.0 { p } else { 0.0 }`",
        ),
        ("x.at[0].set(p); p", "assign to a variable: `y[i] = ..`"),
        (
            "sum(eye([3, 3]))",
            "a unit matrix has one extent\n= help: of 3 rows and columns it is `eye(3)`",
        ),
        (
            "p.powi(99999999999)",
            "the power of `powi` is out of range for `i32`",
        ),
        ("p * 9223372036854775808", "literal out of range for `i64`"),
    ] {
        check(body, what);
    }
    for (text, what) in [
        (
            "fn f(x) -> f64 { x }",
            "an argument has a type: `x: f64`, or `x: [f64; 3]`",
        ),
        (
            "fn f(x: f64 = 1.0) -> f64 { x }",
            "arguments have no default values",
        ),
        (
            "def f(x): x",
            "a function is written `fn f(x: f64) -> f64 { .. }`",
        ),
        (
            "fn f(x: [f64; 3]) -> [f64; 6] { [x, x] }",
            "arrays are joined by `concat`",
        ),
    ] {
        check_block(text, what);
    }
    // Words that are names in Rust.
    for body in [
        "let and = x; let or = and; or + 1.0",
        "let lambda: f64 = 2.0; lambda * x",
        "let not = x; not * not",
    ] {
        graph(&format!("fn f(x: f64) -> f64 {{ {body} }}"));
    }
}

#[test]
fn signs() {
    for (body, what) in [
        ("p * .5", "write `0.5`"),
        ("let mut y = p; y **= 2.0; y", "there is no operator `**=`"),
        ("if p <> 0.0 { p } else { 1.0 }", "write `!=`"),
        ("y := p * 2.0; y", "write `let y = ..;`"),
        ("let z = p; y := z * 2.0; y", "write `let y = ..;`"),
        ("let y := p * 2.0; y", "write `let y = ..;`"),
        ("if p > 0.0 & p < 1.0 { p } else { 0.0 }", "write `&&`"),
        ("if p > 0.0 | p < 1.0 { p } else { 0.0 }", "write `||`"),
        (
            "if p > 0.0 { p } elif p < 0.0 { 1.0 } else { 2.0 }",
            "write `else if`",
        ),
        ("if p > 0.0: p", "stands in braces"),
        ("sum(a, axis: 0)[0]", "write `axis = 0`"),
        ("sum([v * v for v in x])", "not made by `for` in brackets"),
        ("sum(x[None, ..])", "an index makes no new axes"),
        ("sum(a[None, :, 0])", "an index makes no new axes"),
        ("a[..., 0]", "write `..` for each of the axes"),
        ("sum((x + x)[..-1])", "the end meant may be 2"),
        ("sum((x + x)[-2..])", "the start meant may be 1"),
        ("let n = 1; sum(x[..-n])", "the end meant may be 2"),
        ("x[-1]", "the one meant may be 2"),
        ("True && p > 0.0", "write `true`"),
        ("let n = None; p", "there is always a value"),
    ] {
        check(body, what);
    }
    // What Rust has.
    graph("fn f(x: f64) -> f64 { let y = [x, x, x]; sum(y[..2]) + sum(y[0..=1]) }");
}

#[test]
fn positions_that_are_counted_from_the_end_are_one_error() {
    for (index, code) in [
        ("x[1..-1]", "x[1..x.len() - 1]"),
        ("x[..-2]", "x[..x.len() - 2]"),
        ("x[-3..]", "x[x.len() - 3..]"),
        ("x[-3..-1]", "x[x.len() - 3..x.len() - 1]"),
        ("x[0..=-1]", "x[0..=x.len() - 1]"),
        ("a[0][1..-1]", "a[0][1..a[0].len() - 1]"),
        ("a[0][-2..]", "a[0][a[0].len() - 2..]"),
        ("a[1..-1, 1..-1]", "a[(1..a.len() - 1, 1..a[0].len() - 1)]"),
        ("a[(..-1, 1..-1)]", "a[(..a.len() - 1, 1..a[0].len() - 1)]"),
        ("a[.., -1]", "a[(.., a[0].len() - 1)]"),
        ("a[-1, -1]", "a[(a.len() - 1, a[0].len() - 1)]"),
        ("a[(-1, -1)]", "a[(a.len() - 1, a[0].len() - 1)]"),
    ] {
        follow(&format!("sum({index})"), index, code);
    }
    follow(
        "let mut y = a; y[1..-1, 1..-1] = 0.0; y[0][0]",
        "y[1..-1, 1..-1]",
        "y[(1..y.len() - 1, 1..y[0].len() - 1)]",
    );
    // More axes than there are, and an array that is not there, are errors of their own.
    check("sum(x[(1..-1, 1..-1)])", "`x` is a vector");
    check("sum(lost[1..-1])", "cannot find the value `lost`");
    // Sums that start with a minus are positions.
    graph("fn f(x: [f64; 3]) -> f64 { sum(x[-1 + 1..]) + sum(x[-0..]) }");
}

#[test]
fn comments() {
    let expected = "a comment starts with `//`";
    check_block(
        "fn f(x: f64) -> f64 {\n# twice, (as said)\n2.0 * x }",
        expected,
    );
    check_block(
        "# twice: it is f\nfn f(x: f64) -> f64 { 2.0 * x }",
        expected,
    );
    check_block("fn f(x: f64) -> f64 {\n2.0 * x # twice\n}", expected);
}

#[test]
fn results_have_an_arrow() {
    for sign in ["", ":", "=>"] {
        let text =
            format!("fn f(x: f64) {sign} [f64; 2] {{ [x, x] }} fn g(x: f64) -> f64 {{ f(x)[1] }}");
        check_block(&text, "write `-> [f64; 2]`");
    }
    check_block("fn f(x: f64) 3 { x }", "expected the body");
}

#[test]
fn items() {
    for (text, what) in [
        ("fn f(x: f64) -> f64 { x };", "remove this semicolon"),
        ("; fn f(x: f64) -> f64 { x }", "remove this semicolon"),
        (
            "const G = 9.8; fn f(x: f64) -> f64 { x * G }",
            "`const G: f64 = ..;`",
        ),
        (
            "G = 9.8; fn f(x: f64) -> f64 { x * G }",
            "`const G: f64 = 9.81;`",
        ),
        (
            "fn f(type: f64) -> f64 { type }",
            "choose another name, or write `r#type` everywhere",
        ),
    ] {
        check_block(text, what);
    }
}

#[test]
fn increments_are_one_error_wherever_they_stand() {
    for body in [
        "let y = p++; y",
        "let mut y = p; y++; y",
        "let mut y = p; if p > 1.0 { y += 1.0; } y++; y",
        "p++",
        "max(p++, p)",
    ] {
        check(body, "there is no operator `++`");
    }
}

#[test]
fn increments_within_an_expression() {
    for body in [
        "let z = p++ + 1.0; z",
        "let z = ++p + 1.0; z",
        "++p; p",
        "p ++ p",
    ] {
        check(body, "there is no operator `++`");
    }
    check("let z = p++ * 2.0; z", "in a statement of its own");
    check("let z = p++ * 2.0; z", "`+= 1` for an integer");
    for body in ["+p", "p * +p", "p + + p", "max(+p, 1.0)"] {
        check(body, "there is no operator `+` in front of a value");
    }
    graph("fn f(x: f64) -> f64 { let a = x; a--x - -1.0 }");
}

#[test]
fn declarations_of_c() {
    for (declared, help) in [
        ("float y = p;", "write `let y = ..;`"),
        ("const double y = p;", "not by `const double`"),
        ("f64 y = p;", "not by `f64`"),
        ("double y;", "write `let mut y = 0.0;`"),
        ("double y, z;", "write a `let` for each variable"),
        (
            "double z = 1.0, y = 2.0;",
            "write a `let` for each variable",
        ),
        ("unsigned int y = 3.0;", "not by `unsigned int`"),
        ("double y(2.0);", "write `let mut y = 2.0;`"),
        (
            "let double y = 2.0;",
            "write `let y = ..;`, or `let y: f64 = ..;`",
        ),
    ] {
        check(&format!("{declared} p * y"), help);
    }
    for (declared, help) in [
        ("float y[3];", "write `let mut y = [0.0; 3];`"),
        (
            "float y[3] = {1.0, p, 3.0};",
            "write `let mut y = [1.0, p, 3.0];`",
        ),
        ("double y[2][3];", "write `let mut y = [[0.0; 3]; 2];`"),
        ("let y[3];", "write `let mut y = [0.0; 3];`"),
        ("let mut y[3] = [0.0; 3];", "an array stands in its value"),
    ] {
        check(&format!("{declared} y[0] = p; y[0] * p"), help);
    }
}

#[test]
fn functions_of_other_languages_in_a_body() {
    for body in [
        "def g(y): y + 1.0\n g(p)",
        "def g(y: float) -> float:\n  let z = y;\n  return z + 1.0\n g(p)",
        "function g(y) { y + 1.0 } g(p)",
        "double g(double y) { return y + 1.0; } g(p)",
        "fn g(y) { y + 1.0 } g(p)",
    ] {
        check(body, "functions cannot stand here");
        check(body, "`fn g(y: f64) -> f64 { .. }`");
    }
}

#[test]
fn loops_of_c() {
    for header in ["int i = 0; i < 3; i++", "let i = 0; i < 3; i += 1", ";;"] {
        let body = format!("let mut s = p; for ({header}) {{ s += x[i]; }} s");
        check(&body, "a loop has no condition and no step of its own");
    }
}

/// Operators and words of Julia, MATLAB and Python are one error each.
#[test]
fn operators_of_array_languages() {
    for (body, help) in [
        (
            "x.^2",
            "there is no operator `.^`\n= help: write a power as a method: `x.powi(2)`",
        ),
        ("x .^ 2.0", "there is no operator `.^`"),
        (
            "p^2",
            "`^` is no power in Rust\n= help: write a power as a method: `p.powi(2)`",
        ),
        ("p^2.5", "`p.powf(2.5)`"),
        (
            "p^2.5 + 1.0",
            "write a power as a method: `p.powf(2.5) + 1.0`",
        ),
        (
            "sum(x .* x)",
            "there is no operator `.*`\n= help: operators apply to whole arrays: write `*`",
        ),
        ("sum(x ./ x)", "write `/`"),
        ("sum(x .+ 1.0)", "there is no operator `.+`"),
        ("p |> sin", "there is no operator `|>`"),
        ("np.mod(p, 2.0)", "`p - 2.0 * floor(p / 2.0)`"),
        ("sin(p) end", "there is no `end`"),
        ("if p > 0.0 then p else 1.0 end", "stands in braces"),
        (
            "for i = 1:3 p end",
            "a loop is written `for i in 0..4 { .. }`",
        ),
        ("sum(v * v for v in x)", "an array is not made by `for`"),
        (
            "print(\"p\" p); p",
            "arguments stand with commas between them",
        ),
        ("print(p p); p", "arguments stand with commas between them"),
        (
            "sum(einsum(\"i,i\" x x))",
            "arguments stand with commas between them",
        ),
    ] {
        check(body, help);
    }
    // These are Rust's.
    for body in ["1. * p", "x[0] + 2. / p", "let t = (p, p); t.0 * t.1"] {
        graph(&format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}"));
    }
}

#[test]
fn comparisons_with_two_sides() {
    for (chain, split) in [
        ("0.0 < p < 1.0", "0.0 < p && p < 1.0"),
        (
            "-1.0 <= p + 1.0 < x[0]",
            "-1.0 <= p + 1.0 && p + 1.0 < x[0]",
        ),
        ("x[0] > p >= sin(p)", "x[0] > p && p >= sin(p)"),
        ("p == x[0] == x[1]", "p == x[0] && x[0] == x[1]"),
    ] {
        for around in [
            "if {} { p } else { 0.0 }",
            "if p > 2.0 && {} { p } else { 0.0 }",
            "if ({}) || p > 2.0 { p } else { 0.0 }",
            "let b = {}; select(b, p, 0.0)",
            "select({}, p, 0.0)",
        ] {
            follow(&around.replace("{}", chain), chain, split);
        }
    }
    for chain in ["0.0 < p < 1.0 < w[0]", "0.0 < p == x[0]"] {
        let body = format!("if {chain} {{ p }} else {{ 0.0 }}");
        check(&body, "split the comparison into two: `a < b && b < c`");
    }
}
