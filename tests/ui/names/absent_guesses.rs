// Items by the names that other libraries have for them, workspaces of functions without, items that
// depend on lengths, and functions that only the block calls.
adgraph::graph! {
    pub fn number(x: [f64; 2], p: f64) -> f64 {
        p * x[0] * x[1]
    }

    #[derivatives(hessian, jacobian)]
    pub fn several(x: [f64; 2]) -> [f64; 2] {
        x * x
    }

    pub fn lengths<const N: usize>(x: &[f64; N]) -> f64 {
        of_block(x)
    }

    fn of_block<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }

    pub fn mixed(x: [f64; 2], y: f32) -> f64 {
        x[0] * x[1] + y as f64
    }

    pub fn room(x: &[f64; 6000]) -> f64 {
        let (mut y, z) = (sort(x), sort(sin(x)));
        for i in 1..6000 {
            y[i] += y[i - 1] * z[i];
        }
        dot(y, sort(y * z))
    }
}

adgraph::graph! {
    fn alone<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }
}

fn flat<F: adgraph::function::ScalarFunction>(_: &F) {}

fn main() {
    let value = alone([1.0, 2.0]);
    let x = [1.0, 2.0];
    let (value, d) = number::grad(x, 3.0);
    let h = number::hess(x, 3.0)[0][1];
    let (value, d) = several::grad(x);
    let j = several::jac(x)[0][1];
    let h = several::hess(x, [1.0, 1.0])[0][1];
    let mut workspace = number::Workspace::new();
    let (value, d) = number::gradient_with(&mut workspace, x, 3.0);
    let value = number::gradient_into_with(&mut workspace, x, 3.0, &mut number::Adjoint::ZERO);
    let y = several::value_with(&mut workspace, x);
    let value = room::value_with(&mut room::Workspace::new(), &[0.0; 6000]);
    let value = number::value(x, 3.0);
    let (value, d) = number::value_and_grad(x, 3.0);
    let x_bar = number::vjp(x, 3.0, 1.0).1.x;
    let rate = number::jvp(x, 3.0, &d).1;
    let product = number::hvp(x, 3.0, &d);
    let cost = lengths::COST;
    let flops = lengths::COST.value;
    let rows = number::SPARSITY_HESSIAN.rows;
    let (value, d) = number::value_and_gradient(x, 3.0);
    let (value, d) = number::backward(x, 3.0, 1.0);
    number::value_into(x, 3.0, &mut 0.0);
    let (value, rate) = number::tangent_into(x, 3.0, &d, &mut 0.0);
    lengths::Function { N: 2 }.jacobian(&x, &mut [0.0; 2]);
    flat(&several::Function);
    mixed::Function.value(&x, &mut [0.0]);
    let series = lengths::hessian(&x)[0][1].sqrt();
    lengths::batch::value(&[&x], &mut [0.0]);
    let total = of_block(x) + of_block::gradient(x).0;
    let value = number::number(x, 3.0);
}
