// Methods, blocks with functions of one name, and results that only the compiler knows.
use adgraph::{differentiable, graph};

struct Body {
    mass: f64,
}

impl Body {
    #[differentiable]
    pub fn energy(&self, v: f64) -> f64 {
        0.5 * self.mass * v * v
    }
}

#[differentiable]
impl Body {
    fn momentum(&self, v: f64) -> f64 {
        self.mass * v
    }
}

graph! {
    pub fn inferred(x: f64) -> _ {
        x * x
    }

    pub fn function(x: f64) -> impl Fn(f64) -> f64 {
        x * x
    }

    pub fn referred(x: [f64; 3]) -> &[f64; 3] {
        x
    }

    pub fn any(x: impl Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) -> dyn Fn(f64) -> f64 {
        y
    }
}

graph! {
    fn twice(x: f64) -> f64 {
        x + x
    }
}

graph! {
    fn twice(x: f64) -> f64 {
        2.0 * x
    }
}

fn main() {
    let y = inferred(1.0) + function(2.0) + twice(3.0);
}
