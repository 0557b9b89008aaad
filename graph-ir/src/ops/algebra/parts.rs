//! Parts of matrices: elements, rows, triangles, and matrices put together from them.

use alloc::vec::Vec;

use crate::builder::Wire;
use crate::error::Result;
use crate::graph::{Constant, Literal};
use crate::intern::signed;
use crate::ops::{Contraction, ScalarOp};
use crate::types::{Element, Extent};

/// The extent of a square matrix.
pub(super) fn extent(matrix: Wire<'_>) -> Result<Extent> {
    Ok(matrix.ty()?.shape.count_along(0))
}

/// The parts along axis 0: the rows of a matrix, the elements of a vector.
pub(super) fn rows<'b>(value: Wire<'b>) -> Result<Vec<Wire<'b>>> {
    let count = value.ty()?.shape.extent(0);
    let row = |number| value.builder().index(value, 0, signed(number));
    (0..count).map(row).collect()
}

/// The elements of a matrix, row by row.
pub(super) fn elements<'b>(matrix: Wire<'b>) -> Result<Vec<Vec<Wire<'b>>>> {
    rows(matrix)?.into_iter().map(rows).collect()
}

/// The product of each element of `left` and each of `right`; `absolute` lets zeros of `left` win.
pub(super) fn outer<'b>(left: Wire<'b>, right: Wire<'b>, absolute: bool) -> Result<Wire<'b>> {
    let none = Contraction {
        batch: Vec::new(),
        contracted: Vec::new(),
        absolute,
    };
    left.builder().contract(left, right, &none)
}

/// The sum over the axes of products; `absolute` lets zeros of `left` win.
pub(super) fn product<'b>(
    left: (Wire<'b>, usize),
    right: (Wire<'b>, usize),
    absolute: bool,
) -> Result<Wire<'b>> {
    let contraction = Contraction {
        batch: Vec::new(),
        contracted: alloc::vec![(left.1, right.1)],
        absolute,
    };
    left.0.builder().contract(left.0, right.0, &contraction)
}

pub(super) fn transposed(matrix: Wire<'_>) -> Result<Wire<'_>> {
    matrix.builder().transpose(matrix, &[1, 0])
}

/// The lower triangle with the diagonal; zeros above, whatever stands there.
pub(super) fn lower_triangle(matrix: Wire<'_>) -> Result<Wire<'_>> {
    let mask = region(matrix, Region::Lower)?;
    Ok(mask.select(matrix, matrix.zeros_like()))
}

/// The lower triangle with half the diagonal.
pub(super) fn half_lower_triangle(matrix: Wire<'_>) -> Result<Wire<'_>> {
    let diagonal = region(matrix, Region::Diagonal)?;
    lower_triangle(diagonal.select(matrix * 0.5, matrix))
}

/// A part of a matrix.
#[derive(Clone, Copy)]
pub(super) enum Region {
    Diagonal,
    /// The diagonal and all below.
    Lower,
    /// The diagonal and all above.
    Upper,
    /// All above the diagonal.
    AboveDiagonal,
}

impl Region {
    fn has(self, row: usize, column: usize) -> bool {
        match self {
            Self::Diagonal => row == column,
            Self::Lower => row >= column,
            Self::Upper => row <= column,
            Self::AboveDiagonal => row < column,
        }
    }
}

/// Whether an element of a matrix lies in a region: a constant, where the extents are known.
pub(super) fn region(matrix: Wire<'_>, region: Region) -> Result<Wire<'_>> {
    let shape = matrix.ty()?.shape;
    if !shape.is_symbolic() {
        return mask(matrix, &|row, column| region.has(row, column));
    }
    matrix.builder().places_where(
        &shape,
        match region {
            Region::Diagonal => ScalarOp::Equal,
            Region::Lower => ScalarOp::LessEqual,
            Region::Upper => ScalarOp::GreaterEqual,
            Region::AboveDiagonal => ScalarOp::Greater,
        },
    )
}

/// Where in a matrix of known extents something holds of row and column, as a constant.
pub(super) fn mask<'b>(matrix: Wire<'b>, holds: &dyn Fn(usize, usize) -> bool) -> Result<Wire<'b>> {
    let shape = matrix.ty()?.shape;
    let (rows, columns) = (shape.extent(0), shape.extent(1));
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let literals: Vec<Literal> = places.map(|(r, c)| Literal::Bool(holds(r, c))).collect();
    let mask = Constant::from_literals(Element::Bool, shape, literals);
    Ok(matrix.builder().constant(mask))
}

/// The numbers from 0 to `count`.
pub(super) fn positions<'b>(like: Wire<'b>, count: &Extent) -> Result<Wire<'b>> {
    like.builder().iota(count)
}

/// A number repeated in the shape of another value.
pub(super) fn spread<'b>(number: Wire<'b>, like: Wire<'b>) -> Result<Wire<'b>> {
    number.builder().spread_to(number, &like.ty()?.shape)
}

/// The unit matrix in the type of a matrix; rows or columns beyond the square are zero.
pub(super) fn unit(matrix: Wire<'_>) -> Result<Wire<'_>> {
    let diagonal = region(matrix, Region::Diagonal)?;
    Ok(diagonal.select(matrix.ones_like(), matrix.zeros_like()))
}
