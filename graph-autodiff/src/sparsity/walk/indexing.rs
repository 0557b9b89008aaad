//! Gathering and scattering by index values.
//!
//! An index that is a constant names one element. One that is known at run time only could name any
//! along its axis: all of a line are then one element, which depends on each.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::graph::Literal;
use graph_ir::types::Shape;

use super::{Elements, Walker};
use crate::sparsity::tape::Slot;

/// A tensor as lines along an axis: so many blocks of lines, of so many elements, side by side.
struct Lines {
    blocks: usize,
    length: usize,
    side_by_side: usize,
}

impl Lines {
    fn new(shape: &Shape, axis: usize) -> Self {
        let extents = shape.extents();
        Self {
            blocks: extents[..axis].iter().product(),
            length: extents[axis],
            side_by_side: extents[axis + 1..].iter().product(),
        }
    }

    fn position(&self, block: usize, along: usize, side: usize) -> usize {
        (block * self.length + along) * self.side_by_side + side
    }
}

impl Walker {
    /// The parts of `data` at indices along an axis.
    pub(super) fn gather(
        &mut self,
        data: &Elements,
        indices: &Elements,
        [shape, indices_shape]: [&Shape; 2],
        axis: usize,
    ) -> Result<Elements> {
        if matches!(data, Elements::All(_)) {
            return Ok(data.clone());
        }
        let lines = Lines::new(shape, axis);
        let count = indices_shape.size();
        self.tape.spend(lines.blocks * count * lines.side_by_side)?;
        let mut slots = Vec::with_capacity(lines.blocks * count * lines.side_by_side);
        for block in 0..lines.blocks {
            let mut any: Vec<Option<Slot>> = alloc::vec![None; lines.side_by_side];
            for number in 0..count {
                let along = self.index(indices.at(number), lines.length);
                for (side, any) in any.iter_mut().enumerate() {
                    let slot = match (along, *any) {
                        (Some(along), _) => data.at(lines.position(block, along, side)),
                        (None, Some(any)) => any,
                        (None, None) => {
                            self.tape.spend(lines.length)?;
                            let all = 0..lines.length;
                            let all = all.map(|along| data.at(lines.position(block, along, side)));
                            *any.insert(self.tape.linear(all.collect())?)
                        }
                    };
                    slots.push(slot);
                }
            }
        }
        Ok(Elements::of(slots))
    }

    /// Elements that are moved along an axis, to anywhere in their lines.
    pub(super) fn lines(
        &mut self,
        data: &Elements,
        shape: &Shape,
        axis: usize,
    ) -> Result<Elements> {
        if matches!(data, Elements::All(_)) {
            return Ok(data.clone());
        }
        let lines = Lines::new(shape, axis);
        self.tape.spend(shape.size().saturating_mul(2))?;
        let mut slots = alloc::vec![Slot::UNKNOWN; shape.size()];
        for block in 0..lines.blocks {
            for side in 0..lines.side_by_side {
                let places = (0..lines.length).map(|along| lines.position(block, along, side));
                let line = places.clone().map(|place| data.at(place)).collect();
                let any = self.tape.linear(line)?;
                places.for_each(|place| slots[place] = any);
            }
        }
        Ok(Elements::of(slots))
    }

    /// Zeros to which parts of `updates` are added at indices along an axis.
    pub(super) fn scatter(
        &mut self,
        [indices, updates]: [&Elements; 2],
        [indices_shape, shape]: [&Shape; 2],
        axis: usize,
        zero: Slot,
    ) -> Result<Elements> {
        let lines = Lines::new(shape, axis);
        let count = indices_shape.size();
        self.tape.spend(shape.size())?;
        self.tape.spend(lines.blocks * count * lines.side_by_side)?;
        let mut slots = alloc::vec![zero; shape.size()];
        let from = Lines {
            length: count,
            ..lines
        };
        let places: Vec<Option<usize>> = (0..count)
            .map(|number| self.index(indices.at(number), lines.length))
            .collect();
        for (block, side) in (0..lines.blocks)
            .flat_map(|block| (0..lines.side_by_side).map(move |side| (block, side)))
        {
            let mut anywhere = Vec::new();
            for (number, along) in places.iter().enumerate() {
                let update = updates.at(from.position(block, number, side));
                match along {
                    Some(along) => {
                        let slot = &mut slots[lines.position(block, *along, side)];
                        *slot = self.tape.linear(alloc::vec![*slot, update])?;
                    }
                    None => anywhere.push(update),
                }
            }
            // Whatever is added, no element is known to be zero any more.
            if !anywhere.is_empty() {
                let anywhere = self.tape.linear(anywhere)?;
                for along in 0..lines.length {
                    let slot = &mut slots[lines.position(block, along, side)];
                    *slot = self.tape.linear(alloc::vec![*slot, anywhere])?;
                }
            }
        }
        Ok(Elements::of(slots))
    }

    /// The position that an index names, if that is known and there is one.
    fn index(&self, slot: Slot, length: usize) -> Option<usize> {
        match self.tape.literal(slot)? {
            Literal::I64(index) => usize::try_from(index).ok().filter(|&index| index < length),
            _ => None,
        }
    }
}
