// Items of batches, of flat slices and in place that a function does not have: one reason for each.
mod functions {
    adgraph::graph! {
        pub fn f(x: [f64; 2], p: f64) -> f64 {
            p * x[0] * x[1]
        }

        pub fn alone(x: f64) -> f64 {
            x * x
        }

        pub fn with_truth(x: [f64; 2]) -> (f64, bool) {
            (sum(x), x[0] > x[1])
        }
    }
}

use functions::{alone, f, with_truth};

fn room(_: f::batch::Adjoint) {}

fn main() {
    println!("{}", f::hessian([1.0, 2.0], 3.0)[0][0]);
    let (_, d) = f::batch::sum_gradient([&[1.0], &[2.0]], &[3.0]);
    println!("{} {:?}", d.p, d.x);
    let d = f::batch::Adjoint { x: [&mut [0.0], &mut [0.0]], p: &mut [0.0] };
    let d = alone::batch::Adjoint { x: &mut [0.0] };
    let mut h = [[0.0; 3]; 3];
    f::hessian_into([1.0, 2.0], 3.0, &mut h);
    f::Function.hessian(&[1.0, 2.0, 3.0], &[1.0], h.as_flattened_mut());
    alone::Function.jacobian(&[1.0], &mut [0.0]);
    with_truth::tangent([1.0, 2.0], &with_truth::Tangent { x: [1.0, 0.0] });
}
