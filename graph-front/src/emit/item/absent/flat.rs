//! Stand-ins for methods of traits over flat slices that are not implemented.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::parameters;
use crate::derivatives::{Request, Trait};
use crate::emit::item::flat::Parameters;
use crate::emit::mixed;
use crate::emit::names::Names;
use crate::emit::ways::implements;

/// Methods of `Function` itself: each demands what the function of its name demands.
pub(super) fn methods(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    if !implements(signature, Trait::Function) {
        return TokenStream::new();
    }
    let absent = Request::ALL.iter().filter(|request| {
        let is_there = implements(signature, request.row().method.0);
        !is_there && !signature.makes(**request)
    });
    let place = signature.name.span();
    let methods = absent.map(|request| {
        let row = request.row();
        let [name, with] =
            ["", "_with"].map(|end| Ident::new(&format!("{}{end}", row.word), place));
        let demanded = Ident::new(row.word, place);
        let slices = row.outputs.iter().filter(|output| output.slice.is_some());
        let given = 1 + row.inputs.len() + slices.count();
        let (parameters, more) = (parameters(given), parameters(given + 1));
        let bound = quote_spanned!(place=> &'any (): #demanded);
        mixed! {
            #[doc(hidden)]
            pub fn #name<'any>(&self, #parameters) where #bound { loop {} }

            #[doc(hidden)]
            pub fn #with<'any>(&self, #more) where #bound { loop {} }
        }
    });
    let methods: TokenStream = methods.collect();
    let Parameters { declared, passed } = Parameters::new(names);
    mixed!(impl #declared Function #passed { #methods })
}
