//! The function itself, and its form that writes in place.

use proc_macro2::TokenStream;

use super::Bodies;
use crate::emit::call::{self, Input};
use crate::emit::names::{Names, ident};
use crate::emit::{RETURN_LIMIT, mixed};

/// The user's function, beside the module.
pub(super) fn function(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    if names.result_size() > RETURN_LIMIT {
        return TokenStream::new();
    }
    let signature = names.signature;
    let (visibility, name, module) = (&signature.visibility, &signature.name, signature.module());
    let attributes = &signature.attributes;
    let (cfg, docs, other) = (&attributes.cfg, &attributes.docs, &attributes.other);
    let (generics, arguments, result) = (names.own_generics(), names.arguments(), names.result());
    let passed = names.argument_names();
    let has = |name: &str| {
        other
            .iter()
            .any(|attribute| attribute.path().is_ident(name))
    };
    let must_use = (!has("must_use")).then(|| mixed!(#[must_use]));
    let inline = (!has("inline")).then(|| mixed!(#[inline]));
    let body = match bodies {
        Bodies::Programs(_) => mixed!({ #module::__value(#passed) }),
        Bodies::Stub { value } => (*value).clone(),
    };
    mixed! {
        #(#cfg)*
        #(#docs)*
        #(#other)*
        #[allow(unused, clippy::all, clippy::pedantic)]
        #must_use
        #inline
        #visibility fn #name #generics(#arguments) -> #result #body
    }
}

/// What the module holds of the value.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (generics, arguments, result) = (names.generics(), names.arguments(), names.result());
    let value = ident("value");
    let inputs = Input::arguments(names);
    let by_value = (names.result_size() <= RETURN_LIMIT).then(|| {
        let zero = names.zero_result();
        let outputs = call::result(names, &mixed!(#value));
        let run = call::call(names, "run_value", &inputs, &outputs);
        let body = bodies.body(mixed! {
            let mut #value = #zero;
            #run
            #value
        });
        mixed! {
            #[doc(hidden)]
            #[inline]
            pub fn __value #generics(#arguments) -> #result { #body }
        }
    });
    let in_place = (!names.returns_number()).then(|| {
        let outputs = call::result(names, &mixed!((*#value)));
        let body = bodies.body(call::call(names, "run_value", &inputs, &outputs));
        mixed! {
            /// Writes the value to `value`.
            #[inline]
            pub fn value_into #generics(#arguments #value: &mut #result) { #body }
        }
    });
    mixed!(#by_value #in_place)
}
