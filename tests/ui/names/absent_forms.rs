// Forms of functions that there are not: in place, with a workspace, at many points, and by other
// libraries' names. Each says what to write, as the function without an ending does.
adgraph::graph! {
    pub fn number(x: [f64; 2], p: f64) -> f64 {
        p * x[0] * x[1] + of_block(x)
    }

    pub fn several(x: [f64; 2]) -> [f64; 2] {
        x * x
    }

    #[derivatives(batch)]
    pub fn point(x: f64, #[shared] p: f64) -> f64 {
        x * p
    }

    pub fn room(x: &[f64; 20000]) -> [f64; 20000] {
        sort(sort(x) * cumsum(x))
    }

    fn of_block<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }
}

fn main() {
    let x = [1.0, 2.0];
    let mut workspace = several::Workspace::default();
    let (value, d) = several::gradient_with(&mut workspace, x);
    several::gradient_into_with(&mut workspace, x, &mut several::Adjoint::ZERO);
    let h = number::hessian_with(&mut workspace, x, 3.0);
    let (value, gradient, hessian) = number::value_and_hessian(x, 3.0);
    let entries = number::hessian_sparse(x, 3.0);
    let (value, product) = number::hessp(x, 3.0, &number::Tangent::ZERO);
    let (y, j) = several::value_and_jacobian(x);
    let y = room::tangent_with(&mut room::Workspace::new(), &[0.0; 20000], &room::Tangent::ZERO);
    point::batch::gradient_into(&[1.0], 2.0, &mut [0.0], 3.0);
    point::batch::tangent_into(&[1.0], 2.0, 1.0, &mut [0.0], &mut [0.0]);
    point::batch::grad(&[1.0], 2.0, &mut [0.0], 3.0);
    point::batch::sum_value_into(&[1.0], 2.0, &mut 0.0);
    point::batch::sum_jacobian_into(&[1.0], 2.0, &mut [0.0]);
    point::batch::hessian_into(&[1.0], 2.0, &mut [[0.0]]);
    number::batch::sum_gradient_into([&[1.0], &[2.0]], &[3.0], 1.0);
    let h = of_block::hessian(x);
}
