// Sides of an `if` that differ, and conditions that are none.
adgraph::graph! {
    pub fn sides(x: f64, v: [f64; 2]) -> f64 {
        let y = if x > 0.0 { x } else { v };
        y
    }

    pub fn half(x: f64) -> f64 {
        if x > 0.0 { x }
        x
    }

    pub fn mask(v: [f64; 2]) -> [f64; 2] {
        if v > 0.0 { v } else { -v }
    }

    pub fn number(x: f64) -> f64 {
        if x { 1.0 } else { 2.0 }
    }
}

fn main() {}
