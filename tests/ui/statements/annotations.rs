// A `cfg` on a statement cannot be decided by the macro.
adgraph::graph! {
    pub fn configured(x: f64) -> f64 {
        #[cfg(test)]
        let x = 2.0 * x;
        x
    }
}

fn main() {}
