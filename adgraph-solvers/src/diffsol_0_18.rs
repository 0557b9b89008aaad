//! Equations of diffsol 0.18.
//!
//! `diffsol`'s builder takes closures over slices. Those of a function `f` with states, then
//! parameters as variables and the time as a dynamic parameter:
//!
//! | argument of the builder | method |
//! |---|---|
//! | `rhs`, `out`, `root` | [`Equations::value`] |
//! | `rhs_jac`, `out_jac` | [`Equations::state_product`] |
//! | `rhs_sens`, `out_sens` | [`Equations::parameter_product`] |
//! | `rhs_adjoint`, `out_adjoint` | [`Equations::state_adjoint`] |
//! | `rhs_sens_adjoint`, `out_sens_adjoint` | [`Equations::parameter_adjoint`] |
//! | `init` | [`Start::value`] |
//! | `init_sens` | [`Start::product`] |
//! | `init_sens_adjoint` | [`Start::adjoint`] |
//!
//! The adjoints are negative transposed products, as diffsol defines them: `-Jᵀv`.
//!
//! ```
//! use adgraph_solvers::diffsol_0_18::Equations;
//! use diffsol::{NalgebraLU, NalgebraMat, OdeBuilder, OdeSolverMethod};
//!
//! adgraph::graph! {
//!     fn decay(y: f64, rate: f64) -> f64 {
//!         -rate * y
//!     }
//! }
//!
//! let equations = Equations::new(|_| decay::Function);
//! let problem = OdeBuilder::<NalgebraMat<f64>>::new()
//!     .p([0.5])
//!     .rhs_implicit(equations.value(), equations.state_product())
//!     .init(|_, _, y| y[0] = 1.0, 1)
//!     .build()?;
//! let mut solver = problem.bdf::<NalgebraLU<f64>>()?;
//! solver.set_stop_time(2.0)?;
//! while solver.step()? != diffsol::OdeSolverStopReason::TstopReached {}
//! assert!((solver.state().y.batch_as_slice(0)[0] - f64::exp(-1.0)).abs() < 1e-5);
//! # Ok::<(), diffsol::error::DiffsolError>(())
//! ```

use std::fmt;

use adgraph::function::Function;

use crate::equations::{self, Wrt};

/// The right-hand side of differential equations, or observations of their states.
///
/// The time is a dynamic parameter: `at` makes the function of a time, as in
/// `|time| f::Function { time }`, or `|_| f::Function` where nothing depends on it. The first
/// variables are the states, all others the parameters. The closures panic where states and
/// parameters are not as many as the function's variables, since they have no way to fail.
pub struct Equations<F: Function, C>(equations::Equations<F, C>);

#[allow(
    clippy::type_complexity,
    reason = "the closures are what the solver takes"
)]
impl<F: Function, C: Fn(F::Float) -> F> Equations<F, C> {
    /// The function of each time.
    pub fn new(at: C) -> Self {
        Self(equations::Equations::new(at))
    }

    /// The value: of states, parameters and time, into the slice.
    pub fn value(
        &self,
    ) -> impl Fn(&[F::Float], &[F::Float], F::Float, &mut [F::Float]) + Copy + '_ {
        |x, p, time, y| self.0.value(x, p, time, y)
    }

    /// The product of the Jacobian with respect to the states with a vector.
    pub fn state_product(
        &self,
    ) -> impl Fn(&[F::Float], &[F::Float], F::Float, &[F::Float], &mut [F::Float]) + Copy + '_ {
        |x, p, time, v, y| self.0.product(Wrt::States, (x, p, time), v, y)
    }

    /// The product of the Jacobian with respect to the parameters with a vector.
    pub fn parameter_product(
        &self,
    ) -> impl Fn(&[F::Float], &[F::Float], F::Float, &[F::Float], &mut [F::Float]) + Copy + '_ {
        |x, p, time, v, y| self.0.product(Wrt::Parameters, (x, p, time), v, y)
    }

    /// The negative product of the transposed Jacobian with respect to the states with a vector.
    pub fn state_adjoint(
        &self,
    ) -> impl Fn(&[F::Float], &[F::Float], F::Float, &[F::Float], &mut [F::Float]) + Copy + '_ {
        |x, p, time, v, y| self.0.negative_adjoint(Wrt::States, (x, p, time), v, y)
    }

    /// The negative product of the transposed Jacobian with respect to the parameters with a
    /// vector.
    pub fn parameter_adjoint(
        &self,
    ) -> impl Fn(&[F::Float], &[F::Float], F::Float, &[F::Float], &mut [F::Float]) + Copy + '_ {
        |x, p, time, v, y| {
            let point = (x, p, time);
            self.0.negative_adjoint(Wrt::Parameters, point, v, y);
        }
    }
}

impl<F: Function, C> fmt::Debug for Equations<F, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Equations").finish_non_exhaustive()
    }
}

/// Where the states begin, as a function of the parameters.
///
/// ```
/// use adgraph_solvers::diffsol_0_18::Start;
///
/// adgraph::graph! {
///     fn begin(p: [f64; 2]) -> [f64; 2] {
///         [p[0] * p[1], 1.0]
///     }
/// }
///
/// let start = Start::new(|_| begin::Function);
/// let mut derivative = [0.0; 2];
/// start.adjoint()(&[2.0, 3.0], 0.0, &[1.0, 1.0], &mut derivative);
/// assert_eq!(derivative, [-3.0, -2.0]);
/// ```
pub struct Start<F: Function, C>(equations::Equations<F, C>);

#[allow(
    clippy::type_complexity,
    reason = "the closures are what the solver takes"
)]
impl<F: Function, C: Fn(F::Float) -> F> Start<F, C> {
    /// The function of each time.
    pub fn new(at: C) -> Self {
        Self(equations::Equations::new(at))
    }

    /// The value: of parameters and time, into the slice.
    pub fn value(&self) -> impl Fn(&[F::Float], F::Float, &mut [F::Float]) + Copy + '_ {
        |p, time, y| self.0.value(&[], p, time, y)
    }

    /// The product of the Jacobian with a vector.
    pub fn product(
        &self,
    ) -> impl Fn(&[F::Float], F::Float, &[F::Float], &mut [F::Float]) + Copy + '_ {
        |p, time, v, y| self.0.product(Wrt::Parameters, (&[], p, time), v, y)
    }

    /// The negative product of the transposed Jacobian with a vector.
    pub fn adjoint(
        &self,
    ) -> impl Fn(&[F::Float], F::Float, &[F::Float], &mut [F::Float]) + Copy + '_ {
        |p, time, v, y| {
            let point = (&[][..], p, time);
            self.0.negative_adjoint(Wrt::Parameters, point, v, y);
        }
    }
}

impl<F: Function, C> fmt::Debug for Start<F, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Start").finish_non_exhaustive()
    }
}
