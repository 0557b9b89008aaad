//! Reductions of many neighbouring terms: partial results in lanes, as [`crate::order`] says.

use alloc::vec::Vec;

use super::Lowering;
use super::fold::{Fold, Term, neutral, scattered_strides, set};
use super::kernel::{Kernel, Leaf};
use super::view::{signed, strides};
use crate::graph::NodeId;
use crate::order::LANES;
use crate::program::{Atom, BufferId, Index};
use crate::types::{Element, Shape, Type};

impl Lowering<'_> {
    /// One result in partial results; its terms lie along a single axis, the last reduced one.
    pub(super) fn accumulate_in_lanes(&mut self, fold: &Fold, points: &[Index]) -> Atom {
        let axis = fold.reduced.last().copied().unwrap_or(0);
        let terms = fold.kernel.extents[axis];
        let (groups, rest) = (terms / LANES, terms % LANES);
        let lanes = self.code.local(&lanes_type(fold.element));
        let first = neutral(fold.reduction, fold.element);
        for lane in 0..LANES {
            let index = Index::constant(signed(lane));
            self.code.store(lanes.buffer, index, Atom::Literal(first));
        }
        let mut points = points.to_vec();
        let (nest, at) = self.code.begin_nest(&[groups, LANES]);
        points[axis] = at[1].plus(&at[0], signed(LANES));
        let term = self.term(fold, &points);
        let sum = self.code.load_again(lanes.buffer, at[1].clone());
        let sum = self.combine(fold.reduction, fold.element, sum, term);
        self.code.store(lanes.buffer, at[1].clone(), sum);
        self.code.end_nest(nest);
        let total = self.tree(fold, lanes.buffer);
        if rest == 0 {
            return total;
        }
        let sum = self.code.mutable_from(fold.element, total);
        let (nest, at) = self.code.begin_nest(&[rest]);
        points[axis] = at[0].shifted(signed(groups * LANES));
        let term = self.term(fold, &points);
        let next = Atom::Variable(sum);
        let next = self.combine(fold.reduction, fold.element, next, term);
        self.code.assign(sum, next);
        self.code.end_nest(nest);
        self.code.read(sum)
    }

    /// The partial results combined pairwise.
    fn tree(&mut self, fold: &Fold, lanes: BufferId) -> Atom {
        let load = |lane| self.code.load_again(lanes, Index::constant(signed(lane)));
        let mut sums: Vec<Atom> = (0..LANES).map(load).collect();
        while sums.len() > 1 {
            let upper = sums.split_off(sums.len() / 2);
            let pairs = sums.into_iter().zip(upper);
            let pairs = pairs.map(|(a, b)| self.combine(fold.reduction, fold.element, a, b));
            sums = pairs.collect();
        }
        sums[0]
    }

    /// Makes the terms of one result lie along one axis, by a copy where views stand against it.
    pub(super) fn line_up(&mut self, id: NodeId, fold: &mut Fold) {
        fold.kernel.merge(&fold.reduced, &[]);
        fold.reduced.retain(|&axis| fold.kernel.extents[axis] > 1);
        if fold.reduced.len() < 2 {
            return;
        }
        let axes = [&fold.kept[..], &fold.reduced[..]].concat();
        let extents = fold.kernel.extents_of(&axes);
        let shape = Shape::new(&extents).unwrap_or_else(|_| Shape::scalar());
        let copy = self.code.local(&Type::new(fold.element, shape));
        let place = Leaf {
            strides: scattered_strides(&axes, &strides(&extents)),
            buffer: copy.buffer,
            base: Index::default(),
        };
        let (nest, at) = self.code.begin_nest(&extents);
        let mut points = alloc::vec![Index::default(); fold.kernel.extents.len()];
        set(&mut points, &axes, &at);
        let term = self.term(fold, &points);
        self.code.store(place.buffer, place.at(&points), term);
        self.code.end_nest(nest);
        // The copy stands under the name of the result, which has no value yet.
        fold.term = Term::Operand(id, 0);
        let extents = core::mem::take(&mut fold.kernel.extents);
        fold.kernel = Kernel::read(extents, id, 0, place);
        fold.kernel.merge(&fold.reduced, &[]);
        fold.reduced.retain(|&axis| fold.kernel.extents[axis] > 1);
    }
}

fn lanes_type(element: Element) -> Type {
    let shape = Shape::new(&[LANES]).unwrap_or_else(|_| Shape::scalar());
    Type::new(element, shape)
}
