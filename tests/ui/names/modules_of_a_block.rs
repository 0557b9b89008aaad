// Functions of a block whose modules would have one name.
adgraph::graph! {
    #[derivatives(module = g)]
    pub fn f(x: f64) -> f64 {
        x * x
    }

    pub fn g(x: f64) -> f64 {
        x * x
    }

    #[derivatives(module = slopes)]
    pub fn h(x: f64) -> f64 {
        x * x
    }

    #[derivatives(module = slopes, hessian)]
    pub fn i(x: f64) -> f64 {
        x * x
    }
}

fn main() {
    let total = f(1.0) + g::gradient(1.0).0 + slopes::gradient(1.0).0 + i(1.0);
}
