// Methods that the language does not have.
adgraph::graph! {
    fn energy(x: [f64; 3]) -> f64 {
        sum(x)
    }

    pub fn methods(x: [f64; 3], p: f64) -> f64 {
        let a = x.iter();
        let b = x.clone();
        let c = p.to_radians();
        let d = x.energy();
        let e = p.len();
        x.shape
    }
}

fn main() {}
