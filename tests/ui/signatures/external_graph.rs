//! Functions of another block that are declared with another signature: one error each.

mod model {
    adgraph::graph! {
        pub fn energy(x: [f64; 4], p: f64) -> f64 {
            p * sum(x)
        }

        pub fn total(x: [f64; 3]) -> f64 {
            sum(x)
        }

        pub fn squares(x: [f64; 3]) -> [f64; 3] {
            x * x
        }
    }
}
use model::{energy, squares, total};

adgraph::graph! {
    #[external(graph)]
    fn energy(x: [f64; 3]) -> f64;

    #[external(graph)]
    fn total(x: &[f64; 3]) -> f64;

    #[external(graph)]
    fn squares(x: [f64; 3]) -> f64;

    pub fn number(x: [f64; 3]) -> f64 {
        energy(x) + total(x) * squares(x)
    }

    pub fn another(x: [f64; 3]) -> f64 {
        energy(2.0 * x)
    }
}

fn main() {
    let _ = number::gradient([1.0; 3]);
}
