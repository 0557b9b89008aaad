// Unused variables whose names are like those of constants, in the block and in generated code.
#![deny(unused_variables)]

adgraph::graph! {
    const K: f64 = 2.0;
    pub const RATE: f64 = 2.0;

    pub fn f(x: f64, tuple: f64) -> f64 {
        const B: f64 = 2.0;
        let b = x;
        let k = x;
        let rate = x;
        let value = x;
        let number = x;
        let length = 3;
        x * K * B * RATE
    }
}

fn main() {}
