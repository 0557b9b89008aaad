//! Messages about shapes: operands that do not agree, axes, windows, indices, and elements.

use super::{check, check_block, error, follow_in_block};

#[test]
fn shapes() {
    assert_eq!(
        error("let y = x + w; p"),
        "`+` needs operands of equal shape, found [f64; 3] and [f64; 4]\n\
         = note: `x` is [f64; 3]: an argument of `f`\n\
         = note: `w` is [f64; 4]: an argument of `f`\n\
         = help: the first 3 of `w` are `w[..3]`, the last 3 are `w[1..]`"
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
        "slice the longer one: `a[(.., 1..)]`",
    );
    check(
        "let s = sum(a, axis = 1, keep = true); sum(a - s)",
        "repeat the smaller one: `broadcast(s, [2, 3])`",
    );
    check(
        "sum(mean(a, axis = 0, keep = true) * a)",
        "repeat the smaller one: `broadcast(mean(a, axis = 0, keep = true), [2, 3])`",
    );
    check(
        "let c = a[(.., ..1)]; let r = a[..1]; sum(c * r)",
        "repeat both: `broadcast(c, [2, 3])` and `broadcast(r, [2, 3])`",
    );
    check(
        "let c = a[(.., ..1)]; sum(c + x)",
        "repeat both: `broadcast(c, [2, 3])` and `broadcast(x, [2, 3])`",
    );
    check(
        "sum(x[..1] + x)",
        "repeat the smaller one: `broadcast(x[..1], [3])`",
    );
    check(
        "sum(broadcast(a[(.., ..2)], [2, 3]))",
        "axis 1 of the value has 2 positions",
    );
    check(
        "sum(broadcast(a[(.., ..1)], [4, 3]))",
        "axis 0 of the value has 2 positions, and lies along axis 0 of the result, which has 4",
    );
    check("dot(x, w)", "`dot` needs equal extents");
    check("sum(matmul(a, a))", "`matmul(a, transpose(a))`");
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

/// The positions of a list are checked where they are known.
#[test]
fn lists_of_indices() {
    check("sum(a[[0, 2]])", "2 is out of range");
    check("sum(x[[0, 2, 3]])", "3 is out of range");
    check("sum(x[[1; 4]] * w[[4; 4]])", "4 is out of range");
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
    check(
        "x[(0, 0)]",
        "`x` is a vector, [f64; 3], and 2 positions are given",
    );
    check("p[0]", "cannot index into f64");
    check("x[p]", "an index must be an integer, found f64");
    check(
        "sum(x[..i])",
        "ranges have a constant length, and that of `..i` changes",
    );
    check("sum(x[..i])", "`i` is known only at run time");
    check(
        "sum(x[i..])",
        "a range of constant length starts anywhere: `x[n..n + 3]`",
    );
    check("sum(x[i..2 * i])", "that of `i..2 * i` changes");
    check("sum(x[i + 1..i])", "that of `i + 1..i` changes");
    check(
        "sum(x[i..i + 4])",
        "a range of 4 positions does not fit axis 0 of [f64; 3]",
    );
    check(
        "sum(a[(.., i..=i + 3)])",
        "a range of 4 positions does not fit axis 1 of [[f64; 3]; 2]",
    );
    check(
        "sum(x[i..p])",
        "the bounds of a range are constant integers, found f64",
    );
    check("sum(x[i..i + 1_000_000_000_000])", "does not fit axis 0");
    check(
        "let mut y = x; y[[i, i]] = 1.0; p",
        "several positions computed at run time cannot be assigned at once",
    );
    check(
        "let mut y = x; y[[0, 3]] = 1.0; p",
        "3 is out of range for axis 0 of [f64; 3]",
    );
    check(
        "let mut y = x; y[[0, 2]] = x; p",
        "`y[[0, 2]]` holds [f64; 2] and cannot be assigned [f64; 3]",
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
    check("p + q", "convert it: `q as f64`");
    check("p * 2", "`2` is an integer, and f64 is needed");
    check("p * 2", "write it as a float: `2.0`");
    check("q * 2; p", "`2` is an integer, and f32 is needed");
    check(
        "let mut s = 0; s += p; p",
        "`s` is an integer, and f64 is needed",
    );
    check("for k in 0..3 { p * k; } p", "convert it: `k as f64`");
    check(
        "let at = argsort(x); dot(at, at)",
        "convert it: `at as f64`",
    );
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
        "the power of `powi` is an integer, found f64",
    );
    check(
        "polygamma(1, p)",
        "the order of `polygamma` is a constant integer, found f64",
    );
    check(
        "bessel_j(p, 1001)",
        "the order of `bessel_j` is at most 1000, found 1001",
    );
    check(
        "polygamma(p, -1)",
        "the order of `polygamma` is 0 or more, found -1",
    );
    check(
        "polygamma(p, 1 - 2)",
        "`ln_gamma` is what has the derivative",
    );
    check("polygamma(1, p)", "it stands behind: `polygamma(x, 1)`");
    check(
        "if x > 0.0 { 1.0 } else { 2.0 }",
        "the condition of `if` must be one bool, found [bool; 3]",
    );
    check("if p { 1.0 } else { 2.0 }", "compare: `p != 0.0`");
}

#[test]
fn ranges_of_ranges() {
    let block = |body: &str| format!("fn f(a: [[f64; 5]; 5]) -> f64 {{ {body} }}");
    let text = block("det(a[2..][2..])");
    follow_in_block(&text, "a[2..][2..]", "a[(2.., 2..)]");
    let text = block("sum(a[..2][1..2] + eye(2))");
    check_block(&text, "a second index counts along the first axis too");
}

#[test]
fn constants_of_another_length() {
    let text = "const W: [f64; 4] = [1.0, 2.0, 3.0]; fn f(x: [f64; 3]) -> f64 { dot(W, x) }";
    check_block(text, "write its own length: `const W: [f64; 3] = ..;`");
}
