// Loops that stay loops: indices that leave an array in some iteration.
adgraph::graph! {
    pub fn neighbours(x: [f64; 2000], a: [[f64; 3]; 2000]) -> f64 {
        let mut total = 0.0;
        for i in 0..2000 {
            total = 0.5 * total + x[i + 1];
        }
        for i in 0..2000 {
            total = 0.5 * total + x[i - 1] * x[2 * i];
        }
        for i in 0..=2000 {
            total = 0.5 * total + sum(a[(i, ..)]);
        }
        for i in 0..2000 {
            total = 0.5 * total + sum(x[i..i + 3]);
        }
        total
    }

    pub fn nested(a: [[f64; 3]; 2000]) -> [f64; 2000] {
        let mut y = [0.0; 2000];
        for i in 0..2000 {
            for j in 0..4 {
                y[i] += a[i][j];
            }
        }
        for i in (0..2000).rev() {
            y[i + 1] = y[i];
        }
        y
    }
}

fn main() {}
