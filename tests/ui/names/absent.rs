// Items that a function does not have: why, and how to get them.
adgraph::graph! {
    pub fn number(x: [f64; 2], p: f64) -> f64 {
        p * x[0] * x[1]
    }

    pub fn several(x: [f64; 2]) -> [f64; 2] {
        x * x
    }

    pub fn large(x: &[f64; 20000]) -> [f64; 20000] {
        x * x
    }

    pub fn norm_of_many(x: &[f64; 20000]) -> f64 {
        dot(x, x)
    }

    #[derivatives(only(gradient))]
    pub fn little(x: f64) -> f64 {
        x * x
    }

    #[derivatives(batch)]
    pub fn point(x: f64, p: f64) -> f64 {
        x * p
    }

    #[derivatives(batch(rows), hessian, taylor(2))]
    pub fn row(x: [f64; 2]) -> f64 {
        x[0] * x[1]
    }

    pub fn constant() -> f64 {
        1.5
    }

    pub fn position(x: [f64; 3], #[dynamic] p: f64) -> bool {
        sum(x) > p
    }

    pub fn signs<const N: usize>(x: &[f64; N]) -> ([bool; N], f64) {
        (x > 0.0, sum(x))
    }
}

fn main() {
    let x = [1.0, 2.0];
    let h = number::hessian(x, 3.0)[0][2];
    let product = number::hessian_product(x, 3.0, &number::Tangent::ZERO);
    let (value, gradient, hessian) = number::value_gradient_hessian(x, 3.0);
    let (value, d) = several::gradient(x);
    let rows = several::jacobian(x)[0];
    let entries = several::sparse_jacobian(x);
    let y = large(&[0.0; 20000]);
    let (y, dy) = large::tangent(&[0.0; 20000], &large::Tangent::ZERO);
    let (y, d) = norm_of_many::gradient(&[0.0; 20000]);
    let y = little(1.0);
    let (y, dy) = little::tangent(1.0, &little::Tangent { x: 1.0 });
    let (y, d) = position::gradient([1.0; 3], 2.0);
    number::batch::gradient([&[1.0], &[2.0]], &[3.0], &mut [0.0], 4.0);
    let hessian = point::batch::sum_hessian(&[1.0], &[2.0]);
    let (value, d) = point::batch::sum_gradient(&[1.0], &[2.0]);
    point::batch::jacobian(&[1.0], &[2.0], [&mut [0.0], &mut [0.0]]);
    let hessian = row::batch::sum_hessian(&[x]);
    let series = row::batch::taylor(&[x], 1.0, 2.0);
    let tangent = row::batch::sum_tangent(&[x], 1.0);
    let pattern = number::SPARSITY_HESSIAN;
    let pattern = several::SPARSITY_JACOBIAN;
    let pattern = several::SPARSITY_HESSIAN;
    let pattern = position::SPARSITY_JACOBIAN;
    let (value, d) = constant::gradient();
    let report = number::check();
    number::check().assert();
    let report = position::check();
    let report = little::check();
    let (value, d) = number::gradient(x, 3.0);
    let (_, rates) = signs::tangent(&x, &signs::Tangent { x: x.to_vec() });
}
