//! Matrices and vectors by views: diagonals, triangles, rolled axes, and products that are sums of
//! views.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Constant, Literal};
use crate::intern::signed;
use crate::ops::typing::expect_known;
use crate::ops::{Contraction, Slice};
use crate::types::{Element, Shape, Type};

impl Builder {
    /// The diagonal of a matrix, as a vector; or the square matrix that has a vector as its
    /// diagonal, and zeros elsewhere.
    ///
    /// # Errors
    /// When the operand is neither a vector nor a matrix, or the matrix would be too large.
    pub fn diagonal<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        self.expect_rank("diag", operand, 1..=2, "a vector or a matrix")?;
        let own = self.ty(operand)?;
        own.shape.require_known()?;
        match own.shape.extents()[..] {
            [rows, columns] => {
                let flat = self.reshape(operand, &Shape::new(&[own.shape.size()])?)?;
                let slice = Slice::from_known([(0, signed(columns) + 1)]);
                self.slice(flat, &slice, &Shape::new(&[rows.min(columns)])?)
            }
            _ => self.diagonal_matrix(operand, &own),
        }
    }

    /// With a zero behind each element, rows of `n + 1` elements lie one after another so that
    /// element `i` comes to `i * (n + 1)`: the diagonal of rows of `n`.
    fn diagonal_matrix<'b>(&'b self, operand: Wire<'b>, own: &Type) -> Result<Wire<'b>> {
        let n = own.shape.size();
        let square = Shape::new(&[n, n])?;
        let column = self.reshape(operand, &Shape::new(&[n, 1])?)?;
        let zero = self.full(&Type::scalar(own.element), 0.0)?;
        let padded = self.pad(column, &[(0, 0), (0, n)], zero)?;
        let flat = self.reshape(padded, &Shape::new(&[n * (n + 1)])?)?;
        self.reshape(self.range(flat, 0, 0, n * n)?, &square)
    }

    /// The sum of the elements on the diagonal of a matrix.
    ///
    /// # Errors
    /// When the operand is no matrix of numbers.
    pub fn trace<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        self.expect_rank("trace", operand, 2..=2, "a matrix")?;
        let diagonal = self.diagonal(operand)?;
        self.reduce(crate::ops::Reduction::Sum, diagonal, &[0])
    }

    /// A matrix with zeros above its diagonal.
    ///
    /// # Errors
    /// When the operand is no matrix.
    pub fn lower_triangle<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        self.expect_rank("tril", operand, 2..=2, "a matrix")?;
        self.kept_where(operand, |row, column| column <= row)
    }

    /// A matrix with zeros below its diagonal.
    ///
    /// # Errors
    /// When the operand is no matrix.
    pub fn upper_triangle<'b>(&'b self, operand: Wire<'b>) -> Result<Wire<'b>> {
        self.expect_rank("triu", operand, 2..=2, "a matrix")?;
        self.kept_where(operand, |row, column| column >= row)
    }

    /// The elements of a matrix at some places, and zeros elsewhere.
    fn kept_where<'b>(
        &'b self,
        operand: Wire<'b>,
        stays: impl Fn(usize, usize) -> bool,
    ) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        own.shape.require_known()?;
        let columns = own.shape.extent(1).max(1);
        let places = 0..own.shape.size();
        let stays = places.map(|place| Literal::Bool(stays(place / columns, place % columns)));
        let mask = Constant::from_literals(Element::Bool, own.shape.clone(), stays);
        self.select(self.constant(mask), operand, self.full(&own, 0.0)?)
    }

    /// The elements moved along an axis by so many positions, those that leave it at one end coming
    /// back at the other.
    ///
    /// # Errors
    /// When the axis is not there.
    pub fn roll<'b>(&'b self, operand: Wire<'b>, axis: usize, shift: i64) -> Result<Wire<'b>> {
        let own = self.ty(operand)?;
        if axis >= own.shape.rank() {
            return Err(Error::AxisOutOfRange { axis, found: own });
        }
        expect_known(&own, axis)?;
        let extent = own.shape.extent(axis);
        let shift = match extent {
            0 => 0,
            extent => shift.rem_euclid(signed(extent)),
        };
        if shift == 0 {
            return Ok(operand);
        }
        let moved = usize::try_from(shift).unwrap_or(0);
        let last = self.range(operand, axis, signed(extent) - shift, moved)?;
        let first = self.range(operand, axis, 0, extent - moved)?;
        self.concat(&[last, first], axis)
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
