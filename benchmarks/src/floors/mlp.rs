//! A network of 16, 32, 32 and 1 units: rows times vectors in eight partial sums, and a backward
//! pass that reads each weight once and writes each derivative once.

use super::{dot, lanes};

/// The network's weights, or their derivatives.
#[derive(Clone)]
pub(crate) struct Weights {
    pub(crate) w1: [[f64; 16]; 32],
    pub(crate) b1: [f64; 32],
    pub(crate) w2: [[f64; 32]; 32],
    pub(crate) b2: [f64; 32],
    pub(crate) w3: [f64; 32],
    pub(crate) b3: f64,
}

impl Weights {
    pub(crate) const ZERO: Self = Self {
        w1: [[0.0; 16]; 32],
        b1: [0.0; 32],
        w2: [[0.0; 32]; 32],
        b2: [0.0; 32],
        w3: [0.0; 32],
        b3: 0.0,
    };
}

/// The squared error of the network at `x`.
pub(crate) fn value(w: &Weights, x: &[f64; 16], target: f64) -> f64 {
    let h1 = layer(&w.w1, &w.b1, x).map(f64::tanh);
    let h2 = layer(&w.w2, &w.b2, &h1).map(f64::tanh);
    let error = w.b3 + dot(&w.w3, &h2) - target;
    error * error
}

/// Value and gradient, with the standard library's hyperbolic tangent.
pub(crate) fn gradient(w: &Weights, x: &[f64; 16], target: f64, g: &mut Weights) -> f64 {
    gradient_with(|h| h.map(f64::tanh), w, x, target, g)
}

/// Value and gradient, with the hyperbolic tangent in lanes.
pub(crate) fn gradient_in_lanes(w: &Weights, x: &[f64; 16], target: f64, g: &mut Weights) -> f64 {
    gradient_with(|h| h.map(lanes::tanh), w, x, target, g)
}

#[inline(always)]
fn gradient_with(
    tanh: impl Fn([f64; 32]) -> [f64; 32],
    w: &Weights,
    x: &[f64; 16],
    target: f64,
    g: &mut Weights,
) -> f64 {
    let h1 = tanh(layer(&w.w1, &w.b1, x));
    let h2 = tanh(layer(&w.w2, &w.b2, &h1));
    let error = w.b3 + dot(&w.w3, &h2) - target;
    g.b3 = 2.0 * error;
    let mut d1 = [0.0; 32];
    for i in 0..32 {
        g.w3[i] = g.b3 * h2[i];
        g.b2[i] = g.b3 * w.w3[i] * (1.0 - h2[i] * h2[i]);
    }
    for row in 0..32 {
        let d2 = g.b2[row];
        for i in 0..32 {
            g.w2[row][i] = d2 * h1[i];
            d1[i] += d2 * w.w2[row][i];
        }
    }
    for row in 0..32 {
        g.b1[row] = d1[row] * (1.0 - h1[row] * h1[row]);
        for i in 0..16 {
            g.w1[row][i] = g.b1[row] * x[i];
        }
    }
    error * error
}

/// The inputs of a layer's activation.
#[inline(always)]
fn layer<const N: usize>(w: &[[f64; N]; 32], b: &[f64; 32], x: &[f64; N]) -> [f64; 32] {
    let mut h = [0.0; 32];
    for row in 0..32 {
        h[row] = b[row] + dot(&w[row], x);
    }
    h
}
