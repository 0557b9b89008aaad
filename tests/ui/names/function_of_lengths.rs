// The struct for flat slices of a function whose lengths come with the call has them as fields or
// parameters.
adgraph::graph! {
    pub fn open<const N: usize>(x: &[f64; N], #[dynamic] p: f64) -> f64 {
        p * sum(x)
    }

    pub fn typed<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }

    pub fn number(x: f64) -> f64 {
        x * x
    }
}

fn main() {
    let missing = open::Function { p: 1.0 };
    let misspelt = open::Function { n: 3, p: 1.0 };
    let constant = open::Function::N_IN;
    let known = number::Function::N_IN + number::Function::N_OUT;
    let unknown = typed::Function;
}
