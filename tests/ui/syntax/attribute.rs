// The attribute on what it cannot stand on, and with arguments that it does not have.
use adgraph::differentiable;

#[differentiable]
struct Point {
    x: f64,
}

#[differentiable(path = adgraph)]
fn f(x: f64) -> f64 {
    x
}

#[differentiable(derivatives(hessian))]
fn list(x: f64) -> f64 {
    x
}

#[differentiable]
mod functions {
    pub fn g(x: f64) -> f64 {
        x + w
    }
}

#[inline]
#[derivatives(hessian)]
#[differentiable]
fn h(x: f64) -> f64 {
    x * x
}

#[differentiable]
#[inline]
#[derivatives(hessian)]
fn k(x: f64) -> f64 {
    x * x
}

adgraph::graph! {
    #[cfg_attr(all(), derivatives(jacobian))]
    fn under_a_condition(x: [f64; 3]) -> [f64; 3] {
        x
    }

    #[cfg_attr(test, inline)]
    fn of_rust(x: f64) -> f64 {
        x
    }
}

fn main() {
    println!("{}", h::hessian(1.0)[0][0] + k::hessian(2.0)[0][0]);
}
