//! Products with Hessians, through the traits over slices.

use adgraph::function::{Function, HessianFunction, ScalarFunction};

use super::{ratio, render};
use crate::check::difference;
use crate::contender::{Contender, Input};
use crate::table::time;
use crate::timing::{self, Run};

/// A workload's gradient and its product with a direction.
pub(crate) struct Product {
    name: &'static str,
    variables: usize,
    gradient: Contender,
    product: Contender,
    /// The product from differences of gradients, which is not timed.
    differences: Contender,
}

/// A function at a point, and a direction.
struct At<F: Function> {
    function: F,
    x: Vec<f64>,
    direction: Vec<f64>,
    weights: Vec<f64>,
    gradient: Gradient<F>,
}

/// Writes the gradient of the sum of the results at a point, behind room for the results.
type Gradient<F> = fn(&F, &mut <F as Function>::Workspace, &[f64], [&mut [f64]; 2]);

impl<F: Function<Float = f64>> At<F> {
    /// The product by a central difference.
    fn difference(&self, product: &mut [f64]) {
        const STEP: f64 = 1e-5;
        let mut workspace = F::Workspace::default();
        let (mut y, mut behind) = (
            vec![0.0; self.function.n_out()],
            vec![0.0; self.function.n_in()],
        );
        for (step, slopes) in [(STEP, &mut *product), (-STEP, &mut behind)] {
            let moved = self.x.iter().zip(&self.direction);
            let moved: Vec<f64> = moved.map(|(x, d)| x + step * d).collect();
            (self.gradient)(&self.function, &mut workspace, &moved, [&mut y, slopes]);
        }
        for (ahead, behind) in product.iter_mut().zip(behind) {
            *ahead = (*ahead - behind) / (2.0 * STEP);
        }
    }
}

impl Product {
    /// The product of a function to one number at these arguments, one after another.
    pub(crate) fn new<F>(name: &'static str, function: F, x: Vec<f64>) -> Self
    where
        F: HessianFunction<Float = f64> + ScalarFunction + 'static,
    {
        Self::by(
            name,
            function,
            x,
            |function, workspace, x, [y, gradient]| {
                y[0] = function.gradient_with(workspace, x, gradient);
            },
        )
    }

    /// The product of a function to several numbers, which are added up.
    pub(crate) fn of_sum<F>(name: &'static str, function: F, x: Vec<f64>) -> Self
    where
        F: HessianFunction<Float = f64> + 'static,
    {
        Self::by(
            name,
            function,
            x,
            |function, workspace, x, [y, gradient]| {
                let mut ones = [0.0; 16];
                let ones = &mut ones[..function.n_out()];
                ones.fill(1.0);
                function.adjoint_with(workspace, x, ones, y, gradient);
            },
        )
    }

    fn by<F>(name: &'static str, function: F, x: Vec<f64>, gradient: Gradient<F>) -> Self
    where
        F: HessianFunction<Float = f64> + 'static,
    {
        let direction = (0..x.len()).map(|i| if i % 2 == 0 { 0.5 } else { -0.25 });
        let (n, m) = (function.n_in(), function.n_out());
        let input = Input::new(At {
            function,
            direction: direction.collect(),
            weights: vec![1.0; m],
            x,
            gradient,
        });
        let scratch = || (F::Workspace::default(), vec![0.0; m], vec![0.0; n]);
        Self {
            name,
            variables: n,
            gradient: Contender::new(
                "gradient",
                &input,
                scratch(),
                |at, (workspace, y, slopes)| {
                    (at.gradient)(&at.function, workspace, &at.x, [y, slopes]);
                },
                |(_, _, gradient)| gradient.clone(),
            ),
            product: Contender::new(
                "product",
                &input,
                scratch(),
                |at, (workspace, _, product)| {
                    let At {
                        x,
                        weights,
                        direction,
                        ..
                    } = at;
                    at.function
                        .hessian_product_with(workspace, x, weights, direction, product);
                },
                |(_, _, product)| product.clone(),
            ),
            differences: Contender::new(
                "differences",
                &input,
                vec![0.0; n],
                |at, product| at.difference(product),
                Vec::clone,
            ),
        }
    }

    /// Refuses a product that differences do not confirm.
    fn check(&mut self) -> Result<(), String> {
        let error = difference(&self.product.result(), &self.differences.result());
        let close = error <= 1e-5;
        match close {
            true => Ok(()),
            false => Err(format!(
                "{}: the product with the Hessian differs by {error:.1e} from differences",
                self.name
            )),
        }
    }
}

/// The table of all products.
pub(super) fn table(products: &[fn() -> Product]) -> Result<String, String> {
    let mut rows = Vec::new();
    for set_up in products {
        let mut row = set_up();
        eprintln!("second order: {}", row.name);
        row.check()?;
        let (gradient, product) = (&mut row.gradient, &mut row.product);
        let mut bodies = [gradient, product].map(|contender| |calls| contender.run(calls));
        let mut runs: Vec<Run<'_>> = bodies.iter_mut().map(|body| body as Run<'_>).collect();
        let times = timing::interleaved(&mut runs);
        rows.push([
            row.name.to_owned(),
            row.variables.to_string(),
            time(times[0]),
            time(times[1]),
            ratio(times[1], times[0]),
        ]);
    }
    let header = ["workload", "n", "gradient", "product", "product/gradient"];
    Ok(render(header, rows))
}

#[cfg(test)]
mod tests {
    #[test]
    fn products_are_those_of_differences() {
        // Matrices of a megabyte pass through the stack, which a test's is too small for.
        let check = || {
            for set_up in crate::workloads::PRODUCTS {
                assert_eq!(set_up().check(), Ok(()));
            }
        };
        let thread = std::thread::Builder::new().stack_size(crate::STACK);
        thread.spawn(check).unwrap().join().unwrap();
    }
}
