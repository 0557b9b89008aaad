//! Elements of an array, where the loop over them is meant to count positions.

use super::super::graph;
use super::{check, check_block, follow};

#[test]
fn an_element_as_the_index_of_its_array() {
    for (header, read, help) in [
        (
            "i in x",
            "x[i]",
            "`i` is the element: write `i`, or count positions: `for i in 0..3`",
        ),
        (
            "i in x.iter()",
            "x[i]",
            "`i` is the element: write `i`, or count positions: `for i in 0..3`",
        ),
        (
            "i in &x",
            "p * x[i]",
            "`i` is the element: write `i`, or count positions: `for i in 0..3`",
        ),
        (
            "i in x.iter().rev()",
            "x[i]",
            "write `i`, or count positions: `for i in (0..3).rev()`",
        ),
        (
            "row in a",
            "sum(a[row])",
            "`row` is the element: write `row`, or count positions: `for row in 0..2`",
        ),
        (
            "row in a",
            "a[row][0]",
            "`row` is the element: write `row`, or count positions: `for row in 0..2`",
        ),
        (
            "row in a",
            "a[(row, 0)]",
            "`row` is an element of `a`: count positions: `for row in 0..2`",
        ),
        (
            "v in a[0]",
            "a[0][v]",
            "`v` is the element: write `v`, or count",
        ),
    ] {
        let of = |header: &str, read: &str| {
            format!("let mut s = 0.0; for {header} {{ s += {read}; }} s")
        };
        check(&of(header, read), help);
        // Positions of the help compile.
        let (_, counted) = help.split_once("`for ").unwrap_or(("", "v in 0..3`"));
        let counted = counted.trim_end_matches('`');
        graph(&format!(
            "fn f(x: [f64; 3], a: [[f64; 3]; 2], p: f64) -> f64 {{ {} }}",
            of(counted, read)
        ));
    }
}

#[test]
fn an_element_as_another_index() {
    let of = |read: &str| format!("let mut s = 0.0; for i in x {{ s += {read}; }} s");
    check(
        &of("w[i]"),
        "`i` is an element of `x`: count positions: `for i in 0..3`; or convert it: `i as usize`",
    );
    // An assigned element is a position, and no value.
    let found =
        super::super::errors("fn f(mut x: [f64; 3]) -> f64 { for i in x { x[i] = 0.0; } x[0] }");
    assert!(
        found[0].contains("`i` is an element of `x`: count positions: `for i in 0..3`"),
        "{found:#?}"
    );
    assert!(!found[0].contains("as usize"), "{found:#?}");
    // The numbers of a list may be meant as positions, and a variable may have the name of another.
    let list = "let mut s = 0.0; for i in [0.0, 2.0] { s += x[i]; } s";
    check(list, "write an integer without a point");
    check(
        "let mut s = 0.0; for i in x { let i = i * 2.0; s += w[i]; } s",
        "convert it in its `let`: `(i * 2.0) as usize`",
    );
    check_block(
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
            let mut s = 0.0; for i in x { s += x[i]; } s
        }",
        "`i` is the element: write `i`, or count positions: `for i in 0..N`",
    );
}

#[test]
fn an_element_as_an_index_beside_its_position() {
    let of =
        |header: &str, read: &str| format!("let mut s = 0.0; for {header} {{ s += {read}; }} s");
    for (header, read, part, code) in [
        ("(k, v) in x.iter().enumerate()", "x[v]", "x[v]", "v"),
        ("(k, v) in x.iter().enumerate()", "x[v]", "x[v]", "x[k]"),
        ("(k, v) in x.iter().enumerate()", "w[v]", "w[v]", "w[k]"),
        ("(k, v) in (0..3).zip(x)", "w[v]", "w[v]", "w[k]"),
        ("(v, k) in x.iter().zip(0..3)", "w[v]", "w[v]", "w[k]"),
        (
            "(k, (v, u)) in x.iter().zip(w).enumerate()",
            "u * w[v]",
            "w[v]",
            "w[k]",
        ),
        (
            "(k, v) in x.iter().enumerate().rev()",
            "x[v]",
            "x[v]",
            "x[k]",
        ),
        (
            "(k, v) in x.iter().enumerate().skip(1)",
            "w[v]",
            "w[v]",
            "w[k]",
        ),
        ("(k, v) in x.iter().enumerate()", "a[(0, v)]", "v)]", "k"),
        (
            "(k, row) in a.iter().enumerate()",
            "a[row][0]",
            "a[row]",
            "row",
        ),
    ] {
        let part = if code == "k" { "v" } else { part };
        let body = of(header, read);
        check(&body, &format!("`{code}`"));
        let (start, end) = body.rsplit_once(part).unwrap_or_default();
        graph(&format!(
            "fn f(x: [f64; 3], w: [f64; 4], a: [[f64; 3]; 2], p: f64) -> f64 {{ {start}{code}{end} }}"
        ));
    }
    let other = super::error(&of("(k, v) in x.iter().enumerate()", "w[v]"));
    let help = "`k` is the position of `v`: write `w[k]`; or convert it: `v as usize`";
    assert!(other.contains(help), "{other}");
    // Positions in another order are not those of the elements.
    check(
        &of("(k, v) in x.iter().rev().enumerate()", "w[v]"),
        "or convert the float: `v as usize`",
    );
}

#[test]
fn integers_without_a_number_in_their_let() {
    for (value, help) in [
        ("x.len()", "convert it: `n as f64`"),
        ("N", "convert it: `n as f64`"),
    ] {
        let text = format!(
            "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ let n = {value}; sum(x) / n }}"
        );
        check_block(&text, help);
        assert!(!super::error_of_block(&text).contains("`1.0`"), "{text}");
    }
    let known = "let n = x.len(); sum(x) / n";
    check(known, "convert it: `n as f64`");
    assert!(!super::error(known).contains("`1.0`"));
    check(
        "let n = 3; sum(x) / n",
        "write the numbers of its `let` as floats, such as `1.0`",
    );
    check("let n = x.len() - 1; sum(x) / n", "convert it: `n as f64`");
    graph("fn f(x: [f64; 3]) -> f64 { let n = x.len(); sum(x) / n as f64 }");
}

#[test]
fn unknowns_in_a_tuple() {
    let body = "let r = solve(|(u, v)| (u - p, v - 1.0), (1.0, 2.0)); r.0";
    let found = super::super::errors(&format!("fn f(p: f64) -> f64 {{ {body} }}"));
    assert_eq!(found.len(), 2, "{found:#?}");
    for (found, help) in found.iter().zip([
        "`|y| { let [u, v] = y; [..] }`",
        "`solve(|y| [..], [1.0, 2.0])`, with `y[0]` to `y[1]`",
    ]) {
        assert!(found.contains(help), "{found}");
    }
    check("solve(|y| y, (p, 2.0)).0", "`solve(|y| [..], [p, 2.0])`");
    for equation in [
        "|y| { let [u, v] = y; [u - p, v - 1.0] }",
        "|y| [y[0] - p, y[1] - 1.0]",
    ] {
        graph(&format!(
            "fn f(p: f64) -> f64 {{ let r = solve({equation}, [1.0, 2.0]); r[0] }}"
        ));
    }
}

#[test]
fn exponents_behind_a_point() {
    for (body, help) in [
        ("1.e-3", "write `1.0e-3`"),
        (
            "p * 12.e-3",
            "write a digit between the point and the exponent",
        ),
        ("1.e-3 * p", "write `1.0e-3`"),
        ("p + 2.e5", "write `2.0e5`"),
        ("p + sin(2.E+5)", "write `2.0e5`"),
    ] {
        check(body, help);
    }
    check("3.x", "an integer constant has no field `x`");
}

#[test]
fn constants_of_traits() {
    for (number, help) in [
        ("T::PI()", "write `f64::consts::PI as T`"),
        ("T::FRAC_PI_2()", "write `f64::consts::FRAC_PI_2 as T`"),
        ("T::epsilon()", "write `f64::EPSILON as T`"),
    ] {
        check_block(
            &format!("fn g<T: Float>(x: T) -> T {{ x * {number} }}"),
            help,
        );
    }
    check("norm(x, ord = 1)", "of order 1 it is `sum(abs(x))`");
    check("norm(a, ord = 2)", "of order 2 it is `max(svd(a).1)`");
    check("x.norm(ord = 2)[0]", "of order 2 it is `norm(x)`");
}

#[test]
fn equations_in_a_tuple() {
    for (body, written, code) in [
        (
            "solve(|z| { let [u, v] = z; (u * u + v - p, u - v) }, [1.0, 1.0])[0]",
            "(u * u + v - p, u - v)",
            "[u * u + v - p, u - v]",
        ),
        (
            "solve(|z| (z[0] - p, z[1]), [1.0, 1.0])[0]",
            "(z[0] - p, z[1])",
            "[z[0] - p, z[1]]",
        ),
    ] {
        follow(body, written, code);
    }
    check(
        "solve(|z| { let r = (z[0] - p, z[1]); r }, [1.0, 1.0])[0]",
        "equations are the elements of an array: `[..]`",
    );
}
