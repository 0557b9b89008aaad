// Integers where floats are needed.
adgraph::graph! {
    pub fn literals(x: f64) -> f64 {
        let twice = 2 * x;
        let half: f64 = 1 / 2;
        twice.powf(3) + half
    }

    pub fn counted(x: [f64; 3]) -> f64 {
        let mut total = 0;
        for i in 0..3 {
            total += x[i];
        }
        total
    }

    pub fn weighted(x: [f64; 3]) -> f64 {
        let mut total = 0.0;
        for i in 0..3 {
            total += x[i] * i;
        }
        total
    }

    pub fn one(x: f64) -> f64 {
        let y = x;
        1
    }
}

fn main() {}
