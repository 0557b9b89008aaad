//! Errors name the axes, and say where each comes from.

use super::refused;

/// Functions, and the only error of each.
const REFUSED: &[(&str, &str)] = &[
    (
        "fn f(x: [f64; H4], y: [f64; W]) -> f64 { let z: [f64; H4] = y; z[0] }",
        "`z` is annotated as [f64; H4], but its value is [f64; W]\n\
         = note: `y` is [f64; W]: an argument of `f`\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `H4` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [f64; H4]) -> f64 { let mut y = [0.0; W]; y = x; y[0] }",
        "`y` holds [f64; W] and cannot be assigned [f64; H4]\n\
         = note: `y` is [f64; W]: from the `let` on line 4\n\
         = note: `H4` is an axis of 4: a `const` of the block\n\
         = note: `W` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [[f64; H4]; W]) -> f64 { let mut y = zeros([W, H4]); for i in 0..W { y[i] = x[(.., i)]; } y[(0, 0)] }",
        "`y[i]` holds [f64; H4] and cannot be assigned [f64; W]\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `H4` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [f64; H4], y: [f64; W]) -> f64 { dot(x, y) }",
        "`dot` needs operands of equal axes, found [f64; H4] and [f64; W]\n\
         = note: `x` is [f64; H4]: an argument of `f`\n\
         = note: `y` is [f64; W]: an argument of `f`\n\
         = note: `H4` is an axis of 4: a `const` of the block\n\
         = note: `W` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [[f64; H4]; C], y: [[f64; C]; W]) -> f64 { sum(matmul(x, y)) }",
        "`matmul` needs operands of equal axes, found [[f64; H4]; C] and [[f64; C]; W]\n\
         = note: `x` is [[f64; H4]; C]: an argument of `f`\n\
         = note: `y` is [[f64; C]; W]: an argument of `f`\n\
         = note: `H4` is an axis of 4: a `const` of the block\n\
         = note: `W` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [f64; H4], y: [f64; W]) -> f64 { sum(concat([x], [y])) }",
        "`concat` needs operands of equal axes, found [[f64; H4]; 1] and [[f64; W]; 1]\n\
         = note: `[x]` is [[f64; H4]; 1]\n\
         = note: `[y]` is [[f64; W]; 1]\n\
         = note: `H4` is an axis of 4: a `const` of the block\n\
         = note: `W` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [f64; H4], y: [f64; W]) -> f64 { einsum(\"i,i->\", x, y) }",
        "the axes named `i` run together, and `H4` and `W` are two\n\
         = note: `H4` is an axis of 4: a `const` of the block\n\
         = note: `W` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [f64; H4], y: [f64; W], p: f64) -> f64 { sum(if p > 0.0 { x } else { y }) }",
        "`if` and `else` have values of different types, [f64; H4] and [f64; W]\n\
         = note: `H4` is an axis of 4: a `const` of the block\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `x` is [f64; H4]",
    ),
    (
        "fn f(x: [f64; H4], y: [f64; W]) -> f64 { sum([x, y]) }",
        "the elements of an array are of one type, found [f64; H4] and [f64; W]\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `H4` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [f64; C], w: [f64; 3]) -> f64 { sum(x * w) }",
        "`*` needs axes in all dimensions of both operands, or in the same ones, found [f64; C] and [f64; 3]\n\
         = note: `x` is [f64; C]: an argument of `f`\n\
         = note: `w` is [f64; 3]: an argument of `f`\n\
         = help: name its dimensions: `reshape(w, [C])`",
    ),
    (
        "fn f(x: [f64; C]) -> f64 { sum(x * [1.0, 2.0, 3.0]) }",
        "`*` needs axes in all dimensions of both operands, or in the same ones, found [f64; C] and [f64; 3]\n\
         = note: `x` is [f64; C]: an argument of `f`\n\
         = note: `[1.0, 2.0, 3.0]` is [f64; 3]\n\
         = help: name its dimensions: `reshape([1.0, 2.0, 3.0], [C])`",
    ),
    (
        "fn f(x: [[f64; C]; W], w: [f64; 3]) -> f64 { sum(x * w) }",
        "`*` needs axes in all dimensions of both operands, or in the same ones, found [[f64; C]; W] and [f64; 3]\n\
         = note: `x` is [[f64; C]; W]: an argument of `f`\n\
         = note: `w` is [f64; 3]: an argument of `f`\n\
         = help: name its dimensions: `reshape(w, [C])`",
    ),
    (
        "fn f(x: [[f64; 3]; W], y: [[f64; 3]; H4]) -> f64 { sum(x * y) }",
        "`*` needs operands of equal axes, found [[f64; 3]; W] and [[f64; 3]; H4]\n\
         = note: `x` is [[f64; 3]; W]: an argument of `f`\n\
         = note: `y` is [[f64; 3]; H4]: an argument of `f`\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `H4` is an axis of 4: a `const` of the block",
    ),
    (
        "fn f(x: [[f64; C]; 4], y: [[f64; 3]; 4]) -> f64 { sum(x * y) }",
        "`*` needs axes in all dimensions of both operands, or in the same ones, found [[f64; C]; 4] and [[f64; 3]; 4]\n\
         = note: `x` is [[f64; C]; 4]: an argument of `f`\n\
         = note: `y` is [[f64; 3]; 4]: an argument of `f`\n\
         = help: name its dimensions: `reshape(y, [4, C])`",
    ),
    (
        "fn f(x: [f64; C]) -> f64 { sum(x, axis = N) }",
        "no dimension of `x` is called `N`\n\
         = note: it is [f64; C]\n\
         = help: its only dimension is `C`",
    ),
    (
        "fn f(x: [[f64; W]; C]) -> f64 { sum(transpose(x, [C, H4])) }",
        "no dimension of `x` is called `H4`\n\
         = note: it is [[f64; W]; C]\n\
         = help: its dimensions are `C` and `W`",
    ),
    (
        "fn f(x: [[f64; W]; C]) -> f64 { sum(transpose(x, [C])) }",
        "the axes [0] do not fit [[f64; 4]; 3]: each axis must be named once\n\
         = note: `x` is [[f64; W]; C]: an argument of `f`",
    ),
    (
        "fn f(x: [[f64; W]; C]) -> [[f64; C]; W] { x }",
        "`f` yields [[f64; W]; C], and the signature promises [[f64; C]; W]\n\
         = note: `x` is [[f64; W]; C]: an argument of `f`\n\
         = note: `C` is an axis of 3: a `const` of the block\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = help: exchange its dimensions: `transpose(x, [W, C])`",
    ),
    (
        "fn f(x: [[f64; W]; W]) -> f64 { sum(x) }",
        "an axis lies along one dimension of an array, and `W` along two\n\
         = help: declare a second axis of this length, and call one of the dimensions by it",
    ),
    (
        "fn f(x: [[f64; 4]; C]) -> f64 { contract(x, x) }",
        "`contract` needs arrays whose dimensions are all axes, found [[f64; 4]; C]\n\
         = note: `x` is [[f64; 4]; C]: an argument of `f`\n\
         = help: declare the extents as axes, `const N: Axis = 3;` or `fn f<const N: Axis>(..)`; of other arrays it is `matmul` or `einsum`",
    ),
    (
        "fn f(x: [[f64; W]; C]) -> f64 { sum(rename(x, W, N)) }",
        "`N` has the length 6, and the dimension 4\n\
         = note: `x` is [[f64; W]; C]: an argument of `f`",
    ),
    (
        "fn f(x: [[f64; W]; H4]) -> f64 { sum(rename(x, W, H4)) }",
        "`x` has an axis `H4` already\n\
         = note: `x` is [[f64; W]; H4]: an argument of `f`",
    ),
    (
        "fn f(x: [[f64; W]; H4]) -> f64 { sum(rename(x, C, H4)) }",
        "no dimension of `x` is called `C`\n\
         = note: it is [[f64; W]; H4]\n\
         = help: its dimensions are `H4` and `W`",
    ),
    (
        "fn f(x: [[f64; W]; H4]) -> f64 { sum(rename(x, W)) }",
        "`rename` takes an array and two names\n\
         = help: it is called as `rename(x, N, M)`: the dimension `N` of `x` is called `M` then",
    ),
    (
        "fn f(x: [[f64; W]; H4]) -> f64 { sum(rename(x, W, 3)) }",
        "`3` is no name of a dimension\n\
         = help: names are those of axes, `const N: Axis = 3;`, and of lengths",
    ),
    (
        "fn f(x: [f64; W]) -> f64 { const W: Axis = 3; sum(x) }",
        "there is an axis `W` already\n\
         = help: give this one another name",
    ),
    (
        "fn f<const W: Axis>(x: [f64; W]) -> f64 { sum(x) }",
        "the block has an axis `W`, and this is another\n\
         = help: give one of them another name",
    ),
    (
        "fn f(x: Axis) -> f64 { 1.0 }",
        "cannot find the type `Axis`\n\
         = help: an axis is no value: it is declared by `const N: Axis = 3;`, or between `<` and `>`, and extents are written with it: `x: [f64; N]`",
    ),
    (
        "const BAD: Axis = 2.0; fn f(x: [f64; W]) -> f64 { sum(x) }",
        "the length of the axis `BAD` is a constant integer, found f64",
    ),
    (
        "const BAD: Axis = 0 - 2; fn f(x: [f64; W]) -> f64 { sum(x) }",
        "attempt to compute `0_usize - 2_usize`, which would overflow",
    ),
    (
        "fn f(x: [[f64; W]; C], d: [[f64; C]; W]) -> [f64; C] { let y = sum(x * x, axis = W); jvp(y, x, d) }",
        "the direction of `jvp` has the type of `x`, [[f64; W]; C], found [[f64; C]; W]\n\
         = note: `d` is [[f64; C]; W]: an argument of `f`\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `C` is an axis of 3: a `const` of the block\n\
         = help: exchange its dimensions: `transpose(d, [C, W])`",
    ),
    (
        "fn f(x: [[f64; W]; C]) -> f64 { sum(broadcast(x, [H4, C, W])) + sum(broadcast(x[0], [H4, C], axis = 0)) }",
        "`broadcast` needs operands of equal axes, found [f64; W]\n\
         = note: `x[0]` is [f64; W]\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `H4` is an axis of 4: a `const` of the block",
    ),
    (
        "fn g(x: [[f64; W]; C]) -> f64 { sum(x) } fn f(x: [[f64; C]; W]) -> f64 { g(x) }",
        "the argument `x` of `g` is [[f64; W]; C], found [[f64; C]; W]\n\
         = note: `x` is [[f64; C]; W]: an argument of `f`\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `C` is an axis of 3: a `const` of the block\n\
         = help: exchange its dimensions: `transpose(x, [C, W])`",
    ),
    (
        "fn f(x: [f64; W], y: [f64; H4]) -> f64 { let t = (x, 1.0); let mut u = t; u = (y, 2.0); sum(u.0) }",
        "`u` holds ([f64; W], f64) and cannot be assigned ([f64; H4], f64)\n\
         = note: `u` is ([f64; W], f64): from the `let` on line 4",
    ),
    (
        "fn f(x: [[f64; W]; C]) -> f64 { sum(transpose(x, [W, C], axis = (1, 0))) }",
        "the order of the dimensions is written twice",
    ),
    (
        "fn f(x: [[f64; W]; C]) -> f64 { sum(transpose(x, 1, 0)) }",
        "the order of the dimensions is one list\n\
         = help: write it in brackets: `transpose(x, [1, 0])`",
    ),
    (
        "fn f(x: [f64; W], p: f64) -> f64 {
            let mut s = p;
            for i in 0..2 { const T: Axis = 4; s += sum(rename(x, W, T), axis = T); }
            if p > 0.0 { const T: Axis = 3; s += 1.0; }
            s
        }",
        "there is an axis `T` already\n\
         = help: give this one another name",
    ),
];

#[test]
fn errors_name_the_axes() {
    for (text, expected) in REFUSED {
        assert_eq!(refused(text), *expected, "{text}");
    }
}
