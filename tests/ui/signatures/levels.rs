// Attributes that a block does not have, or has at its start.
adgraph::graph! {
    #![expect(unused_variables)]

    pub fn expected(x: f64) -> f64 {
        1.0
    }
}

adgraph::graph! {
    pub fn late(x: f64) -> f64 {
        x
    }

    #![allow(unused_variables)]
}

fn main() {}
