// One mistake, one error: what follows from it is none.
adgraph::graph! {
    use super::PI;
    use crate::constants::{TAU as CIRCLE, E};

    pub fn imported(x: f64) -> f64 { x * PI * CIRCLE + E }
    pub fn lambda(x: [f64; 3]) -> f64 { sum(lambda y: y, x) }
    pub fn lambda_in_call(x: [f64; 3]) -> f64 { imported(lambda y: y, x[0]) }
    pub fn option(x: [f64; 3]) -> f64 { sum(axis: 0) }
    pub fn second_option(x: [f64; 3]) -> f64 { sum(x, axis: 0) }
    pub fn range(x: [f64; 3]) -> f64 { sum(x[0.0..2.0]) }
    pub fn closed_range(x: [f64; 3]) -> f64 { sum(x[0.0..=2.5]) }
    pub fn loop_over_floats(x: [f64; 3]) -> f64 {
        let mut s = 0.0;
        for i in 0.0..3.0 {
            s += x[i];
        }
        s
    }
}

fn main() {}
