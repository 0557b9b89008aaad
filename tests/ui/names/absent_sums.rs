// Sums over the points of a batch, which are in its module, by several names; and the struct of a
// function that only its block calls.
adgraph::graph! {
    #[derivatives(batch)]
    pub fn fit(x: f64, #[shared] p: f64) -> f64 {
        x * p
    }

    pub fn alone(x: f64, p: f64) -> f64 {
        of_block([x, p])
    }

    fn of_block<const N: usize>(x: [f64; N]) -> f64 {
        sum(x * x)
    }
}

adgraph::graph! {
    pub fn single(x: f64) -> f64 {
        x * x
    }
}

fn main() {
    let (value, d) = fit::sum_gradient(&[1.0], 2.0);
    let value = fit::sum_value(&[1.0], 2.0);
    let value = fit::sum_gradient_into(&[1.0], 2.0, &mut fit::batch::Shared::ZERO);
    let (value, d) = fit::batch::gradient_sum(&[1.0], 2.0);
    let (value, d) = fit::deriv(1.0, 2.0);
    let (value, d) = single::sum_gradient(&[1.0]);
    let value = single::batch::value_sum(&[1.0]);
    of_block::Function { N: 2 }.gradient(&[1.0, 2.0], &mut [0.0, 0.0]);
}
