// Names that nothing has.
adgraph::graph! {
    const DAMPING: f64 = 0.5;

    pub fn misspelt(stretch: f64) -> f64 {
        strech + sqtr(stretch) + stretch.sqr() + DAMPIGN
    }

    pub fn other_libraries(x: f64) -> f64 {
        log(x) + pow(x, 2.0) + x.signum() + x.arcsin()
    }

    pub fn outside(x: f64) -> f64 {
        helper(x) * GRAVITY + std::f64::consts::PIE
    }

    pub fn types(x: Vector) -> f64 {
        let y: F64 = 1.0;
        y
    }

    pub fn function(x: f64) -> f64 {
        sin * x
    }
}

const GRAVITY: f64 = 9.81;
type Vector = [f64; 3];

fn helper(x: f64) -> f64 {
    x
}

fn main() {
    helper(GRAVITY);
}
