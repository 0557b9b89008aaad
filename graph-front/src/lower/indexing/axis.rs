//! One axis of a rectangular part, narrowed by one entry of an index.

use std::rc::Rc;

use graph_ir::intern::signed;

use crate::lower::values::Affine;

/// The positions that are left of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) start: usize,
    pub(super) count: usize,
    /// Whether the axis is one of the part's.
    pub(super) kept: bool,
    /// The position along the whole axis, where it moves.
    pub(super) moving: Option<Rc<Affine>>,
}

/// How an entry does not fit its axis.
pub(super) enum Wrong {
    Index(i64),
    /// The first value that does not fit, and the variables of the loops there.
    Moving(i64, Vec<(String, i64)>),
    Backwards(i64, i64),
    Range(i64, i64),
}

impl Axis {
    /// One position of it.
    pub(super) fn position(&self, index: i64) -> Result<Self, Wrong> {
        let inside = usize::try_from(index)
            .ok()
            .filter(|&index| index < self.count);
        let index = inside.ok_or(Wrong::Index(index))?;
        Ok(Self {
            start: self.start + index,
            count: 1,
            kept: false,
            moving: None,
        })
    }

    /// A position that moves with loops.
    pub(super) fn moved(&self, affine: &Affine) -> Result<Self, Wrong> {
        let start = signed(self.start);
        let whole = affine.plus(&Affine::constant(start), 1);
        let whole = whole.ok_or(Wrong::Index(i64::MAX))?;
        Ok(Self {
            start: 0,
            count: 1,
            kept: false,
            moving: Some(whole.into()),
        })
    }

    /// The positions from one on up to another, or to the ends of the self.
    pub(super) fn range(&self, start: Option<i64>, end: Option<i64>) -> Result<Self, Wrong> {
        let first = start.unwrap_or(0);
        let last = end.unwrap_or_else(|| signed(self.count));
        if first > last {
            let beyond = end.is_none();
            return Err(if beyond {
                Wrong::Range(first, first)
            } else {
                Wrong::Backwards(first, last)
            });
        }
        let bounds = usize::try_from(first).ok().zip(usize::try_from(last).ok());
        match bounds {
            Some((first, last)) if last <= self.count => Ok(Self {
                start: self.start + first,
                count: last - first,
                kept: true,
                moving: None,
            }),
            _ => Err(Wrong::Range(first, last)),
        }
    }
}
