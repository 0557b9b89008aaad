use adgraph::prelude::*;

graph! {
    /// Tension energy of a short chain.
    pub fn energy(x: [f64; 3], p: f64) -> f64 {
        let stretch = x[1..] - x[..2];
        0.5 * p * dot(stretch, stretch) + sum(cos(x))
    }
}
