//! Stand-ins for what there is not over flat slices: methods of traits that are not implemented,
//! and the struct itself.

use proc_macro2::{Ident, TokenStream};

use super::{Reason, demand, parameters};
use crate::derivatives::{Request, Trait};
use crate::emit::item::flat::Parameters;
use crate::emit::names::{Names, ident};
use crate::emit::ways::implements;
use crate::emit::{demanded, mixed};
use crate::requests;
use crate::signature::Formal;

/// The name of the struct.
const FUNCTION: &str = "Function";

pub(super) fn items(names: &Names<'_>) -> TokenStream {
    match implements(names.signature, Trait::Function) {
        true => methods(names),
        false => structure(names),
    }
}

/// Methods of `Function` itself: each demands what the function of its name demands.
fn methods(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    let absent = Request::ALL.iter().filter(|request| {
        let is_there = implements(signature, request.row().method.0);
        !is_there && !signature.makes(**request)
    });
    let methods = absent.map(|request| method(names, *request, request.row().word));
    let methods: TokenStream = methods.collect();
    let Parameters {
        generics, passed, ..
    } = Parameters::new(names);
    mixed!(impl #generics Function #passed { #methods })
}

/// The struct with all methods, which have one reason. It takes fields of any types.
fn structure(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    let (message, advice) = requests::refusal_of_flat(signature);
    let demanded = demand(names, NO_FUNCTION, &Reason { message, advice });
    let methods = Request::ALL.iter();
    let methods = methods.map(|request| method(names, *request, NO_FUNCTION));
    let methods: TokenStream = methods.collect();
    let fields: Vec<&Ident> = names.dynamic_formals().map(Formal::name).collect();
    let types = (0..fields.len()).map(|number| ident(&format!("Field{number}")));
    let types: Vec<Ident> = types.collect();
    let (name, parameters) = (
        Ident::new(FUNCTION, signature.name.span()),
        mixed!(<#(#types),*>),
    );
    // As a type the struct stands without parameters.
    let any = mixed!(::core::convert::Infallible);
    let declared = match fields.is_empty() {
        true => mixed!(pub struct #name;),
        false => mixed!(pub struct #name<#(#types = #any),*> { #(pub #fields: #types,)* }),
    };
    mixed! {
        #demanded

        #[doc(hidden)]
        #declared

        impl #parameters #name #parameters { #methods }
    }
}

/// The trait that the methods of a struct demand that is not there.
const NO_FUNCTION: &str = "over_flat_slices";

/// The two methods of a request.
fn method(names: &Names<'_>, request: Request, demanded: &str) -> TokenStream {
    let (row, place) = (request.row(), names.signature.name.span());
    let [name, with] = ["", "_with"].map(|end| Ident::new(&format!("{}{end}", row.word), place));
    let demanded = Ident::new(demanded, place);
    let slices = row.outputs.iter().filter(|output| output.slice.is_some());
    let given = 1 + row.inputs.len() + slices.count();
    let (parameters, more) = (parameters(given), parameters(given + 1));
    // With a type that the compiler does not know it would look for another method.
    let (_, bound) = demanded::unknown(&names.private, &mixed!(#demanded), place);
    mixed! {
        #[doc(hidden)]
        pub fn #name<'any>(&self, #parameters) where #bound { loop {} }

        #[doc(hidden)]
        pub fn #with<'any>(&self, #more) where #bound { loop {} }
    }
}
