//! The lengths for which `#[check]` compares derivatives of a function whose lengths come with the
//! call: those that it gives, and small ones for the others.

use graph_ir::passes::Requirement;
use graph_ir::types::{Extent, Factor, Symbol};
use graph_ir::{Graph, Site};
use proc_macro2::{Ident, Span};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::emit::Called;
use crate::signature::Signature;

/// The first length that is tried; that of the next symbol is one more, so that lengths differ.
const FIRST: usize = 3;

/// The largest length that is chosen.
const LARGEST: usize = 1 << 16;

/// How often a length is changed until they fit, at most.
const STEPS: usize = 1 << 10;

/// Gives each symbol a length for the check, where there is one.
pub(crate) fn apply(signature: &mut Signature, graph: &Graph, diagnostics: &Diagnostics) {
    let symbols = signature.symbols();
    let Some(check) = &mut signature.derivatives.check else {
        return;
    };
    if symbols.is_empty() {
        return;
    }
    let Ok(requirements) = requirements(graph) else {
        return;
    };
    let given = check.lengths.clone();
    let mut lengths = Lengths::new(&symbols, &given);
    match lengths.fit(&requirements) {
        Ok(()) => {
            let all = lengths.0.into_iter();
            let all = all.map(|own| (named(&given, &own.symbol), own.number));
            check.lengths = all.collect();
        }
        Err(broken) => {
            let need = Called { graph }.need(&broken.extent, broken.site);
            let message = format!("{} where {need}", lengths.described(broken));
            diagnostics.push(unfit(message, &signature.name, &given, broken));
            // The function is there, and its check is not.
            signature.derivatives.check = None;
        }
    }
}

/// The error for a condition that is not met: at a given length, or at the function.
fn unfit(
    message: String,
    function: &Ident,
    given: &[(Ident, usize)],
    broken: &Requirement,
) -> Diagnostic {
    let symbols = broken.extent.symbols();
    let is_concerned = |name: &Ident| symbols.iter().any(|own| name == own.name());
    let mut given = given.iter().map(|(name, _)| name);
    let given = given.find(|name| is_concerned(name));
    let place = SourcePlace::token(given.unwrap_or(function).span());
    let chosen = given.is_none().then_some(
        "`#[check]` compares derivatives at lengths that it chooses, and found none that fit",
    );
    Diagnostic::new(place, message).note_if(chosen)
}

/// The name of a symbol, where it was given one.
fn named(given: &[(Ident, usize)], symbol: &Symbol) -> Ident {
    let given = given.iter().find(|(name, _)| name == symbol.name());
    match given {
        Some((name, _)) => name.clone(),
        None => Ident::new(symbol.name(), Span::mixed_site()),
    }
}

/// The conditions on the lengths: those of the body, and that no array has fewer elements than
/// none.
fn requirements(graph: &Graph) -> graph_ir::Result<Vec<Requirement>> {
    let mut all = graph.requirements()?;
    for ty in graph.input_types() {
        let dims = ty.shape.dims().iter();
        all.extend(dims.map(|dim| Requirement {
            extent: dim.count().clone(),
            when: Vec::new(),
            site: Site::default(),
        }));
    }
    Ok(all)
}

/// A length on its way.
struct Length {
    symbol: Symbol,
    number: usize,
    is_given: bool,
}

struct Lengths(Vec<Length>);

impl Lengths {
    fn new(symbols: &[Symbol], given: &[(Ident, usize)]) -> Self {
        let lengths = symbols.iter().enumerate().map(|(position, symbol)| {
            let given = given.iter().find(|(name, _)| name == symbol.name());
            Length {
                symbol: symbol.clone(),
                number: given.map_or(FIRST + position, |(_, number)| *number),
                is_given: given.is_some(),
            }
        });
        Self(lengths.collect())
    }

    /// Changes lengths that are not given until all conditions hold. A condition that cannot be met
    /// so is the error.
    fn fit<'r>(&mut self, requirements: &'r [Requirement]) -> Result<(), &'r Requirement> {
        let mut steps = 0..STEPS;
        loop {
            let number = |symbol: &Symbol| self.number(symbol);
            let broken = requirements.iter().find(|own| own.is_broken(&number));
            let Some(broken) = broken else { return Ok(()) };
            if steps.next().is_none() || !self.change(&broken.extent) {
                return Err(broken);
            }
        }
    }

    fn number(&self, symbol: &Symbol) -> Option<Extent> {
        let found = self.0.iter().find(|own| own.symbol == *symbol);
        found.map(|own| Extent::from(own.number))
    }

    /// Makes a negative extent larger, by the next number of a symbol that suffices, as far as that
    /// is one of its terms; says whether there was one.
    fn change(&mut self, extent: &Extent) -> bool {
        let value = extent.with(&|symbol| self.number(symbol));
        let value = value.known_integer().unwrap_or(0);
        let missing = |coefficient: i64| {
            let steps = value
                .unsigned_abs()
                .div_ceil(coefficient.unsigned_abs().max(1));
            usize::try_from(steps).unwrap_or(usize::MAX).max(1)
        };
        let signs = |positive: bool| {
            let terms = extent.terms();
            let terms = terms.filter(move |(coefficient, _)| (*coefficient > 0) == positive);
            terms.flat_map(|(coefficient, factors)| {
                // Each factor of a product makes it larger by more than one.
                let coefficient = if factors.len() > 1 {
                    i64::MAX
                } else {
                    coefficient
                };
                factors.iter().filter_map(move |factor| match factor {
                    Factor::Symbol(symbol) => Some((coefficient, symbol)),
                    Factor::Quotient(_) | Factor::Root(_) => None,
                })
            })
        };
        let free = |lengths: &Self, symbol: &Symbol| {
            let mut all = lengths.0.iter();
            all.position(|own| own.symbol == *symbol && !own.is_given)
        };
        let raised = signs(true).find_map(|(coefficient, symbol)| {
            let position = free(self, symbol)?;
            let number = self.0[position].number.checked_add(missing(coefficient))?;
            let numbers = number..=LARGEST;
            let is_free = |number: &usize| self.0.iter().all(|own| own.number != *number);
            Some((position, { numbers }.find(is_free)?))
        });
        let lowered = || {
            signs(false).find_map(|(coefficient, symbol)| {
                let position = free(self, symbol)?;
                let number = self.0[position].number.checked_sub(missing(coefficient))?;
                Some((position, number))
            })
        };
        let Some((position, number)) = raised.or_else(lowered) else {
            return false;
        };
        self.0[position].number = number;
        true
    }

    /// The lengths that a condition is about, in words.
    fn described(&self, broken: &Requirement) -> String {
        let symbols = broken.extent.symbols();
        let own = self.0.iter().filter(|own| symbols.contains(&own.symbol));
        let own = own.map(|own| format!("`{}` is {}", own.symbol.name(), own.number));
        own.collect::<Vec<_>>().join(" and ")
    }
}

#[cfg(test)]
mod tests {
    use graph_ir::Site;
    use graph_ir::passes::Requirement;
    use graph_ir::types::{Extent, Symbol};
    use proc_macro2::{Ident, Span};

    use super::Lengths;

    /// The lengths of two symbols that are chosen, of which some are given, where these extents
    /// must not be negative.
    fn chosen(given: &[(&str, usize)], extents: &[Extent]) -> Option<[usize; 2]> {
        let symbols = ["N", "M"].map(Symbol::new);
        let given = given.iter();
        let given = given.map(|(name, number)| (Ident::new(name, Span::call_site()), *number));
        let requirements = extents.iter().map(|extent| Requirement {
            extent: extent.clone(),
            when: Vec::new(),
            site: Site::default(),
        });
        let mut lengths = Lengths::new(&symbols, &given.collect::<Vec<_>>());
        let fit = lengths.fit(&requirements.collect::<Vec<_>>()).is_ok();
        fit.then(|| [0, 1].map(|position| lengths.0[position].number))
    }

    #[test]
    fn lengths_are_small_and_differ_and_fit() {
        let [n, m] = ["N", "M"].map(|name| Extent::symbol(&Symbol::new(name)));
        assert_eq!(chosen(&[], &[]), Some([3, 4]));
        assert_eq!(chosen(&[("M", 3)], &[]), Some([3, 3]));
        assert_eq!(chosen(&[("M", 0)], &[]), Some([3, 0]));
        assert_eq!(chosen(&[], &[&n - 4]), Some([5, 4]));
        assert_eq!(chosen(&[], &[&n * 2 - 41]), Some([21, 4]));
        assert_eq!(chosen(&[], &[Extent::from(2) - &n]), Some([2, 4]));
        assert_eq!(chosen(&[], &[&n - &m - 1, &m - 7]), Some([8, 7]));
        assert_eq!(chosen(&[], &[&n * &m - 30]), Some([3, 10]));
        assert_eq!(chosen(&[("N", 5)], &[&n - &m * 2]), Some([5, 2]));
        assert_eq!(chosen(&[("N", 5)], &[&n - 6]), None);
        assert_eq!(chosen(&[], &[Extent::from(-1) - &n]), None);
        assert_eq!(chosen(&[], &[&n - &m - 1, &m - &n - 1]), None);
        assert_eq!(chosen(&[], &[&n - 1_000_000]), None);
    }
}
