//! Axes without their names, as numpy, torch and MATLAB write them.

use super::check;

#[test]
fn axes_are_named() {
    for (body, help) in [
        ("sum(stack(x, x, 0))", "write `stack(x, x, axis = 0)`"),
        ("sum(stack(x, x, 1))", "write `stack(x, x, axis = 1)`"),
        ("sum(stack(x, x, -1))", "write `stack(x, x, axis = 1)`"),
        ("sum(stack(x, x, 2))", "the axes are 0 to 1"),
        ("sum(stack([x, x], 0))", "write `stack(x, x, axis = 0)`"),
        (
            "sum(stack((x, x), axis = 1))",
            "write `stack(x, x, axis = 1)`",
        ),
        ("sum(concat(a, a, 1))", "write `concat(a, a, axis = 1)`"),
        ("sum(concat(a, a, -1))", "write `concat(a, a, axis = 1)`"),
        ("sum(concat(a, a, 2))", "the axes are 0 to 1"),
        (
            "sum(concat([a, a], axis = 1))",
            "write `concat(a, a, axis = 1)`",
        ),
        ("sum(concat((x, w)))", "write `concat(x, w)`"),
        ("sum(sum(a, (0, 1)))", "`sum(a, axis = (0, 1))`"),
        ("sum(sum(a, [0]))", "`sum(a, axis = 0)`"),
        ("sum(roll(a, 1, 0))", "`roll(a, 1, axis = 0)`"),
        ("sum(a.roll(1, 0))", "`a.roll(1, axis = 0)`"),
        (
            "sum(broadcast(x, [2, 3], 1))",
            "`broadcast(x, [2, 3], axis = 1)`",
        ),
        ("sum(transpose(a, 0, 1))", "`transpose(a, [1, 0])`"),
        ("sum(a, dim = 0)[0]", "did you mean `axis`?"),
        ("sum(a, keepdims = true)[0][0]", "did you mean `keep`?"),
    ] {
        check(body, help);
    }
}

#[test]
fn axes_that_are_not_there() {
    for (body, message) in [
        ("sum(a, axis = 2)", "the last one is `axis = 1`"),
        (
            "sum(concat(x, x, axis = 1))",
            "the axes are 0 alone: `axis = 0`",
        ),
        (
            "sum(stack(x, x, axis = 2))",
            "axis 2 is out of range for the result of `stack`, which has rank 2",
        ),
        ("sum(a, 2)", "the last one is `axis = 1`"),
        ("sum(a, 3)", "the axes are 0 to 1: `axis = 0` or `axis = 1`"),
        // The larger of each element and a number has the shape of the array.
        ("max(a, 0)[0]", "along an axis it is `max(a, axis = 0)`"),
        (
            "sum(max(a, 2))",
            "the larger of each element and a number is `max(a, 2.0)`",
        ),
    ] {
        check(body, message);
    }
}
