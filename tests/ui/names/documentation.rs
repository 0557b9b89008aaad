// What has no documentation is underlined at its name.
//! A crate.
#![deny(missing_docs)]

adgraph::graph! {
    pub fn f(x: [f64; 2]) -> [f64; 2] {
        2.0 * x
    }

    /// With documentation.
    pub fn g(x: f64) -> f64 {
        x
    }
}

#[adgraph::differentiable]
pub mod inner {
    pub fn h(x: f64) -> f64 {
        x
    }
}

fn main() {}
