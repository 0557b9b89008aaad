//! The lengths for which `#[check]` compares derivatives of a function whose lengths come with the
//! call: those that it gives, and small ones for the others.

use graph_ir::passes::Requirement;
use graph_ir::types::{Extent, Symbol};
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
            let given = given.first().map(|(name, _)| name.span());
            let place = given.unwrap_or_else(|| signature.name.span());
            let message = format!("{} where {need}", lengths.described(broken));
            let diagnostic = Diagnostic::new(SourcePlace::token(place), message);
            let chosen = given.is_none().then_some(
                "`#[check]` compares derivatives at lengths that it chooses, and found none that fit",
            );
            diagnostics.push(diagnostic.note_if(chosen));
            // The function is there, and its check is not.
            signature.derivatives.check = None;
        }
    }
}

/// The name of a symbol, where it was given one.
fn named(given: &[(Ident, usize)], symbol: &Symbol) -> Ident {
    let given = given.iter().find(|(name, _)| name == symbol.name());
    match given {
        Some((name, _)) => name.clone(),
        None => Ident::new(symbol.name(), Span::mixed_site()),
    }
}

/// The conditions on the lengths: those of the body, and that no array has fewer elements than none.
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
            terms.flat_map(|(coefficient, symbols)| {
                // Each factor of a product makes it larger by more than one.
                let coefficient = if symbols.len() > 1 {
                    i64::MAX
                } else {
                    coefficient
                };
                symbols.iter().map(move |symbol| (coefficient, symbol))
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
