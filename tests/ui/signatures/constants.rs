// Constants of the block that are wrong, each told once.
adgraph::graph! {
    const SIZE: usize = 1.5;
    const WEIGHTS: [f64; 2] = [1.0, 2.0, 3.0];
    const ONE: f64 = 1;
    const ROUND: f64 = ABOUT * 2.0;
    const ABOUT: f64 = ROUND;

    pub fn used(x: [f64; SIZE]) -> f64 {
        x[0] + WEIGHTS[1] * ONE
    }

    pub fn again(x: f64) -> f64 {
        x * ONE + WEIGHTS[0] + ROUND
    }

    pub fn outside(x: [f64; LENGTH]) -> f64 {
        x[0]
    }
}

fn main() {}
