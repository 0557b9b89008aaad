//! The expansion for rust-analyzer: signatures, the user's own body, and the language's functions
//! as paths, so that hover, go-to-definition and completion work; no generated code.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::block::Lowered;
use crate::lower::is_builtin;
use crate::parse::BlockItems;
use crate::{emit, stub, tokens};

/// The functions of the language that are named, as imports of the user's own tokens.
pub(crate) fn names(source: &BlockItems, facade: &TokenStream) -> TokenStream {
    let own: Vec<String> = source
        .functions
        .iter()
        .map(|f| f.signature.ident.to_string())
        .collect();
    let called = source
        .functions
        .iter()
        .flat_map(|f| tokens::calls(f.tokens.clone().into()));
    let imports = called.filter_map(|called| {
        let name = called.name.to_string();
        let shadowed = !called.is_method && own.contains(&name);
        (is_builtin(&name) && !shadowed).then(|| import(&called.name, facade))
    });
    imports.collect()
}

/// A function with the user's body, and its module.
pub(crate) fn function(function: &Lowered<'_>) -> TokenStream {
    if function.source.outside.is_some() {
        return TokenStream::new();
    }
    let Some(signature) = &function.signature else {
        return stub::function(function);
    };
    if function.source.import.is_some() {
        return stub::function(function);
    }
    let facade = &signature.facade;
    let body = &function.source.tokens;
    let body = quote!({
        #[allow(unused_imports, reason = "a body may use no function of the language")]
        use #facade::ops::*;
        #body
    });
    emit::stub(signature, &body)
}

fn import(name: &Ident, facade: &TokenStream) -> TokenStream {
    quote_spanned! {name.span()=>
        #[allow(unused_imports, reason = "the import serves the editor")]
        use #facade::ops::#name as _;
    }
}
