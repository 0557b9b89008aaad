//! Lengths in messages: what an argument of generated code is called by its users, and what a
//! function needs of lengths.

use graph_ir::passes::Requirement;
use graph_ir::types::{Extent, Factor, Symbol, Type};
use graph_ir::{Graph, Site};

/// The function whose lengths are checked.
#[derive(Clone, Copy)]
pub(crate) struct Called<'g> {
    /// Its graph: that of which the checked one may be a derivative.
    pub(crate) graph: &'g Graph,
}

impl Called<'_> {
    /// An input of the checked graph, as text: those after the function's own are fields of a
    /// tangent or of the coefficients of a curve, or seeds.
    pub(super) fn argument(self, position: usize, name: &str) -> String {
        if position < self.graph.inputs().len() {
            return format!("`{name}`");
        }
        if let Some(own) = name.strip_prefix("tangent_") {
            return format!("`{own}` of the `Tangent`");
        }
        let coefficient = name.strip_prefix("coefficient_");
        match coefficient.and_then(|rest| rest.split_once('_')) {
            Some((number, own)) if number.bytes().all(|digit| digit.is_ascii_digit()) => {
                format!("`{own}` of coefficient {number}")
            }
            _ => format!("`{name}`"),
        }
    }

    /// The need that an extent is not negative: of an argument that has the number of its only
    /// symbol as length, or of the symbols. It names the line that needs it, where sites are lines.
    pub(crate) fn need(self, extent: &Extent, site: Site) -> String {
        let function = self.graph.name();
        let need = match bound(extent) {
            Some(Bound::Least(least)) => format!("`{function}` needs at least {least}"),
            Some(Bound::Most(most)) => format!("`{function}` needs at most {most}"),
            None => {
                let [larger, smaller] = sides(extent);
                format!("`{function}` needs `{larger} >= {smaller}`")
            }
        };
        match site.0 {
            line @ 1.. if self.graph.sites() == "line" => format!("{need} (line {line})"),
            _ => need,
        }
    }
}

/// The word of users for the rows of an array.
pub(super) fn rows_of(ty: &Type) -> &'static str {
    if ty.shape.rank() == 1 {
        "element"
    } else {
        "row"
    }
}

/// The needs of a function of lengths, the greatest least number of a length first: who passes none
/// is told at once how many it takes.
pub(super) fn strongest_first(requirements: &[Requirement]) -> Vec<&Requirement> {
    let mut ordered: Vec<&Requirement> = requirements.iter().collect();
    ordered.sort_by_key(|requirement| match bound(&requirement.extent) {
        Some(Bound::Least(least)) if requirement.when.is_empty() => -least,
        _ => 0,
    });
    ordered
}

/// The numbers for which an extent of one symbol is not negative.
#[derive(Debug, PartialEq)]
pub(super) enum Bound {
    Least(i64),
    Most(i64),
}

/// The bound of the symbol of an extent, where it is the only one and stands there once.
pub(super) fn bound(extent: &Extent) -> Option<Bound> {
    let (mut constant, mut slope) = (0, None);
    for (coefficient, factors) in extent.terms() {
        match factors {
            [] => constant = coefficient,
            [Factor::Symbol(_)] if slope.is_none() => slope = Some(coefficient),
            _ => return None,
        }
    }
    let slope = slope?;
    Some(match slope > 0 {
        true => Bound::Least(-constant.div_euclid(slope)),
        false => Bound::Most(constant.div_euclid(slope.checked_neg()?)),
    })
}

/// Two extents without negative terms, of which the extent is the difference.
fn sides(extent: &Extent) -> [Extent; 2] {
    let mut sides = [Extent::from(0), Extent::from(0)];
    for (coefficient, factors) in extent.terms() {
        let factors = factors.iter().cloned().map(Extent::from);
        let size = Extent::from(coefficient.saturating_abs());
        let term = factors.fold(size, |product, factor| product * factor);
        let side = &mut sides[usize::from(coefficient < 0)];
        *side = &*side + term;
    }
    sides
}

/// Whether a symbol is the outermost extent of an array.
pub(super) fn is_length_of(ty: &Type, symbol: &Symbol) -> bool {
    let first = ty.shape.dims().first();
    first.is_some_and(|dim| *dim.count() == Extent::symbol(symbol))
}

#[cfg(test)]
mod tests {
    use graph_ir::Site;
    use graph_ir::passes::Requirement;
    use graph_ir::types::{Extent, Symbol};

    use super::{Bound, bound, sides, strongest_first};

    #[test]
    fn the_greatest_number_is_checked_first() {
        let [n, m] = ["N", "M"].map(|name| Extent::symbol(&Symbol::new(name)));
        let need = |extent: Extent| Requirement {
            extent,
            when: Vec::new(),
            site: Site(1),
        };
        let all = [&n - 1, &n - &m, &n - 4, &m - 2].map(need);
        let ordered = strongest_first(&all);
        let ordered: Vec<String> = ordered.iter().map(|own| own.extent.to_string()).collect();
        assert_eq!(ordered[..3], ["N - 4", "M - 2", "N - 1"]);
        assert_eq!(ordered.len(), all.len());
    }

    #[test]
    fn needs_are_bounds_or_comparisons() {
        let [n, m] = ["N", "M"].map(|name| Extent::symbol(&Symbol::new(name)));
        for (extent, expected) in [
            (&n - 4, Some(Bound::Least(4))),
            (&n * 2 - 7, Some(Bound::Least(4))),
            (&n * 2 - 8, Some(Bound::Least(4))),
            (Extent::from(5) - &n, Some(Bound::Most(5))),
            (Extent::from(5) - &n * 2, Some(Bound::Most(2))),
            (&n - &m, None),
            (&n * &n - 4, None),
        ] {
            assert_eq!(bound(&extent), expected, "{extent}");
        }
        let texts = |extent: &Extent| sides(extent).map(|side| side.to_string());
        assert_eq!(texts(&(&n - &m - 1)), ["N", "M + 1"]);
        assert_eq!(
            texts(&(&n * &n * 3 - &m * 2 + 1)),
            ["3 * N * N + 1", "2 * M"]
        );
    }
}
