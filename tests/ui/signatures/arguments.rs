// Arguments and results that the language does not have.
adgraph::graph! {
    pub fn slice(x: &[f64]) -> f64 {
        x[0]
    }

    pub fn number(x: &f64) -> f64 {
        x
    }

    pub fn counted(n: i32) -> f64 {
        1.0
    }

    pub fn pattern((a, b): (f64, f64)) -> f64 {
        a + b
    }

    pub fn marked(#[dynamik] p: f64) -> f64 {
        p
    }

    pub fn silent(x: f64) {
        x;
    }

    pub fn position(x: [f64; 3]) -> u32 {
        argmax(x)
    }

    pub fn unbounded<T>(x: T) -> T {
        x
    }

    pub fn sized<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }
}

fn main() {}
