//! One axis of a rectangular part, narrowed by one entry of an index.

use std::rc::Rc;

use graph_ir::intern::signed;
use graph_ir::types::Extent;

use crate::lower::values::Affine;

/// The positions that are left of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) start: Extent,
    pub(super) count: Extent,
    /// Whether the axis is one of the part's.
    pub(super) kept: bool,
    /// The position along the whole axis, where it moves.
    pub(super) moving: Option<Rc<Affine>>,
    /// The positions along the whole axis, where they are a list.
    pub(super) listed: Option<Rc<[usize]>>,
}

/// How an entry does not fit its axis, whatever the lengths that are known only at run time.
pub(super) enum Wrong {
    Index(Extent),
    /// The first value that does not fit, the variables of the loops there, and the help.
    Moving(Extent, Vec<(String, i64)>, Option<String>),
    Backwards(Extent, Extent),
    /// Where there is no end, it is that of the axis.
    Range(Extent, Option<Extent>),
}

impl Axis {
    /// All positions of an axis.
    pub(super) fn all(count: Extent) -> Self {
        Self {
            start: Extent::from(0),
            count,
            kept: true,
            moving: None,
            listed: None,
        }
    }

    /// Whether its positions depend on lengths that are known only at run time.
    pub(super) fn is_symbolic(&self) -> bool {
        self.start.is_symbolic() || self.count.is_symbolic()
    }

    /// One position of it.
    pub(super) fn position(&self, index: &Extent) -> Result<Self, Wrong> {
        let beyond = &self.count - index - 1;
        if index.is_negative() || beyond.is_negative() {
            return Err(Wrong::Index(index.clone()));
        }
        let listed = { self.listed.as_ref() }.and_then(|listed| listed.get(index.known()?));
        let start = listed.map(|&position| Extent::from(signed(position)));
        Ok(Self {
            start: start.unwrap_or_else(|| &self.start + index),
            count: Extent::from(1),
            kept: false,
            moving: None,
            listed: None,
        })
    }

    /// A position that moves with loops.
    pub(super) fn moved(&self, affine: &Affine) -> Result<Self, Wrong> {
        let whole = affine.plus(&Affine::constant(&self.start), 1);
        let whole = whole.ok_or(Wrong::Index(Extent::from(i64::MAX)))?;
        Ok(Self {
            start: Extent::from(0),
            count: Extent::from(1),
            kept: false,
            moving: Some(whole.into()),
            listed: None,
        })
    }

    /// The positions from one on up to another, or to the ends of the self.
    pub(super) fn range(
        &self,
        start: Option<&Extent>,
        end: Option<&Extent>,
    ) -> Result<Self, Wrong> {
        let first = start.cloned().unwrap_or(Extent::from(0));
        let last = end.cloned().unwrap_or_else(|| self.count.clone());
        let count = &last - &first;
        if count.is_negative() {
            let beyond = end.is_none();
            return Err(if beyond {
                Wrong::Range(first, None)
            } else {
                Wrong::Backwards(first, last)
            });
        }
        if first.is_negative() || (&self.count - &last).is_negative() {
            return Err(Wrong::Range(first, Some(last)));
        }
        let listed = { self.listed.as_ref() }
            .and_then(|listed| Some(listed.get(first.known()?..last.known()?)?.into()));
        Ok(Self {
            start: &self.start + &first,
            count,
            kept: true,
            moving: None,
            listed,
        })
    }

    /// The positions in a list, which is known.
    pub(super) fn list(&self, list: &[i64]) -> Result<Self, Wrong> {
        let at = |&position: &i64| {
            let position = self.position(&Extent::from(position))?;
            let known = position.start.known();
            known.ok_or(Wrong::Index(position.start))
        };
        let positions: Vec<usize> = list.iter().map(at).collect::<Result<_, _>>()?;
        Ok(Self {
            start: Extent::from(0),
            count: Extent::from(signed(positions.len())),
            kept: true,
            moving: None,
            listed: Some(positions.into()),
        })
    }

    /// The positions along the whole axis, where they are known.
    pub(super) fn positions(&self) -> Option<Vec<usize>> {
        if let Some(listed) = &self.listed {
            return Some(listed.to_vec());
        }
        let (start, count) = (self.start.known()?, self.count.known()?);
        Some((start..start + count).collect())
    }
}
