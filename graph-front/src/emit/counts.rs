//! The values of extents in generated code: of lengths that come with a call, or that the struct
//! for flat slices holds.

use graph_ir::types::{Extent, Factor, Symbol};
use graph_ir::{Dim, Type};
use proc_macro2::{Ident, Literal, TokenStream};

use super::mixed;
use super::names::{Names, ident};
use crate::signature::Argument;

/// Where code has the values of symbols from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LengthsOf {
    /// The arguments of the user's function.
    Arguments,
    /// The fields of `Function`.
    Fields,
    /// Constants of their names.
    Constants,
}

impl<'s> Names<'s> {
    /// The same for methods of `Function`.
    pub(crate) fn of_fields(&self) -> Self {
        Self {
            lengths_of: LengthsOf::Fields,
            ..self.clone()
        }
    }

    /// The same for code that has the lengths as constants.
    pub(crate) fn of_constants(&self) -> Self {
        Self {
            lengths_of: LengthsOf::Constants,
            ..self.clone()
        }
    }

    /// The symbols that `Function` has fields for: those that neither its type has nor a field for
    /// an argument.
    pub(crate) fn fields_of_lengths(&self) -> Vec<Ident> {
        let mut symbols = self.signature.symbols();
        let typed = self.signature.typed_symbols();
        symbols.retain(|own| !typed.contains(own) && self.held_by(own).is_none());
        symbols.iter().map(ident_of).collect()
    }

    /// The value of an extent within a function that has the user's arguments, or a method of
    /// `Function`.
    pub(crate) fn count(&self, extent: &Extent) -> TokenStream {
        if let Some(known) = extent.known() {
            let known = Literal::usize_unsuffixed(known);
            return mixed!(#known);
        }
        let private = &self.private;
        let terms = extent.terms().map(|(coefficient, factors)| {
            let coefficient = Literal::i64_unsuffixed(coefficient);
            let factors = factors.iter().map(|factor| self.factor(factor));
            mixed!((#coefficient, &[#(#factors),*]))
        });
        mixed!(#private::generated::rows::count(&[#(#terms),*]))
    }

    /// The value of a factor of an extent. Recurses as deeply as quotients and roots are nested.
    fn factor(&self, factor: &Factor) -> TokenStream {
        let private = &self.private;
        let value = |extent: &Extent| {
            let count = self.count(extent);
            mixed!(#count as i64)
        };
        match factor {
            Factor::Symbol(symbol) => self.value_of(symbol),
            Factor::Quotient(quotient) => {
                let [of, by] = [&quotient.of, &quotient.by].map(value);
                mixed!((#private::generated::rows::quotient(#of, #by) as usize))
            }
            Factor::Root(of) => {
                let of = value(of);
                mixed!((#private::generated::rows::root(#of) as usize))
            }
        }
    }

    /// The number of elements of several arrays together. Each of them has no less than none, also
    /// where a call is refused for it.
    pub(crate) fn total<'e>(&self, extents: impl IntoIterator<Item = &'e Extent>) -> TokenStream {
        let (mut known, mut open) = (0_usize, Vec::new());
        for extent in extents {
            match extent.known() {
                Some(number) => known = known.saturating_add(number),
                None => open.push(self.count(extent)),
            }
        }
        let known_literal = Literal::usize_unsuffixed(known);
        let private = &self.private;
        match (&open[..], known) {
            ([], _) => mixed!(#known_literal),
            ([one], 0) => one.clone(),
            (open, 0) => mixed!(#private::generated::rows::total(&[#(#open),*])),
            (open, _) => {
                mixed!(#private::generated::rows::total(&[#known_literal, #(#open),*]))
            }
        }
    }

    /// The numbers of independent variables, for each argument that has a derivative.
    pub(crate) fn counts_of_variables(&self) -> Vec<Extent> {
        let arguments = self.independent();
        arguments.map(|own| own.ty.shape.count().clone()).collect()
    }

    /// The numbers of elements of the parts of the result.
    pub(crate) fn counts_of_results(&self) -> Vec<Extent> {
        let parts = self.signature.result.parts().iter();
        parts.map(|ty| ty.shape.count().clone()).collect()
    }

    /// The value of a symbol.
    pub(super) fn value_of(&self, symbol: &Symbol) -> TokenStream {
        let name = ident_of(symbol);
        match self.lengths_of {
            LengthsOf::Arguments => match witness(self, self.signature.arguments.iter(), symbol) {
                Some((argument, method)) => {
                    let argument = argument.place();
                    mixed!(#argument.#method())
                }
                None => mixed!(#name),
            },
            LengthsOf::Constants => mixed!(#name),
            LengthsOf::Fields if self.signature.typed_symbols().contains(symbol) => mixed!(#name),
            LengthsOf::Fields => match self.held_by(symbol) {
                Some((argument, method)) => {
                    let argument = argument.field();
                    mixed!(self.#argument.#method())
                }
                None => mixed!(self.#name),
            },
        }
    }

    /// The argument without a derivative that has a symbol as an extent, and the method that gives
    /// it.
    fn held_by(&self, symbol: &Symbol) -> Option<(&'s Argument, Ident)> {
        witness(self, self.dynamic(), symbol)
    }
}

/// The first of these arguments that has a symbol as an extent which it says itself, the outermost
/// one before the rows of matrices, and the method that gives it.
fn witness<'s>(
    names: &Names<'s>,
    arguments: impl Iterator<Item = &'s Argument>,
    symbol: &Symbol,
) -> Option<(&'s Argument, Ident)> {
    let own = Extent::symbol(symbol);
    let has = |ty: &Type, axis: usize| ty.shape.dims().get(axis).map(Dim::count) == Some(&own);
    let is_rows = |argument: &Argument| names.signature.is_rows(&argument.ty);
    let arguments: Vec<&Argument> = arguments.collect();
    let outermost = arguments.iter().find(|own| has(&own.ty, 0));
    let found = outermost.map(|own| (own, if is_rows(own) { "rows" } else { "len" }));
    let inside = || arguments.iter().find(|own| is_rows(own) && has(&own.ty, 1));
    let found = found.or_else(|| inside().map(|own| (own, "columns")));
    found.map(|(own, method)| (*own, ident(method)))
}

/// The `const` parameter that a symbol is.
pub(crate) fn ident_of(symbol: &Symbol) -> Ident {
    ident(symbol.name())
}
