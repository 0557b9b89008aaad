//! `det`: determinants.

use serde_json::json;

use crate::session::{error, number, numbers, output};

/// The determinant by elimination.
fn determinant(n: usize, entries: &[f64]) -> f64 {
    let mut m: Vec<Vec<f64>> = entries.chunks(n).map(<[f64]>::to_vec).collect();
    let mut product = 1.0;
    for k in 0..n {
        let largest = |&i: &usize, &j: &usize| m[i][k].abs().total_cmp(&m[j][k].abs());
        let pivot = (k..n).max_by(largest).expect("a row");
        if pivot != k {
            m.swap(pivot, k);
            product = -product;
        }
        product *= m[k][k];
        let row = m[k].clone();
        for other in &mut m[k + 1..] {
            let factor = other[k] / row[k];
            for (entry, above) in other.iter_mut().zip(&row) {
                *entry -= factor * above;
            }
        }
    }
    product
}

#[test]
fn expansions_are_the_products_of_eliminations() {
    let mut draw = numbers(4);
    for n in 1..=13 {
        let entries: Vec<f64> = (0..n * n).map(|_| draw()).collect();
        let input = json!({"A": entries, "ell": n});
        let expected = determinant(n, &entries);
        let found = number(&output("det", "primal", &input), "");
        assert!(
            (found - expected).abs() < 1e-11,
            "{found} is not {expected} of {n}"
        );
        // By an entry: the difference of the determinants with 1 and with 0 in its place.
        let d = output("det", "gradient", &input);
        assert_eq!(d.as_array().expect("an array").len(), n * n);
        for i in 0..n * n {
            let with = |entry| {
                let mut entries = entries.clone();
                entries[i] = entry;
                determinant(n, &entries)
            };
            let (found, expected) = (number(&d, &format!("/{i}")), with(1.0) - with(0.0));
            assert!(
                (found - expected).abs() < 1e-10,
                "{found} is not {expected} by {i} of {n}"
            );
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let text = error("det", "primal", &json!({"A": [1.0, 2.0, 3.0], "ell": 2}));
    assert_eq!(text, "`A` has 3 numbers instead of 4");
    let text = error("det", "gradient", &json!({"A": [], "ell": 0}));
    assert_eq!(text, "`ell` is 0, which is not in 1..=8");
    let text = error(
        "det",
        "gradient",
        &json!({"A": vec![0.0; 17 * 17], "ell": 17}),
    );
    assert_eq!(text, "`ell` is 17, which is not in 1..=16");
}
