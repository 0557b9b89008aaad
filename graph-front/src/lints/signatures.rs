//! Signatures, in which the compiler has lints about the case of a `const` parameter's name, and
//! about parentheses around a type.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{FnArg, ReturnType};

use super::types::delimited;
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
    let written = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(argument) => Some(&*argument.ty),
        FnArg::Receiver(_) => None,
    });
    let result = match &signature.output {
        ReturnType::Type(_, ty) => Some(&**ty),
        ReturnType::Default => None,
    };
    let types: Vec<TokenStream> = written.chain(result).flat_map(delimited).collect();
    if lengths.is_empty() && types.is_empty() {
        return None;
    }
    let levels = levels_of_function(&function.attributes);
    let cfg = function.attributes.iter().filter(|a| is_cfg(a));
    let mirror = Ident::new("signature", Span::mixed_site());
    Some(module(
        &signature.ident,
        &joined(cfg.map(ToTokens::to_token_stream)),
        &mixed! {
            #levels
            #[allow(forbidden_lint_groups, dead_code, reason = "a mirror that nothing calls")]
            fn #mirror<#(const #lengths: usize),*>(#(_: #types),*) {}
            #[allow(forbidden_lint_groups, dead_code, reason = "most signatures need it not")]
            mod flow { pub(super) type Any = f64; pub(super) const LENGTH_OF_THE_MIRROR: usize = 0; }
        },
    ))
}
