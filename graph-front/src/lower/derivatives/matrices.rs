//! Jacobians and Hessians as values: the matrix of all elements, taken apart by variables.

use graph_autodiff::Derivatives;
use graph_ir::types::Extent;
use graph_ir::{Error, Shape, Wire};

use super::{With, wires_of};
use crate::lower::Lowerer;

impl<'b> Lowerer<'b, '_> {
    /// For each variable the Jacobian, whose axes are those of the value and those of the variable.
    pub(super) fn jacobian(
        &mut self,
        value: Wire<'b>,
        with: &[With<'b>],
    ) -> Result<Vec<Wire<'b>>, Error> {
        let rows = value.ty()?.shape;
        let whole = self.builder.jacobian(value, &wires_of(with))?;
        let blocks = self.blocks(whole, 1, with)?;
        let blocks = blocks.into_iter().zip(with);
        let shaped = blocks.map(|(block, with)| {
            let shape = joined(&rows, &with.ty.shape)?;
            self.builder.reshape(block, &shape)
        });
        shaped.collect()
    }

    /// For each pair of variables the block of the Hessian, row by row, whose axes are those of the
    /// one and of the other.
    pub(super) fn hessian(
        &mut self,
        number: Wire<'b>,
        with: &[With<'b>],
    ) -> Result<Vec<Wire<'b>>, Error> {
        let whole = self.builder.hessian(number, &wires_of(with))?;
        let mut blocks = Vec::with_capacity(with.len() * with.len());
        for (rows, of_rows) in self.blocks(whole, 0, with)?.into_iter().zip(with) {
            for (block, of_columns) in self.blocks(rows, 1, with)?.into_iter().zip(with) {
                let shape = joined(&of_rows.ty.shape, &of_columns.ty.shape)?;
                blocks.push(self.builder.reshape(block, &shape)?);
            }
        }
        Ok(blocks)
    }

    /// The parts of a matrix that belong to the elements of each variable along an axis, in the
    /// order of these elements.
    fn blocks(
        &self,
        matrix: Wire<'b>,
        axis: usize,
        with: &[With<'b>],
    ) -> Result<Vec<Wire<'b>>, Error> {
        let mut start = Extent::from(0);
        let blocks = with.iter().map(|with| {
            let counts = with
                .wires
                .iter()
                .map(|wire| Ok(wire.ty()?.shape.count().clone()));
            let counts: Vec<Extent> = counts.collect::<Result<_, Error>>()?;
            let begin = start.clone();
            start = &start + &counts.iter().cloned().sum();
            let (Some(places), true) = (&with.places, *with.ty.shape.count() != 0) else {
                return self
                    .builder
                    .range(matrix, axis, begin.clone(), &start - &begin);
            };
            with.ty.shape.require_known()?;
            let mut positions = vec![begin.clone(); with.ty.shape.size()];
            let mut offset = begin;
            for (count, places) in counts.iter().zip(places) {
                for &(there, here) in places {
                    positions[here] = &offset + &Extent::from(there);
                }
                offset = &offset + count;
            }
            let rows = positions.iter();
            let rows = rows.map(|position| self.builder.index(matrix, axis, position.clone()));
            let rows: Vec<Wire<'b>> = rows.collect::<Result<_, Error>>()?;
            self.builder.stack(&rows, axis)
        });
        blocks.collect()
    }
}

/// The axes of two shapes, one after another.
fn joined(first: &Shape, second: &Shape) -> Result<Shape, Error> {
    Ok(Shape::of([first.counts(), second.counts()].concat())?)
}
