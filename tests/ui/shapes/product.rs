// Extents that run together in a product and differ.
adgraph::graph! {
    pub fn layer(weights: [[f64; 4]; 2], x: [f64; 3]) -> [f64; 2] {
        matmul(weights, x)
    }

    pub fn gram(a: [[f64; 3]; 2]) -> [[f64; 2]; 2] {
        matmul(a, a)
    }

    pub fn inner(x: [f64; 3], y: [f64; 2]) -> f64 {
        x.dot(y)
    }
}

fn main() {}
