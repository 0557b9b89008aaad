// Shapes that do not hold the elements.
adgraph::graph! {
    pub fn pairs(x: [f64; 6]) -> [[f64; 2]; 2] {
        reshape(x, [2, 2])
    }

    pub fn rows(x: [f64; 3]) -> [[f64; 2]; 3] {
        broadcast(x, [3, 2])
    }

    pub fn joined(x: [f64; 3], a: [[f64; 2]; 2]) -> f64 {
        sum(concat(x, a))
    }
}

fn main() {}
