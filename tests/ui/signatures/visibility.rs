// A visibility that leads out of the crate, which the function and its module have.
adgraph::graph! {
    pub(super) fn f(x: f64) -> f64 {
        x
    }
}

fn main() {}
