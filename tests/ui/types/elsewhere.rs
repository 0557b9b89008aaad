// Types of Rust that the language does not have.
adgraph::graph! {
    pub fn structs(p: Point) -> f64 {
        1.0
    }

    pub fn texts(name: String, mark: char) -> f64 {
        1.0
    }

    pub fn lists(x: Vec<f64>, y: &[f64], z: std::vec::Vec<f64>) -> f64 {
        1.0
    }

    pub fn integers(n: i32, edges: [[usize; 2]; 7], k: &[i64; 4]) -> f64 {
        1.0
    }

    pub fn lengths<const N: usize, 'a>(x: [f64; N]) -> f64 {
        sum(x)
    }

    /// Every constant that is missing, at once: that of the signature and those of the body.
    pub fn constants(x: [f64; COUNT]) -> f64 {
        let y = x * SCALE;
        sum(y) + OFFSET
    }
}

const COUNT: usize = 3;
const SCALE: f64 = 2.0;
const OFFSET: f64 = 1.0;

fn main() {
    let _ = (COUNT, SCALE, OFFSET);
}
