//! The function itself.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Visibility;
use syn::ext::IdentExt as _;

use super::twin::Allocates;
use super::{Bodies, absent, function, states};
use crate::derivatives::Request;
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::emit::places::{at, respanned};
use crate::signature::{RETURN_LIMIT, bytes_of};

/// The user's function, next to the module.
pub(super) fn function(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    let is_made = signature.makes(Request::Value);
    let is_compiled = matches!(bodies, Bodies::Programs(_));
    let returned = &signature.result.parts()[..signature.returned_parts()];
    let is_returned = match signature.has_states() {
        true => bytes_of(returned) <= RETURN_LIMIT,
        false => names.result_size() <= RETURN_LIMIT,
    };
    let is_public = is_made && is_returned;
    if !is_public && is_compiled {
        return absent::value(names, Request::Value.row().word);
    }
    let (visibility, name) = (&signature.visibility, &signature.name);
    // What a macro writes is not reported as unused; an item that starts with a token of another
    // macro's would be. An editor would show the pages of all that stands at the name.
    let place = match bodies {
        Bodies::Stub { error: None, .. } => Span::mixed_site(),
        Bodies::Programs(_) | Bodies::Stub { .. } => at(name.span()),
    };
    let visibility = placed(visibility, place);
    // What the compiler says of the whole item, that it has no documentation, stands there too.
    let result = match signature.has_states() {
        true => signature.returned_type(),
        false => Some(names.result()),
    };
    let start = quote_spanned!(place=> fn);
    let result = result.map(|result| respanned(mixed!(-> #result), place));
    let attributes = &signature.attributes;
    let (cfg, docs, other) = (&attributes.cfg, &attributes.docs, &attributes.other);
    let (generics, arguments) = (names.own_generics(), names.called_arguments());
    let passed = names.argument_names();
    let has = |name: &str| {
        other
            .iter()
            .any(|attribute| attribute.path().is_ident(name))
    };
    let is_pure = !signature.has_states();
    let must_use = (is_pure && !has("must_use")).then(|| mixed!(#[must_use]));
    let caller = names.caller();
    let inline = (!has("inline")).then(|| mixed!(#[inline]));
    let computed = in_module(names);
    let (body, unused) = match bodies {
        Bodies::Programs(_) => {
            // The code around may have a constant of any usual name.
            let value = ident("__value");
            let call = mixed!(let #value = #computed; #value(#passed));
            (quote_spanned!(place=> { #call }), None)
        }
        Bodies::Stub { value, .. } => ((*value).clone(), Some(mixed!(unused,))),
    };
    let function = mixed! {
        #(#cfg)*
        #(#docs)*
        #(#other)*
        #[allow(
            forbidden_lint_groups, #unused nonstandard_style, clippy::all, clippy::pedantic, clippy::nursery,
            clippy::restriction, reason = "generated code"
        )]
        #must_use
        #inline
        #caller
        #visibility #start #name #generics(#arguments) #result #body
    };
    let allocates = function::allocates(names, bodies, Request::Value);
    match is_public {
        true if allocates == Allocates::Nothing => function,
        true => {
            let stand_in = absent::value(names, absent::ALLOCATOR);
            absent::with_allocator(names, &function, &stand_in)
        }
        // An editor still looks into the body of the user.
        false => mixed!(const _: () = { #function };),
    }
}

/// The function that computes the value, which is in the module. Where the code around has an item
/// of the module's name, the compiler says so, and shall not say that this one lacks the function:
/// it is looked for among all items of the module, and behind these is another one.
fn in_module(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    let hidden = ident(match signature.has_states() {
        true => states::HIDDEN,
        false => HIDDEN,
    });
    let (import, module) = imported(signature.module());
    let parameters = names.signature.formals();
    let parameters = parameters.map(|_| mixed!(_: impl ::core::marker::Sized));
    mixed!({
        #[allow(forbidden_lint_groups, dead_code)]
        fn #hidden(#(#parameters),*) -> ! {
            loop {}
        }
        #import
        {
            #[allow(forbidden_lint_groups, unused_imports)]
            use #module::*;
            #hidden
        }
    })
}

/// An import of a function's module under a name that none of its items has, as a block that
/// imports all of them needs it, and that name. The compiler shows it where the module's own name
/// is another item's.
pub(crate) fn imported(module: &Ident) -> (TokenStream, Ident) {
    let place = at(module.span());
    let alias = Ident::new(&format!("derivatives_of_{}", module.unraw()), place);
    let module = respanned(module.to_token_stream(), place);
    let import = mixed! {
        #[allow(forbidden_lint_groups, unused_imports)]
        use #module as #alias;
    };
    (import, alias)
}

/// The name of the function in the module that computes the value.
pub(super) const HIDDEN: &str = "__value";

/// A visibility at a place; a path in it stays where it is, for the compiler reports once that it
/// leads nowhere, though the module has it too.
fn placed(visibility: &Visibility, place: Span) -> TokenStream {
    let Visibility::Restricted(restricted) = visibility else {
        return respanned(visibility.to_token_stream(), place);
    };
    let (within, path) = (&restricted.in_token, &restricted.path);
    let mut parentheses = Group::new(Delimiter::Parenthesis, quote!(#within #path));
    parentheses.set_span(place);
    quote_spanned!(place=> pub #parentheses)
}
