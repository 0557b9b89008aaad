//! The arguments of a function: as the graph has them, scalars and arrays, and as callers pass them.

use std::rc::Rc;

use graph_ir::Element;
use graph_ir::Type;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Attribute;
use syn::ext::IdentExt;

use super::{Form, Step, path_text, path_tokens};
use crate::derivatives::Request;
use crate::labels::Labels;

/// One scalar or array that a function takes: an argument, or a part of one that is a struct or a
/// tuple.
#[derive(Clone)]
pub(crate) struct Argument {
    /// The name of the argument, with the user's span.
    pub(crate) name: Ident,
    /// The argument that it is a part of.
    pub(crate) within: Option<Within>,
    /// The type of the graph's input; an index is `i64` there and `usize` in Rust.
    pub(crate) ty: Type,
    /// The names of its dimensions.
    pub(crate) labels: Labels,
    /// Whether the caller passes a reference.
    pub(crate) by_reference: bool,
    /// Whether `#[dynamic]` stands on it.
    pub(crate) dynamic: bool,
    /// Whether `#[shared]` stands on it.
    pub(crate) shared: bool,
    /// The words of `#[tag(..)]` on it, and on the fields on the way to it.
    pub(crate) tags: Vec<String>,
    /// Whether the function changes it: it is behind `&mut`, and what it becomes is a further
    /// result of the graph.
    pub(crate) is_state: bool,
    /// The doc comments of the argument: on the field of `Adjoint`.
    pub(crate) docs: Vec<Attribute>,
}

/// The place of a part within an argument.
#[derive(Clone)]
pub(crate) struct Within {
    /// The whole argument.
    pub(crate) whole: Rc<Whole>,
    /// The steps by which the part is taken.
    pub(crate) path: Vec<Step>,
}

/// An argument of several scalars and arrays.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) form: Form,
    /// Whether the caller passes a reference.
    pub(crate) by_reference: bool,
}

/// An argument as callers pass it, with its parts, or itself if it has none.
#[derive(Clone, Copy)]
pub(crate) struct Formal<'s> {
    pub(crate) parts: &'s [Argument],
}

impl Argument {
    /// Its name as a variable of generated code, where the user's own may be that of a constant.
    pub(crate) fn variable(&self) -> Ident {
        let name = self.name.to_string();
        match MATCHED.contains(&&*name) || is_of_table(&name) || is_of_sum(&name) {
            true => {
                let span = Span::mixed_site().located_at(self.name.span());
                Ident::new(&format!("{name}_"), span)
            }
            false => self.name.clone(),
        }
    }

    /// The steps by which it is taken from the argument; none of an argument itself.
    pub(crate) fn path(&self) -> &[Step] {
        self.within.as_ref().map_or(&[], |within| &within.path)
    }

    /// Its name in graphs and messages: `m.w1`.
    pub(crate) fn full_name(&self) -> String {
        format!("{}{}", self.name, path_text(self.path()))
    }

    /// Its name by itself, that of the field where it is one: `w1`.
    #[cfg(feature = "import")]
    pub(crate) fn last_name(&self) -> String {
        match self.path().last() {
            None => self.name.to_string(),
            Some(step) => step.word(),
        }
    }

    /// One word for it, where parts are fields side by side: `m_w1`.
    pub(crate) fn flat_name(&self) -> Ident {
        match self.path() {
            [] => self.name.clone(),
            path => {
                let words: Vec<String> = path.iter().map(Step::word).collect();
                let span = Span::mixed_site().located_at(self.name.span());
                Ident::new(&format!("{}_{}", self.name.unraw(), words.join("_")), span)
            }
        }
    }

    /// The place of it in a function that has the argument.
    pub(crate) fn place(&self) -> TokenStream {
        let (variable, path) = (self.variable(), path_tokens(self.path()));
        quote!(#variable #path)
    }

    /// The place of it in a struct that has a field for each argument, behind the dot.
    pub(crate) fn field(&self) -> TokenStream {
        let (name, path) = (&self.name, path_tokens(self.path()));
        quote!(#name #path)
    }

    /// Whether the argument is a `usize`.
    pub(crate) fn is_index(&self) -> bool {
        self.ty.element == Element::I64
    }

    /// Whether each point of a batch has its own: an index is the same for all of them.
    pub(crate) fn differs(&self) -> bool {
        !self.shared && !self.is_index()
    }

    /// Whether `Adjoint` has a field for it.
    pub(crate) fn has_derivative(&self) -> bool {
        self.ty.is_float() && !self.dynamic
    }
}

impl<'s> Formal<'s> {
    /// Its name, with the user's span.
    pub(crate) fn name(self) -> &'s Ident {
        &self.parts[0].name
    }

    /// The first of its parts, or itself: the marks on it are those of all.
    pub(crate) fn first(self) -> &'s Argument {
        &self.parts[0]
    }

    /// The tuple, the struct or the array of these that it is, if it has parts.
    pub(crate) fn whole(self) -> Option<&'s Rc<Whole>> {
        let within = self.parts[0].within.as_ref();
        within.map(|within| &within.whole)
    }

    /// Whether the caller passes a reference.
    pub(crate) fn by_reference(self) -> bool {
        match self.whole() {
            Some(whole) => whole.by_reference,
            None => self.first().by_reference,
        }
    }

    /// Its form.
    pub(crate) fn form(self) -> &'s Form {
        self.whole().map_or(&Form::One, |whole| &whole.form)
    }

    /// Whether there is a derivative by a part of it.
    pub(crate) fn has_derivative(self) -> bool {
        self.parts.iter().any(Argument::has_derivative)
    }
}

/// The names of values that patterns match instead of binding them: constants and unit structs of
/// generated modules, and variants of the prelude.
const MATCHED: [&str; 9] = [
    "CHUNK",
    "COST",
    "Function",
    "SPARSITY_HESSIAN",
    "SPARSITY_JACOBIAN",
    "Err",
    "None",
    "Ok",
    "Some",
];

/// The words in the name of a private function's table between the function's, in capitals, and a
/// number.
pub(crate) const TABLE: &str = "_TABLE_";

/// Whether a private function may have a table of that name.
fn is_of_table(name: &str) -> bool {
    let Some((function, number)) = name.rsplit_once(TABLE) else {
        return false;
    };
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && !function.chars().any(char::is_lowercase)
}

/// Whether a batch may have a constant of that name, for the size of a sum.
fn is_of_sum(name: &str) -> bool {
    let mut requests = Request::ALL.iter();
    requests.any(|request| request.size_of_sum() == name)
}
