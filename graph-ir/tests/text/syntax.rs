//! Texts that cannot be read, with the place and the message of the error.

use graph_ir::{Error, text};

/// The error of the text after the version line, as `line:column: what`.
#[track_caller]
fn check(body: &str, expected: &str) {
    whole(&format!("adgraph 1\n{body}"), expected);
}

#[track_caller]
fn whole(text: &str, expected: &str) {
    match text::parse(text) {
        Err(Error::Syntax { line, column, what }) => {
            assert_eq!(format!("{line}:{column}: {what}"), expected);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_version_comes_first() {
    whole("", "1:1: expected `adgraph`, found the end of the line");
    whole("graph f\n", "1:1: expected `adgraph`, found `graph`");
    whole(
        "adgraph\ngraph\n",
        "1:8: expected the version of the textual form, found the end of the line",
    );
    whole(
        "adgraph 2\ngraph\n",
        "1:9: version 2 is not known; known is 1",
    );
    whole(
        "adgraph 1 2\ngraph\n",
        "1:11: expected the end of the line, found `2`",
    );
    whole(
        "adgraph 1\n",
        "2:1: expected `graph`, found the end of the line",
    );
}

#[test]
fn sections() {
    check("function f0\n", "2:1: expected `graph`, found `function`");
    check(
        "graph f g\n",
        "2:9: expected the end of the line, found `g`",
    );
    check(
        "graph\nnode\n",
        "3:1: expected a node such as `%0: ..`, `attribute`, `external`, `effect` or `output`, found `node`",
    );
    check("graph\n\nfunction f1\n", "4:10: expected `f0`, found `f1`");
    check(
        "graph\nfunction f0\n",
        "3:10: nothing refers to this function",
    );
    check(
        "graph\nfunction f0 foreign mxnet\n",
        "3:21: expected the name of a format in quotes, found `mxnet`",
    );
    check(
        "graph\nfunction f0 foreign \"m\" \"o\" {a 1}\n",
        "3:32: expected a value in quotes, found `1`",
    );
    check(
        "graph\nfunction f0 {adjoint f1}\n",
        "3:22: no section below this one defines `f1`",
    );
    check(
        "graph\nfunction f0 {gradient f1}\n",
        "3:14: expected `adjoint` or `tangent`, found `gradient`",
    );
    check(
        "graph\nfunction f0 {}\n",
        "3:14: the number of functions of a derivative rule should be 1, found 0",
    );
    check(
        "graph\nfunction f0 {adjoint f1, adjoint f1}\nfunction f1\n",
        "3:26: a derivative is given once in each mode",
    );
    check(
        "graph\n%0: (f64) = call f0\nfunction f0\n%0: (f64) = call f0\n",
        "5:18: no section below this one defines `f0`",
    );
    check(
        "graph\n%0: (f64) = call f1\nfunction f0\n",
        "3:18: no section below this one defines `f1`",
    );
}

#[test]
fn nodes() {
    check("graph\n%1: f64 = input 0\n", "3:1: the next value is `%0`");
    check(
        "graph\n%x: f64 = input 0\n",
        "3:2: expected the number of a value, found `x`",
    );
    check(
        "graph\n%99999999999: f64 = input 0\n",
        "3:2: expected the number of a value, found `99999999999`",
    );
    check(
        "graph\n%0 f64 = input 0\n",
        "3:4: expected `:`, found `f64`",
    );
    check(
        "graph\n%0: f64 input 0\n",
        "3:9: expected `=`, found `input`",
    );
    check(
        "graph\n%0: f64 = nothing 0\n",
        "3:11: expected an operator, found `nothing`",
    );
    check(
        "graph\n%0: f64 = \n",
        "3:11: expected an operator, found the end of the line",
    );
    check(
        "graph\n%0: f64 = input x\n",
        "3:17: expected the position of an input, found `x`",
    );
    check(
        "graph\n%0: f64 = input 0 x y\n",
        "3:21: expected the end of the line, found `y`",
    );
    check(
        "graph\n%0: f64 = input 0 as\n",
        "3:21: expected the name of a value, found the end of the line",
    );
    check(
        "graph\n%0: f64 = input 0 @-1\n",
        "3:20: expected the number of a site, found `-1`",
    );
    check(
        "graph\n%0: f64 = add %1 %2\n",
        "3:18: expected the end of the line, found `%`",
    );
    check(
        "graph\n%0: f64 = add %1,\n",
        "3:18: expected a value such as `%0`, found the end of the line",
    );
    check(
        "graph\n%0: f64 = \u{e4}\u{df}\n",
        "3:11: expected an operator, found `\u{e4}\u{df}`",
    );
}

#[test]
fn types() {
    check(
        "graph\n%0: f16 = input 0\n",
        "3:5: expected an element type (`f64`, `f32`, `bool`, `i64` or `T`), found `f16`",
    );
    check(
        "graph\n%0: [f64, 3] = input 0\n",
        "3:9: expected `;`, found `,`",
    );
    check(
        "graph\n%0: [f64; 3 = input 0\n",
        "3:13: expected `]`, found `=`",
    );
    check(
        "graph\n%0: [f64; -3] = input 0\n",
        "3:11: expected an extent, found `-3`",
    );
    check(
        "graph\n%0: (f64; i64) = input 0\n",
        "3:9: expected `,` or `)`, found `;`",
    );
    check(
        "graph\n%0: [[f64; 1048576]; 1048577] = input 0\n",
        "3:5: a value of extents [1048577, 1048576] is too large: at most 1099511627776 elements are allowed",
    );
    let deep = format!(
        "graph\n%0: {}f64{} = input 0\n",
        "[".repeat(65),
        "; 1]".repeat(65)
    );
    check(&deep, "3:5: a type has at most 64 axes");
}

#[test]
fn attributes_of_operators() {
    check(
        "graph\n%0: f64 = constant [1.0]\n",
        "3:20: expected a number, found `[`",
    );
    check(
        "graph\n%0: [f64; 2] = constant [1.0]\n",
        "3:25: [f64; 2] has 2 elements, found 1",
    );
    check(
        "graph\n%0: (f64) = constant 1.0\n",
        "3:22: a constant cannot be a tuple",
    );
    check(
        "graph\n%0: f64 = powi %0\n",
        "3:16: expected the operator's integer parameter, found `%`",
    );
    check(
        "graph\n%0: f64 = reduce mean [0] %0\n",
        "3:18: expected a reduction, found `mean`",
    );
    check(
        "graph\n%0: f64 = composite sum [0] %0\n",
        "3:21: expected a composite operator, found `sum`",
    );
    check(
        "graph\n%0: f64 = reduce sum [-1] %0\n",
        "3:23: expected an axis, found `-1`",
    );
    check(
        "graph\n%0: f64 = slice [0:x] %0\n",
        "3:20: expected the step of a slice, found `x`",
    );
    check(
        "graph\n%0: f64 = windows 3 by 1 %0\n",
        "3:21: expected `along`, found `by`",
    );
    check(
        "graph\n%0: f64 = contract [0:0] %0\n",
        "3:20: expected `over`, found `[`",
    );
    check(
        "graph\n%0: f64 = contract over [0] %0\n",
        "3:27: expected `:`, found `]`",
    );
    check(
        "graph\n%0: f64 = assemble %0, %1\n",
        "3:26: expected `at`, found the end of the line",
    );
    check(
        "graph\n%0: f64 = assemble %0, %1 at [0], %2 at [0, 1, 2]\n",
        "3:41: all places need the same number of axes",
    );
    check(
        "graph\n%0: f64 = branch f0 %0\n",
        "3:18: no section below this one defines `f0`",
    );
    check(
        "graph\n%0: f64 = call g0 %0\n",
        "3:16: expected a function such as `f0`, found `g0`",
    );
    check(
        "graph\n%0: f64 = external e0 %0\n",
        "3:20: `e0` is not declared above",
    );
    check(
        "graph\n%0: (f64) = scan f0 captured 0 carried 1 length -1\nfunction f0\n",
        "3:49: expected the number of iterations, found `-1`",
    );
    check(
        "graph\n%0: (f64) = scan f0 captured 0 carried 1 length 1 checkpoint 0\nfunction f0\n",
        "3:62: expected the iterations between checkpoints, found `0`",
    );
}

#[test]
fn other_lines() {
    check(
        "graph\nattribute a b\n",
        "3:13: expected a value in quotes, found `b`",
    );
    check(
        "graph\nexternal e1 smooth value f() -> ()\n",
        "3:10: expected `e0`, found `e1`",
    );
    check(
        "graph\nexternal e0 rough value f() -> ()\n",
        "3:13: expected `smooth`, `first`, `opaque`, `discrete` or `numbered`, found `rough`",
    );
    check(
        "graph\nexternal e0 numbered f() -> ()\n",
        "3:22: expected the number of a call, found `f`",
    );
    check(
        "graph\nexternal e0 smooth values f() -> ()\n",
        "3:20: expected `value`, `tangent`, `adjoint` or `second`, found `values`",
    );
    check(
        "graph\nexternal e0 smooth value f() = ()\n",
        "3:30: expected `-`, found `=`",
    );
    check(
        "graph\neffect shout %0\n",
        "3:8: expected `print`, `compare` or `control`, found `shout`",
    );
    check(
        "graph\neffect print x %0\n",
        "3:14: expected the text before the value in quotes, found `x`",
    );
    check(
        "graph\neffect compare near %0, %1\n",
        "3:16: expected a comparison, found `near`",
    );
    check(
        "graph\noutput x\n",
        "3:8: expected a value such as `%0`, found `x`",
    );
}

#[test]
fn quoted_texts() {
    check("graph \"f\n", "2:9: the closing `\"` is missing");
    let known = "an unknown escape: known are \\\" \\\\ \\n \\r \\t \\0 and \\u{1f600}";
    for escape in [
        "x",
        "u1",
        "u{}}",
        "u{110000}",
        "u{d800}",
        "u{1234567}",
        "u{g}",
        "u{12",
    ] {
        check(
            &format!("graph \"a\\{escape}\"\n"),
            &format!("2:10: {known}"),
        );
    }
}
