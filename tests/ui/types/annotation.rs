// A type that is not the value's.
adgraph::graph! {
    const SIZE: usize = 2;
    type Pair = [f64; SIZE];

    pub fn annotated(x: [f64; 3]) -> f64 {
        let y: Pair = x;
        let z: f32 = x[0];
        let n: usize = x[1];
        sum(y) + z
    }
}

fn main() {}
