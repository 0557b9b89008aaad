//! Positions of the largest and smallest elements.

use alloc::vec::Vec;

use graph_ir::graph::{Literal, NodeId};
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::types::Element;

use super::Lowering;
use super::fold::{Fold, place_of, set};
use super::value::NodeValue;
use super::view::strides;
use crate::{Atom, Expression, Index};

impl Lowering<'_> {
    /// The position of the first extremum among terms in straight-line code.
    pub(super) fn small_extremum(&mut self, reduction: Reduction, terms: &[Atom]) -> Atom {
        let zero = Atom::Literal(Literal::I64(0));
        let Some((&first, rest)) = terms.split_first() else {
            return zero;
        };
        let element = self.code.element(first);
        let (mut best, mut position) = (first, zero);
        for (number, &term) in (1..).zip(rest) {
            let better = self.is_better(reduction, element, term, best);
            best = self
                .code
                .compute(element, Expression::Select([better, term, best]));
            let here = Atom::Literal(Literal::I64(number));
            let chosen = Expression::Select([better, here, position]);
            position = self.code.compute(Element::I64, chosen);
        }
        position
    }

    /// The positions of the first extrema, in loops.
    pub(super) fn extremum(&mut self, id: NodeId, mut fold: Fold) -> NodeValue {
        let graph = self.graph;
        let operand = &graph.ty(graph.arguments(id)[0]).shape;
        let extents: Vec<usize> = fold.reduced.iter().map(|&a| operand.extent(a)).collect();
        let terms = strides(&extents);
        let one = graph.ty(id).shape.size() == 1;
        let target = (!one).then(|| self.target(id, 0));
        let place = target.as_ref().map(|target| place_of(target, &fold.kept));
        if let Some(place) = &place {
            fold.kernel.merge(&fold.kept, &[place]);
        }
        let extents = fold.kernel.extents_of(&fold.kept);
        let (nest, kept) = self.code.begin_nest(&extents);
        let mut points = alloc::vec![Index::default(); fold.kernel.extents.len()];
        set(&mut points, &fold.kept, &kept);
        let position = self.search(&fold, &terms, &points);
        if let Some(place) = &place {
            let index = place.at(&points);
            self.code.store(place.buffer, index, position);
        }
        self.code.end_nest(nest);
        target.map_or(NodeValue::Uniform(position), NodeValue::stored)
    }

    /// One position, given its place along the kept axes; `strides` number the terms.
    fn search(&mut self, fold: &Fold, strides: &[i64], points: &[Index]) -> Atom {
        let element = fold.element;
        let best = self.code.mutable(fold.reduction.traceless(element));
        let position = self.code.mutable(Literal::I64(0));
        let extents = fold.kernel.extents_of(&fold.reduced);
        let (nest, at) = self.code.begin_nest(&extents);
        let mut points = points.to_vec();
        set(&mut points, &fold.reduced, &at);
        let term = self.term(fold, &points);
        let known = Atom::Variable(best);
        let better = self.is_better(fold.reduction, element, term, known);
        let mut number = Index::default();
        for (point, &stride) in at.iter().zip(strides) {
            number.add(point, stride);
        }
        let here = self
            .code
            .compute(Element::I64, Expression::Position(number));
        let chosen = Expression::Select([better, here, Atom::Variable(position)]);
        let chosen = self.code.compute(Element::I64, chosen);
        let value = self
            .code
            .compute(element, Expression::Select([better, term, known]));
        self.code.assign(position, chosen);
        self.code.assign(best, value);
        self.code.end_nest(nest);
        self.code.read(position)
    }

    /// Whether a term is taken over the best one so far: where `math::max` (or `min`) of the best
    /// and the term is the term.
    fn is_better(
        &mut self,
        reduction: Reduction,
        element: Element,
        term: Atom,
        best: Atom,
    ) -> Atom {
        let comparison = match reduction {
            Reduction::ArgMin | Reduction::Min => ScalarOp::Less,
            _ => ScalarOp::Greater,
        };
        let mut test = |op, a, b| self.code.scalar(op, Element::Bool, &[a, b]);
        let better = test(comparison, term, best);
        if !element.is_float() {
            return better;
        }
        let was_nan = test(ScalarOp::NotEqual, best, best);
        let is_number = test(ScalarOp::Equal, term, term);
        let first_number = test(ScalarOp::And, was_nan, is_number);
        test(ScalarOp::Or, better, first_number)
    }
}
