// Syntax errors outside of bodies.
adgraph::graph! {
    pub fn first(x f64) -> f64 {
        x
    }

    pub fn second(x: f64) -> f64;

    fnn third(x: f64) -> f64 {
        x
    }

    pub fn fourth(x: f64) -> f64 {
        x + nothing
    }
}

fn main() {}
