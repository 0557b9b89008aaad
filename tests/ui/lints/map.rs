// Names in the closure of `map`, and functions that it applies.
#![deny(unused)]

adgraph::graph! {
    fn used(v: f64) -> f64 { v * v }
    fn unused(v: f64) -> f64 { v }

    pub fn f(x: [f64; 3], y: [f64; 3]) -> f64 {
        let z = map(|v, w| { let lost = v; w }, x, y);
        let scale = 2.0;
        sum(map(used, x)) + sum(z.map(|v| v * scale))
    }
}

fn main() {
    println!("{}", f([1.0; 3], [2.0; 3]));
}
