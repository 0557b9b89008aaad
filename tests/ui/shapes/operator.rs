// Two arrays that differ in shape.
adgraph::graph! {
    pub fn energy(x: [f64; 3], p: f64) -> f64 {
        let w = [0.5, 0.25, 0.125, 0.0625];
        let y = x + w;
        p * sum(y)
    }

    pub fn rows(a: [[f64; 3]; 2], x: [f64; 3]) -> f64 {
        sum(a * x) + sum(a[(.., 0)] - x)
    }
}

fn main() {}
