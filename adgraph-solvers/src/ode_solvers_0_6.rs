//! Equations of ode_solvers 0.6.
//!
//! Of version 0.6.2 two things are to be known. Equations that depend on the time are for `Dopri5`
//! and `Rk4`: `Dop853` takes its twelfth stage at the beginning of the step instead of its end. And
//! the solution between steps (`OutputType::Dense`, which is the default of both) is less exact
//! than the tolerance; `OutputType::Sparse` gives the steps themselves.
//!
//! ```
//! use adgraph_solvers::ode_solvers_0_6::Equations;
//! use ode_solvers::{DVector, Rk4};
//!
//! adgraph::graph! {
//!     fn spring(y: [f64; 2], stiffness: f64) -> [f64; 2] {
//!         [y[1], -stiffness * y[0]]
//!     }
//! }
//!
//! let equations = Equations::with_parameters(|_| spring::Function, &[4.0])?;
//! let start = DVector::from_vec(vec![1.0, 0.0]);
//! let mut stepper = Rk4::new(equations, 0.0, start, 1.0, 0.005);
//! stepper.integrate()?;
//! let end = &stepper.y_out()[stepper.y_out().len() - 1];
//! assert!((end[0] - 2f64.cos()).abs() < 1e-8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use adgraph::function::Function;
use adgraph::math::Float;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OVector};
use ode_solvers::System;
use ode_solvers::dop_shared::FloatNumber;

use crate::error::{Error, check};
use crate::shared::Shared;

/// The right-hand side of a differential equation.
///
/// The time is a dynamic parameter: `at` makes the function of a time, as in
/// `|time| f::Function { time }`, or `|_| f::Function` where nothing depends on it. The first
/// variables are the states, as many as there are results; all others are parameters.
pub struct Equations<F: Function, C> {
    at: C,
    parameters: Vec<F::Float>,
    scratch: Shared<Scratch<F>>,
}

/// A workspace, and states and parameters one after another.
struct Scratch<F: Function> {
    workspace: F::Workspace,
    x: Vec<F::Float>,
}

impl<F: Function> Default for Scratch<F> {
    fn default() -> Self {
        Self {
            workspace: F::Workspace::default(),
            x: Vec::new(),
        }
    }
}

impl<F: Function, C: Fn(F::Float) -> F> Equations<F, C> {
    /// Equations in which all variables are states.
    ///
    /// # Errors
    /// [`Error::Length`] for a function with another number of variables than of results.
    pub fn new(at: C) -> Result<Self, Error> {
        Self::with_parameters(at, &[])
    }

    /// Equations in which the variables after the states are `parameters` (`n_in - n_out`).
    /// The function of the time 0 says how many there are.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of parameters.
    pub fn with_parameters(at: C, parameters: &[F::Float]) -> Result<Self, Error> {
        let function = at(F::Float::ZERO);
        let given = function.n_out() + parameters.len();
        check("states and parameters", given, function.n_in())?;
        Ok(Self {
            at,
            parameters: parameters.to_vec(),
            scratch: Shared::default(),
        })
    }
}

impl<F: Function, C> fmt::Debug for Equations<F, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Equations")
            .field("parameters", &self.parameters)
            .finish_non_exhaustive()
    }
}

/// Panics when the state has another number of elements than the function has results, which
/// [`System`] has no way to say.
impl<F, C, D: Dim> System<F::Float, OVector<F::Float, D>> for Equations<F, C>
where
    F: Function,
    F::Float: FloatNumber,
    C: Fn(F::Float) -> F,
    DefaultAllocator: Allocator<D>,
{
    fn system(&self, time: F::Float, y: &OVector<F::Float, D>, dy: &mut OVector<F::Float, D>) {
        self.scratch.with(|own| {
            own.x.clear();
            own.x.extend_from_slice(y.as_slice());
            own.x.extend_from_slice(&self.parameters);
            let function = (self.at)(time);
            function.value_with(&mut own.workspace, &own.x, dy.as_mut_slice());
        });
    }
}
