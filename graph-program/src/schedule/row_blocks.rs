//! Blocks of rows, one in each lane: which rows a block takes, and which of them count.
//!
//! Where the last block is not full, it begins with rows of the block before, which are computed
//! again and do not count. Nor do those that a loop does not run which is told the number of its
//! iterations.

use alloc::vec::Vec;

use graph_ir::graph::Site;
use graph_ir::intern::signed;
use graph_ir::ops::ScalarOp;
use graph_ir::types::Element;
use graph_math::order::LANES;

use super::Lowering;
use super::code::Nest;
use super::regions::integer;
use crate::{Atom, Bound, Expression, Index, Limit};

/// A block of rows.
pub(super) struct Rows {
    /// The number of the first of them.
    pub(super) first: Index,
    /// Where a block may have rows that do not run, or that a block before has computed.
    pub(super) part: Option<Part>,
    /// Whether the loop runs from the last row to the first.
    pub(super) reverse: bool,
}

/// The rows of a block that count.
pub(super) struct Part {
    /// Whether all do.
    pub(super) is_all: Atom,
    /// Their lanes otherwise, in the order of the loop.
    pub(super) lanes: Vec<Span>,
}

/// Neighbouring lanes.
pub(super) struct Span {
    first: usize,
    count: usize,
    /// Which of them there are, counted in the order of the loop; `None` is all.
    limit: Option<Limit>,
}

impl Span {
    /// The lanes of a block all of whose rows run.
    pub(super) const ALL: Self = Self {
        first: 0,
        count: LANES,
        limit: None,
    };

    fn part(first: usize, count: usize, limit: Limit) -> Self {
        Self {
            first,
            count,
            limit: Some(limit),
        }
    }
}

impl Lowering<'_> {
    /// The first ones of so many iterations, in a loop with the counter of all: where it runs
    /// backwards, it begins at the last of these.
    pub(super) fn first_ones(&mut self, all: usize, count: Atom, reverse: bool) -> Limit {
        match reverse {
            false => Limit::Below(count),
            true => Limit::From(self.integers(ScalarOp::Sub, integer(signed(all)), count)),
        }
    }

    /// Which rows a block takes in a loop that is told how many of all rows run.
    pub(super) fn block_of(
        &mut self,
        told: Atom,
        rows: usize,
        reverse: bool,
        block: &Index,
        site: Site,
    ) -> Rows {
        let blocks = rows.div_ceil(LANES);
        let block = match reverse {
            false => block.clone(),
            true => Index::constant(signed(blocks - 1)).plus(block, -1),
        };
        let at = Index::default().plus(&block, signed(LANES));
        let start = self
            .code
            .compute(Element::I64, Expression::Position(at.clone()));
        let live = self.integers(ScalarOp::Sub, told, start);
        let live = self.smaller(live, integer(signed(LANES)));
        let rest = rows % LANES;
        let full = integer(signed(LANES));
        let is_all = self
            .code
            .scalar(ScalarOp::LessEqual, Element::Bool, &[full, live]);
        if rest == 0 {
            let limit = self.first_ones(LANES, live, reverse);
            let lanes = alloc::vec![Span::part(0, LANES, limit)];
            return Rows {
                first: at,
                part: Some(Part { is_all, lanes }),
                reverse,
            };
        }
        // The last block of all is moved to the front.
        let last = integer(signed(rows - LANES));
        let is_whole = self
            .code
            .scalar(ScalarOp::LessEqual, Element::Bool, &[start, last]);
        let first = self.smaller(start, last);
        let mut span = |first: usize, count: usize, sides: [Atom; 2]| {
            let [yes, no] = sides;
            let live = Expression::Select([is_whole, yes, no]);
            let live = self.code.compute(Element::I64, live);
            Span::part(first, count, self.first_ones(count, live, reverse))
        };
        let lanes = alloc::vec![
            span(0, LANES, [live, integer(0)]),
            span(LANES - rest, rest, [integer(0), live]),
        ];
        let inside = Bound::Known(rows - LANES + 1);
        Rows {
            first: self.code.check(first, inside, site),
            part: Some(Part { is_all, lanes }),
            reverse,
        }
    }

    /// The smaller one of two integers.
    fn smaller(&mut self, a: Atom, b: Atom) -> Atom {
        let is_first = self
            .code
            .scalar(ScalarOp::LessEqual, Element::Bool, &[a, b]);
        let smaller = Expression::Select([is_first, a, b]);
        self.code.compute(Element::I64, smaller)
    }

    /// Which rows a block takes: the first ones, or the last ones where the loop runs backwards.
    pub(super) fn block_of_rows(
        &mut self,
        rows: usize,
        reverse: bool,
        block: &Index,
        site: Site,
    ) -> Rows {
        let last = signed(rows - LANES);
        let at = Index::default().plus(block, signed(LANES));
        if rows.is_multiple_of(LANES) {
            let back = Index::constant(last).plus(&at, -1);
            return Rows {
                first: if reverse { back } else { at },
                part: None,
                reverse,
            };
        }
        let at = self.code.compute(Element::I64, Expression::Position(at));
        let (at, end) = match reverse {
            false => (at, integer(last)),
            true => {
                let back = self.integers(ScalarOp::Sub, integer(last), at);
                (back, integer(0))
            }
        };
        let order = if reverse { [end, at] } else { [at, end] };
        let is_whole = self.code.scalar(ScalarOp::Less, Element::Bool, &order);
        let first = Expression::Select([is_whole, at, end]);
        let first = self.code.compute(Element::I64, first);
        let [far, near] = if reverse { [first, at] } else { [at, first] };
        let from = self.integers(ScalarOp::Sub, far, near);
        let inside = Bound::Known(rows - LANES + 1);
        Rows {
            first: self.code.check(first, inside, site),
            part: Some(Part {
                is_all: is_whole,
                lanes: alloc::vec![Span::part(0, LANES, Limit::From(from))],
            }),
            reverse,
        }
    }

    /// Opens a loop over some lanes, in the order of the loop over rows.
    pub(super) fn begin_lanes(&mut self, span: &Span, reverse: bool) -> (Nest, Index) {
        let (nest, lane) = match span.limit {
            None => self.code.begin_nest(&[span.count]),
            Some(limit) => self.code.begin_partial(span.count, limit),
        };
        let lane = match reverse {
            false => lane[0].shifted(signed(span.first)),
            true => Index::constant(signed(span.first + span.count - 1)).plus(&lane[0], -1),
        };
        (nest, lane)
    }
}
