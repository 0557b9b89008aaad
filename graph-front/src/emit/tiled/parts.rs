//! Reading and writing the part of an array at one position along each of some axes, which numbers
//! that were computed name.

use std::fmt::Write as _;

use graph_ir::Site;
use graph_ir::passes::tile::{ArrayId, KernelCall};

use super::Writer;

/// The place of a part in an array.
enum Place {
    /// It lies together, from this block on.
    Block(String),
    /// At these positions: a list of axes with them.
    Scattered(String),
}

impl Writer<'_> {
    /// Reads a part of an array.
    pub(super) fn part_at(
        &mut self,
        call: &KernelCall,
        from: ArrayId,
        axes: &[usize],
        positions: &[ArrayId],
    ) -> std::fmt::Result {
        let elements = self.flat(from);
        match self.place_of_part(from, axes, positions, call.site) {
            Place::Block(place) if self.ty(call.array).is_scalar() => {
                writeln!(self.text, "let a{}=({elements})[{place}];", call.array.0)
            }
            Place::Block(place) => {
                let (target, block) = (self.flat_mut(call.array), self.size_behind(from, axes));
                writeln!(
                    self.text,
                    "({target}).copy_from_slice(&({elements})[({place})*{block}..][..{block}]);"
                )
            }
            Place::Scattered(places) => {
                let (target, counts) = (self.flat_mut(call.array), self.counts(from));
                writeln!(
                    self.text,
                    "support::rows::part_at(&mut {target},{elements},&[{counts}],&[{places}]);"
                )
            }
        }
    }

    /// Writes a part of an array.
    pub(super) fn replace(
        &mut self,
        call: &KernelCall,
        part: ArrayId,
        axes: &[usize],
        positions: &[ArrayId],
    ) -> std::fmt::Result {
        let (whole, target) = (call.array, self.flat_mut(call.array));
        match self.place_of_part(whole, axes, positions, call.site) {
            Place::Block(place) if self.ty(part).is_scalar() => {
                writeln!(self.text, "({target})[{place}]=a{};", part.0)
            }
            Place::Block(place) => {
                let (part, block) = (self.flat(part), self.size_behind(whole, axes));
                writeln!(
                    self.text,
                    "({target})[({place})*{block}..][..{block}].copy_from_slice({part});"
                )
            }
            Place::Scattered(places) => {
                let (part, counts) = (self.flat(part), self.counts(whole));
                writeln!(
                    self.text,
                    "support::rows::replace(&mut {target},{part},&[{counts}],&[{places}]);"
                )
            }
        }
    }

    /// The range of the part at positions along the first axes of an array.
    pub(super) fn block(&self, whole: ArrayId, positions: &[ArrayId], site: Site) -> String {
        let axes: Vec<usize> = (0..positions.len()).collect();
        let (place, block) = (
            self.place_of_block(whole, positions, site),
            self.size_behind(whole, &axes),
        );
        format!("[({place})*{block}..][..{block}]")
    }

    /// The number of blocks before the one at positions along the first axes of an array.
    fn place_of_block(&self, whole: ArrayId, positions: &[ArrayId], site: Site) -> String {
        let counts = self.ty(whole).shape.counts();
        let counts = counts.iter().map(|count| self.count(count));
        let mut positions = positions.iter().zip(counts).map(|(position, count)| {
            let position = self.position(&format!("a{}", position.0), site, &count);
            (position, count)
        });
        let first = positions.next().map(|(position, _)| position);
        let first = first.unwrap_or_else(|| "0".into());
        positions.fold(first, |place, (position, count)| {
            format!("({place})*{count}+{position}")
        })
    }

    /// The place of the part at the positions that arrays hold, which are checked.
    fn place_of_part(
        &self,
        whole: ArrayId,
        axes: &[usize],
        positions: &[ArrayId],
        site: Site,
    ) -> Place {
        if axes.iter().copied().eq(0..axes.len()) {
            return Place::Block(self.place_of_block(whole, positions, site));
        }
        let counts = self.ty(whole).shape.counts();
        let positions = axes.iter().zip(positions);
        let positions = positions.map(|(&axis, position)| {
            let count = self.count(&counts[axis]);
            self.position(&format!("a{}", position.0), site, &count)
        });
        let places = axes.iter().zip(positions);
        Place::Scattered(
            places
                .map(|(axis, position)| format!("({axis},{position}),"))
                .collect(),
        )
    }

    /// The number of elements at one position along each of the first axes.
    fn size_behind(&self, whole: ArrayId, axes: &[usize]) -> String {
        let block = self.ty(whole).shape.filter_axes(|axis| axis >= axes.len());
        self.count(block.count())
    }
}
