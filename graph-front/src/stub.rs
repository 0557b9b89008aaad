//! Stubs: a function's items without their meaning, for a block with errors, so that code that
//! uses the function does not fail too.

use proc_macro2::TokenStream;
use quote::quote;

use crate::block::Lowered;
use crate::emit;
use crate::parse::FunctionSource;
use crate::templates::is_template;

/// The items of a function.
pub(crate) fn function(function: &Lowered<'_>) -> TokenStream {
    if function.source.outside.is_some() || is_template(function.source) {
        return TokenStream::new();
    }
    match &function.signature {
        Some(signature) => emit::stub(signature),
        None => unresolved(function.source, &quote!({ loop {} })),
    }
}

/// A function whose signature is wrong: arguments of any type are as good as any, and the result
/// as the user wrote it may mean something to the compiler.
pub(crate) fn unresolved(source: &FunctionSource, body: &TokenStream) -> TokenStream {
    let docs = source.attributes.iter();
    let docs = docs.filter(|attribute| attribute.path().is_ident("doc"));
    let signature = &source.signature;
    let (visibility, name, output) = (&source.visibility, &signature.ident, &signature.output);
    let generics = &signature.generics;
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) if generics.params.is_empty() => Some(match &*typed.ty {
            syn::Type::Reference(_) => quote!(_: &impl ::core::marker::Sized),
            _ => quote!(_: impl ::core::marker::Sized),
        }),
        syn::FnArg::Typed(typed) => {
            let ty = &typed.ty;
            Some(quote!(_: #ty))
        }
        syn::FnArg::Receiver(_) => None,
    });
    quote! {
        #(#docs)*
        #[allow(warnings, reason = "the function stands in for one with errors")]
        #visibility fn #name #generics(#(#inputs),*) #output #body
    }
}
