//! The names of dimensions. A dimension is called by the name that its extent was written with, and
//! has none where that was a number or a formula.
//!
//! Names stand beside types, and not in them: the middle keeps one type for all dimensions of an
//! extent, and what it makes of an array (an adjoint, a part put back) has the extents of another
//! without having its names. So the graph of a function with axes is, node for node, that of the
//! same function with plain arrays whose dimensions are exchanged and repeated by hand.

use std::rc::Rc;

/// The name of a dimension.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Label {
    /// An axis: it has an identity, and agrees with no other.
    Axis(Rc<str>),
    /// A length that many dimensions may have: a word for a number.
    Length(Rc<str>),
}

impl Label {
    /// The name of an axis or of a length.
    pub(crate) fn new(name: &str, is_axis: bool) -> Self {
        match is_axis {
            true => Self::Axis(name.into()),
            false => Self::Length(name.into()),
        }
    }

    /// The name as it is written.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Axis(name) | Self::Length(name) => name,
        }
    }

    /// Whether it is an axis.
    pub(crate) fn is_axis(&self) -> bool {
        matches!(self, Self::Axis(_))
    }
}

/// Whether two dimensions of equal extent cannot be one: they are two axes.
pub(crate) fn differ(a: Option<&Label>, b: Option<&Label>) -> bool {
    matches!((a, b), (Some(Label::Axis(a)), Some(Label::Axis(b))) if a != b)
}

/// The names of the dimensions of an array, outermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Labels(Option<Rc<[Option<Label>]>>);

impl Labels {
    /// The names in the order of the dimensions. An axis lies along one dimension of an array: where
    /// it would lie along two, as in the product of a matrix with its transpose, neither is called
    /// by it.
    pub(crate) fn of(labels: impl IntoIterator<Item = Option<Label>>) -> Self {
        let mut all: Vec<Option<Label>> = labels.into_iter().collect();
        let axes = all.iter().flatten().filter(|label| label.is_axis());
        let seen: Vec<Label> = axes.cloned().collect();
        let is_twice = |label: &Label| seen.iter().filter(|own| *own == label).count() > 1;
        for label in &mut all {
            if label.as_ref().is_some_and(is_twice) {
                *label = None;
            }
        }
        match all.iter().any(Option::is_some) {
            true => Self(Some(all.into())),
            false => Self(None),
        }
    }

    /// The name of one dimension.
    pub(crate) fn get(&self, dimension: usize) -> Option<&Label> {
        self.0.as_ref()?.get(dimension)?.as_ref()
    }

    /// Whether no dimension has a name.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The names of an array of so many dimensions.
    pub(crate) fn list(&self, rank: usize) -> Vec<Option<Label>> {
        (0..rank).map(|at| self.get(at).cloned()).collect()
    }

    /// The dimensions of this name.
    pub(crate) fn positions(&self, label: &Label) -> Vec<usize> {
        let labels = self.0.iter().flat_map(|labels| labels.iter().enumerate());
        labels
            .filter(|(_, own)| own.as_ref() == Some(label))
            .map(|(at, _)| at)
            .collect()
    }

    /// The axes.
    pub(crate) fn axes(&self) -> impl Iterator<Item = &Label> {
        let labels = self.0.iter().flat_map(|labels| labels.iter());
        labels.flatten().filter(|label| label.is_axis())
    }

    /// Whether a dimension is an axis.
    pub(crate) fn has_axes(&self) -> bool {
        self.axes().next().is_some()
    }

    /// Whether all of so many dimensions are axes.
    pub(crate) fn are_axes(&self, rank: usize) -> bool {
        self.axes().count() == rank
    }

    /// The dimensions that two arrays of one shape call by two axes.
    pub(crate) fn conflict<'l>(&'l self, other: &'l Self) -> Option<(&'l Label, &'l Label)> {
        let own = self.0.iter().flat_map(|labels| labels.iter().enumerate());
        own.filter_map(|(at, label)| Some((label.as_ref()?, other.get(at)?)))
            .find(|(a, b)| differ(Some(a), Some(b)))
    }

    /// The names of an array made of two of one shape: where these have two names, none.
    pub(crate) fn merged(&self, other: &Self, rank: usize) -> Self {
        if self == other || other.is_empty() {
            return self.clone();
        }
        let merge = |at| match (self.get(at), other.get(at)) {
            (Some(a), Some(b)) => Some(a).filter(|_| a == b),
            (a, b) => a.or(b),
        };
        Self::of((0..rank).map(|at| merge(at).cloned()))
    }

    /// The names of the dimensions at these places, in their order.
    pub(crate) fn chosen(&self, dimensions: impl IntoIterator<Item = usize>) -> Self {
        if self.is_empty() {
            return Self::default();
        }
        let chosen = dimensions.into_iter().map(|at| self.get(at).cloned());
        Self::of(chosen)
    }

    /// The same without some names.
    pub(crate) fn only(&self, rank: usize, keep: impl Fn(usize) -> bool) -> Self {
        if self.is_empty() {
            return Self::default();
        }
        let kept = (0..rank).map(|at| self.get(at).filter(|_| keep(at)).cloned());
        Self::of(kept)
    }

    /// Where the dimensions of an array of axes lie among those of another that has them all: the
    /// order in which they lie there, and the place of each.
    pub(crate) fn places_in(
        &self,
        rank: usize,
        whole: &Self,
        count: usize,
    ) -> Option<(Vec<usize>, Vec<usize>)> {
        if rank == 0 || !self.are_axes(rank) || !whole.are_axes(count) {
            return None;
        }
        let own = |label: &Label| self.positions(label).first().copied();
        let found: Vec<Option<usize>> = whole.axes().map(own).collect();
        let order: Vec<usize> = found.iter().flatten().copied().collect();
        let places = (0..count).filter(|&at| found[at].is_some()).collect();
        (order.len() == rank).then_some((order, places))
    }

    /// The same with other names in the place of some.
    pub(crate) fn with(&self, other: impl Fn(&str) -> Option<Option<Label>>) -> Self {
        let Some(labels) = &self.0 else {
            return Self::default();
        };
        let replaced = labels.iter().map(|label| {
            let own = label.as_ref()?;
            other(own.name()).unwrap_or_else(|| label.clone())
        });
        Self::of(replaced)
    }

    /// The names of so many dimensions, and behind them those of others.
    pub(crate) fn followed_by(&self, rank: usize, others: &Self, count: usize) -> Self {
        let mut labels = self.list(rank);
        labels.append(&mut others.list(count));
        Self::of(labels)
    }

    /// A type of these dimensions as its extents were written, where `element` is its element type
    /// and `extents` are the extents, outermost first: `[[f64; N]; 3]`. Lengths are written as
    /// numbers unless `with_lengths`.
    pub(crate) fn ty(&self, element: &str, extents: &[String], with_lengths: bool) -> String {
        let mut text = "[".repeat(extents.len()) + element;
        for (at, extent) in extents.iter().enumerate().rev() {
            let label = self.get(at).filter(|own| with_lengths || own.is_axis());
            text += "; ";
            text += label.map_or(extent, Label::name);
            text.push(']');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Label, Labels};

    fn labels(names: &[&str]) -> Labels {
        // Capitals are axes.
        let label = |name: &&str| {
            let is_axis = name.starts_with(char::is_uppercase);
            (!name.is_empty()).then(|| Label::new(name, is_axis))
        };
        Labels::of(names.iter().map(label))
    }

    #[test]
    fn an_axis_lies_along_one_dimension() {
        assert_eq!(labels(&["N", "N"]), Labels::default());
        assert_eq!(labels(&["N", "M", "N"]), labels(&["", "M", ""]));
        assert_eq!(labels(&["n", "n"]).list(2).len(), 2);
        assert!(!labels(&["n", "n"]).is_empty());
    }

    #[test]
    fn two_axes_are_in_conflict_and_words_for_numbers_are_not() {
        let found = labels(&["N", "C"]);
        assert!(found.conflict(&labels(&["N", "D"])).is_some());
        assert!(found.conflict(&labels(&["N", "d"])).is_none());
        assert!(found.conflict(&labels(&["", "C"])).is_none());
        assert_eq!(
            labels(&["n", "k"]).merged(&labels(&["n", "m"]), 2),
            labels(&["n", ""])
        );
    }

    #[test]
    fn a_type_has_its_outermost_extent_last() {
        let extents = ["2".into(), "3".into()];
        assert_eq!(
            labels(&["N", "c"]).ty("f64", &extents, false),
            "[[f64; 3]; N]"
        );
        assert_eq!(
            labels(&["N", "c"]).ty("f64", &extents, true),
            "[[f64; c]; N]"
        );
        assert_eq!(Labels::default().ty("f64", &[], true), "f64");
    }
}
