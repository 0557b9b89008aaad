// Qualifiers, and items that are no functions.
adgraph::graph! {
    pub const fn constant(x: f64) -> f64 {
        x
    }

    pub async fn later(x: f64) -> f64 {
        x
    }

    pub unsafe fn unchecked(x: f64) -> f64 {
        x
    }

    pub extern "C" fn foreign(x: f64) -> f64 {
        x
    }

    use super::PLANCK;
}

fn main() {}
