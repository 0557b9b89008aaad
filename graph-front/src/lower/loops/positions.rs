//! The positions that a loop runs over: those of a constant range, or those from a place on that is
//! known only when the loop starts, as in `for j in i + 1..N` and `for k in first[i]..first[i + 1]`.

use graph_ir::Wire;
use graph_ir::graph::Literal;
use graph_ir::intern::signed;
use graph_ir::ops::ScalarOp;
use graph_ir::types::Extent;

use super::sequence::least;
use crate::lower::Lowerer;
use crate::lower::values::{Affine, Range, Value};

/// The positions of a sequence, one for each iteration.
#[derive(Clone, Debug)]
pub(super) enum Positions<'b> {
    /// Those of a range with constant bounds.
    Constant(Range),
    /// Others.
    Moved(Moved<'b>),
}

/// Positions whose first one, or whose number, is known only when the loop starts.
#[derive(Clone, Debug)]
pub(super) struct Moved<'b> {
    /// One integer: a position that moves with loops, or a computed one.
    pub(super) first: Value<'b>,
    pub(super) step: i64,
    /// How many there are at most: exactly so many unless that is told.
    pub(super) most: Extent,
    /// How many there are, none where it is below zero: one integer.
    pub(super) told: Option<Value<'b>>,
}

impl<'b> Positions<'b> {
    /// How many there are at most.
    pub(super) fn most(&self) -> &Extent {
        match self {
            Self::Constant(range) => &range.count,
            Self::Moved(moved) => &moved.most,
        }
    }

    /// How many there are, where that is known only when the loop starts.
    pub(super) fn told(&self) -> Option<&Value<'b>> {
        match self {
            Self::Constant(_) => None,
            Self::Moved(moved) => moved.told.as_ref(),
        }
    }

    /// The same as those whose first one may be known only when the loop starts.
    fn moved(self) -> Moved<'b> {
        match self {
            Self::Constant(range) => Moved {
                first: Value::from(range.start),
                step: range.step,
                most: range.count,
                told: None,
            },
            Self::Moved(moved) => moved,
        }
    }

    /// The range whose positions these are, if its first one is constant; of as many as there are
    /// at most.
    pub(super) fn range(&self) -> Option<Range> {
        match self {
            Self::Constant(range) => Some(range.clone()),
            Self::Moved(moved) => Some(Range {
                start: moved.first.as_extent()?,
                step: moved.step,
                count: moved.most.clone(),
            }),
        }
    }
}

impl<'b> Lowerer<'b, '_> {
    /// The same positions from the last to the first.
    pub(super) fn reversed(&mut self, positions: Positions<'b>) -> Option<Positions<'b>> {
        let moved = match positions {
            Positions::Constant(range) => return Some(Positions::Constant(range.reversed())),
            Positions::Moved(moved) => moved,
        };
        let last = match &moved.told {
            Some(told) => self.added(told, &Value::from(Extent::from(1)), -1)?,
            None => Value::from(&moved.most - 1),
        };
        Some(Positions::Moved(Moved {
            first: self.added(&moved.first, &last, moved.step)?,
            step: moved.step.checked_neg()?,
            ..moved
        }))
    }

    /// Every `step`th of the positions.
    pub(super) fn stepped(
        &mut self,
        positions: Positions<'b>,
        step: usize,
    ) -> Option<Positions<'b>> {
        let moved = match positions {
            Positions::Constant(range) => match range.clone().step_by(step) {
                Some(range) => return Some(Positions::Constant(range)),
                None => Positions::Constant(range).moved(),
            },
            Positions::Moved(moved) if step == 1 => return Some(Positions::Moved(moved)),
            Positions::Moved(moved) => moved,
        };
        let known = moved.most.known().map(|most| most.div_ceil(step));
        let told = match (known, &moved.told) {
            (Some(_), None) => None,
            (_, told) => {
                let count = told.clone().unwrap_or(Value::from(moved.most.clone()));
                let rounded = self.default_wire(&count)? + self.integer(signed(step) - 1);
                let by = self.integer(signed(step));
                let count = self.builder.scalar(ScalarOp::Div, &[rounded, by]).ok()?;
                Some(Value::from(count))
            }
        };
        Some(Positions::Moved(Moved {
            first: moved.first,
            step: moved.step.checked_mul(signed(step))?,
            most: known.map_or(moved.most, Extent::from),
            told,
        }))
    }

    /// The positions of the iterations from one on, up to another where that is given.
    pub(super) fn between(
        &mut self,
        positions: Positions<'b>,
        from: &Value<'b>,
        to: Option<&Value<'b>>,
    ) -> Option<Positions<'b>> {
        let most = positions.most().clone();
        let extent = to.map_or(Some(most.clone()), Value::as_extent);
        let end = extent.filter(|end| least(end, &most).as_ref() == Some(end));
        let start = from.as_extent();
        if let (Positions::Constant(range), Some(start), Some(end)) = (&positions, &start, &end)
            && least(start, end).as_ref() == Some(start)
        {
            return Some(Positions::Constant(range.part(start, end)));
        }
        let moved = positions.moved();
        let all = moved.told.clone().unwrap_or(Value::from(most.clone()));
        let told = match to {
            Some(to) => self.lesser(&all, to)?,
            None => all,
        };
        let told = self.added(&told, from, -1)?;
        let exact = told.as_extent();
        let before = start.filter(Extent::is_natural);
        let most = end.unwrap_or(most) - before.unwrap_or(Extent::from(0));
        Some(Positions::Moved(Moved {
            first: self.added(&moved.first, from, moved.step)?,
            step: moved.step,
            told: exact.is_none().then_some(told),
            most: natural(exact.unwrap_or_else(|| with_slack(most))),
        }))
    }

    /// The smaller of two integers.
    fn lesser(&mut self, a: &Value<'b>, b: &Value<'b>) -> Option<Value<'b>> {
        let both = a.as_extent().zip(b.as_extent());
        if let Some(least) = both.and_then(|(a, b)| least(&a, &b)) {
            return Some(Value::from(least));
        }
        let (a, b) = (self.default_wire(a)?, self.default_wire(b)?);
        self.smaller(a, b).map(Value::from)
    }

    /// The smaller of two integers, when the program runs.
    pub(super) fn smaller(&mut self, a: Wire<'b>, b: Wire<'b>) -> Option<Wire<'b>> {
        let is_less = self.builder.scalar(ScalarOp::Less, &[a, b]).ok()?;
        self.builder.select(is_less, a, b).ok()
    }

    /// One integer plus a multiple of another.
    pub(super) fn added(
        &mut self,
        to: &Value<'b>,
        value: &Value<'b>,
        factor: i64,
    ) -> Option<Value<'b>> {
        if let (Some(to), Some(value)) = (to.as_affine(), value.as_affine()) {
            return Some(Value::from(to.plus(&value, factor)?));
        }
        let (to, value) = (self.default_wire(to)?, self.default_wire(value)?);
        Some(Value::from(match factor {
            1 => to + value,
            -1 => to - value,
            _ => to + value * self.integer(factor),
        }))
    }

    /// The position in an iteration, which is a number or moves with loops.
    pub(super) fn position_in(
        &mut self,
        positions: &Positions<'b>,
        iteration: &Affine,
    ) -> Option<Value<'b>> {
        match positions {
            Positions::Constant(range) => {
                let position = Affine::constant(&range.start).plus(iteration, range.step)?;
                Some(Value::from(position))
            }
            Positions::Moved(moved) => {
                let iteration = Value::from(iteration.clone());
                self.added(&moved.first, &iteration, moved.step)
            }
        }
    }

    fn integer(&self, value: i64) -> Wire<'b> {
        self.builder.literal(Literal::I64(value))
    }
}

/// A number of positions, none where it is negative for all lengths.
pub(super) fn natural(count: Extent) -> Extent {
    match count.is_negative() {
        true => Extent::from(0),
        false => count,
    }
}

/// An extent that is at least as large as a greatest number of positions, and not below zero for
/// short arrays where that may be: `N` in place of `N - 1`.
pub(super) fn with_slack(most: Extent) -> Extent {
    let constant = most.terms().find(|(_, symbols)| symbols.is_empty());
    match constant {
        Some((below, _)) if below < 0 && most.is_symbolic() => most - Extent::from(below),
        _ => most,
    }
}
