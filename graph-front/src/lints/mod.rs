//! The compiler's own lints inside of bodies.
//!
//! A macro cannot warn on stable Rust, but the compiler can. For each function this writes a
//! *mirror*: a function that nothing calls, whose statements bind, read and assign the variables of
//! the body, in the same order and under the user's own tokens. The compiler finds there the unused
//! variables, the `mut` that nothing needs, the assignment that is never read and the value that is
//! dropped, and reports them as in any Rust code: in its own words, at the user's place, at the
//! level that the user has set (`#[allow(unused_variables)]`).
//!
//! A mirror stands in a module without a prelude, where no item has the name of a variable: the
//! compiler would take `let LIMIT = x;` for a comparison with a constant of that name.
//!
//! Only the flow of values counts, so every value is a `u8`. For integers the compiler knows that
//! `+=` reads its target for nothing but the sum; for a type with an operator of its own it would
//! take `+=` for a use. What a value is computed from is the tuple of the variables that it reads.
//!
//! | file | mirrors |
//! |---|---|
//! | `statements` | blocks, bindings, assignments, values that are dropped |
//! | `reads` | expressions, as the variables that they read |

mod reads;
mod statements;

use std::collections::{BTreeSet, HashMap};

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Block, FnArg, Pat};

use crate::emit::mixed;
use crate::parse::{FunctionSource, sets_level};

/// The mirrors of functions that are free of errors.
pub(crate) fn mirrors(functions: &[FunctionSource]) -> TokenStream {
    let with_body = functions
        .iter()
        .filter(|function| function.import.is_none() && function.outside.is_none());
    let mirrors = with_body.filter_map(|function| match &*function.body {
        Ok(body) => Some(mirror(function, body)),
        Err(_) => None,
    });
    crate::tokens::joined(mirrors)
}

fn mirror(function: &FunctionSource, body: &Block) -> TokenStream {
    let mut mirror = Mirror::default();
    let name = &function.signature.ident;
    let arguments = function.signature.inputs.iter().filter_map(|input| {
        let FnArg::Typed(argument) = input else {
            return None;
        };
        let Pat::Ident(pattern) = &*argument.pat else {
            return None;
        };
        mirror.declare(&pattern.ident);
        Some(mixed!(#pattern: u8))
    });
    let arguments: Vec<TokenStream> = arguments.collect();
    let statements = mirror.block(body);
    let mut module = name.clone();
    module.set_span(Span::mixed_site());
    let dropped = mirror.dropped.iter();
    let attributes = function.attributes.iter();
    let (levels, others): (Vec<_>, Vec<_>) = attributes.partition(|a| sets_level(a));
    let cfg = others.iter().filter(|a| a.path().is_ident("cfg"));
    mixed! {
        #(#cfg)*
        #[allow(
            dead_code, unreachable_pub, nonstandard_style, unused_qualifications, clippy::all,
            clippy::pedantic, reason = "a mirror of what the function reads and assigns"
        )]
        const _: () = {
            #[no_implicit_prelude]
            mod #module {
                mod flow {
                    pub(super) fn value<T>(_: T) -> u8 { 0 }
                    pub(super) fn truth<T>(_: T) -> bool { true }
                    pub(super) fn range<T>(_: T) -> [u8; 1] { [0] }
                    pub(super) fn change<T>(_: T, _: &mut u8) {}
                }
                #(#[must_use] fn #dropped() -> u8 { 0 })*
                #(#levels)*
                fn #name(#(#arguments),*) #statements
            }
        };
    }
}

/// A mirror under construction.
#[derive(Default)]
struct Mirror {
    /// The variables in scope, in the order in which they were declared.
    variables: Vec<Ident>,
    /// For each name the positions of its variables; the last one hides the others.
    by_name: HashMap<String, Vec<usize>>,
    /// The functions whose values are dropped.
    dropped: BTreeSet<Ident>,
}

impl Mirror {
    fn declare(&mut self, variable: &Ident) {
        let positions = self.by_name.entry(variable.to_string()).or_default();
        positions.push(self.variables.len());
        self.variables.push(variable.clone());
    }

    /// Forgets the variables after the first `count`.
    fn leave(&mut self, count: usize) {
        for variable in self.variables.drain(count..) {
            if let Some(positions) = self.by_name.get_mut(&variable.to_string()) {
                positions.pop();
            }
        }
    }

    /// The variable that a name stands for, at the place of the name. The language knows variables
    /// by their names alone, where the compiler also tells apart the macros that wrote them.
    fn variable(&self, name: &Ident) -> Option<Ident> {
        let position = *self.by_name.get(&name.to_string())?.last()?;
        let mut variable = self.variables[position].clone();
        variable.set_span(variable.span().located_at(name.span()));
        Some(variable)
    }
}
