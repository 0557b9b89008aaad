//! Lengths as type parameters, `fn f<N>(x: [f64; N])` and `fn f<N: usize>(..)`, which C++ and other
//! languages do not tell apart.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Signature, TypeParam, TypeParamBound};

use super::type_names::own_type;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::tokens::{levels, mentions, sign};

/// Makes `const` parameters of the type parameters that are lengths; each is reported.
pub(super) fn as_constants(signature: &mut Signature, diagnostics: &Diagnostics) {
    let types = [
        signature.inputs.to_token_stream(),
        signature.output.to_token_stream(),
    ];
    let types: TokenStream = types.into_iter().collect();
    for parameter in &mut signature.generics.params {
        let GenericParam::Type(own) = &*parameter else {
            continue;
        };
        let is_length = is_integer(own) || own.bounds.is_empty() && is_extent(own, &types);
        if !is_length {
            continue;
        }
        let name = &own.ident;
        let message = format!("the length `{name}` is a `const` parameter");
        let help = format!("write `const {name}: usize`");
        diagnostics.push(Diagnostic::new(SourcePlace::of(own), message).help(help));
        if let Ok(constant) = syn::parse2(quote!(const #name: usize)) {
            *parameter = GenericParam::Const(constant);
        }
    }
}

/// Whether the bound of a parameter is the type of an integer.
fn is_integer(parameter: &TypeParam) -> bool {
    parameter.bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let name = bound.path.get_ident().map(ToString::to_string);
            name.is_some_and(|name| own_type(&name) == Some("usize"))
        }
        _ => false,
    })
}

/// Whether a parameter stands behind the `;` of an array type, and nowhere before one.
fn is_extent(parameter: &TypeParam, types: &TokenStream) -> bool {
    let is_own = |tokens: &[TokenTree]| {
        let tokens: TokenStream = tokens.iter().cloned().collect();
        mentions(&tokens, |word| parameter.ident == word)
    };
    let (mut is_extent, mut is_type) = (false, false);
    levels(types.clone(), |level| {
        let semicolon = level.iter().position(|token| sign(token) == Some(';'));
        let own =
            |token: &TokenTree| matches!(token, TokenTree::Ident(word) if *word == parameter.ident);
        match semicolon {
            Some(at) => {
                is_extent |= is_own(&level[at..]);
                is_type |= level[..at].iter().any(own);
            }
            None => is_type |= level.iter().any(own),
        }
    });
    is_extent && !is_type
}
