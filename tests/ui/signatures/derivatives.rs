// Derivatives that do not exist.
adgraph::graph! {
    #[derivatives(taylor(40))]
    pub fn far(x: [f64; 2]) -> [f64; 2] {
        2.0 * x
    }

    #[derivatives(jacobian)]
    pub fn inside(x: [f64; 2]) -> bool {
        norm(x) < 1.0
    }

    #[derivatives(jacobian)]
    pub fn table(i: usize, #[dynamic] p: f64) -> f64 {
        [1.0, 2.0, 3.0][i] * p
    }

    #[derivatives(jacobian)]
    pub fn mixed(x: f64, y: f32) -> f64 {
        x + y as f64
    }

    #[derivatives(hesian)]
    pub fn misspelt(x: f64) -> f64 {
        x
    }
}

fn main() {}
