//! Operators that combine elements: sums, reductions, contractions, and indexing by values.
//!
//! Sums are written as one `sum` of all terms. Its order of addition is CppAD's own, so results
//! agree with those of the graph to rounding.

use super::draft::Symbol;
use super::inner::NodeContext;
use super::view::along;
use super::{Item, Truth, Writer};
use crate::Error;
use crate::cppad::Operator;
use crate::refusal::unwritten;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::Shape;
use graph_ir::ops::{Contraction, Reduction, ScalarOp};

impl Writer {
    /// The n-ary sum, element by element.
    pub(super) fn sum(&mut self, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let arguments = at.graph.arguments(at.id).len();
        let elements = 0..at.graph.ty(at.id).shape.size();
        let items = elements.map(|element| {
            let terms = (0..arguments).map(|argument| self.number(at.items(argument)[element]));
            let terms: Vec<Symbol> = terms.collect::<Result<_, _>>()?;
            self.draft.apply(Operator::SUM, &terms).map(Item::Number)
        });
        items.collect()
    }

    pub(super) fn reduce(
        &mut self,
        reduction: Reduction,
        axes: &[usize],
        at: NodeContext<'_>,
    ) -> Result<Vec<Item>, Error> {
        let (shape, items) = (at.shape(0), at.items(0));
        if at.graph.ty(at.id).shape.size() == 0 {
            return Ok(Vec::new());
        }
        self.draft.spend(items.len())?;
        let kept: Vec<usize> = (0..shape.rank()).filter(|a| !axes.contains(a)).collect();
        let offsets = along(shape, axes);
        let starts = along(shape, &kept).into_iter();
        let results = starts.map(|start| {
            let terms = offsets
                .iter()
                .map(|offset| self.number(items[start + offset]));
            let terms: Vec<Symbol> = terms.collect::<Result<_, _>>()?;
            self.reduced(reduction, &terms).map(Item::Number)
        });
        results.collect()
    }

    fn reduced(&mut self, reduction: Reduction, terms: &[Symbol]) -> Result<Symbol, Error> {
        let Some((&first, rest)) = terms.split_first() else {
            return self.draft.literal(reduction.neutral().unwrap_or(0.0));
        };
        match (reduction, reduction.combination()) {
            (Reduction::Sum, _) => self.total(terms),
            (_, None) => self.position_of_largest(terms, reduction == Reduction::ArgMin),
            (_, Some(op)) => {
                let mut result = first;
                for &term in rest {
                    let pair = [Item::Number(result), Item::Number(term)];
                    let combined = self.element(op, false, &pair)?;
                    result = self.number(combined)?;
                }
                Ok(result)
            }
        }
    }

    /// The position of the first term that no other exceeds, or with `smallest` falls below.
    fn position_of_largest(&mut self, terms: &[Symbol], smallest: bool) -> Result<Symbol, Error> {
        let (mut best, mut position) = (terms[0], self.draft.literal(0.0)?);
        for (index, &term) in terms.iter().enumerate().skip(1) {
            let op = match smallest {
                true => ScalarOp::Less,
                false => ScalarOp::Greater,
            };
            let better = Self::compare(op, term, best).unwrap_or(Truth::Known(false));
            let own = self.draft.literal(index as f64)?;
            position = self.choose(better, own, position)?;
            best = self.choose(better, term, best)?;
        }
        Ok(position)
    }

    /// The sum of the terms, as briefly as it can be said.
    fn total(&mut self, terms: &[Symbol]) -> Result<Symbol, Error> {
        match *terms {
            [] => self.draft.literal(0.0),
            [only] => Ok(only),
            [left, right] => self.operate(ScalarOp::Add, Operator::ADD, &[left, right]),
            _ => self.draft.apply(Operator::SUM, terms),
        }
    }

    pub(super) fn contract(
        &mut self,
        contraction: &Contraction,
        at: NodeContext<'_>,
    ) -> Result<Vec<Item>, Error> {
        if at.graph.ty(at.id).shape.size() == 0 {
            return Ok(Vec::new());
        }
        let left = Side::new(contraction, at.shape(0), |&(left, _)| left);
        let right = Side::new(contraction, at.shape(1), |&(_, right)| right);
        let left_free = along(at.shape(0), &contraction.left_free(at.shape(0).rank()));
        let right_free = along(at.shape(1), &contraction.right_free(at.shape(1).rank()));
        let (product, operator) = match contraction.absolute {
            true => (ScalarOp::Azmul, Operator::AZMUL),
            false => (ScalarOp::Mul, Operator::MUL),
        };
        let mut results = Vec::new();
        let mut terms = Vec::new();
        for (left_batch, right_batch) in left.batch.iter().zip(&right.batch) {
            for left_start in left_free.iter().map(|free| left_batch + free) {
                for right_start in right_free.iter().map(|free| right_batch + free) {
                    terms.clear();
                    for (l, r) in left.contracted.iter().zip(&right.contracted) {
                        let l = self.number(at.items(0)[left_start + l])?;
                        let r = self.number(at.items(1)[right_start + r])?;
                        terms.push(self.operate(product, operator, &[l, r])?);
                    }
                    results.push(Item::Number(self.total(&terms)?));
                }
            }
        }
        Ok(results)
    }

    pub(super) fn gather(&mut self, axis: usize, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let indices = self.indices(1, axis, at.shape(0), at)?;
        if at.graph.ty(at.id).shape.size() == 0 {
            return Ok(Vec::new());
        }
        let rows = Rows::new(axis, at.shape(0));
        let data = at.items(0);
        let mut items = Vec::with_capacity(at.graph.ty(at.id).shape.size());
        for outer in 0..rows.outer {
            for &index in &indices {
                items.extend_from_slice(&data[rows.of(outer, index)..][..rows.inner]);
            }
        }
        Ok(items)
    }

    pub(super) fn scatter_add(
        &mut self,
        axis: usize,
        at: NodeContext<'_>,
    ) -> Result<Vec<Item>, Error> {
        let shape = &at.graph.ty(at.id).shape;
        let indices = self.indices(0, axis, shape, at)?;
        if shape.size() == 0 {
            return Ok(Vec::new());
        }
        let rows = Rows::new(axis, shape);
        let mut updates = at.items(1).iter();
        let mut sums: Vec<Option<Symbol>> = vec![None; shape.size()];
        for outer in 0..rows.outer {
            for &index in &indices {
                let start = rows.of(outer, index);
                for sum in &mut sums[start..start + rows.inner] {
                    // There are as many updates as the loops go through.
                    let Some(&update) = updates.next() else {
                        return Ok(Vec::new());
                    };
                    let update = self.number(update)?;
                    *sum = Some(match *sum {
                        Some(sum) => self.operate(ScalarOp::Add, Operator::ADD, &[sum, update])?,
                        None => update,
                    });
                }
            }
        }
        let zero = self.draft.literal(0.0)?;
        let items = sums.into_iter();
        Ok(items.map(|s| Item::Number(s.unwrap_or(zero))).collect())
    }

    /// The values of an argument that holds indices along an axis.
    fn indices(
        &self,
        argument: usize,
        axis: usize,
        shape: &Shape,
        at: NodeContext<'_>,
    ) -> Result<Vec<usize>, Error> {
        let extent = shape.extent(axis);
        let items = at.items(argument).iter();
        items
            .map(|&item| {
                let index = match item {
                    Item::Number(symbol) => self.draft.value(symbol),
                    Item::Truth(_) => None,
                };
                let Some(index) = index else {
                    let why = "the format has no indexing; an index must be a constant";
                    return Err(unwritten("indexing by a computed value", why));
                };
                match index {
                    // Indices are integers: the conversion is exact.
                    0.0.. if (index as usize) < extent => Ok(index as usize),
                    _ => {
                        let why = "the index is out of range";
                        Err(unwritten("indexing", why))
                    }
                }
            })
            .collect()
    }
}

/// Where the elements of one operand of a contraction lie.
struct Side {
    batch: Vec<usize>,
    contracted: Vec<usize>,
}

impl Side {
    fn new(
        contraction: &Contraction,
        shape: &Shape,
        own: impl Fn(&(usize, usize)) -> usize,
    ) -> Self {
        let positions = |pairs: &[(usize, usize)]| {
            let axes: Vec<usize> = pairs.iter().map(&own).collect();
            along(shape, &axes)
        };
        Self {
            batch: positions(&contraction.batch),
            contracted: positions(&contraction.contracted),
        }
    }
}

/// A tensor cut along one axis: the parts of the axes before it, and the sizes of the parts after.
struct Rows {
    outer: usize,
    extent: usize,
    inner: usize,
}

impl Rows {
    fn new(axis: usize, shape: &Shape) -> Self {
        let extents = shape.extents();
        Self {
            outer: extents[..axis].iter().product(),
            extent: extents[axis],
            inner: extents[axis + 1..].iter().product(),
        }
    }

    fn of(&self, outer: usize, index: usize) -> usize {
        (outer * self.extent + index) * self.inner
    }
}
