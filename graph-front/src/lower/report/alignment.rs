//! Arrays that are repeated along axes that a larger one has more: along which, where more than one
//! way fits.
//!
//! Of a square matrix and a vector the extents do not say whether the vector belongs to each row or
//! to each column. What both are computed from says it, or both ways are named.

use graph_ir::Shape;

use super::short_text;
use crate::lower::Lowerer;
use crate::lower::values::{Operand, Value};

/// The most axes of an array for which all ways are tried.
const MOST_AXES: usize = 10;
/// The most ways that a help names.
const MOST_NAMED: usize = 4;

impl<'b> Lowerer<'b, '_> {
    /// How to repeat an array along the axes that a larger one has more.
    pub(super) fn along_others(
        &self,
        smaller: &Operand<'b, '_>,
        larger: &Value<'b>,
    ) -> Option<String> {
        let known = self.known_axes(&smaller.value, larger);
        repeated_along(smaller, larger, &known)
    }

    /// How to repeat an array along axes of a larger one, where what both are computed from says
    /// along which.
    pub(super) fn along_known(
        &self,
        smaller: &Operand<'b, '_>,
        larger: &Value<'b>,
    ) -> Option<String> {
        if smaller.value.shape()?.rank() >= larger.shape()?.rank() {
            return None;
        }
        let known = self.known_axes(&smaller.value, larger);
        known.iter().all(Option::is_some).then_some(())?;
        repeated_along(smaller, larger, &known)
    }

    /// For each axis of an array the axis of a larger one that it is known to be.
    fn known_axes(&self, smaller: &Value<'b>, larger: &Value<'b>) -> Vec<Option<usize>> {
        let known = match (smaller, larger) {
            (Value::Tensor(smaller), Value::Tensor(larger)) => {
                self.axes_within(smaller.wire, larger.wire)
            }
            _ => None,
        };
        let rank = smaller.shape().map_or(0, |shape| shape.rank());
        let (own, whole) = (smaller.shape(), larger.shape());
        let fits = |known: &Vec<Option<usize>>| {
            let (Some(own), Some(whole)) = (&own, &whole) else {
                return false;
            };
            !alignments(own, whole, known).is_empty()
        };
        known.filter(fits).unwrap_or_else(|| vec![None; rank])
    }
}

/// How to repeat an array along axes of a larger one, of which some are known.
fn repeated_along(
    smaller: &Operand<'_, '_>,
    larger: &Value<'_>,
    known: &[Option<usize>],
) -> Option<String> {
    let (own, whole) = (smaller.value.shape()?, larger.shape()?);
    let text = short_text(smaller.expr)?;
    let repeated = |axes: &[usize]| format!("`broadcast({text}, {whole}, axis = {})`", tuple(axes));
    let ways = alignments(&own, &whole, known);
    match &ways[..] {
        [] => return None,
        [only] => return Some(repeated(only)),
        _ => {}
    }
    let last: Vec<usize> = (whole.rank() - own.rank()..whole.rank()).collect();
    let named = ways.iter().map(|axes| {
        let place = match (own.rank(), whole.rank(), &axes[..]) {
            (1, 2, [1]) => "for each row".into(),
            (1, 2, _) => "for each column".into(),
            (1, ..) => format!("along axis {}", tuple(axes)),
            _ => format!("along the axes {}", tuple(axes)),
        };
        let habit = if *axes == last {
            ", as numpy does,"
        } else {
            ""
        };
        format!("{place}{habit} {}", repeated(axes))
    });
    Some(named.collect::<Vec<_>>().join("; "))
}

/// The ways in which a smaller array lies along axes of a larger one, ascending, of which some are
/// known; those along the last axes first.
pub(in crate::lower) fn alignments(
    smaller: &Shape,
    larger: &Shape,
    known: &[Option<usize>],
) -> Vec<Vec<usize>> {
    let (few, many) = (smaller.rank(), larger.rank());
    if few > many || many > MOST_AXES {
        return Vec::new();
    }
    let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
    for axis in (0..few).rev() {
        let is_like = |to: &usize| {
            smaller.count_along(axis) == larger.count_along(*to)
                && known
                    .get(axis)
                    .copied()
                    .flatten()
                    .is_none_or(|known| known == *to)
        };
        let longer = ways.iter().flat_map(|way| {
            let end = way.first().copied().unwrap_or(many);
            let places = (axis..end).rev().filter(is_like);
            places.map(|to| [&[to], &way[..]].concat())
        });
        ways = longer.collect();
    }
    ways.truncate(MOST_NAMED);
    ways
}

/// Axes as the user names them: one, or a tuple.
pub(in crate::lower) fn tuple(axes: &[usize]) -> String {
    match axes {
        [axis] => axis.to_string(),
        axes => {
            let axes: Vec<String> = axes.iter().map(ToString::to_string).collect();
            format!("({})", axes.join(", "))
        }
    }
}
