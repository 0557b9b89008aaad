// Operators and ranges of Python and C, which are no Rust.
adgraph::graph! {
    pub fn ranges(x: [f64; 3], a: [[f64; 3]; 3]) -> f64 {
        sum(x[1:]) + sum(a[:, 0]) + sum(x[::2])
    }

    pub fn choice(x: f64) -> f64 {
        let y = x > 0.0 ? x : 0.0;
        y
    }

    pub fn behind(x: f64) -> f64 {
        x if x > 0.0 else 0.0
    }

    pub fn words(x: f64) -> bool {
        let square = lambda y: y * y;
        not square(x) > 0.0 and x < 1.0
    }

    pub fn counted(x: f64) -> f64 {
        let mut y = x;
        y++;
        y
    }

    pub fn chained(x: f64) -> bool {
        0.0 < x < 1.0
    }
}

fn main() {}
