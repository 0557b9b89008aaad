//! A user's crate that reaches the macros through another crate only.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

use reexport::derivatives::differentiable;

reexport::graph! {
    /// A cubic.
    pub fn cubic(x: f64) -> f64 {
        x * x * x
    }
}

/// A quartic.
#[differentiable(crate = reexport::derivatives)]
pub fn quartic(x: f64) -> f64 {
    x.powi(4)
}

/// A network from a file, relative to this crate.
#[differentiable(crate = reexport::derivatives)]
#[nnvm("model/softmax-symbol.json")]
pub fn network(data: &[[f64; 3]; 2], fc_weight: &[[f64; 3]; 4], fc_bias: [f64; 4])
-> [[f64; 4]; 2];

#[cfg(test)]
mod tests {
    #[test]
    fn both_have_gradients() {
        let (value, adjoint) = super::cubic::gradient(2.0);
        assert_eq!(
            (value.to_bits(), adjoint.x.to_bits()),
            (8_f64.to_bits(), 12_f64.to_bits())
        );
        let (value, adjoint) = super::quartic::gradient(2.0);
        assert_eq!(
            (value.to_bits(), adjoint.x.to_bits()),
            (16_f64.to_bits(), 32_f64.to_bits())
        );
    }
}
