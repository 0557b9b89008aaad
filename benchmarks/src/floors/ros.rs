//! Rosenbrock's function in eight lanes: each element of the gradient gathers the two terms that it
//! stands in, so that one pass over the numbers computes all and nothing is carried along.

use wide::f64x8;

/// The value.
pub(crate) fn value(x: &[f64; 100]) -> f64 {
    let mut sums = f64x8::splat(0.0);
    for i in (0..96).step_by(8) {
        let (here, next) = (lanes(x, i), lanes(x, i + 1));
        let (a, b) = (1.0 - here, next - here * here);
        sums += a * a + b * b * 100.0;
    }
    (96..99).fold(sum(sums), |sum, i| sum + term(x, i))
}

/// Value and gradient.
pub(crate) fn gradient(x: &[f64; 100], g: &mut [f64; 100]) -> f64 {
    let mut sums = f64x8::splat(0.0);
    for i in (1..97).step_by(8) {
        let (before, here, next) = (lanes(x, i - 1), lanes(x, i), lanes(x, i + 1));
        let (a, b) = (1.0 - here, next - here * here);
        let into = here - before * before;
        let element = a * -2.0 + b * here * -400.0 + into * 200.0;
        g[i..i + 8].copy_from_slice(&element.to_array());
        sums += a * a + b * b * 100.0;
    }
    for i in 97..99 {
        g[i] = out_of(x, i) + 200.0 * (x[i] - x[i - 1] * x[i - 1]);
    }
    g[0] = out_of(x, 0);
    g[99] = 200.0 * (x[99] - x[98] * x[98]);
    sum(sums) + term(x, 97) + term(x, 98) + term(x, 0)
}

/// The derivative of term `i` by its first number.
#[inline(always)]
fn out_of(x: &[f64; 100], i: usize) -> f64 {
    -2.0 * (1.0 - x[i]) - 400.0 * (x[i + 1] - x[i] * x[i]) * x[i]
}

#[inline(always)]
fn term(x: &[f64; 100], i: usize) -> f64 {
    let (a, b) = (1.0 - x[i], x[i + 1] - x[i] * x[i]);
    a * a + 100.0 * b * b
}

#[inline(always)]
fn lanes(x: &[f64; 100], i: usize) -> f64x8 {
    let lanes: [f64; 8] = std::array::from_fn(|lane| x[i + lane]);
    f64x8::from(lanes)
}

#[inline(always)]
fn sum(lanes: f64x8) -> f64 {
    lanes.to_array().iter().sum()
}
