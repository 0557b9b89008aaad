//! What a panic says of lengths that a function has no value for: the arguments that they are of,
//! and what they would have to be.

use adgraph::graph;

use crate::common::{message, need};

graph! {
    pub fn smooth<const N: usize>(x: &[f64; N], p: f64) -> f64 { p * x[3] * sum(x) }

    pub fn front<const H: usize, const W: usize>(u: &[f64; H], v: &[[f64; 2]; W]) -> f64 {
        sum(u[..H - W - 1]) * sum(v)
    }

    pub fn twice<const N: usize>(x: &[f64; 2 * N], y: &[f64; N]) -> f64 { sum(x[7..]) * sum(y) }

    pub fn fixed<const N: usize, const M: usize>(x: [f64; N], y: &[f64; M]) -> f64 { x[2] * sum(y) }

    pub fn inner<const N: usize, const M: usize>(a: &[[f64; M]; N]) -> f64 { sum(a[(.., 2..)]) }

    pub fn steps<const N: usize>(x: &[f64; N]) -> f64 {
        let mut y = sum(x);
        for _ in 0..N - 5 { y = 0.5 * y + 1.0; }
        y
    }

    pub fn few<const N: usize>(x: &[f64; N]) -> f64 {
        let mut sum = 0.0;
        for i in 0..N - 5 { sum += x[i]; }
        sum
    }

    #[derivatives(hessian_product)]
    pub fn scaled<const N: usize>(x: &[f64; N], y: &[[f64; 2]; N]) -> f64 { sum(matmul(x * x, y)) }
}

#[test]
fn lengths_that_are_too_small_are_named_with_the_least() {
    let needs = "`x` has 2 elements where `smooth` needs at least 4";
    assert_eq!(need(|| _ = smooth(&[1.0, 2.0], 1.0)), needs);
    assert_eq!(need(|| _ = smooth::gradient(&[1.0, 2.0], 1.0)), needs);
    assert_eq!(
        need(|| _ = front(&[0.0; 3], &[[0.0; 2]; 3])),
        "`u` has 3 elements (`H`) and `v` has 3 rows (`W`) where `front` needs `H >= W + 1`"
    );
    assert_eq!(
        need(|| _ = twice(&[0.0; 6], &[0.0; 3])),
        "`y` has 3 elements where `twice` needs at least 4"
    );
    assert_eq!(
        need(|| _ = fixed([0.0; 2], &[0.0; 3])),
        "`x` has 2 elements where `fixed` needs at least 3"
    );
    assert_eq!(
        need(|| _ = inner(&[[0.0; 1]; 3])),
        "`M` is 1 where `inner` needs at least 2"
    );
    // The end of a range is at least its start.
    assert_eq!(
        need(|| _ = steps::gradient(&[0.0; 4])),
        "`x` has 4 elements where `steps` needs at least 5"
    );
    assert_eq!((steps(&[1.0; 5]), steps(&[1.0; 6])), (5.0, 4.0));
    assert_eq!(
        need(|| _ = few(&[0.0; 4])),
        "`x` has 4 elements where `few` needs at least 5"
    );
    assert_eq!(few(&[1.0; 5]), 0.0);
}

#[test]
fn fields_of_tangents_are_named_as_such() {
    let (x, y) = ([0.0; 2], [[0.0; 2]; 2]);
    let short = scaled::Tangent {
        x: vec![0.0],
        y: vec![[0.0; 2]; 2],
    };
    let text = "`x` of the `Tangent` has 1 element where `x` has 2: both are `N`";
    assert_eq!(message(|| _ = scaled::tangent(&x, &y, &short)), text);
    assert_eq!(
        message(|| _ = scaled::hessian_product(&x, &y, &short)),
        text
    );
    let short = scaled::Tangent {
        x: vec![0.0; 2],
        y: vec![[0.0; 2]; 3],
    };
    assert_eq!(
        message(|| _ = scaled::tangent(&x, &y, &short)),
        "`y` of the `Tangent` has 3 rows where `x` has 2: both are `N`"
    );
}
