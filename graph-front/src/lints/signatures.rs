//! Signatures, in which the compiler has lints about the case of a `const` parameter's name, and
//! about parentheses around a type.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{FnArg, ReturnType, Type};

use super::{is_cfg, module};
use crate::emit::mixed;
use crate::parse::{FunctionSource, levels_of_function};
use crate::tokens::joined;

/// The mirror of a signature, if there may be something in it that the compiler reports.
pub(super) fn mirror(function: &FunctionSource) -> Option<TokenStream> {
    let signature = &function.signature;
    let lengths = signature
        .generics
        .const_params()
        .map(|length| &length.ident);
    let is_small = |name: &&Ident| name.to_string().contains(char::is_lowercase);
    let lengths: Vec<&Ident> = lengths.filter(is_small).collect();
    let arguments = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(argument) => in_parentheses(&argument.ty),
        FnArg::Receiver(_) => None,
    });
    let arguments: Vec<TokenStream> = arguments.collect();
    let result = match &signature.output {
        ReturnType::Type(_, ty) => in_parentheses(ty),
        ReturnType::Default => None,
    };
    if lengths.is_empty() && arguments.is_empty() && result.is_none() {
        return None;
    }
    let levels = levels_of_function(&function.attributes);
    let cfg = function.attributes.iter().filter(|a| is_cfg(a));
    let result = result.unwrap_or_else(|| mixed!(u8));
    let mirror = Ident::new("signature", Span::mixed_site());
    Some(module(
        &signature.ident,
        &joined(cfg.map(ToTokens::to_token_stream)),
        &mixed! {
            #levels
            #[allow(forbidden_lint_groups, dead_code, reason = "a mirror that nothing calls")]
            fn #mirror<#(const #lengths: usize),*>(#(_: #arguments),*) -> #result { 0 }
        },
    ))
}

/// A type in the parentheses of another one, if that has them.
fn in_parentheses(ty: &Type) -> Option<TokenStream> {
    let Type::Paren(ty) = ty else {
        return None;
    };
    let inner = in_parentheses(&ty.elem).unwrap_or_else(|| mixed!(u8));
    let mut group = Group::new(Delimiter::Parenthesis, inner);
    group.set_span(ty.paren_token.span.join());
    Some(group.into_token_stream())
}
