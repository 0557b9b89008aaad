// Wrong calls of what a block makes: the compiler shows the user's function, and types by the names
// that they write.
mod model {
    adgraph::graph! {
        pub fn number(x: [f64; 3], p: f64) -> f64 {
            p * dot(x, x)
        }

        pub fn several(x: [f64; 3], #[dynamic] q: f64) -> [f64; 3] {
            q * x
        }

        #[derivatives(batch)]
        pub fn point(x: f64, #[shared] p: f64) -> f64 {
            x * p
        }
    }
}

use model::{number, point, several};

fn main() {
    let x = [1.0; 3];
    let y = number(x);
    let y = number([1.0; 2], 2.0);
    let (y, d) = number::gradient(x);
    let (y, dy) = number::tangent(x, 2.0, 3.0);
    let (y, dy) = number::tangent(x, 2.0, &several::Tangent::ZERO);
    let direction = number::Tangent { x, q: 1.0 };
    let d: number::Adjoint = number::gradient(x, 2.0);
    let (y, d) = several::adjoint(x, 1.0, 1.0);
    let graph = number::graph(x);
    point::batch::value(&[1.0], 2.0);
    let function = several::Function { p: 1.0 };
}
