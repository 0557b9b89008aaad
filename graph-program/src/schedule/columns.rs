//! Reductions whose terms lie apart while neighbouring results lie side by side: sums of columns.
//!
//! Neighbouring results are accumulated together, in lanes, several groups of lanes at once: the
//! terms are read row by row, and the sums stay in registers.

use alloc::vec::Vec;
use graph_ir::intern::signed;

use graph_math::order::LANES;

use super::Lowering;
use super::fold::{Fold, with};
use super::kernel::Leaf;
use super::vector::lanes_from;
use crate::Index;

/// How many groups of lanes, or single results, are accumulated at once: enough additions that do
/// not wait for each other, and no more accumulators than registers.
const AT_ONCE: usize = 4;

impl Lowering<'_> {
    /// Stores all results of a reduction, neighbours together.
    pub(super) fn fold_columns(&mut self, fold: &Fold, place: &Leaf) {
        let mut extents = fold.kernel.extents.clone();
        for &axis in &fold.reduced {
            extents[axis] = 1;
        }
        let column = fold.kept.iter().rfind(|&&axis| extents[axis] > 1).copied();
        let column = column.unwrap_or(extents.len());
        let count = extents
            .get_mut(column)
            .map_or(1, |e| core::mem::replace(e, 1));
        let lanes = column < extents.len() && self.has_lanes(&fold.kernel, column, Some(place));
        let width = if lanes { LANES } else { 1 };
        let block = AT_ONCE * width;
        let (outer, points) = self.code.begin_nest(&extents);
        // Whole blocks in a loop, then the groups that are left, then the rest of a group:
        // accumulated once more with the results before it.
        let groups = count % block / width;
        let rest = count % width;
        let blocks = [
            (0, count / block, AT_ONCE),
            (count - count % block, usize::from(groups > 0), groups),
            (count.saturating_sub(width), usize::from(rest > 0), 1),
        ];
        for (start, times, at_once) in blocks {
            if times == 0 {
                continue;
            }
            let (nest, at) = self.code.begin_nest(&[times]);
            let first = Index::constant(signed(start)).plus(&at[0], signed(block));
            let points = (0..at_once).map(|group| {
                let first = first.shifted(signed(group * width));
                let position = if lanes { lanes_from(&first) } else { first };
                with(&points, column, position)
            });
            let points: Vec<Vec<Index>> = points.collect();
            let sums = self.accumulate_in_order(fold, &points);
            for (points, sum) in points.iter().zip(sums) {
                self.code.store(place.buffer, place.at(points), sum);
            }
            self.code.end_nest(nest);
        }
        self.code.end_nest(outer);
    }
}
