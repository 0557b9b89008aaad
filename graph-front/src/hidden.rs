//! Stand-ins for functions with `const` parameters that only their block calls, so that there is
//! nothing to call from outside: to use one is an error that says how it is had.
//!
//! They reach the code around the block by a `use` of all names of a module. Other than items, what
//! it brings gives way to the user's own items of the same names.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt as _;
use syn::{Attribute, FnArg, Pat, ReturnType, Type};

use crate::block::Lowered;
use crate::derivatives::{InputGroup, Request};
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
    let functions = joined(hidden.iter().map(|source| functions(source, &private)));
    // The compiler shows the name as part of the functions' paths.
    let name = &first.signature.ident;
    let module = ident(&format!("only_in_the_block_of_{}", name.unraw()));
    let cfg: Vec<&Attribute> = cfg(first).collect();
    mixed! {
        #(#cfg)*
        #[doc(hidden)]
        #[allow(
            forbidden_lint_groups, unused, nonstandard_style, unreachable_pub, clippy::all,
            clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated code"
        )]
        mod #module {
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
pub(crate) fn is_hidden(source: &FunctionSource) -> bool {
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

/// The trait that uses of a function demand.
const DEMANDED: &str = "IsPublic";

/// Its definition.
fn demand(source: &FunctionSource, private: &TokenStream) -> TokenStream {
    let name = &source.signature.ident;
    let message = format!(
        "`{name}` has `const` parameters and no `pub`, so it is made for its calls in the block \
         alone"
    );
    let label = format!("write `pub fn {name}` or `pub(crate) fn {name}` to call it from here");
    // The compiler shows where it stands: at the function.
    let demanded = Ident::new(DEMANDED, name.span());
    demanded::definition(private, &demanded, &message, &label)
}

/// The functions that stand for a function and for those of its module, with the trait that they
/// demand.
fn functions(source: &FunctionSource, private: &TokenStream) -> TokenStream {
    let (name, count) = (&source.signature.ident, source.signature.inputs.len());
    let function = |own: &Ident, parameters: usize, path: TokenStream| {
        let parameters = (0..parameters).map(|_| mixed!(_: impl ::core::marker::Sized,));
        let parameters = joined(parameters);
        let place = name.span();
        let demanded = Ident::new(DEMANDED, place);
        let demanded = quote_spanned!(place=> #path #demanded);
        let (result, bound) = demanded::unknown(private, &demanded, place);
        mixed!(pub fn #own<'any>(#parameters) -> #result where #bound { loop {} })
    };
    let itself = function(name, count, quote_spanned!(name.span()=> #name::));
    let is_number = matches!(&source.signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Path(_)));
    let others = Request::ALL.iter().map(|request| {
        let row = request.row();
        // A single number has no weights.
        let given = row.inputs.iter();
        let given = given.filter(|&&group| !(is_number && group == InputGroup::Weights));
        let word = Ident::new(row.word, name.span());
        function(&word, count + given.count(), TokenStream::new())
    });
    let (others, demand) = (joined(others), demand(source, private));
    let structure = structure(source, private);
    let cfg: Vec<&Attribute> = cfg(source).collect();
    mixed! {
        #(#cfg)*
        #itself
        #(#cfg)*
        pub mod #name {
            #demand
            #others
            #structure
        }
    }
}

/// The struct that stands for that of flat slices: its fields are of any types, and its methods have
/// the error.
fn structure(source: &FunctionSource, private: &TokenStream) -> TokenStream {
    let signature = &source.signature;
    let place = signature.ident.span();
    let lengths = signature
        .generics
        .const_params()
        .map(|own| own.ident.clone());
    let dynamic = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) if typed.attrs.iter().any(|own| own.path().is_ident("dynamic")) => {
            match &*typed.pat {
                Pat::Ident(name) => Some(name.ident.clone()),
                _ => None,
            }
        }
        FnArg::Typed(_) | FnArg::Receiver(_) => None,
    });
    let fields: Vec<Ident> = lengths.chain(dynamic).collect();
    let types = (0..fields.len()).map(|number| ident(&format!("Field{number}")));
    let types: Vec<Ident> = types.collect();
    let methods = Request::ALL.iter().map(|request| {
        let row = request.row();
        let (name, demanded) = (Ident::new(row.word, place), Ident::new(DEMANDED, place));
        let slices = row.outputs.iter().filter(|output| output.slice.is_some());
        let given = 1 + row.inputs.len() + slices.count();
        let parameters = joined((0..given).map(|_| mixed!(_: impl ::core::marker::Sized,)));
        let demanded = quote_spanned!(place=> #demanded);
        let (_, bound) = demanded::unknown(private, &demanded, place);
        mixed!(pub fn #name<'any>(&self, #parameters) where #bound { loop {} })
    });
    let methods = joined(methods);
    let (name, any) = (
        Ident::new("Function", place),
        mixed!(::core::convert::Infallible),
    );
    mixed! {
        pub struct #name<#(#types = #any),*> { #(pub #fields: #types,)* }
        impl<#(#types),*> #name<#(#types),*> { #methods }
    }
}
