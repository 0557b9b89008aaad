//! Names that are not there: a function from outside, and derivatives that its lack of one leaves out.

fn slope(x: f64) -> f64 {
    x
}

adgraph::graph! {
    #[external(value = nowhere)]
    fn unknown(x: f64) -> f64;
    fn all(x: f64) -> f64 { unknown(x) }

    #[external]
    fn slope(x: f64) -> f64;
    fn kept(x: f64) -> f64 { slope(x) }
}

fn main() {
    let _ = kept::gradient(1.0);
}
