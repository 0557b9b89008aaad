//! A loop's parts outside of it: the slices that it takes of the arrays before it, and the arrays
//! after it.

use graph_ir::graph::Literal;
use graph_ir::ops::Slice;
use graph_ir::types::Extent;
use graph_ir::{Error, Shape, Wire};

use super::sources::untouched;
use super::{Inputs, MovingArray, Row, RowKind};
use crate::lower::Lowerer;
use crate::lower::values::Range;

impl<'b> Lowerer<'b, '_> {
    /// Adds the inputs that a part needs from outside of its loop, which has ended.
    pub(in crate::lower::loops) fn inputs_of_part(
        &mut self,
        part: &MovingArray<'b>,
        range: &Range,
        inputs: &mut Inputs<'b>,
    ) -> Result<(), Error> {
        let whole = self.whole_of_part(part)?;
        for row in &part.rows {
            let (first, step) = part.places(row, range);
            let stack = {
                |this: &mut Self| {
                    this.strided(whole, &[(part.axis, first.clone(), step)], &range.count)
                }
            };
            match &row.kind {
                RowKind::Read(input) => inputs.stacked.push((*input, stack(self)?)),
                RowKind::Written { input, last } => {
                    inputs.stacked.push((*input, stack(self)?));
                    for (back, &input) in (1..).zip(last) {
                        let position = &first - Extent::from(step.saturating_mul(back));
                        let first = self.builder.index(whole, part.axis, position)?;
                        inputs.carried.push((input, first));
                    }
                }
                RowKind::Past => {}
            }
        }
        Ok(())
    }

    fn whole_of_part(&mut self, part: &MovingArray<'b>) -> Result<Wire<'b>, Error> {
        let whole = self.read(part.id);
        self.default_wire(&whole).ok_or(Error::OutOfScope)
    }

    /// The array after the loop: the assigned elements at its positions, and the earlier ones
    /// elsewhere.
    pub(in crate::lower::loops) fn overlaid(
        &mut self,
        part: &MovingArray<'b>,
        stacks: &mut impl Iterator<Item = Wire<'b>>,
        range: &Range,
    ) -> Result<Wire<'b>, Error> {
        let before = self.whole_of_part(part)?;
        let ty = before.ty()?;
        let extent = ty.shape.count_along(part.axis);
        let place = |start: &Extent, step: i64| {
            let mut place = Slice::whole(ty.shape.rank());
            place.axes[part.axis] = (start.clone(), step);
            place
        };
        let (mut pieces, mut firsts, mut distance) = (Vec::new(), Vec::new(), 1);
        for row in &part.rows {
            let RowKind::Written { .. } = row.kind else {
                continue;
            };
            let stack = stacks.next().ok_or(Error::OutOfScope)?;
            let (first, step) = part.places(row, range);
            let (stack, first, step) = self.ascending(stack, first, step, &range.count)?;
            let stack = self.moved_back(stack, part.axis)?;
            if step == 1 && range.count == extent && first == 0 {
                return Ok(stack);
            }
            pieces.push((stack, place(&first, step)));
            firsts.push(first);
            distance = step;
        }
        // Of several pieces at positions that are not known, it is not known that they do not meet.
        let apart = pieces.len() < 2 || !ty.shape.is_symbolic();
        if let Some(literal) = self.builder.splat(before).filter(|_| apart) {
            let background = self.builder.literal(literal);
            return self.builder.assemble(background, &pieces, &ty);
        }
        let numbers = firsts.iter().map(Extent::known_integer);
        let numbers = numbers.collect::<Option<Vec<i64>>>();
        let ends = extent.known_integer().zip(range.count.known_integer());
        let (Some(numbers), Some((extent, count))) = (numbers, ends) else {
            let mut whole = before;
            for (piece, place) in &pieces {
                whole = self.overlay(whole, *piece, place)?;
            }
            return Ok(whole);
        };
        for (start, by, count) in untouched(extent, &numbers, distance, count) {
            let mut extents = ty.shape.counts();
            extents[part.axis] = count.into();
            let (shape, place) = (Shape::of(extents)?, place(&start.into(), by));
            pieces.push((self.builder.slice(before, &place, &shape)?, place));
        }
        let background = self.builder.literal(Literal::from_f64(ty.element, 0.0));
        self.builder.assemble(background, &pieces, &ty)
    }

    /// A stack from its last slice to its first, where its positions fall.
    fn ascending(
        &self,
        stack: Wire<'b>,
        first: Extent,
        step: i64,
        count: &Extent,
    ) -> Result<(Wire<'b>, Extent, i64), Error> {
        if step > 0 {
            return Ok((stack, first, step));
        }
        let last = count - 1;
        let shape = stack.ty()?.shape;
        let mut slice = Slice::whole(shape.rank());
        slice.axes[0] = (last.clone(), -1);
        let stack = self.builder.slice(stack, &slice, &shape)?;
        Ok((stack, first + last * Extent::from(step), -step))
    }

    /// A stack whose first axis is moved to where it belongs.
    fn moved_back(&self, stack: Wire<'b>, axis: usize) -> Result<Wire<'b>, Error> {
        let rank = stack.ty()?.shape.rank();
        let back = (0..rank).map(|other| match other.cmp(&axis) {
            std::cmp::Ordering::Less => other + 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => other,
        });
        self.builder.transpose(stack, &back.collect::<Vec<_>>())
    }
}

impl MovingArray<'_> {
    /// The first position of a row and the step from one iteration to the next.
    fn places(&self, row: &Row<'_>, range: &Range) -> (Extent, i64) {
        let first = &range.start * Extent::from(self.scale);
        (first + &row.offset, self.scale.saturating_mul(range.step))
    }
}
