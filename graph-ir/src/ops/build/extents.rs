//! Extents as values.

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Constant, Literal};
use crate::ops::{Iota, Op};
use crate::types::{Element, Extent, Shape, Type};

/// Tables of positions stay small: a graph may claim sizes that no memory holds, and constants
/// become part of generated code.
const TABLE: usize = 1024;

impl Builder {
    /// The number that an extent is, as an integer: a constant where it is known.
    pub fn extent(&self, extent: &Extent) -> Wire<'_> {
        match extent.known_integer() {
            Some(known) => self.literal(Literal::I64(known)),
            None => {
                let list = self.list(alloc::vec![extent.clone()]);
                self.push(Op::Extent(list), Type::scalar(Element::I64), &[])
            }
        }
    }

    /// The number that an extent is, as a number of a float type.
    ///
    /// # Errors
    /// When the graph is too large.
    pub fn count(&self, extent: &Extent, element: Element) -> Result<Wire<'_>> {
        #[allow(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        match extent.known_integer() {
            Some(known) => Ok(self.number(element, known as f64)),
            None => self.cast(self.extent(extent), element),
        }
    }

    /// The integers from 0 on, as many as an extent is.
    ///
    /// # Errors
    /// When they are more than a value may have.
    pub fn iota(&self, extent: &Extent) -> Result<Wire<'_>> {
        match extent.known() {
            Some(count) => self.positions(count),
            None => self.try_push(Op::Iota, Iota::ty(extent)?, &[]),
        }
    }

    /// The integers from 0 on, as a table, or as sums of tables.
    fn positions(&self, count: usize) -> Result<Wire<'_>> {
        if count <= TABLE {
            #[allow(clippy::cast_possible_wrap, reason = "the table is small")]
            let numbers = (0..count as i64).collect();
            let table = Constant::from_i64s(Shape::new(&[count])?, numbers);
            return Ok(self.constant(table.ok_or(Error::OutOfScope)?));
        }
        let blocks = count.div_ceil(TABLE);
        let grid = Shape::new(&[blocks, TABLE])?;
        #[allow(clippy::cast_precision_loss, reason = "the table is small")]
        let starts = self.positions(blocks)? * (TABLE as f64);
        let offsets = self.positions(TABLE)?;
        let numbers = starts.broadcast(&grid, &[0]) + offsets.broadcast(&grid, &[1]);
        let numbers = numbers.reshape(&Shape::of([grid.count().clone()])?);
        self.range(numbers, 0, 0, count)
    }
}
