//! Edge cases that the pages of the functions of arrays state, computed.

use std::f64::consts::LN_2;

const INFINITY: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

adgraph::graph! {
    fn total(x: [f64; 2]) -> f64 { sum(x) }
    fn total_of_none(x: [f64; 0]) -> f64 { sum(x) }
    fn product(x: [f64; 3]) -> f64 { prod(x) }
    fn product_of_none(x: [f64; 0]) -> f64 { prod(x) }
    fn position(x: [f64; 3]) -> f64 { [0.0, 1.0, 2.0][argmax(x)] }
    fn ordered(x: [f64; 5]) -> [f64; 5] { sort(x) }
    fn places(x: [f64; 5]) -> [f64; 5] { [0.0, 1.0, 2.0, 3.0, 4.0][argsort(x)] }
    fn average(x: [f64; 4]) -> f64 { mean(x) }
    fn spread(x: [f64; 3]) -> f64 { variance(x) }
    fn spread_of_one(x: [f64; 1]) -> f64 { variance(x) }
    fn length(x: [f64; 2]) -> f64 { norm(x) }
    fn pooled(x: [f64; 2]) -> f64 { log_sum_exp(x) }
    fn shares(x: [f64; 2]) -> [f64; 2] { softmax(x) }
    fn log_shares(x: [f64; 2]) -> [f64; 2] { log_softmax(x) }
    fn inner(a: [f64; 2], b: [f64; 2]) -> f64 { dot(a, b) }
    fn inner_of_none(a: [f64; 0], b: [f64; 0]) -> f64 { dot(a, b) }
    fn product_of_thin(a: [[f64; 0]; 2], b: [[f64; 2]; 0]) -> [[f64; 2]; 2] { matmul(a, b) }
    fn read_off(x: f64, xs: [f64; 4], ys: [f64; 4]) -> f64 { interpolate(x, xs, ys) }
    fn bounded(x: f64, lo: f64, hi: f64) -> f64 { clamp(x, lo, hi) }
    fn rectified(x: f64) -> f64 { relu(x) }
    fn chosen(x: [f64; 2], y: [f64; 2]) -> f64 { sum(select(x < 0.0, ln(x), y)) }
}

#[test]
fn sums_and_products() {
    assert!(total([NAN, 1.0]).is_nan() && total([INFINITY, -INFINITY]).is_nan());
    assert_eq!((total_of_none([]), product_of_none([])), (0.0, 1.0));
    assert_eq!(product::gradient([0.0, 2.0, 3.0]).1.x, [6.0, 0.0, 0.0]);
    assert_eq!(product::gradient([0.0, 0.0, 3.0]).1.x, [0.0; 3]);
    assert_eq!(
        (inner_of_none([], []), product_of_thin([[]; 2], [])),
        (0.0, [[0.0; 2]; 2])
    );
    assert!(inner([0.0, 1.0], [INFINITY, 1.0]).is_nan());
}

#[test]
fn positions() {
    assert_eq!(position([NAN, 2.0, 2.0]), 1.0);
    assert_eq!(position([NAN; 3]), 0.0);
    let sorted = ordered([NAN, 0.0, -0.0, NAN, -INFINITY]);
    assert_eq!(sorted[..3], [-INFINITY, 0.0, 0.0]);
    assert!(sorted[1].is_sign_positive() && sorted[2].is_sign_negative());
    assert!(sorted[3].is_nan() && sorted[4].is_nan());
    assert_eq!(
        places([NAN, 0.0, -0.0, NAN, -INFINITY]),
        [4.0, 1.0, 2.0, 0.0, 3.0]
    );
}

#[test]
fn moments() {
    assert_eq!(average::gradient([1.0, 2.0, 3.0, 6.0]).1.x, [0.25; 4]);
    let (value, d) = spread::gradient([1.0, 2.0, 6.0]);
    assert!((value - 14.0 / 3.0).abs() < 1e-15);
    for (found, deviation) in d.x.into_iter().zip([-2.0, -1.0, 3.0]) {
        assert!((found - 2.0 * deviation / 3.0).abs() < 1e-15);
    }
    assert_eq!(spread_of_one([5.0]), 0.0);
}

#[test]
fn lengths() {
    assert_eq!(length::gradient([0.0, -0.0]).1.x, [0.0; 2]);
    assert_eq!(length::gradient([3.0, -4.0]).1.x, [0.6, -0.8]);
    assert_eq!(
        (length([1e155, 0.0]), length([1e-163, 0.0])),
        (INFINITY, 0.0)
    );
    assert!(length([1e153, 0.0]).is_finite() && length([1e-161, 0.0]) > 0.0);
    assert_eq!(length::gradient([1e200, 1e200]).1.x, [0.0; 2]);
    assert_eq!(length::gradient([1e-163, 0.0]).1.x, [0.0; 2]);
}

#[test]
fn exponentials() {
    assert_eq!(pooled([INFINITY, 0.0]), INFINITY);
    assert_eq!(pooled([-INFINITY, -INFINITY]), -INFINITY);
    let (value, d) = pooled::gradient([1000.0, 1000.0]);
    assert!((value - 1000.0 - LN_2).abs() < 1e-12);
    assert_eq!(d.x, [0.5; 2]);
    assert_eq!(shares([-INFINITY, 3.0]), [0.0, 1.0]);
    assert!(shares([INFINITY, 3.0])[0].is_nan());
    assert_eq!(log_shares([-INFINITY, 3.0]), [-INFINITY, 0.0]);
    assert!(log_shares([INFINITY, 3.0])[0].is_nan());
}

#[test]
fn tables() {
    let knots = [0.0, 1.0, 2.0, 4.0];
    let (value, d) = read_off::gradient(NAN, knots, [1.0, 4.0, 5.0, 6.0]);
    assert!(value.is_nan());
    assert_eq!(d.x, 3.0);
    let values = [0.5, 1.5, 3.0].map(|x| read_off(x, knots, [NAN, 4.0, 5.0, 7.0]));
    assert!(values[0].is_nan());
    assert_eq!(values[1..], [4.5, 6.0]);
}

/// Where the value is NaN, the derivative of a choice is a number all the same.
#[test]
fn choices_at_nan() {
    assert_eq!(bounded(-1.0, NAN, 1.0), -1.0);
    assert_eq!(bounded(2.0, 0.0, NAN), 2.0);
    assert!(bounded(NAN, 0.0, 1.0).is_nan());
    let (value, d) = rectified::gradient(NAN);
    assert!(value.is_nan());
    assert_eq!(d.x, 0.0);
}

#[test]
fn choices() {
    assert!(chosen([-1.0, 0.0], [INFINITY, 5.0]).is_nan());
    let (value, d) = chosen::gradient([1.0, 0.0], [2.0, 5.0]);
    assert_eq!((value, d.x, d.y), (7.0, [0.0; 2], [1.0; 2]));
}
