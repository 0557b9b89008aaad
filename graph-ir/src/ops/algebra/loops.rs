//! Factors and substitutions as loops, for matrices of any extent.
//!
//! Factoring takes a row and a column from the matrix in each step, `a - l uᵀ`, where `u` is the
//! row of the pivot and `l` the pivot's column divided by it, without the rows that have been
//! pivots. Rows stay in their places; only the order in which they were pivots is kept. After `n`
//! steps `a` is the sum of `(l_k + e_p) u_kᵀ`, where `p` is the pivot's row in step `k`: a product
//! of two triangular matrices but for the order of rows. Substitutions go through the same rows.
//!
//! Finished rows and columns are not masked where nothing reads them again.

use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::parts::{Region, outer, positions, product, region, spread, transposed};
use super::unrolled::root;
use super::{STRAIGHT, UNROLLED, exponential, jacobi, orthogonal};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, FunctionId, InputKind};
use crate::ops::{Reduction, Runs, Scan};
use crate::types::{Element, Extent, Shape, Type};

/// How operators are expanded, and the bodies of loops that there are already: equal nodes are
/// shared only if they refer to the same functions.
#[derive(Debug, Default)]
pub struct Bodies {
    straight: bool,
    differentiable: bool,
    made: HashMap<(Body, Type), Arc<Function>, FxBuildHasher>,
}

/// Up to this extent the rows of a matrix are so few that each may be a loop of its own.
const FEW: usize = 4;

/// The computation of a loop's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Body {
    Factor,
    Cholesky,
    /// Divides by the diagonal of a triangular matrix, given by columns.
    Triangle,
    /// The columns of multipliers, with rows in the order of pivots.
    Pivoted,
    /// The same, transposed.
    PivotedTransposed,
    /// Squares a matrix that has been halved.
    Squaring,
    /// Takes a column of a matrix to the diagonal by a reflection.
    Reflection,
    /// Applies such reflections, from the last one on.
    Mirrored,
    /// Rotations of symmetric matrices: all pairs, and as many as at once.
    SymmetricSweep,
    SymmetricRotation,
    /// Rotations of columns in the same way.
    ColumnSweep,
    ColumnRotation,
}

/// A factored matrix.
pub(super) struct Factors<'b> {
    /// Of each step the row of its pivot.
    pivots: Wire<'b>,
    /// Of each step the multipliers of all rows; zero for those that have been pivots.
    lower: Wire<'b>,
    /// Of each step the row of its pivot, which before its own place holds nothing of meaning.
    upper: Wire<'b>,
}

/// Factors a square matrix.
pub(super) fn factor<'b>(matrix: Wire<'b>, bodies: &mut Bodies) -> Result<Factors<'b>> {
    let builder = matrix.builder();
    let ty = matrix.ty()?;
    let count = ty.shape.count_along(0);
    let steps = positions(matrix, &count)?;
    let all = Type::new(Element::Bool, Shape::of([count])?);
    let all = builder.full(&all, 1.0)?;
    let results = bodies.run(Body::Factor, &ty, false, &[matrix, all], &[steps])?;
    Ok(Factors {
        pivots: results[2],
        lower: results[3],
        upper: results[4],
    })
}

impl<'b> Factors<'b> {
    /// The solution for a right side.
    pub(super) fn solve(&self, right: Wire<'b>, bodies: &mut Bodies) -> Result<Wire<'b>> {
        let stacked = [self.pivots, self.lower];
        let results = bodies.run(Body::Pivoted, &right.ty()?, false, &[right], &stacked)?;
        triangle(transposed(self.upper)?, results[1], true, bodies)
    }

    /// The solution with the transposed matrix.
    pub(super) fn solve_transposed(
        &self,
        right: Wire<'b>,
        bodies: &mut Bodies,
    ) -> Result<Wire<'b>> {
        let rows = triangle(self.upper, right, false, bodies)?;
        let (ty, zeros) = (right.ty()?, right.zeros_like());
        let stacked = [self.pivots, self.lower, rows];
        let results = bodies.run(Body::PivotedTransposed, &ty, true, &[zeros], &stacked)?;
        Ok(results[0])
    }

    /// The logarithm of the magnitude of the determinant.
    pub(super) fn ln_determinant(&self) -> Result<Wire<'b>> {
        let pivots = self.upper.builder().diagonal(self.upper)?;
        Ok(pivots.abs().ln().sum(&[0]))
    }

    /// The determinant.
    pub(super) fn determinant(&self) -> Result<Wire<'b>> {
        let builder = self.upper.builder();
        let ty = self.upper.ty()?;
        let count = ty.shape.count_along(0);
        let diagonal = region(self.upper, Region::Diagonal)?;
        let diagonal = diagonal.select(self.upper, self.upper.ones_like());
        let magnitude = builder.reduce(Reduction::Prod, diagonal, &[0, 1])?;
        // The order of the rows is even or odd as the number of pairs that stand the other way
        // round.
        let pairs = Shape::of([count.clone(), count])?;
        let first = self.pivots.broadcast(&pairs, &[0]);
        let second = self.pivots.broadcast(&pairs, &[1]);
        let later = region(self.upper, Region::AboveDiagonal)?;
        let inverted = builder.cast(first.greater(second).and(later), ty.element)?;
        let odd = (inverted.sum(&[0, 1]) % 2.0).equal(1.0);
        Ok(odd.select(-magnitude, magnitude))
    }
}

/// The transposed Cholesky factor of a symmetric matrix; below the diagonal it holds zeros.
pub(super) fn cholesky<'b>(matrix: Wire<'b>, bodies: &mut Bodies) -> Result<Wire<'b>> {
    let ty = matrix.ty()?;
    let steps = positions(matrix, &ty.shape.count_along(0))?;
    let results = bodies.run(Body::Cholesky, &ty, false, &[matrix], &[steps])?;
    Ok(results[1])
}

/// The solution of a triangular system, whose matrix is given by its columns: from the first row
/// on, or from the last one.
pub(super) fn triangle<'b>(
    columns: Wire<'b>,
    right: Wire<'b>,
    from_last: bool,
    bodies: &mut Bodies,
) -> Result<Wire<'b>> {
    let ty = right.ty()?;
    let steps = positions(columns, &ty.shape.count_along(0))?;
    let results = bodies.run(Body::Triangle, &ty, from_last, &[right], &[steps, columns])?;
    Ok(results[1])
}

impl Bodies {
    /// For formats: their readers differentiate the bodies themselves, not the operators.
    #[must_use]
    pub fn differentiable() -> Self {
        Self {
            differentiable: true,
            ..Self::default()
        }
    }

    /// The same without loops for matrices up to [`STRAIGHT`]: for formats that write loops out and
    /// cannot index by computed values.
    #[must_use]
    pub fn straight() -> Self {
        Self {
            straight: true,
            ..Self::differentiable()
        }
    }

    /// Whether bodies have the derivatives of their operators.
    pub(super) fn is_differentiable(&self) -> bool {
        self.differentiable
    }

    /// Whether bodies are to have no loops and no indices that are computed.
    pub(crate) fn is_straight(&self) -> bool {
        self.straight
    }

    /// Whether systems with a matrix of this extent and so many right sides are solved by loops.
    pub(super) fn loop_over(&self, extent: &Extent, right_sides: usize) -> bool {
        let extent = extent.known().unwrap_or(usize::MAX);
        match self.straight {
            true => extent > STRAIGHT,
            // Each row of many right sides would be a loop of its own.
            false => extent > UNROLLED || extent > FEW && right_sides > UNROLLED,
        }
    }

    /// The results of a loop over stacked values: carried values, then stacked ones. `ty` is the
    /// type of what it works on.
    pub(super) fn run<'b>(
        &mut self,
        body: Body,
        ty: &Type,
        reverse: bool,
        carried: &[Wire<'b>],
        stacked: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        let length = stacked[0].ty()?.shape.count_along(0);
        let arguments = [carried, stacked].concat();
        self.scan(body, ty, (length, reverse), carried.len(), &arguments)
    }

    /// The results of a loop of so many iterations that only carries values.
    pub(super) fn repeat<'b>(
        &mut self,
        body: Body,
        ty: &Type,
        length: usize,
        carried: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        self.scan(body, ty, (length.into(), false), carried.len(), carried)
    }

    fn scan<'b>(
        &mut self,
        body: Body,
        ty: &Type,
        (length, reverse): (Extent, bool),
        carried: usize,
        arguments: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        let function = match self.made.get(&(body, ty.clone())) {
            Some(made) => Arc::clone(made),
            None => {
                let made = make(body, ty)?;
                self.made.insert((body, ty.clone()), Arc::clone(&made));
                made
            }
        };
        let scan = Scan {
            body: FunctionId::from_number(0),
            captured: 0,
            carried,
            length,
            reverse,
            checkpoint: None,
            runs: Runs::All,
        };
        arguments[0].builder().scan(&function, &scan, arguments)
    }
}

/// The body of a loop over matrices or right sides of a type.
fn make(body: Body, ty: &Type) -> Result<Arc<Function>> {
    let builder = Builder::new();
    let input = |ty: Type| builder.input("", ty, InputKind::Independent);
    let vector =
        |element| Shape::of([ty.shape.count_along(0)]).map(|shape| Type::new(element, shape));
    let index = || Type::scalar(Element::I64);
    let rotated = match body.rotates() {
        true => jacobi::carried(body, ty)?.into_iter().map(&input).collect(),
        false => Vec::new(),
    };
    let carried = rotated
        .first()
        .map_or_else(|| input(ty.clone()), |&first| first);
    let bodies = &mut Bodies::default();
    let results = match body {
        Body::SymmetricSweep => jacobi::symmetric_sweep(&rotated, ty, bodies)?,
        Body::SymmetricRotation => jacobi::symmetric_rotation(&rotated)?,
        Body::ColumnSweep => jacobi::column_sweep(&rotated, ty, bodies)?,
        Body::ColumnRotation => jacobi::column_rotation(&rotated)?,
        Body::Factor => factor_step(carried, input(vector(Element::Bool)?), input(index()))?,
        Body::Cholesky => cholesky_step(carried, input(index()))?,
        Body::Triangle => triangle_step(carried, input(index()), input(vector(ty.element)?))?,
        Body::Pivoted => pivoted_step(carried, input(index()), input(vector(ty.element)?))?,
        Body::PivotedTransposed => {
            let (pivot, lower) = (input(index()), input(vector(ty.element)?));
            let row = input(ty.row());
            pivoted_transposed_step(carried, pivot, lower, row)?
        }
        Body::Squaring => exponential::squaring(carried, input(Type::scalar(Element::Bool)))?,
        Body::Reflection => orthogonal::reflection(carried, input(index()))?,
        Body::Mirrored => {
            let (vector, factor) = (input(vector(ty.element)?), input(Type::scalar(ty.element)));
            alloc::vec![orthogonal::mirrored(carried, vector, factor)?]
        }
    };
    for result in results {
        builder.output("", result)?;
    }
    Ok(Function::plain(builder.complete()?))
}

impl Body {
    /// Whether it is made of rotations.
    fn rotates(self) -> bool {
        matches!(
            self,
            Self::SymmetricSweep
                | Self::SymmetricRotation
                | Self::ColumnSweep
                | Self::ColumnRotation
        )
    }
}

/// One step of factoring: the matrix and the rows that have not been pivots, before and after it.
fn factor_step<'b>(matrix: Wire<'b>, active: Wire<'b>, step: Wire<'b>) -> Result<Vec<Wire<'b>>> {
    let builder = matrix.builder();
    let shape = matrix.ty()?.shape;
    let column = builder.gather(matrix, step, 1)?;
    // A NaN is as large as can be: it must not vanish from the results. Rows that have been pivots
    // are smaller than any other.
    let size = column.abs();
    let size = size.equal(size).select(size, f64::INFINITY);
    let size = active.select(size, -1.0);
    let pivot = builder.reduce(Reduction::ArgMax, size, &[0])?;
    let row = builder.gather(matrix, pivot, 0)?;
    let value = builder.gather(column, pivot, 0)?;
    let places = positions(matrix, &shape.count_along(0))?;
    let active = active.and(places.not_equal(spread(pivot, places)?));
    // Where the largest is zero there is nothing to eliminate.
    let divided = active.and(spread(value.not_equal(0.0), active)?);
    let lower = divided.select(column / spread(value, column)?, 0.0);
    let matrix = matrix - lower.broadcast(&shape, &[0]) * row.broadcast(&shape, &[1]);
    Ok(alloc::vec![matrix, active, pivot, lower, row])
}

/// One step of a Cholesky factorisation, which yields a column of the factor.
fn cholesky_step<'b>(matrix: Wire<'b>, step: Wire<'b>) -> Result<Vec<Wire<'b>>> {
    let builder = matrix.builder();
    let shape = matrix.ty()?.shape;
    let row = builder.gather(matrix, step, 0)?;
    let pivot = root(builder.gather(row, step, 0)?);
    let places = positions(matrix, &shape.count_along(0))?;
    let step = spread(step, places)?;
    let below = places.greater(step).select(row / spread(pivot, row)?, 0.0);
    let column = places.equal(step).select(spread(pivot, below)?, below);
    let matrix = matrix - column.broadcast(&shape, &[0]) * column.broadcast(&shape, &[1]);
    Ok(alloc::vec![matrix, column])
}

/// One step of a substitution: a row of the solution, and the rest of the right side.
fn triangle_step<'b>(right: Wire<'b>, step: Wire<'b>, column: Wire<'b>) -> Result<Vec<Wire<'b>>> {
    let builder = right.builder();
    let row = builder.gather(right, step, 0)?;
    let row = row / spread(builder.gather(column, step, 0)?, row)?;
    Ok(alloc::vec![right - outer(column, row, false)?, row])
}

fn pivoted_step<'b>(right: Wire<'b>, pivot: Wire<'b>, lower: Wire<'b>) -> Result<Vec<Wire<'b>>> {
    let row = right.builder().gather(right, pivot, 0)?;
    Ok(alloc::vec![right - outer(lower, row, false)?, row])
}

fn pivoted_transposed_step<'b>(
    solution: Wire<'b>,
    pivot: Wire<'b>,
    lower: Wire<'b>,
    row: Wire<'b>,
) -> Result<Vec<Wire<'b>>> {
    let shape = solution.ty()?.shape;
    let row = row - product((lower, 0), (solution, 0), false)?;
    let places = positions(solution, &shape.count_along(0))?;
    let here = places.equal(spread(pivot, places)?);
    let columns: Vec<usize> = (1..shape.rank()).collect();
    let solution = here
        .broadcast(&shape, &[0])
        .select(row.broadcast(&shape, &columns), solution);
    Ok(alloc::vec![solution])
}
