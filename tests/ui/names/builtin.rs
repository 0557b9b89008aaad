// Functions of a block with the names of the language's own.
adgraph::graph! {
    pub fn sin(degrees: f64) -> f64 {
        (degrees * (f64::consts::PI / 180.0)).sin()
    }

    pub fn norm(x: [f64; 3]) -> f64 {
        sum(abs(x))
    }

    pub fn fine(x: [f64; 3]) -> f64 {
        sin(x[0]) + f64::sin(x[0]) + norm(x)
    }

    pub fn wrong(x: [f64; 3]) -> f64 {
        x[0].sin() + x.norm()
    }
}

fn main() {}
