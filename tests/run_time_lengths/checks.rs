//! Comparisons of derivatives with differences, of functions of run-time length: at lengths that are
//! given, or chosen so that they fit.

use adgraph::graph;

graph! {
    /// Lengths are 5, of the attribute.
    #[check(N = 5, points = 3)]
    pub fn valley<const N: usize>(x: &[f64; N]) -> f64 {
        let (a, b) = (x[..N - 1], x[1..]);
        sum(100.0 * (b - a * a).powi(2) + (1.0 - a).powi(2))
    }

    /// Data of all kinds, of which the lengths are chosen.
    #[check(points = 2, range = 0.5..1.5)]
    pub fn data<T: Float, const N: usize, const M: usize, const E: usize>(
        x: &[[T; 2]; N],
        #[dynamic] w: Rows<T, M, N>,
        #[dynamic] ends: &[[usize; 2]; E],
        #[dynamic] scale: &[T; M],
        #[dynamic] flip: bool,
    ) -> [T; M] {
        let stretch = x[ends[(.., 0)]] - x[ends[(.., 1)]] + 1.0;
        let lengths = sum(matmul(w, x) * matmul(w, x), axis = 1);
        let sign = if flip { T::ONE } else { 2.0 };
        sign * scale * sqrt(lengths) + sum(stretch * stretch)
    }

    /// Lengths in types, by value and inside.
    #[check]
    pub fn typed<const N: usize, const M: usize>(x: [f64; N], #[dynamic] a: &[[f64; N]; M]) -> f64 {
        sum(sin(matmul(a, x)))
    }

    /// The lengths that a body needs decide: 10 and 12 at least.
    #[check]
    pub fn needs<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> f64 {
        x[9] * y[..M - N - 1][0] * sum(x * x)
    }

    /// Smaller lengths than any that would be chosen.
    #[check(N = 1, M = 0)]
    pub fn small<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> f64 {
        exp(x[0]) + sum(y)
    }

    /// Known lengths, for the same comparison.
    #[check(points = 3)]
    pub fn valley_5(x: &[f64; 5]) -> f64 { valley(x) }
}

#[test]
fn derivatives_are_those_of_differences() {
    for report in [
        valley::check(),
        data::check(),
        typed::check(),
        small::check(),
    ] {
        assert!(report.is_ok(), "{report}");
        let compared: usize = report.rows().iter().map(|row| row.agree).sum();
        assert!(compared > 0, "{report}");
    }
    assert!(needs::check().is_ok());
}

#[test]
fn the_comparison_is_that_of_known_lengths() {
    let [open, known] = [valley::check(), valley_5::check()].map(|report| report.to_string());
    assert_eq!(open, known.replace("valley_5", "valley"));
}

#[test]
fn wrong_derivatives_are_found() {
    // Within a function, so that the test that belongs to it does not run.
    graph! {
        #[check(N = 2, points = 1)]
        pub fn wrong<const N: usize>(x: &[f64; N]) -> f64 { sum(map(|x| square(x), x)) }
        #[derivative(adjoint = square_adjoint)]
        fn square(x: f64) -> f64 { x * x }
        fn square_adjoint(x: f64, result: f64, seed: f64) -> f64 { 3.0 * x * seed + 0.0 * result }
    }
    let report = wrong::check();
    assert!(!report.is_ok(), "{report}");
}
