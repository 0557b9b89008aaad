// Constants that code outside of the functions may name: the wrong ones are told once.
adgraph::graph! {
    pub const SIZE: usize = 3.0;
    pub const RIGHT: usize = 2;

    pub fn f(x: [f64; SIZE]) -> f64 {
        sum(x)
    }
}

#[adgraph::differentiable]
mod inner {
    const SIZE: usize = 3.0;
    pub const NAME: &str = "inner";

    pub fn f(x: [f64; SIZE]) -> f64 {
        x[0]
    }
}

fn main() {
    let _: [f64; RIGHT] = [0.0; 2];
    let _ = [0.0; SIZE];
    let _ = inner::NAME;
}
