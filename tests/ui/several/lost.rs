// Functions whose signatures are wrong: one error each, and none where they and their items are used.
mod model {
    adgraph::graph! {
        pub fn keyword(type: f64, x: [f64; 2]) -> f64 { type * x[0] }
        pub fn untyped(x, y: f64) -> f64 { x * y }
        pub fn default(x: f64 = 1.0, y: f64) -> f64 { x }
        pub fn no_body(x: f64) -> f64;
        pub fn no_result(x: f64) { x }
        pub fn no_arguments -> f64 { 1.0 }
        pub fn bracket[x: f64] -> f64 { x }
        pub fn lambda = |x| x;
        pub const unsafe fn qualified(x: f64 y: f64) -> f64 { x }
        #[derivatives(module = other)]
        pub fn integer(x: i32) -> f64 { 1.0 }
        pub fn vector(x: Vec<f64>) -> f64 { x[0] }
        pub fn slice(x: &[f64]) -> Vec<f64> { x }
        pub fn twice(x: f64, x: f64) -> f64 { x }
        pub fn nothing(x: f64) -> f64 where { x }
        pub fn right(x: f64) -> f64 { keyword(x, [x, x]) + untyped(x, x) + no_result(x) + integer(x) }
    }
}

use model::*;

fn main() {
    let (y, d) = keyword::gradient(1.0, [1.0, 2.0]);
    let y = y + d.r#type + d.x[0] + keyword(1.0, [2.0, 3.0]) + model::keyword(1.0, [2.0, 3.0]);
    let (y, d) = untyped::adjoint(1.0, 2.0, y);
    let direction = default::Tangent { x: 1.0, y: 2.0 };
    let (y, dy) = default::tangent(1.0, 2.0, &direction);
    let y = no_body(y) + no_result(y) + no_arguments() + bracket(1.0) + lambda(1.0) + qualified(y, y) + twice(y, y);
    let y = other::gradient(integer(1.0)).0 + vector::batch::sum_value(vec![y]) + slice(&[y])[0];
    let (y, d) = right::gradient(nothing(y));
    use model::no_result::gradient;
    let (y, d) = gradient(d.x);
}
