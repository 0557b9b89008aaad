// Derivatives as methods of a function: with the prelude, one error says what to write.
use adgraph::prelude::*;

graph! {
    pub fn bowl(x: [f64; 2], p: f64) -> f64 {
        p * dot(x, x)
    }
}

fn slope<F: ScalarFunction<Float = f64>>(f: &F, x: &[f64]) -> f64 {
    let mut slope = [0.0; 3];
    f.gradient(x, &mut slope)
}

fn main() {
    let x = [1.0, 2.0];
    let value = slope(&bowl::Function, &[1.0, 2.0, 3.0]);
    let (value, d) = bowl.gradient(x, 3.0);
    let curvature = bowl.hessian(x, 3.0)[0][1];
    let value = bowl::Function.tangent(&[1.0]);
}
