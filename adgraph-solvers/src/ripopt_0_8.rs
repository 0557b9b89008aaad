//! Nonlinear programs of ripopt 0.8, with sparse derivatives.
//!
//! The first result of the function is the objective, all others are constraints.
//!
//! ```
//! use adgraph_solvers::ripopt_0_8::Problem;
//! use ripopt::{SolveStatus, SolverOptions};
//!
//! adgraph::graph! {
//!     /// The distance from a point, on the circle of a radius.
//!     #[derivatives(sparse_jacobian, sparse_hessian)]
//!     fn nearest(x: [f64; 2], #[dynamic] point: [f64; 2], #[dynamic] radius: f64) -> (f64, f64) {
//!         (sum((x - point).powi(2)), dot(x, x) - radius * radius)
//!     }
//! }
//!
//! let function = nearest::Function { point: [3.0, 4.0], radius: 1.0 };
//! let problem = Problem::new(function, &[1.0, 0.0])?;
//! let options = SolverOptions { print_level: 0, ..SolverOptions::default() };
//! let result = ripopt::solve(&problem, &options);
//! assert_eq!(result.status, SolveStatus::Optimal);
//! assert!((result.x[0] - 0.6).abs() < 1e-6 && (result.x[1] - 0.8).abs() < 1e-6);
//! # Ok::<(), adgraph_solvers::Error>(())
//! ```

use std::fmt;

use adgraph::function::{Function, SparseHessianFunction, SparseJacobianFunction};
use ripopt::NlpProblem;

use crate::error::{Error, check};
use crate::shared::Shared;

/// A function as a nonlinear program: its first result is to be minimal, within bounds of the
/// variables and of the other results.
///
/// The function has `#[derivatives(sparse_jacobian, sparse_hessian)]`: the patterns are constants,
/// and the Hessian of the Lagrangian is that of the weighted sum of the results. Variables have no
/// bounds and constraints are to be zero, unless said otherwise. A point at which a result is not
/// finite is reported as one that cannot be evaluated.
pub struct Problem<F: Function> {
    function: F,
    start: Vec<f64>,
    variables: Bounds,
    constraints: Bounds,
    scratch: Shared<Scratch<F>>,
}

/// The least and the greatest that each of several numbers may be.
#[derive(Clone, Debug, PartialEq)]
struct Bounds {
    lower: Vec<f64>,
    upper: Vec<f64>,
}

/// A workspace and arrays to write to; and the last point with the results there, since objective
/// and constraints are asked for one after the other.
struct Scratch<F: Function> {
    workspace: F::Workspace,
    x: Vec<f64>,
    /// Whether `y` are the results at `x`.
    known: bool,
    y: Vec<f64>,
    weights: Vec<f64>,
    entries: Vec<f64>,
}

impl<F: Function> Default for Scratch<F> {
    fn default() -> Self {
        Self {
            workspace: F::Workspace::default(),
            x: Vec::new(),
            known: false,
            y: Vec::new(),
            weights: Vec::new(),
            entries: Vec::new(),
        }
    }
}

impl<F: Function> Scratch<F> {
    /// Room for so many results.
    fn resize(&mut self, results: usize) {
        self.y.resize(results, 0.0);
        self.weights.resize(results, 0.0);
    }

    /// The results are those at this point.
    fn remember(&mut self, x: &[f64]) {
        self.x.clear();
        self.x.extend_from_slice(x);
        self.known = true;
    }
}

impl<F: Function<Float = f64>> Problem<F> {
    /// The program, to be solved from `start` (`n_in`) on.
    ///
    /// # Errors
    /// [`Error::Length`] for a start of another length, or a function without results.
    pub fn new(function: F, start: &[f64]) -> Result<Self, Error> {
        check("start", start.len(), function.n_in())?;
        let constraints = function.n_out().checked_sub(1).ok_or(Error::Length {
            what: "results",
            found: 0,
            expected: 1,
        })?;
        Ok(Self {
            function,
            start: start.to_vec(),
            variables: Bounds {
                lower: vec![f64::NEG_INFINITY; start.len()],
                upper: vec![f64::INFINITY; start.len()],
            },
            constraints: Bounds {
                lower: vec![0.0; constraints],
                upper: vec![0.0; constraints],
            },
            scratch: Shared::default(),
        })
    }

    /// With the least and the greatest value of each variable (`n_in`), which may be infinite.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of bounds, [`Error::Bounds`] where no number is between
    /// two of them.
    pub fn with_bounds(mut self, lower: &[f64], upper: &[f64]) -> Result<Self, Error> {
        let what = "bounds of variables";
        self.variables = Bounds::new(what, lower, upper, self.function.n_in())?;
        Ok(self)
    }

    /// With the least and the greatest value of each constraint (`n_out - 1`), which may be
    /// infinite.
    ///
    /// # Errors
    /// As [`Self::with_bounds`].
    pub fn with_constraints(mut self, lower: &[f64], upper: &[f64]) -> Result<Self, Error> {
        let (what, count) = ("bounds of constraints", self.function.n_out() - 1);
        self.constraints = Bounds::new(what, lower, upper, count)?;
        Ok(self)
    }

    /// The function, with the dynamic parameters that it holds.
    pub fn function(&self) -> &F {
        &self.function
    }

    /// Reads the results at a point, computed anew if it is not the last one.
    fn results<R>(&self, x: &[f64], read: impl FnOnce(&[f64]) -> R) -> R {
        self.scratch.with(|own| {
            // Both zeros are equal, but a function may tell them apart.
            let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
            if !(own.known && own.x.iter().zip(x).all(same)) {
                // Not the last point until it has been computed.
                own.known = false;
                own.resize(self.function.n_out());
                self.function.value_with(&mut own.workspace, x, &mut own.y);
                own.remember(x);
            }
            read(&own.y)
        })
    }
}

impl Bounds {
    fn new(what: &'static str, lower: &[f64], upper: &[f64], count: usize) -> Result<Self, Error> {
        check(what, lower.len(), count)?;
        check(what, upper.len(), count)?;
        let between = |(&lower, &upper): (&f64, &f64)| {
            lower <= upper && lower < f64::INFINITY && upper > f64::NEG_INFINITY
        };
        match lower.iter().zip(upper).position(|pair| !between(pair)) {
            Some(index) => Err(Error::Bounds { what, index }),
            None => Ok(Self {
                lower: lower.to_vec(),
                upper: upper.to_vec(),
            }),
        }
    }

    fn write(&self, lower: &mut [f64], upper: &mut [f64]) {
        lower.copy_from_slice(&self.lower);
        upper.copy_from_slice(&self.upper);
    }
}

impl<F: Function<Float = f64> + fmt::Debug> fmt::Debug for Problem<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem")
            .field("function", &self.function)
            .field("variables", &self.variables)
            .field("constraints", &self.constraints)
            .finish_non_exhaustive()
    }
}

impl<F> NlpProblem for Problem<F>
where
    F: SparseJacobianFunction<Float = f64> + SparseHessianFunction,
{
    fn num_variables(&self) -> usize {
        self.function.n_in()
    }

    fn num_constraints(&self) -> usize {
        self.function.n_out() - 1
    }

    fn bounds(&self, lower: &mut [f64], upper: &mut [f64]) {
        self.variables.write(lower, upper);
    }

    fn constraint_bounds(&self, lower: &mut [f64], upper: &mut [f64]) {
        self.constraints.write(lower, upper);
    }

    fn initial_point(&self, x: &mut [f64]) {
        x.copy_from_slice(&self.start);
    }

    fn objective(&self, x: &[f64], _new: bool, objective: &mut f64) -> bool {
        *objective = self.results(x, |y| y[0]);
        objective.is_finite()
    }

    fn gradient(&self, x: &[f64], _new: bool, gradient: &mut [f64]) -> bool {
        self.scratch.with(|own| {
            own.known = false;
            own.resize(self.function.n_out());
            own.weights.fill(0.0);
            own.weights[0] = 1.0;
            let (workspace, y) = (&mut own.workspace, &mut own.y);
            let function = &self.function;
            function.adjoint_with(workspace, x, &own.weights, y, gradient);
            own.remember(x);
        });
        finite(gradient)
    }

    fn constraints(&self, x: &[f64], _new: bool, constraints: &mut [f64]) -> bool {
        self.results(x, |y| constraints.copy_from_slice(&y[1..]));
        finite(constraints)
    }

    fn jacobian_structure(&self) -> (Vec<usize>, Vec<usize>) {
        let places = self.function.sparsity_jacobian().places();
        let constraints = places.filter(|&(row, _)| row > 0);
        constraints.map(|(row, column)| (row - 1, column)).unzip()
    }

    fn jacobian_values(&self, x: &[f64], _new: bool, values: &mut [f64]) -> bool {
        let sparsity = self.function.sparsity_jacobian();
        self.scratch.with(|own| {
            own.entries.resize(sparsity.entries(), 0.0);
            let (workspace, entries) = (&mut own.workspace, &mut own.entries);
            self.function.sparse_jacobian_with(workspace, x, entries);
            // The first row is the objective's.
            values.copy_from_slice(&entries[sparsity.starts[1]..]);
        });
        finite(values)
    }

    fn hessian_structure(&self) -> (Vec<usize>, Vec<usize>) {
        self.function.sparsity_hessian().places().unzip()
    }

    fn hessian_values(
        &self,
        x: &[f64],
        _new: bool,
        factor: f64,
        multipliers: &[f64],
        values: &mut [f64],
    ) -> bool {
        self.scratch.with(|own| {
            own.resize(self.function.n_out());
            own.weights[0] = factor;
            own.weights[1..].copy_from_slice(multipliers);
            let (workspace, weights) = (&mut own.workspace, &own.weights);
            let function = &self.function;
            function.sparse_hessian_with(workspace, x, weights, values);
        });
        finite(values)
    }
}

fn finite(values: &[f64]) -> bool {
    values.iter().all(|value| value.is_finite())
}
