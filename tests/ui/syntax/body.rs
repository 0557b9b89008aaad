// A syntax error in a body: the signature survives, and callers are fine.
adgraph::graph! {
    pub fn broken(x: f64) -> f64 {
        let y = x * ;
        y
    }

    pub fn unfinished(x: f64) -> f64 {
        x +
    }

    pub fn fine(x: f64) -> f64 {
        broken(x)
    }
}

fn main() {
    let value: f64 = broken(1.0) + unfinished(2.0);
    let (value, d) = fine::gradient(value);
    let _: f64 = value + d.x;
}
