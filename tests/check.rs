//! `#[check]`: derivatives of generated code against finite differences.

use adgraph::{Float, graph};

graph! {
    #[check]
    fn energy(x: [f64; 3], #[dynamic] p: f64) -> f64 {
        let stretch = x[1..] - x[..2];
        0.5 * p * dot(stretch, stretch) + sum(cos(x))
    }

    #[check(points = 20, range = 0.1..2.0, seed = 7)]
    fn logarithms(x: f64, y: [[f64; 2]; 2]) -> ([f64; 2], f64) {
        (ln(y[0]) * x, sqrt(x) / y[(1, 1)])
    }

    /// Every kind of argument, in a generic float.
    #[check]
    fn every<T: Float>(
        #[dynamic] table: &[[T; 3]; 2], i: usize, x: &[T; 3], #[dynamic] s: T, b: bool,
        mask: [bool; 3]
    ) -> [T; 3] {
        let y = if b { sin(x) } else { x * x };
        select(mask, y * table[i] * s, x)
    }

    #[check]
    fn marked<T: Float>(x: T) -> T { x.powi(3) }

    #[check]
    fn single(x: [f32; 2]) -> f32 { exp(x[0]) * x[1] }

    /// Derivatives that vanish, but for rounding.
    #[check]
    fn one(x: [f64; 3]) -> f64 { sum(softmax(x)) }

    #[check]
    fn moved(x: [f64; 3], b: [f64; 2]) -> [f64; 3] { softmax(x + sum(b)) }

    #[check]
    fn turned(x: f64, y: f64) -> f64 { hypot(cos(x), sin(x)) * y }

    #[check]
    fn same(x: f64, y: f64) -> f64 {
        tanh(x) - (exp(2.0 * x) - 1.0) / (exp(2.0 * x) + 1.0) + y
    }

    #[check(points = 50, range = 0.2..1.5)]
    fn of_one_row(x: [f64; 3], #[dynamic] kind: f64, p: f64, table: [[f64; 3]; 2]) -> f64 {
        let mut s = 0.0;
        #[unroll(never)]
        for _ in 0..4 {
            s += 0.3 + 0.1 * p * sin(x[1] + s);
        }
        s * cos(x[2]) + max(x) * log_sum_exp(table[kind as usize])
    }

    /// Indices into arrays of other lengths, and a count of repetitions.
    #[check]
    fn picked(x: [f64; 4], at: &[usize; 3], k: usize, n: usize, table: &[f64; 40]) -> f64 {
        let mut s = 0.0;
        for i in 0..n.min(30) { s += sin(table[i] * x[k + 1]); }
        s * dot(x[at], table[k..k + 3])
    }

    /// An index that has one value only.
    #[check]
    fn bound(x: [f64; 2], k: usize) -> f64 { exp(x[1 + k]) }

    /// A kink at zero, and another derivative on either side.
    #[check]
    fn kink(x: f64) -> f64 { if x > 0.0 { x * x } else { -x } }
}

#[test]
fn every_kind_of_comparison_is_made() {
    let report = energy::check();
    let rows: Vec<_> = report
        .rows()
        .iter()
        .map(|row| (row.what, row.agree))
        .collect();
    assert_eq!(
        rows,
        [
            ("adjoint as the tangent's transpose", 8),
            ("adjoint, by differences of values", 24),
            ("tangent, by differences of values", 8),
            ("Jacobian, by products", 8),
            ("Hessian, by differences of adjoints", 24),
            ("Hessian, by products", 24),
        ]
    );
    assert!(
        report.is_ok() && report.rows().iter().all(|row| row.difference < 1e-6),
        "{report}"
    );
    assert_eq!(
        energy::check(),
        report,
        "the points are the same in every run"
    );
    assert_eq!(logarithms::check().rows()[0].agree, 20);
    assert!(every::check().is_ok() && marked::check().is_ok());
    assert!(!report.to_string().contains("indices"));
    assert!(single::check().is_ok() && kink::check().is_ok());
}

/// Zeros for all indices would read one place of each array, and repeat nothing.
#[test]
fn indices_have_different_values() {
    let report = picked::check();
    assert!(report.is_ok(), "{report}");
    let text = report.to_string();
    let indices = text.lines().last().unwrap();
    assert_eq!(
        indices,
        "indices: `at` is below 4, `k` is below 4, `n` is below 6"
    );
    let text = bound::check().to_string();
    assert!(text.ends_with("indices: `k` is 0\n"), "{text}");
}
