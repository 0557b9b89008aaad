//! Values of tuples that are assigned one by one.

use super::language::same;
use super::{errors, value};

same! {
    fn assigned_by_number(x: f64 = 1.5, y: [f64; 3] = [1.0, 2.0, 4.0]) -> f64 {
        let mut r = (x, y, 1.0);
        r.0 = 2.0 * x;
        r.1[1] += r.0;
        r.1[2] = r.1[1] / r.2;
        r.2 -= 0.25;
        r.0 *= r.2;
        r.0 + 10.0 * r.1[0] + 100.0 * r.1[1] + 1000.0 * r.1[2] + r.2
    }

    fn tuples_in_tuples(x: f64 = 1.5, y: f64 = 0.5) -> f64 {
        let mut r = ((x, y), (1.0, [x, y]));
        r.0.1 = 3.0;
        (r.1.1[1], r.0) = (r.0.1, (y, x));
        (r.1).0 = r.0.0;
        let whole = r;
        r.0.0 = 7.0;
        let ((a, b), (c, [d, e])) = r;
        a + 2.0 * b + 3.0 * c + 5.0 * d + 7.0 * e + whole.0.0
    }

    #[allow(clippy::needless_range_loop, reason = "it is the test")]
    fn in_branches_and_loops(x: [f64; 4] = [1.0, -2.0, 3.0, 0.5]) -> f64 {
        let mut s = (0.0, x, 0);
        for i in 0..4 {
            if x[i] > 0.0 {
                s.0 += x[i];
                s.2 += 1;
            } else {
                s.1[i] = -x[i];
            }
        }
        for _ in 0..2000 {
            s.0 = 0.5 * s.0 + s.1[1];
            s.1[1] *= 0.999;
            s.2 += 1;
        }
        s.0 + s.1[0] + s.1[1] + s.2 as f64
    }

    #[allow(clippy::needless_late_init, reason = "it is the test")]
    fn declared_before_their_values(x: f64 = 1.5, y: [f64; 3] = [1.0, 2.0, 1.5]) -> f64 {
        let (a, (mut b,), c);
        if x > y[0] {
            (a, b) = (y[1], x);
            c = 2.0;
        } else {
            a = x;
            (b, c) = (3.0, a);
        }
        b += 1.0;
        a + 10.0 * b + 100.0 * c
    }

    fn compared(x: f64 = 1.5, y: [f64; 3] = [1.0, 2.0, 1.5]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            for j in 0..3 {
                if (i, j) != (0, 0) && (j, 1) != (i, 1) {
                    s += y[i] * y[j] * (i + 10 * j) as f64;
                }
            }
        }
        let pair = (x, (y[0], 2));
        if pair == (y[2], (1.0, 2)) {
            s += 1000.0;
        }
        if (x, y[1]) != (x, y[1]) || (x, y[0]) == (y[0], x) {
            s += 10000.0;
        }
        s
    }

    fn arguments_are_untouched(x: f64 = 1.5) -> f64 {
        let a = (x, [x, 2.0]);
        let mut b = a;
        b.0 = 0.0;
        b.1[0] = 0.0;
        a.0 + a.1[0] + b.0 + b.1[0] + b.1[1]
    }
}

#[test]
fn derivatives_by_variables_that_a_tuple_holds() {
    let text = "fn f(x: f64) -> f64 {
        let y = x * x;
        let mut s = (x, x);
        s.0 = y;
        deriv(s.0 * s.1, y)
    }";
    assert_eq!(value(text, &[&[3.0]]), 3.0);
}

#[test]
fn what_a_tuple_cannot_be_assigned() {
    for (body, expected) in [
        (
            "let r = (x, 1.0); r.0 = 2.0; r.0",
            "declare it as `let mut r`",
        ),
        (
            "let mut r = (x, 1.0); r.2 = 2.0; r.0",
            "a tuple of 2 values has no value 2",
        ),
        ("let mut r = (x, 1.0); r.0.1 = 2.0; r.0", "f64 is no tuple"),
        (
            "let mut r = [x, 1.0]; r.0 = 2.0; r[0]",
            "indexed with brackets: `[0]`",
        ),
        (
            "let mut r = [x, 1.0]; r[0].1 = 2.0; r[0]",
            "f64 is no tuple",
        ),
        (
            "let mut r = (x, 1.0); r.0 = [1.0, x]; r.0",
            "`r.0` holds f64 and cannot be assigned [f64; 2]",
        ),
        (
            "let mut r = (x, 1.0); r.0 = 1; r.0",
            "write it as a float: `1.0`",
        ),
        (
            "let mut r = (x, [1.0, x]); r.1[2] = x; r.0",
            "out of range for axis 0",
        ),
        (
            "let mut r = (x, 1.0); r.0[0] = x; r.0",
            "cannot index into f64",
        ),
        ("let mut r = (x, 1.0); r.first = x; r.0", "no field `first`"),
        (
            "let mut r: (f64, f64); r.0 = x; r.1 = x; r.0",
            "`r` has no value here",
        ),
        ("let r; r.0 = x; x", "`r` has no value here"),
        ("r.0 = x; x", "cannot find the value `r`"),
    ] {
        let found = errors(&format!("fn f(x: f64) -> f64 {{ {body} }}"));
        assert_eq!(found.len(), 1, "{body}: {found:#?}");
        assert!(found[0].contains(expected), "{body}: {found:#?}");
    }
}
