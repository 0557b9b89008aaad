// A result that is not the signature's.
adgraph::graph! {
    pub fn array(x: [f64; 3]) -> f64 {
        x
    }

    pub fn nothing(x: f64) -> f64 {
        x.sin();
    }

    pub fn single(x: f64) -> f64 {
        let y = x as f32;
        y
    }

    pub fn pair(x: f64) -> (f64, [f64; 2]) {
        (x, [x, x, x])
    }
}

fn main() {}
