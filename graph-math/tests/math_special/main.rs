//! Special functions of `math` against recorded values and against identities between them, within
//! the accuracy that their operators' documentation promises.

mod identities;
mod recorded;

use graph_math::math;
use recorded::{Row, bessel, gamma, normal};

#[test]
fn values_are_those_of_high_precision() {
    let rows = [gamma::ROWS, normal::ROWS, bessel::ROWS];
    for row in rows.into_iter().flatten() {
        for &(x, expected) in row.points {
            check(row, x, expected);
        }
    }
}

fn check(row: &Row, x: f64, expected: f64) {
    let (what, scale) = (row.what, row.scale.of(x, expected));
    let found = (row.f64)(x);
    let error = (found - expected).abs() / ulp(scale, 52);
    let bound = row.bound;
    assert!(
        error <= bound,
        "{what} at {x}: {found}, not {expected}, {error} units"
    );
    // Single precision is the same algorithm, rounded once more.
    let single = x as f32;
    if f64::from(single) == x && (expected as f32).is_finite() {
        let found = (row.f32)(single);
        let error = (f64::from(found) - expected).abs() / ulp(scale, 23);
        assert!(
            error <= 0.500_01,
            "{what} at {x}: {found}, not {expected}, {error} units of f32"
        );
    }
}

/// The unit in the last place of a positive number, with so many bits behind the first.
fn ulp(value: f64, bits: i32) -> f64 {
    let least = if bits == 52 { -1022 } else { -126 };
    let exponent = (value.log2().floor() as i32).max(least);
    // In two steps, since the first may be too small for a power of two.
    2.0_f64.powi(exponent) * 2.0_f64.powi(-bits)
}

#[test]
fn the_beta_function_does_not_cancel() {
    for &(a, b, expected) in gamma::LN_BETA {
        for (a, b) in [(a, b), (b, a)] {
            let found = math::ln_beta(a, b);
            let error = (found - expected).abs() / ulp(expected.abs().max(1.0), 52);
            assert!(
                error <= 8.0,
                "ln_beta at {a}, {b}: {found}, not {expected}, {error} units"
            );
        }
    }
}
