//! Least squares of levenberg-marquardt 0.15.
//!
//! ```
//! use adgraph_solvers::levenberg_marquardt_0_15::Problem;
//! use levenberg_marquardt::LevenbergMarquardt;
//! use nalgebra::{Const, vector};
//!
//! adgraph::graph! {
//!     /// How far the lines are from points on them.
//!     #[derivatives(jacobian)]
//!     fn residuals(slope: f64, offset: f64, #[dynamic] x: [f64; 3], #[dynamic] y: [f64; 3])
//!         -> [f64; 3] {
//!         slope * x + offset - y
//!     }
//! }
//!
//! let data = residuals::Function { x: [0.0, 1.0, 2.0], y: [1.0, 3.0, 5.0] };
//! let problem = Problem::<_, _, Const<3>>::new(data, vector![0.0, 0.0])?;
//! let (problem, report) = LevenbergMarquardt::new().minimize(problem);
//! assert!(report.termination.was_successful());
//! assert!((problem.x() - vector![2.0, 1.0]).norm() < 1e-9);
//! # Ok::<(), adgraph_solvers::Error>(())
//! ```

use std::fmt;

use adgraph::function::{Function, JacobianFunction};
use adgraph::math::Float;
use levenberg_marquardt::LeastSquaresProblem;
use nalgebra::allocator::Allocator;
use nalgebra::storage::Owned;
use nalgebra::{ComplexField, DefaultAllocator, Dim, Dyn, OMatrix, OVector, U1};

use crate::error::{Error, check};
use crate::shared::Shared;

/// Residuals as a least squares problem: the sum of their squares is to be minimal.
///
/// `N` is the dimension of the variables and `M` that of the residuals, either `Dyn` or
/// `Const<..>`, with which nothing is allocated after the first Jacobian. The function is one with
/// `#[derivatives(jacobian)]`; data that it is fitted to are its dynamic parameters.
pub struct Problem<F, N: Dim = Dyn, M: Dim = Dyn>
where
    F: Function,
    DefaultAllocator: Allocator<N>,
    F::Float: ComplexField,
{
    function: F,
    x: OVector<F::Float, N>,
    residuals: M,
    scratch: Shared<Scratch<F>>,
}

/// A workspace, and a Jacobian row by row.
struct Scratch<F: Function> {
    workspace: F::Workspace,
    jacobian: Vec<F::Float>,
}

impl<F: Function> Default for Scratch<F> {
    fn default() -> Self {
        Self {
            workspace: F::Workspace::default(),
            jacobian: Vec::new(),
        }
    }
}

impl<F, N: Dim, M: Dim> Problem<F, N, M>
where
    F: Function,
    DefaultAllocator: Allocator<N>,
    F::Float: ComplexField,
{
    /// The residuals, to be made small from `start` (`n_in`) on.
    ///
    /// # Errors
    /// [`Error::Length`] for a start of another length, [`Error::Fixed`] where `M` is another
    /// number than that of the residuals.
    pub fn new(function: F, start: OVector<F::Float, N>) -> Result<Self, Error> {
        check("start", start.len(), function.n_in())?;
        let rows = function.n_out();
        if M::try_to_usize().is_some_and(|fixed| fixed != rows) {
            return Err(Error::Fixed {
                what: "residuals",
                rows,
                columns: 1,
            });
        }
        Ok(Self {
            function,
            x: start,
            residuals: M::from_usize(rows),
            scratch: Shared::default(),
        })
    }

    /// The variables: after a run, the solution.
    pub fn x(&self) -> &OVector<F::Float, N> {
        &self.x
    }

    /// The function, with the dynamic parameters that it holds.
    pub fn function(&self) -> &F {
        &self.function
    }
}

impl<F, N: Dim, M: Dim> fmt::Debug for Problem<F, N, M>
where
    F: Function + fmt::Debug,
    DefaultAllocator: Allocator<N>,
    F::Float: ComplexField,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem")
            .field("function", &self.function)
            .field("x", &self.x.as_slice())
            .finish_non_exhaustive()
    }
}

impl<F, N: Dim, M: Dim> LeastSquaresProblem<F::Float, M, N> for Problem<F, N, M>
where
    F: JacobianFunction,
    F::Float: ComplexField + Copy,
    DefaultAllocator: Allocator<N> + Allocator<M> + Allocator<M, N>,
    Owned<F::Float, N>: Clone,
{
    type ResidualStorage = Owned<F::Float, M>;
    type JacobianStorage = Owned<F::Float, M, N>;
    type ParameterStorage = Owned<F::Float, N>;

    fn set_params(&mut self, x: &OVector<F::Float, N>) {
        self.x.copy_from(x);
    }

    fn params(&self) -> OVector<F::Float, N> {
        self.x.clone()
    }

    fn residuals(&self) -> Option<OVector<F::Float, M>> {
        let zero = <F::Float as Float>::ZERO;
        let mut y = OVector::from_element_generic(self.residuals, U1, zero);
        let (function, x) = (&self.function, self.x.as_slice());
        let scratch = &self.scratch;
        scratch.with(|own| function.value_with(&mut own.workspace, x, y.as_mut_slice()));
        Some(y)
    }

    fn jacobian(&self) -> Option<OMatrix<F::Float, M, N>> {
        let (function, x) = (&self.function, &self.x);
        let (rows, (columns, _)) = (self.residuals, x.shape_generic());
        self.scratch.with(|own| {
            let zero = <F::Float as Float>::ZERO;
            own.jacobian
                .resize(function.n_out() * function.n_in(), zero);
            function.jacobian_with(&mut own.workspace, x.as_slice(), &mut own.jacobian);
            let entries = own.jacobian.iter().copied();
            Some(OMatrix::from_row_iterator_generic(rows, columns, entries))
        })
    }
}
