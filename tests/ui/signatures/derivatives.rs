// Derivatives that do not exist.
adgraph::graph! {
    #[derivatives(taylor(40))]
    pub fn far(x: [f64; 2]) -> [f64; 2] {
        2.0 * x
    }

    #[derivatives(jacobian)]
    pub fn inside(x: [f64; 2]) -> bool {
        norm(x) < 1.0
    }

    #[derivatives(jacobian)]
    pub fn table(i: usize, #[dynamic] p: f64) -> f64 {
        [1.0, 2.0, 3.0][i] * p
    }

    #[derivatives(jacobian)]
    pub fn mixed(x: f64, y: f32) -> f64 {
        x + y as f64
    }

    #[derivatives(sparse_hessian)]
    pub fn sparsely_mixed(x: f64, y: f32) -> f64 {
        x * y as f64
    }

    #[derivatives(sparse_jacobian)]
    pub fn nothing(#[dynamic] p: f64) -> f64 {
        p
    }

    #[derivatives(hesian)]
    pub fn misspelt(x: f64) -> f64 {
        x
    }

    #[derivatives(sparse_jacobien)]
    pub fn misspelt_too(x: f64) -> f64 {
        x
    }

    #[derivatives]
    pub fn without_a_list(x: f64) -> f64 {
        x
    }

    #[derivatives()]
    pub fn without_a_word(x: f64) -> f64 {
        x
    }

    // A matrix is an array, and no array has so many elements.
    #[derivatives(hessian, sparse_jacobian)]
    pub fn many(x: &[f64; 1_100_000], y: f64) -> f64 {
        sum(x) * y
    }

    #[derivatives(value_gradient_hessian, jacobian)]
    pub fn many_to_many(x: &[f64; 1_100_000]) -> [f64; 1_100_000] {
        x * x
    }

    // Used below with as many entries as it will have.
    #[derivatives(sparse_jacobian, value_gradient_sparse_hessian)]
    pub fn wrong<T: adgraph::Float>(x: [T; 3]) -> T {
        sum(x * y)
    }
}

/// Is not to fail on top.
pub fn uses() -> ([f64; 3], [f64; 1]) {
    let mut values = [0.0; wrong::SPARSITY_HESSIAN.entries()];
    wrong::sparse_hessian_into([1.0; 3], &mut values);
    let (_, _, all) = wrong::value_gradient_sparse_hessian([1.0; 3]);
    (wrong::sparse_jacobian([1.0; 3]), all)
}

fn main() {}
