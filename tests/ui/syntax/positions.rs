// Indices as other languages write them: each is an error of its own, and no other follows.
adgraph::graph! {
    pub fn parts(x: [f64; 3], a: [[f64; 3]; 2]) -> f64 {
        let corner = a[1, 2];
        let row = a[1, ..];
        let last = x[2,];
        let shifted = (a + 1.0)[0, a.len() - 2];
        corner + sum(row) + last + shifted
    }

    pub fn broken(a: [[f64; 3]; 2]) -> f64 {
        let y = a[0, 1] * ;
        y
    }
}

fn main() {}
