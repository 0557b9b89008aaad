//! Stand-ins for functions with `const` parameters that only their block calls, so that there is
//! nothing to call from outside: to use one is an error that says how it is had.
//!
//! They reach the code around the block by a `use` of all names of a module. Other than items, what
//! it brings gives way to the user's own items of the same names.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::Attribute;
use syn::ext::IdentExt as _;

use crate::block::Lowered;
use crate::emit::{demanded, ident, mixed};
use crate::parse::{FunctionSource, ParsedAttributes};
use crate::templates::{is_for_others, is_template};
use crate::tokens::joined;

/// The stand-ins of a block.
pub(crate) fn stand_ins(lowered: &[Lowered<'_>], facade: &TokenStream) -> TokenStream {
    let private = mixed!(#facade::__private);
    let hidden = lowered.iter().map(|own| own.source);
    let hidden: Vec<&FunctionSource> = hidden.filter(|source| is_hidden(source)).collect();
    // No other block beside this one has a function of the name, and so a module of that name. One
    // of stand-ins alone has no use, and there is hardly another beside it.
    let mut emitted = lowered.iter().filter(|own| own.outside.is_none());
    let emitted = emitted.find(|own| own.signature.is_some());
    let first = emitted.map(|own| own.source);
    let (Some(first), false) = (first.or(hidden.first().copied()), hidden.is_empty()) else {
        return TokenStream::new();
    };
    let (demands, functions) = (
        joined(hidden.iter().map(|source| demand(source, &private))),
        joined(hidden.iter().map(|source| functions(source))),
    );
    let name = &first.signature.ident;
    let module = ident(&format!("__hidden_beside_{}", name.unraw()));
    let cfg: Vec<&Attribute> = cfg(first).collect();
    mixed! {
        #(#cfg)*
        #[doc(hidden)]
        #[allow(
            forbidden_lint_groups, unused, nonstandard_style, unreachable_pub, clippy::all,
            clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated code"
        )]
        mod #module {
            mod demanded { #demands }
            #functions
        }

        #(#cfg)*
        #[allow(
            forbidden_lint_groups, unused_imports, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction,
            reason = "generated code"
        )]
        use #module::*;
    }
}

/// Whether a function is made for its calls in the block alone.
fn is_hidden(source: &FunctionSource) -> bool {
    let diagnostics = crate::diagnostics::Diagnostics::default();
    is_template(source) && {
        let attributes = ParsedAttributes::of(&source.attributes, &diagnostics);
        !is_for_others(source, &attributes.requests)
    }
}

fn cfg(source: &FunctionSource) -> impl Iterator<Item = &Attribute> {
    let attributes = source.attributes.iter();
    attributes.filter(|attribute| attribute.path().is_ident("cfg"))
}

/// The trait that uses of a function demand. The compiler shows where it stands: at the function.
fn demand(source: &FunctionSource, private: &TokenStream) -> TokenStream {
    let name = &source.signature.ident;
    let cfg: Vec<&Attribute> = cfg(source).collect();
    let message = format!(
        "`{name}` has `const` parameters and no `pub`, so it is made for its calls in the block \
         alone"
    );
    let label = format!("write `pub fn {name}` or `pub(crate) fn {name}` to call it from here");
    let definition = demanded::definition(private, name, &message, &label);
    mixed!(#(#cfg)* #definition)
}

/// The functions that stand for a function and for those of its module.
fn functions(source: &FunctionSource) -> TokenStream {
    let (name, count) = (&source.signature.ident, source.signature.inputs.len());
    let function = |own: &Ident, parameters: usize, path: TokenStream| {
        let parameters = (0..parameters).map(|_| mixed!(_: impl ::core::marker::Sized,));
        let parameters = joined(parameters);
        let place = name.span();
        let demanded = quote_spanned!(place=> #path demanded::#name);
        let (result, bound) = demanded::unknown(&demanded, place);
        mixed!(pub fn #own<'any>(#parameters) -> #result where #bound { loop {} })
    };
    let itself = function(name, count, TokenStream::new());
    let others = [("gradient", 0), ("adjoint", 1), ("tangent", 1)];
    let others = joined(others.map(|(word, more)| {
        let word = Ident::new(word, name.span());
        function(&word, count + more, quote_spanned!(name.span()=> super::))
    }));
    let cfg: Vec<&Attribute> = cfg(source).collect();
    mixed! {
        #(#cfg)*
        #itself
        #(#cfg)*
        pub mod #name { #others }
    }
}
