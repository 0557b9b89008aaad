// Names that are given twice.
adgraph::graph! {
    const N: usize = 2;
    const N: usize = 3;

    pub fn twice(x: f64, y: f64, x: f64) -> f64 {
        x + y
    }

    pub fn f(x: f64) -> f64 {
        x
    }

    pub fn f(y: f64) -> f64 {
        y
    }
}

fn main() {}
