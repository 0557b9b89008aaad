//! Lines along an axis of a tensor, sorted by choices or moved to positions.

use alloc::vec::Vec;

use crate::builder::Wire;
use crate::error::Result;
use crate::intern::signed;
use crate::types::Shape;

/// A tensor of up to so many elements becomes straight-line code.
const STRAIGHT: usize = 32;

/// Comparisons of neighbours, in the order of sorting by insertion: two elements change places
/// only where the second has to come first, so that the order is stable.
pub(super) struct Network<'b> {
    axis: usize,
    /// Of which neighbours the first and the one behind it change places, and where they do.
    swaps: Vec<(usize, Wire<'b>)>,
    /// The sorted elements, each row a tensor without the axis.
    pub(super) sorted: Vec<Wire<'b>>,
}

impl<'b> Network<'b> {
    pub(super) fn new(operand: Wire<'b>, axis: usize) -> Result<Self> {
        let mut network = Self {
            axis,
            swaps: Vec::new(),
            sorted: Vec::new(),
        };
        let mut rows = network.rows(operand)?;
        let is_float = operand.ty()?.is_float();
        for inserted in 1..rows.len() {
            for first in (0..inserted).rev() {
                let [a, b] = [rows[first], rows[first + 1]];
                let swap = if is_float {
                    // Nothing comes behind a NaN but another one.
                    b.equal(b).and(a.less_equal(b).not())
                } else {
                    b.less(a)
                };
                network.swaps.push((first, swap));
                network.exchange(&mut rows, first, swap);
            }
        }
        network.sorted = rows;
        Ok(network)
    }

    fn exchange(&self, rows: &mut [Wire<'b>], first: usize, swap: Wire<'b>) {
        let [a, b] = [rows[first], rows[first + 1]];
        rows[first] = swap.select(b, a);
        rows[first + 1] = swap.select(a, b);
    }

    pub(super) fn rows(&self, operand: Wire<'b>) -> Result<Vec<Wire<'b>>> {
        let extent = operand.ty()?.shape.extent(self.axis);
        let rows = (0..extent).map(|row| operand.builder().index(operand, self.axis, signed(row)));
        rows.collect()
    }

    pub(super) fn joined(&self, rows: &[Wire<'b>]) -> Result<Wire<'b>> {
        rows[0].builder().stack(rows, self.axis)
    }

    /// Moves rows as the sorted elements have been moved.
    pub(super) fn forth(&self, mut rows: Vec<Wire<'b>>) -> Result<Wire<'b>> {
        for &(first, swap) in &self.swaps {
            self.exchange(&mut rows, first, swap);
        }
        self.joined(&rows)
    }

    /// Moves rows back to where the sorted elements come from.
    pub(super) fn back(&self, mut rows: Vec<Wire<'b>>) -> Result<Wire<'b>> {
        for &(first, swap) in self.swaps.iter().rev() {
            self.exchange(&mut rows, first, swap);
        }
        self.joined(&rows)
    }
}

/// A tensor as one vector of lines along an axis.
pub(super) struct Lines {
    shape: Shape,
    axis: usize,
}

impl Lines {
    pub(super) fn new(operand: Wire<'_>, axis: usize) -> Result<Self> {
        let shape = operand.ty()?.shape;
        Ok(Self { shape, axis })
    }

    fn length(&self) -> usize {
        self.shape.extent(self.axis)
    }

    /// One line after the other.
    fn flat<'b>(&self, operand: Wire<'b>) -> Result<Wire<'b>> {
        let rank = self.shape.rank();
        let others = (0..rank).filter(|&axis| axis != self.axis);
        let order: Vec<usize> = others.chain([self.axis]).collect();
        let moved = operand.builder().transpose(operand, &order)?;
        Ok(moved.reshape(&Shape::new(&[self.shape.size()])?))
    }

    fn unflat<'b>(&self, flat: Wire<'b>) -> Result<Wire<'b>> {
        let rank = self.shape.rank();
        let others = (0..rank).filter(|&axis| axis != self.axis);
        let mut extents: Vec<usize> = others.map(|axis| self.shape.extent(axis)).collect();
        extents.push(self.length());
        let mut order: Vec<usize> = (0..rank - 1).collect();
        order.insert(self.axis, rank - 1);
        let moved = flat.reshape(&Shape::new(&extents)?);
        flat.builder().transpose(moved, &order)
    }

    /// Positions along lines as positions in all of them.
    fn positions<'b>(&self, positions: Wire<'b>) -> Result<Wire<'b>> {
        let (flat, length) = (self.flat(positions)?, self.length());
        let lines = self.shape.size() / length;
        if lines == 1 {
            return Ok(flat);
        }
        let grid = Shape::new(&[lines, length])?;
        #[allow(clippy::cast_precision_loss, reason = "a length is far below 2^53")]
        let starts = flat.builder().iota(&lines.into())? * (length as f64);
        let starts = starts.broadcast(&grid, &[0]);
        Ok(flat + starts.reshape(&Shape::new(&[grid.size()])?))
    }

    /// The elements at positions along each line.
    pub(super) fn taken<'b>(&self, data: Wire<'b>, positions: Wire<'b>) -> Result<Wire<'b>> {
        let positions = self.positions(positions)?;
        self.unflat(data.builder().gather(self.flat(data)?, positions, 0)?)
    }

    /// Elements put to different positions along each line.
    pub(super) fn put<'b>(&self, data: Wire<'b>, positions: Wire<'b>) -> Result<Wire<'b>> {
        let (data, positions) = (self.flat(data)?, self.positions(positions)?);
        let ty = data.ty()?;
        self.unflat(data.builder().scatter_add(positions, data, 0, &ty)?)
    }
}

/// Applies a function to each line along an axis of operands of one shape, which has few
/// elements along it: in one step for all lines where that is straight-line code, else in a loop
/// over the lines, so that values that all elements of a line need are computed once.
pub(super) fn by_lines<'b>(
    operands: &[Wire<'b>],
    axis: usize,
    straight: bool,
    body: impl Fn(&[Wire<'b>], usize) -> Result<Wire<'b>>,
) -> Result<Wire<'b>> {
    let lines = Lines::new(operands[0], axis)?;
    let (size, length) = (lines.shape.size(), lines.length());
    if straight || size <= STRAIGHT || length <= 1 || size == length {
        return body(operands, axis);
    }
    let builder = operands[0].builder();
    let stack = Shape::new(&[size / length, length])?;
    let line = Shape::new(&[length])?;
    let mut stacks = Vec::with_capacity(operands.len());
    let mut types = Vec::with_capacity(operands.len());
    for &operand in operands {
        stacks.push(lines.flat(operand)?.reshape(&stack));
        types.push(operand.ty()?.with_shape(line.clone()));
    }
    builder.begin_region()?;
    let slices: Vec<Wire<'b>> = types
        .into_iter()
        .map(|ty| builder.region_input(ty))
        .collect();
    let region = match body(&slices, 0) {
        Ok(result) => builder.end_region(&[result])?,
        Err(error) => {
            builder.cancel_region();
            return Err(error);
        }
    };
    let results = builder.scan_region(region, &[], &stacks, size / length, false)?;
    lines.unflat(results[0])
}
