//! Functions at points of any vector type, with results in any.

use adgraph::Float;
use adgraph::function::{Function, HessianFunction, JacobianFunction, ScalarFunction};

use crate::error::{Error, check};
use crate::{Matrix, Vector};

/// Values and derivatives at points that are vectors of any crate.
///
/// Points are read where they are, and results are written into new vectors and matrices. Code that
/// evaluates often and must not allocate uses the methods over slices with
/// [`Vector::elements`].
///
/// ```
/// use adgraph_solvers::Evaluate;
/// use nalgebra::{DMatrix, SVector, dvector, vector};
///
/// adgraph::graph! {
///     #[derivatives(jacobian)]
///     fn polar(r: f64, angle: f64) -> [f64; 2] {
///         [r * cos(angle), r * sin(angle)]
///     }
/// }
///
/// let y: SVector<f64, 2> = polar::Function.value_at(&dvector![2.0, 0.0])?;
/// let jacobian: DMatrix<f64> = polar::Function.jacobian_at(&vector![2.0, 0.0])?;
/// assert_eq!((y[0], jacobian[(1, 1)]), (2.0, 2.0));
/// # Ok::<(), adgraph_solvers::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] and [`Error::Scattered`] for a point that does not fit, [`Error::Fixed`] for a
/// result whose type has another size.
pub trait Evaluate: Function {
    /// The value at `x` (`n_in`), `n_out` numbers.
    ///
    /// # Errors
    /// As [said above](Self#errors).
    fn value_at<Y: Vector<Self::Float>>(&self, x: &impl Vector<Self::Float>) -> Result<Y, Error> {
        let workspace = &mut Self::Workspace::default();
        value(self, workspace, x)
    }

    /// The gradient at `x` (`n_in`), `n_in` numbers.
    ///
    /// # Errors
    /// As [said above](Self#errors).
    fn gradient_at<G: Vector<Self::Float>>(&self, x: &impl Vector<Self::Float>) -> Result<G, Error>
    where
        Self: ScalarFunction,
    {
        let (_, gradient) = value_and_gradient(self, &mut Self::Workspace::default(), x)?;
        Ok(gradient)
    }

    /// The Jacobian at `x` (`n_in`), `n_out` by `n_in` numbers.
    ///
    /// # Errors
    /// As [said above](Self#errors).
    fn jacobian_at<M: Matrix<Self::Float>>(&self, x: &impl Vector<Self::Float>) -> Result<M, Error>
    where
        Self: JacobianFunction,
    {
        jacobian(self, &mut Self::Workspace::default(), x)
    }

    /// The Hessian at `x` (`n_in`) of the sum of the results, each times its weight (`n_out`):
    /// `n_in` by `n_in` numbers.
    ///
    /// # Errors
    /// As [said above](Self#errors).
    fn hessian_at<M: Matrix<Self::Float>>(
        &self,
        x: &impl Vector<Self::Float>,
        weights: &impl Vector<Self::Float>,
    ) -> Result<M, Error>
    where
        Self: HessianFunction,
    {
        hessian(self, &mut Self::Workspace::default(), x, weights)
    }
}

impl<F: Function> Evaluate for F {}

pub(crate) fn value<F: Function + ?Sized, Y: Vector<F::Float>>(
    function: &F,
    workspace: &mut F::Workspace,
    x: &impl Vector<F::Float>,
) -> Result<Y, Error> {
    let x = read("x", x, function.n_in())?;
    written("y", function.n_out(), |y| {
        function.value_with(workspace, x, y);
    })
}

pub(crate) fn value_and_gradient<F: ScalarFunction + ?Sized, G: Vector<F::Float>>(
    function: &F,
    workspace: &mut F::Workspace,
    x: &impl Vector<F::Float>,
) -> Result<(F::Float, G), Error> {
    let x = read("x", x, function.n_in())?;
    let mut value = F::Float::ZERO;
    let gradient = written("gradient", function.n_in(), |gradient| {
        value = function.gradient_with(workspace, x, gradient);
    })?;
    Ok((value, gradient))
}

pub(crate) fn jacobian<F: JacobianFunction + ?Sized, M: Matrix<F::Float>>(
    function: &F,
    workspace: &mut F::Workspace,
    x: &impl Vector<F::Float>,
) -> Result<M, Error> {
    let x = read("x", x, function.n_in())?;
    filled("jacobian", function.n_out(), function.n_in(), |entries| {
        function.jacobian_with(workspace, x, entries);
    })
}

pub(crate) fn hessian<F: HessianFunction + ?Sized, M: Matrix<F::Float>>(
    function: &F,
    workspace: &mut F::Workspace,
    x: &impl Vector<F::Float>,
    weights: &impl Vector<F::Float>,
) -> Result<M, Error> {
    let x = read("x", x, function.n_in())?;
    let weights = read("weights", weights, function.n_out())?;
    filled("hessian", function.n_in(), function.n_in(), |entries| {
        function.hessian_with(workspace, x, weights, entries);
    })
}

/// The elements of a vector of a length.
pub(crate) fn read<'a, T>(
    what: &'static str,
    vector: &'a impl Vector<T>,
    length: usize,
) -> Result<&'a [T], Error> {
    let elements = vector.elements().ok_or(Error::Scattered { what })?;
    check(what, elements.len(), length)?;
    Ok(elements)
}

/// A new vector with the elements that are written to it.
fn written<T, V: Vector<T>>(
    what: &'static str,
    length: usize,
    write: impl FnOnce(&mut [T]),
) -> Result<V, Error> {
    let fixed = Error::Fixed {
        what,
        rows: length,
        columns: 1,
    };
    let mut vector = V::zeros(length).ok_or(fixed)?;
    write(vector.elements_mut().ok_or(Error::Scattered { what })?);
    Ok(vector)
}

/// A new matrix with the entries that are written, row by row.
fn filled<T: Float, M: Matrix<T>>(
    what: &'static str,
    rows: usize,
    columns: usize,
    write: impl FnOnce(&mut [T]),
) -> Result<M, Error> {
    let mut entries = vec![T::ZERO; rows * columns];
    write(&mut entries);
    M::from_row_major(rows, columns, entries).ok_or(Error::Fixed {
        what,
        rows,
        columns,
    })
}
