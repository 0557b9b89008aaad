//! The kinds of variables in a mirror. The compiler follows a number as a whole, and a tuple too; but
//! to assign a part of one is no use of it, where an element of an array is assigned after a look at
//! the array.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::Expr;

use super::Mirror;
use super::reads::ends_of;
use crate::emit::mixed;

/// The kinds of variables.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A number, which stands for an array too.
    Number,
    /// A tuple, which has one value however many the user's has.
    Tuple,
}

impl Kind {
    /// The type.
    pub(super) fn ty(self) -> TokenStream {
        match self {
            Self::Number => mixed!(f64),
            Self::Tuple => mixed!((f64,)),
        }
    }

    /// The function of `flow` that yields it.
    pub(super) fn function(self) -> TokenStream {
        match self {
            Self::Number => mixed!(value),
            Self::Tuple => mixed!(tuple),
        }
    }

    /// A value that comes from elsewhere.
    pub(super) fn any(self) -> TokenStream {
        let function = self.function();
        mixed!(flow::#function(()))
    }

    /// A value that nothing computes, at the place of an expression.
    pub(super) fn constant(self, at: &Expr) -> TokenStream {
        let (first, last) = ends_of(at);
        self.constant_between(first, last)
    }

    /// A value that nothing computes, from one place to another.
    pub(super) fn constant_between(self, first: Span, last: Span) -> TokenStream {
        let mut constant = quote_spanned!(first=> flow::);
        constant.extend(match self {
            Self::Number => quote_spanned!(last=> NUMBER_OF_THE_MIRROR),
            Self::Tuple => quote_spanned!(last=> TUPLE_OF_THE_MIRROR),
        });
        constant
    }
}

/// The names of variables that are tuples of which values are assigned by their numbers.
#[derive(Default)]
pub(super) struct Tuples {
    known: HashSet<String>,
    assigned: HashSet<String>,
    other: HashSet<String>,
}

impl Tuples {
    /// Notes that a value of a variable is assigned by its number.
    pub(super) fn note(&mut self, name: &Ident) {
        self.assigned.insert(name.to_string());
    }

    /// Notes a variable of that name that is a number in any case.
    pub(super) fn note_number(&mut self, name: &Ident) {
        self.other.insert(name.to_string());
    }

    /// The tuples that another mirror of the same function knows from this one, if there are any.
    pub(super) fn found(&self) -> Option<Self> {
        let known: HashSet<String> = self.assigned.difference(&self.other).cloned().collect();
        (!known.is_empty()).then(|| Self {
            known,
            ..Self::default()
        })
    }
}

impl Mirror {
    /// The kind of the variables of a name.
    pub(super) fn kind(&self, name: &Ident) -> Kind {
        match self.tuples.known.contains(&name.to_string()) {
            true => Kind::Tuple,
            false => Kind::Number,
        }
    }
}
