//! Matrices and vectors by views: diagonals, triangles, rolled axes, and products that are sums of
//! views.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Constant, Literal};
use crate::intern::signed;
use crate::ops::{Contraction, Reduction, ScalarOp, Slice};
use crate::types::{Element, Extent, Shape, Type};

impl Builder {
    /// The diagonal of a matrix, as a vector; or the square matrix that has a vector as its
    /// diagonal, and zeros elsewhere.
    ///
    /// # Errors
    /// When the operand is neither a vector nor a matrix, or the matrix would be too large.
    pub fn diagonal<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        self.expect_rank("diag", operand, 1..=2, "a vector or a matrix")?;
        let own = self.ty(operand)?;
        match &own.shape.counts()[..] {
            [rows, columns] if own.shape.is_symbolic() => {
                if rows != columns {
                    own.shape.require_known()?;
                }
                self.diagonal_of_square(operand, &own)
            }
            [rows, columns] => {
                let (rows, columns) = (rows.known().unwrap_or(0), columns.known().unwrap_or(0));
                let flat = self.reshape(operand, &Shape::new(&[own.shape.size()])?)?;
                let slice = Slice::from_known([(0, signed(columns) + 1)]);
                self.slice(flat, &slice, &Shape::new(&[rows.min(columns)])?)
            }
            _ => self.diagonal_matrix(operand, &own),
        }
    }

    /// Sums of rows in which nothing but the diagonal leaves a trace.
    fn diagonal_of_square<'b>(&'b self, operand: Wire<'b>, own: &Type) -> Result<Wire<'b>> {
        let traceless = self.full(own, if own.is_float() { -0.0 } else { 0.0 })?;
        let alone = self.select(
            self.places_where(&own.shape, ScalarOp::Equal)?,
            operand,
            traceless,
        )?;
        self.reduce(Reduction::Sum, alone, &[1])
    }

    /// Where in a matrix of any extents the column compares so with the row, by its positions.
    pub(crate) fn places_where(&self, shape: &Shape, compare: ScalarOp) -> Result<Wire<'_>> {
        let [row, column] = [0, 1].map(|axis| {
            let places = self.iota(&shape.count_along(axis))?;
            self.broadcast(places, shape, &[axis])
        });
        self.scalar(compare, &[column?, row?])
    }

    /// With a zero behind each element, rows of `n + 1` elements lie one after another so that
    /// element `i` comes to `i * (n + 1)`: the diagonal of rows of `n`.
    fn diagonal_matrix<'b>(&'b self, operand: Wire<'b>, own: &Type) -> Result<Wire<'b>> {
        let n = own.shape.count();
        let square = Shape::of([n.clone(), n.clone()])?;
        if n.is_symbolic() {
            let repeated = self.broadcast(operand, &square, &[0])?;
            let zeros = self.full(&own.with_shape(square.clone()), 0.0)?;
            return self.select(
                self.places_where(&square, ScalarOp::Equal)?,
                repeated,
                zeros,
            );
        }
        let column = self.reshape(operand, &Shape::of([n.clone(), Extent::from(1)])?)?;
        let zero = self.full(&Type::scalar(own.element), 0.0)?;
        let padded = self.pad(column, &[(0, 0), (0, n.known().unwrap_or(0))], zero)?;
        let flat = self.reshape(padded, &Shape::of([n * (n + 1)])?)?;
        self.reshape(self.range(flat, 0, 0, n * n)?, &square)
    }

    /// The sum of the elements on the diagonal of a matrix.
    ///
    /// # Errors
    /// When the operand is no matrix of numbers.
    pub fn trace<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        self.expect_rank("trace", operand, 2..=2, "a matrix")?;
        let diagonal = self.diagonal(operand)?;
        self.reduce(Reduction::Sum, diagonal, &[0])
    }

    /// A matrix with zeros above its diagonal.
    ///
    /// # Errors
    /// When the operand is no matrix.
    pub fn lower_triangle<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        self.expect_rank("tril", operand, 2..=2, "a matrix")?;
        self.kept_where(operand, ScalarOp::LessEqual)
    }

    /// A matrix with zeros below its diagonal.
    ///
    /// # Errors
    /// When the operand is no matrix.
    pub fn upper_triangle<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        self.expect_rank("triu", operand, 2..=2, "a matrix")?;
        self.kept_where(operand, ScalarOp::GreaterEqual)
    }

    /// The elements of a matrix where the column compares so with the row, and zeros elsewhere.
    fn kept_where<'b>(&'b self, operand: Wire<'b>, compare: ScalarOp) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        let mask = match own.shape.is_symbolic() {
            true => self.places_where(&own.shape, compare)?,
            false => {
                let columns = own.shape.extent(1).max(1);
                let stays = |place: usize| match compare {
                    ScalarOp::LessEqual => place % columns <= place / columns,
                    _ => place % columns >= place / columns,
                };
                let stays = (0..own.shape.size()).map(|place| Literal::Bool(stays(place)));
                self.constant(Constant::from_literals(
                    Element::Bool,
                    own.shape.clone(),
                    stays,
                ))
            }
        };
        self.select(mask, operand, self.full(&own, 0.0)?)
    }

    /// The elements moved along an axis by so many positions, those that leave it at one end coming
    /// back at the other. An axis of an extent that is not known has at least so many.
    ///
    /// # Errors
    /// When the axis is not there.
    pub fn roll<'b>(&'b self, operand: Wire<'b>, axis: usize, shift: i64) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        if axis >= own.shape.rank() {
            return Err(Error::AxisOutOfRange { axis, found: own });
        }
        let extent = own.shape.count_along(axis);
        let shift = match extent.known() {
            Some(0) => 0,
            Some(extent) => shift.rem_euclid(signed(extent)),
            None => shift,
        };
        if shift == 0 {
            return Ok(operand);
        }
        let moved = Extent::from(shift.unsigned_abs().try_into().unwrap_or(i64::MAX));
        let rest = &extent - &moved;
        // The position that comes first.
        let first = if shift > 0 { &rest } else { &moved };
        let front = self.range(operand, axis, first.clone(), &extent - first)?;
        let back = self.range(operand, axis, 0, first.clone())?;
        self.concat(&[front, back], axis)
    }

    /// The vector product in three dimensions.
    ///
    /// # Errors
    /// When an operand is not a vector of three numbers.
    pub fn cross<'b>(&'b self, left: Wire<'b>, right: Wire<'b>) -> Result<Wire<'b>> {
        for operand in [left, right] {
            let found = self.ty(operand)?;
            if found.shape.rank() != 1 || found.shape.count_along(0) != 3 {
                return Err(Error::WrongOperand {
                    op: "cross".into(),
                    expected: "a vector of 3 numbers",
                    found,
                });
            }
        }
        let rolled = |wire, shift| self.roll(wire, 0, shift);
        let (a, b) = (rolled(left, -1)?, rolled(right, -2)?);
        let (c, d) = (rolled(left, -2)?, rolled(right, -1)?);
        Ok(a * b - c * d)
    }

    /// The Kronecker product of two matrices, or of two vectors: each element of the left one times
    /// the right one, as blocks.
    ///
    /// # Errors
    /// When the operands are not two matrices or two vectors of one float type.
    pub fn kronecker<'b>(&'b self, left: Wire<'b>, right: Wire<'b>) -> Result<Wire<'b>> {
        let rank = self.ty(left)?.shape.rank();
        let expected = match rank {
            1 => "a vector, as the other operand is",
            _ => "a matrix",
        };
        self.expect_rank("kron", left, 1..=2, "a vector or a matrix")?;
        self.expect_rank("kron", right, rank..=rank, expected)?;
        let (own, other) = (self.ty(left)?.shape, self.ty(right)?.shape);
        let pairs = own.counts().into_iter().zip(other.counts());
        let shape = Shape::of(pairs.map(|(a, b)| a * b))?;
        let outer = Contraction {
            batch: Vec::new(),
            contracted: Vec::new(),
            absolute: false,
        };
        let outer = self.contract(left, right, &outer)?;
        let interleaved: Vec<usize> = (0..rank).flat_map(|axis| [axis, axis + rank]).collect();
        self.reshape(self.transpose(outer, &interleaved)?, &shape)
    }
}
