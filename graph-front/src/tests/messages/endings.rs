//! Loops that end early: values of `break`, and limits.

use super::super::{graph, value};
use super::check;

#[test]
fn values_of_loops_are_one_error() {
    let with_value = "`break` with a value is not part";
    for (body, expected) in [
        (
            "#[limit(9)] loop { y *= 0.5; if y < 0.1 { break y; } }",
            with_value,
        ),
        (
            "#[limit(9)] loop { y *= 0.5; if y < 0.1 { break y; } if y > 9.0 { break 2.0 * y; } }",
            with_value,
        ),
        (
            "#[limit(9)] while y > 1.0 { if y < 0.1 { break y; } y *= 0.5; } y",
            with_value,
        ),
        (
            "for k in 0..9 { if y < 0.1 { break y; } y *= 0.5; }",
            with_value,
        ),
        (
            "#[limit(9)] let z = loop { y *= 0.5; if y < 0.1 { break y; } }; z",
            "the value of a `loop` is not part",
        ),
        (
            "#[limit(9)] 'o: loop { for k in 0..3 { if y < 0.1 { break 'o; } y *= 0.5; } } y",
            "`break` with a label is not part",
        ),
    ] {
        check(&format!("let mut y = p; {body}"), expected);
    }
    let help = "declare a variable before the loop, `let mut found = 0.0;`, assign it where the loop \
                ends, `found = x; break;`, and use it behind the loop";
    check(
        "let mut y = p; #[limit(9)] loop { y *= 0.5; if y < 0.1 { break y; } }",
        help,
    );
    let followed = "fn f(x: f64) -> f64 { let mut y = x; let mut found = 0.0;
        #[limit(9)] loop { y *= 0.5; if y < 0.1 { found = y; break; } } found }";
    assert_eq!(value(followed, &[&[1.0]]), 0.0625);
}

#[test]
fn limits_are_positive_constants() {
    for (limit, expected) in [
        ("0", "a loop that repeats at most 0 times never runs"),
        ("-1", "the limit of a loop is below zero: -1"),
        (
            "2.0",
            "the limit of a loop is a constant integer, found f64",
        ),
        ("x.len() - 4", "the limit of a loop is below zero: -1"),
        (
            "i",
            "the limit of a loop is constant, and `i` is known only at run time",
        ),
        ("i", "`if k >= i { break; } k += 1;`"),
    ] {
        let of = |kind: &str| {
            format!(
                "let mut y = p; #[limit({limit})] {kind} {{ y *= 0.5; if y < 1.0 {{ break; }} }} y"
            )
        };
        check(&of("while y > 1.0"), expected);
        check(&of("loop"), expected);
    }
    graph(
        "fn f(p: f64, n: usize) -> f64 { let mut y = p; let mut k = 0;
        #[limit(100)] while y > 1.0 { if k >= n { break; } y *= 0.5; k += 1; } y }",
    );
    // A constant may well be 0.
    let none = "const NONE: usize = 0;
        fn f(p: f64) -> f64 { let mut y = p; #[limit(NONE)] while y > 1.0 { y *= 0.5; } y }";
    assert_eq!(value(none, &[&[4.0]]), 4.0);
}
