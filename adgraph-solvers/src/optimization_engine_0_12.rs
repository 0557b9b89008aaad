//! Costs and constraints of optimization_engine 0.12.
//!
//! ```
//! use adgraph_solvers::optimization_engine_0_12::Cost;
//! use optimization_engine::constraints::Ball2;
//! use optimization_engine::panoc::{PANOCCache, PANOCOptimizer};
//! use optimization_engine::{Optimizer, Problem};
//!
//! adgraph::graph! {
//!     fn bowl(x: [f64; 2], #[dynamic] centre: [f64; 2]) -> f64 {
//!         sum((x - centre).powi(2))
//!     }
//! }
//!
//! let cost = Cost::new(bowl::Function { centre: [3.0, 4.0] });
//! let unit = Ball2::new(None, 1.0);
//! let problem = Problem::new(&unit, cost.gradient(), cost.value());
//! let mut cache = PANOCCache::new(2, 1e-10, 5);
//! let mut x = [0.0, 0.0];
//! PANOCOptimizer::new(problem, &mut cache).solve(&mut x)?;
//! assert!((x[0] - 0.6).abs() < 1e-9 && (x[1] - 0.8).abs() < 1e-9);
//! # Ok::<(), optimization_engine::SolverError>(())
//! ```

use std::fmt;

use adgraph::function::{Function, ScalarFunction};
use adgraph::math::Float;
use optimization_engine::{FunctionCallResult, SolverError};

use crate::shared::Shared;

/// A cost to be minimised.
///
/// The closures fail with [`SolverError::Cost`] where a slice has another length than the function
/// has variables.
pub struct Cost<F: Function> {
    function: F,
    workspace: Shared<F::Workspace>,
}

#[allow(
    clippy::type_complexity,
    reason = "the closures are what the solver takes"
)]
impl<F: ScalarFunction> Cost<F> {
    /// The function as a cost.
    pub fn new(function: F) -> Self {
        Self {
            function,
            workspace: Shared::default(),
        }
    }

    /// The value.
    pub fn value(&self) -> impl Fn(&[F::Float], &mut F::Float) -> FunctionCallResult + Copy + '_ {
        |x, value| {
            let mut y = [F::Float::ZERO];
            expect(x.len() == self.function.n_in(), POINT)?;
            let workspace = &self.workspace;
            workspace.with(|workspace| self.function.value_with(workspace, x, &mut y));
            *value = y[0];
            Ok(())
        }
    }

    /// The gradient.
    pub fn gradient(
        &self,
    ) -> impl Fn(&[F::Float], &mut [F::Float]) -> FunctionCallResult + Copy + '_ {
        |x, gradient| {
            expect(x.len() == self.function.n_in(), POINT)?;
            expect(gradient.len() == self.function.n_in(), DERIVATIVE)?;
            let workspace = &self.workspace;
            workspace.with(|workspace| self.function.gradient_with(workspace, x, gradient));
            Ok(())
        }
    }
}

impl<F: Function + fmt::Debug> fmt::Debug for Cost<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cost").field(&self.function).finish()
    }
}

/// A vector that is constrained: to a set, in the augmented Lagrangian method, or to zero, in the
/// penalty method.
///
/// ```
/// use adgraph_solvers::optimization_engine_0_12::Mapping;
///
/// adgraph::graph! {
///     fn circle(x: [f64; 2]) -> [f64; 1] {
///         [dot(x, x) - 1.0]
///     }
/// }
///
/// let mapping = Mapping::new(circle::Function);
/// let mut product = [0.0; 2];
/// mapping.adjoint()(&[3.0, 4.0], &[0.5], &mut product)?;
/// assert_eq!(product, [3.0, 4.0]);
/// # Ok::<(), optimization_engine::SolverError>(())
/// ```
pub struct Mapping<F: Function> {
    function: F,
    scratch: Shared<Scratch<F>>,
}

/// A workspace, and values that come with an adjoint.
struct Scratch<F: Function> {
    workspace: F::Workspace,
    y: Vec<F::Float>,
}

impl<F: Function> Default for Scratch<F> {
    fn default() -> Self {
        Self {
            workspace: F::Workspace::default(),
            y: Vec::new(),
        }
    }
}

#[allow(
    clippy::type_complexity,
    reason = "the closures are what the solver takes"
)]
impl<F: Function> Mapping<F> {
    /// The function as a mapping.
    pub fn new(function: F) -> Self {
        Self {
            function,
            scratch: Shared::default(),
        }
    }

    /// The value.
    pub fn value(&self) -> impl Fn(&[F::Float], &mut [F::Float]) -> FunctionCallResult + Copy + '_ {
        |x, y| {
            expect(x.len() == self.function.n_in(), POINT)?;
            expect(y.len() == self.function.n_out(), VALUE)?;
            let scratch = &self.scratch;
            scratch.with(|own| self.function.value_with(&mut own.workspace, x, y));
            Ok(())
        }
    }

    /// The product of the transposed Jacobian with a vector.
    pub fn adjoint(
        &self,
    ) -> impl Fn(&[F::Float], &[F::Float], &mut [F::Float]) -> FunctionCallResult + Copy + '_ {
        |x, v, product| {
            expect(x.len() == self.function.n_in(), POINT)?;
            expect(v.len() == self.function.n_out(), VECTOR)?;
            expect(product.len() == self.function.n_in(), DERIVATIVE)?;
            self.scratch.with(|own| {
                own.y.resize(self.function.n_out(), F::Float::ZERO);
                let (workspace, y) = (&mut own.workspace, &mut own.y);
                self.function.adjoint_with(workspace, x, v, y, product);
            });
            Ok(())
        }
    }
}

impl<F: Function + fmt::Debug> fmt::Debug for Mapping<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mapping").field(&self.function).finish()
    }
}

const POINT: &str = "the point has another length than the function has variables";
const DERIVATIVE: &str = "the derivative has another length than the function has variables";
const VALUE: &str = "the value has another length than the function has results";
const VECTOR: &str = "the vector has another length than the function has results";

/// Refuses a slice of another length. The solver's errors hold constant text only.
fn expect(fits: bool, otherwise: &'static str) -> FunctionCallResult {
    match fits {
        true => Ok(()),
        false => Err(SolverError::Cost(otherwise)),
    }
}
