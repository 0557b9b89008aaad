//! The function itself, and its form that writes in place.

use proc_macro2::TokenStream;

use super::Bodies;
use super::twin::{Item, parameter};
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
    let result = names.result();
    let value = ident("value");
    let inputs = Input::arguments(names);
    let by_value = (names.result_size() <= RETURN_LIMIT).then(|| {
        let zero = names.zero_result();
        let outputs = call::result(names, &mixed!(#value));
        let run = call::call(names, bodies, "run_value", &inputs, &outputs);
        let item = Item {
            name: "value",
            hidden: Some("__value"),
            doc: "The value.",
            must_use: true,
            parameters: Vec::new(),
            result: Some(result.clone()),
            body: mixed! {
                let mut #value = #zero;
                #run
                #value
            },
        };
        item.tokens(names, bodies)
    });
    let in_place = (!names.returns_number()).then(|| {
        let outputs = call::result(names, &mixed!((*#value)));
        let item = Item {
            name: "value_into",
            hidden: None,
            doc: "Writes the value to `value`.",
            must_use: false,
            parameters: vec![parameter(&value, mixed!(&mut #result))],
            result: None,
            body: call::call(names, bodies, "run_value", &inputs, &outputs),
        };
        item.tokens(names, bodies)
    });
    mixed!(#by_value #in_place)
}
