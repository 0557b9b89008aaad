//! Eigenvalues of symmetric matrices and singular values, by Jacobi's rotations.
//!
//! A rotation of two rows and columns makes the element zero in which they meet; a rotation of two
//! columns makes these orthogonal. In each step half as many pairs as there are columns are
//! rotated at once: the columns of a left half with those of a right half, element by element. Then
//! all columns but the first one move on by a place, as players in a tournament, so that after one
//! step less than there are columns, a *sweep*, each pair has met and all are in their old places.
//! An odd number of columns has a column of zeros beside it, with which nothing is rotated. Sweeps
//! end when nothing is left to rotate; convergence is quadratic in the end.
//!
//! Where the body is to be differentiated by itself, all sweeps run: an element that is zero already
//! may have a derivative. For the same reason a rotation is a smooth function of the elements that it
//! is made of, wherever it is not arbitrary.
//!
//! There is no index that is computed, and the accuracy is that of the matrix's own rounding.
//!
//! Sources: G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th ed., Johns Hopkins 2013,
//! sections 8.5 and 8.6.3; R. P. Brent and F. T. Luk, *The solution of singular-value and symmetric
//! eigenvalue problems on multiprocessor arrays*, SIAM J. Sci. Stat. Comput. 6 (1985).

use alloc::vec::Vec;

use super::orthogonal::Reflections;
use super::parts::{Region, mask, product, region, spread, transposed, unit};
use super::{Algebra, Bodies, Body};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::ops::{Reduction, sorted_by};
use crate::types::{Shape, Type};

/// The most sweeps for so many columns: matrices whose eigenvalues have very different magnitudes
/// take twice as many as others, and half of these.
fn most_sweeps(columns: usize) -> usize {
    12 + columns / 4
}

/// Half the columns of a square matrix, rounded up.
fn half(ty: &Type) -> usize {
    ty.shape.extent(1).div_ceil(2)
}

/// The number of steps of a sweep over a square matrix of a type.
fn steps(ty: &Type) -> usize {
    2 * half(ty) - 1
}

/// The type of a matrix with as many columns as are rotated.
fn padded(ty: &Type, rows: usize) -> Result<Type> {
    Ok(ty.with_shape(Shape::new(&[rows, 2 * half(ty)])?))
}

/// The values that loops for a square matrix of a type carry, of symmetric matrices or of those
/// whose columns are rotated, and the number of their steps.
pub(super) fn carried(body: Body, ty: &Type) -> Result<Vec<Type>> {
    let count = ty.shape.extent(0);
    let vectors = padded(ty, count)?;
    Ok(match body {
        Body::SymmetricSweep | Body::SymmetricRotation => {
            alloc::vec![padded(ty, 2 * half(ty))?, vectors]
        }
        Body::ColumnSweep => {
            let number = Type::scalar(ty.element);
            alloc::vec![vectors.clone(), vectors, number]
        }
        _ => alloc::vec![vectors.clone(), vectors],
    })
}

/// The eigenvalues of the symmetric part of a square matrix, ascending, or the eigenvectors.
pub(super) fn eigen<'b>(op: Algebra, a: Wire<'b>, bodies: &mut Bodies) -> Result<Wire<'b>> {
    let builder = a.builder();
    let ty = a.ty()?;
    let count = ty.shape.extent(0);
    let symmetric = a * 0.5 + transposed(a)? * 0.5;
    let more = 2 * half(&ty) - count;
    let zero = builder.number(ty.element, 0.0);
    let matrix = builder.pad(symmetric, &[(0, more), (0, more)], zero)?;
    let vectors = builder.range(unit(matrix)?, 0, 0, count)?;
    let start = [matrix, vectors];
    let (sweep, rotation) = (Body::SymmetricSweep, Body::SymmetricRotation);
    let results = swept(sweep, rotation, &ty, &start, bodies)?;
    let values = builder.range(builder.diagonal(results[0])?, 0, 0, count)?;
    if op == Algebra::EighValues {
        return builder.sort(values, 0);
    }
    let vectors = builder.range(results[1], 1, 0, count)?;
    in_order(values, vectors, bodies)
}

/// A part of the singular value decomposition of a matrix.
pub(super) fn singular<'b>(op: Algebra, a: Wire<'b>, bodies: &mut Bodies) -> Result<Wire<'b>> {
    let builder = a.builder();
    let ty = a.ty()?;
    let (rows, count) = (ty.shape.extent(0), ty.shape.extent(1));
    if rows < count {
        return match op {
            Algebra::SvdU => transposed(singular(Algebra::SvdVt, transposed(a)?, bodies)?),
            Algebra::SvdVt => transposed(singular(Algebra::SvdU, transposed(a)?, bodies)?),
            _ => singular(op, transposed(a)?, bodies),
        };
    }
    let tall = match rows > count {
        true => Some(Reflections::of(a, bodies)?),
        false => None,
    };
    let square = tall.as_ref().map_or(Ok(a), Reflections::upper)?;
    let own = square.ty()?;
    // Squares of elements of at most 1 do not overflow.
    let largest = builder.reduce(Reduction::Max, square.abs(), &[0, 1])?;
    let scale = largest.equal(0.0).select(largest.ones_like(), largest);
    let scaled = square / spread(scale, square)?;
    let zero = builder.number(ty.element, 0.0);
    let columns = builder.pad(scaled, &[(0, 0), (0, 2 * half(&own) - count)], zero)?;
    let active = builder.number(ty.element, 1.0);
    let start = [columns, unit(columns)?, active];
    let (sweep, rotation) = (Body::ColumnSweep, Body::ColumnRotation);
    let results = swept(sweep, rotation, &own, &start, bodies)?;
    let [columns, vectors] = [0, 1].map(|which| builder.range(results[which], 1, 0, count));
    let (columns, vectors) = (columns?, vectors?);
    let values = (columns * columns).sum(&[0]).sqrt();
    match op {
        Algebra::SvdValues => {
            let descending = -builder.sort(-values, 0)?;
            Ok(descending * spread(scale, descending)?)
        }
        Algebra::SvdVt => transposed(in_order(-values, vectors, bodies)?),
        _ => {
            // Columns that are orthogonal, but not of length 1 and perhaps zero.
            let columns = in_order(-values, columns, bodies)?;
            let inner = Reflections::of(columns, bodies)?.orthonormal(bodies)?;
            match tall {
                Some(tall) => product((tall.orthonormal(bodies)?, 1), (inner, 0), false),
                None => Ok(inner),
            }
        }
    }
}

/// Two matrices after sweeps over a square matrix of a type, or after the rotations that these are
/// made of.
fn swept<'b>(
    sweep: Body,
    rotation: Body,
    ty: &Type,
    start: &[Wire<'b>],
    bodies: &mut Bodies,
) -> Result<Vec<Wire<'b>>> {
    let sweeps = most_sweeps(ty.shape.extent(0));
    match bodies.is_differentiable() {
        true => bodies.repeat(rotation, ty, sweeps * steps(ty), &start[..2]),
        false => bodies.repeat(sweep, ty, sweeps, start),
    }
}

/// The columns of a matrix in the ascending order of numbers that belong to them.
fn in_order<'b>(keys: Wire<'b>, columns: Wire<'b>, bodies: &Bodies) -> Result<Wire<'b>> {
    let keys = keys.broadcast(&columns.ty()?.shape, &[1]);
    sorted_by(keys, columns, 1, bodies.is_straight())
}

/// A sweep over a symmetric matrix, beside the product of all rotations; nothing where all elements
/// off the diagonal are lost beside it.
pub(super) fn symmetric_sweep<'b>(
    values: &[Wire<'b>],
    ty: &Type,
    bodies: &mut Bodies,
) -> Result<Vec<Wire<'b>>> {
    let matrix = values[0];
    let builder = matrix.builder();
    let size = builder.diagonal(matrix)?.abs().sum(&[0]);
    let diagonal = region(matrix, Region::Diagonal)?;
    let rest = diagonal.select(0.0, matrix.abs()).sum(&[0, 1]);
    let done = (size + rest * 16.0).equal(size);
    builder.begin_region()?;
    let swept = match half(ty) {
        1 => symmetric_rotation(values)?,
        _ => bodies.repeat(Body::SymmetricRotation, ty, steps(ty), values)?,
    };
    let swept = builder.end_region(&swept)?;
    builder.begin_region()?;
    let same = builder.end_region(values)?;
    builder.branch(done, same, swept)
}

/// A step of a sweep over a symmetric matrix.
pub(super) fn symmetric_rotation<'b>(values: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
    let &[matrix, vectors] = values else {
        return Ok(Vec::new());
    };
    let builder = matrix.builder();
    let half = matrix.ty()?.shape.extent(0) / 2;
    let diagonal = builder.diagonal(matrix)?;
    let (left, right) = halves(diagonal, 0)?;
    let quadrant = builder.range(matrix, 0, 0, half)?;
    let meeting = builder.diagonal(halves(quadrant, 1)?.1)?;
    let rotation = Rotation::new([right * 0.5 - left * 0.5, meeting]);
    let columns = rotation.of(rotation.of(matrix, 0)?, 1)?;
    // Rounding leaves nothing where rows and columns of a pair meet, unless it was not rotated.
    let order = next(half);
    let meets = |row: usize, column: usize| order[row] % half == order[column] % half;
    let pair = mask(columns, &|row, column| row != column && meets(row, column))?;
    let rotated = rotation.turns.select(meeting.ones_like(), 0.0);
    let rotated = moved_on(rotated, rotated, 0)?.greater(0.0);
    let rotated = rotated.broadcast(&columns.ty()?.shape, &[0]);
    let matrix = pair.and(rotated).select(0.0, columns);
    Ok(alloc::vec![matrix, rotation.of(vectors, 1)?])
}

/// A sweep over the columns of a matrix, beside the product of all rotations; nothing where none
/// was rotated in the sweep before.
pub(super) fn column_sweep<'b>(
    values: &[Wire<'b>],
    ty: &Type,
    bodies: &mut Bodies,
) -> Result<Vec<Wire<'b>>> {
    let &[columns, vectors, active] = values else {
        return Ok(Vec::new());
    };
    let builder = columns.builder();
    builder.begin_region()?;
    let mut swept = match half(ty) {
        1 => column_rotation(&values[..2])?,
        _ => bodies.repeat(Body::ColumnRotation, ty, steps(ty), &values[..2])?,
    };
    let axes: Vec<usize> = (0..swept[2].ty()?.shape.rank()).collect();
    swept[2] = builder.reduce(Reduction::Max, swept[2], &axes)?;
    let swept = builder.end_region(&swept)?;
    builder.begin_region()?;
    let same = builder.end_region(&[columns, vectors, active])?;
    builder.branch(active.equal(0.0), same, swept)
}

/// A step of a sweep over the columns of a matrix; also, 1 where columns were rotated, else 0.
pub(super) fn column_rotation<'b>(values: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
    let &[columns, vectors] = values else {
        return Ok(Vec::new());
    };
    let builder = columns.builder();
    let (left, right) = halves(columns, 1)?;
    let sum = |a: Wire<'b>, b: Wire<'b>| (a * b).sum(&[0]);
    let (own, other, cosine) = (sum(left, left), sum(right, right), sum(left, right));
    let lengths = own.sqrt() * other.sqrt();
    // Below the rounding of a sum of so many products, columns are orthogonal.
    #[allow(clippy::cast_precision_loss, reason = "extents are far below 2^53")]
    let terms = columns.ty()?.shape.extent(0).max(8) as f64;
    let oblique = (lengths + cosine.abs() / terms).not_equal(lengths);
    let rotation = Rotation::new([other * 0.5 - own * 0.5, cosine]);
    let count = oblique.select(own.ones_like(), own.zeros_like());
    let rotated = builder.reduce(Reduction::Max, count, &[0])?;
    let rotate = |matrix| rotation.of(matrix, 1);
    Ok(alloc::vec![rotate(columns)?, rotate(vectors)?, rotated])
}

/// Rotations of the pairs of two halves.
struct Rotation<'b> {
    cosine: Wire<'b>,
    sine: Wire<'b>,
    /// Which pairs a rotation is made for; others stay as they are.
    turns: Wire<'b>,
}

impl<'b> Rotation<'b> {
    /// The smaller rotations of those by angles whose doubles have these cosines and sines, but for
    /// a factor; none where both are zero.
    fn new([cosine, sine]: [Wire<'b>; 2]) -> Self {
        // The larger one divides, so that nothing overflows.
        let steep = cosine.abs().less(sine.abs());
        let turns = steep.or(cosine.not_equal(0.0));
        let divisor = turns.select(steep.select(sine, cosine), 1.0);
        let ratio = steep.select(cosine, sine) / divisor;
        let root = (ratio * ratio + 1.0).sqrt();
        let root = steep.and(ratio.less(0.0)).select(-root, root);
        let tangent = steep.select(1.0 / (ratio + root), ratio / (root + 1.0));
        let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
        Self {
            cosine,
            sine: tangent * cosine,
            turns,
        }
    }

    /// The rows or columns of a matrix rotated, and moved on by a place.
    fn of(&self, matrix: Wire<'b>, axis: usize) -> Result<Wire<'b>> {
        let (left, right) = halves(matrix, axis)?;
        let shape = left.ty()?.shape;
        let [cosine, sine] = [self.cosine, self.sine].map(|x| x.broadcast(&shape, &[axis]));
        let first = cosine * left - sine * right;
        let second = sine * left + cosine * right;
        moved_on(first, second, axis)
    }
}

/// Two halves along an axis, of which all but the first element have moved on by a place.
fn moved_on<'b>(first: Wire<'b>, second: Wire<'b>, axis: usize) -> Result<Wire<'b>> {
    let builder = first.builder();
    let half = first.ty()?.shape.extent(axis);
    if half == 1 {
        return builder.concat(&[first, second], axis);
    }
    let part = |half, from: i64, count| builder.range(half, axis, from, count);
    let last = i64::try_from(half - 1).unwrap_or(0);
    let pieces = [
        part(first, 0, 1)?,
        part(second, 0, 1)?,
        part(first, 1, half - 2)?,
        part(second, 1, half - 1)?,
        part(first, last, 1)?,
    ];
    builder.concat(&pieces, axis)
}

/// The places that columns come from when all but the first move on by one: along the left half,
/// and back along the right one.
fn next(half: usize) -> Vec<usize> {
    if half == 1 {
        return alloc::vec![0, 1];
    }
    let left = [0, half].into_iter().chain(1..half - 1);
    left.chain(half + 1..2 * half).chain([half - 1]).collect()
}

fn halves(matrix: Wire<'_>, axis: usize) -> Result<(Wire<'_>, Wire<'_>)> {
    let builder: &Builder = matrix.builder();
    let half = matrix.ty()?.shape.extent(axis) / 2;
    let from = i64::try_from(half).unwrap_or(0);
    let left = builder.range(matrix, axis, 0, half)?;
    Ok((left, builder.range(matrix, axis, from, half)?))
}
