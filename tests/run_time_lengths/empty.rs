//! Reductions of arrays without elements: those that have a value have derivatives too.

use adgraph::graph;

graph! {
    #[derivatives(hessian_product)]
    pub fn total<const N: usize>(x: &[f64; N]) -> f64 { sum(sin(x)) }
    #[derivatives(hessian_product)]
    pub fn product<const N: usize>(x: &[f64; N]) -> f64 { prod(sin(x)) }
    #[derivatives(hessian_product)]
    pub fn length<const N: usize>(x: &[f64; N]) -> f64 { norm(sin(x)) }
    #[derivatives(hessian_product)]
    pub fn square<const N: usize>(x: &[f64; N]) -> f64 { dot(x, x) }
    #[derivatives(hessian_product)]
    pub fn ascending<const N: usize>(x: &[f64; N]) -> f64 { sum(sort(x) * x) }
    #[derivatives(hessian_product)]
    pub fn running<const N: usize>(x: &[f64; N]) -> f64 { sum(cumsum(x) * x) }

    /// Of rows, and of the columns of none.
    pub fn lengths<const N: usize>(x: &[[f64; 3]; N]) -> f64 { sum(norm(x, axis = 1)) }
    pub fn columns<const N: usize>(x: &[[f64; 3]; N]) -> [f64; 3] { norm(x, axis = 0) }
    pub fn known(x: f64) -> f64 { norm(zeros(0)) + x }

    pub fn last<const N: usize>(x: &[f64; N]) -> f64 { if N == 0 { 1.0 } else { x[N - 1] } }
    pub fn average<const N: usize>(x: &[f64; N]) -> f64 { if N != 0 { mean(x) } else { 1.0 } }
    pub fn negated<const N: usize>(x: &[f64; N]) -> f64 { if !(N == 0) { x[N - 1] } else { 1.0 } }
    pub fn chained<const N: usize>(x: &[f64; N]) -> f64 {
        if N == 0 { 1.0 } else if N == 1 { x[0] } else if 2 != N { x[2] } else { x[1] }
    }
    pub fn either<const N: usize>(x: &[f64; N]) -> f64 {
        if N == 0 || N == 1 { 1.0 } else { x[1] }
    }
}

#[test]
fn reductions_of_no_elements_have_values_and_derivatives() {
    macro_rules! check {
        ($($f:ident $expected:expr;)*) => {$(
            let expected = f64::to_bits($expected);
            assert_eq!($f(&[]).to_bits(), expected, stringify!($f));
            let (value, d) = $f::gradient(&[]);
            assert_eq!((value.to_bits(), d.x.len()), (expected, 0), stringify!($f));
            let product = $f::hessian_product(&[], &d);
            assert!(product.x.is_empty(), stringify!($f));
        )*};
    }
    check! {
        total 0.0;
        product 1.0;
        length 0.0;
        square 0.0;
        ascending 0.0;
        running 0.0;
    }
    assert_eq!(lengths(&[]), 0.0);
    assert!(lengths::gradient(&[]).1.x.is_empty());
    assert_eq!(columns(&[]), [0.0; 3]);
    let (value, d) = columns::adjoint(&[], [1.0; 3]);
    assert_eq!((value, d.x.len()), ([0.0; 3], 0));
    assert_eq!(known::gradient(2.0), (2.0, known::Adjoint { x: 1.0 }));
}

#[test]
fn conditions_on_lengths_guard_what_they_decide() {
    macro_rules! check {
        ($($f:ident $values:expr;)*) => {$(
            for (x, expected) in X.iter().zip($values) {
                let (value, d) = $f::gradient(x);
                assert_eq!(($f(x), value), (expected, expected), "{} {x:?}", stringify!($f));
                assert_eq!(d.x.len(), x.len());
            }
        )*};
    }
    const X: [&[f64]; 4] = [&[], &[3.0], &[3.0, 5.0], &[3.0, 5.0, 10.0]];
    check! {
        last [1.0, 3.0, 5.0, 10.0];
        average [1.0, 3.0, 4.0, 6.0];
        negated [1.0, 3.0, 5.0, 10.0];
        chained [1.0, 3.0, 5.0, 10.0];
        either [1.0, 1.0, 5.0, 5.0];
    }
}
