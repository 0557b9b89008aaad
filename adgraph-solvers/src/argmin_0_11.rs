//! Problems of argmin 0.11.
//!
//! ```
//! use adgraph_solvers::argmin_0_11::Problem;
//! use argmin::core::{Executor, State};
//! use argmin::solver::linesearch::MoreThuenteLineSearch;
//! use argmin::solver::quasinewton::LBFGS;
//!
//! adgraph::graph! {
//!     fn bowl(x: [f64; 2], #[dynamic] centre: [f64; 2]) -> f64 {
//!         sum((x - centre).powi(2))
//!     }
//! }
//!
//! let problem = Problem::new(bowl::Function { centre: [1.0, -2.0] });
//! let solver = LBFGS::new(MoreThuenteLineSearch::new(), 5);
//! let result = Executor::new(problem, solver)
//!     .configure(|state| state.param(vec![0.0, 0.0]).max_iters(20))
//!     .run()?;
//! assert_eq!(result.state().get_best_param(), Some(&vec![1.0, -2.0]));
//! # Ok::<(), argmin::core::Error>(())
//! ```

use std::fmt;
use std::marker::PhantomData;

use ::argmin::core::{CostFunction, Error, Gradient, Hessian, Jacobian, Operator};
use adgraph::function::{Function, HessianFunction, JacobianFunction, ScalarFunction};
use adgraph::math::Float;

use crate::Vector;
use crate::evaluate;
use crate::shared::Shared;

/// A function as a problem, with parameters of type `V` and its [matrices](Vector::Matrix).
///
/// It implements the traits that the function supports: [`CostFunction`] and [`Gradient`] if the
/// result is one number, [`Hessian`] where that was asked for by `#[derivatives(hessian)]`;
/// [`Operator`], the vector of results, and [`Jacobian`] for `#[derivatives(jacobian)]`, as the
/// Gauss-Newton method needs them.
///
/// `V` is inferred from the start: a vector of nalgebra where Hessians are to be inverted, or a
/// `Vec`. Parameters of a wrong length end a run with a [`crate::Error`], and so does a gradient
/// where it or the function is not finite: argmin's line searches would repeat there for ever, or
/// pass the start off as the solution. A cost may be infinite or no number, as beyond the domain of
/// a logarithm: a line search that asks for costs only steps back from there. Calls share one
/// workspace; those from several threads at once make their own.
pub struct Problem<F: Function, V = Vec<<F as Function>::Float>> {
    function: F,
    workspace: Shared<F::Workspace>,
    parameters: PhantomData<fn() -> V>,
}

impl<F: Function, V> Problem<F, V> {
    /// The function as a problem.
    pub fn new(function: F) -> Self {
        Self {
            function,
            workspace: Shared::default(),
            parameters: PhantomData,
        }
    }

    /// The function, with the dynamic parameters that it holds.
    pub fn function(&self) -> &F {
        &self.function
    }
}

impl<F: Function + fmt::Debug, V> fmt::Debug for Problem<F, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Problem").field(&self.function).finish()
    }
}

impl<F: ScalarFunction, V: Vector<F::Float>> CostFunction for Problem<F, V> {
    type Param = V;
    type Output = F::Float;

    fn cost(&self, x: &V) -> Result<F::Float, Error> {
        let x = evaluate::read("x", x, self.function.n_in())?;
        let mut y = [F::Float::ZERO];
        let workspace = &self.workspace;
        workspace.with(|workspace| self.function.value_with(workspace, x, &mut y));
        Ok(y[0])
    }
}

impl<F: ScalarFunction, V: Vector<F::Float>> Gradient for Problem<F, V> {
    type Param = V;
    type Gradient = V;

    fn gradient(&self, x: &V) -> Result<V, Error> {
        let workspace = &self.workspace;
        let (value, gradient) = workspace
            .with(|workspace| evaluate::value_and_gradient(&self.function, workspace, x))?;
        let slopes = V::elements(&gradient).unwrap_or(&[]);
        match value.is_finite() && slopes.iter().all(|slope| slope.is_finite()) {
            true => Ok(gradient),
            false => Err(crate::Error::NotFinite.into()),
        }
    }
}

impl<F, V> Hessian for Problem<F, V>
where
    F: ScalarFunction + HessianFunction,
    V: Vector<F::Float>,
{
    type Param = V;
    type Hessian = V::Matrix;

    fn hessian(&self, x: &V) -> Result<V::Matrix, Error> {
        let (workspace, weights) = (&self.workspace, [F::Float::ONE]);
        Ok(
            workspace
                .with(|workspace| evaluate::hessian(&self.function, workspace, x, &weights))?,
        )
    }
}

impl<F: Function, V: Vector<F::Float>> Operator for Problem<F, V> {
    type Param = V;
    type Output = V;

    fn apply(&self, x: &V) -> Result<V, Error> {
        let workspace = &self.workspace;
        Ok(workspace.with(|workspace| evaluate::value(&self.function, workspace, x))?)
    }
}

impl<F, V> Jacobian for Problem<F, V>
where
    F: JacobianFunction,
    V: Vector<F::Float>,
{
    type Param = V;
    type Jacobian = V::Matrix;

    fn jacobian(&self, x: &V) -> Result<V::Matrix, Error> {
        let workspace = &self.workspace;
        Ok(workspace.with(|workspace| evaluate::jacobian(&self.function, workspace, x))?)
    }
}
