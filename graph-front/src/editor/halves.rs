//! The types in a signature, a constant or an alias that does not parse: one of them is being
//! written.

use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};

use super::statements::{length_of_type, position_of};
use crate::emit::mixed;
use crate::tokens::sign;

/// Statements with the types of arguments and result in what stands behind the name of a function,
/// as far as they are there. The sign before a type stands there too: where the type is missing, it
/// is the place at which an editor looks for one.
pub(super) fn types(rest: &TokenStream, support: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = rest.clone().into_iter().collect();
    let is_list = |token: &TokenTree| {
        matches!(token, TokenTree::Group(group)
        if group.delimiter() == Delimiter::Parenthesis)
    };
    let list = tokens.iter().position(is_list);
    let Some((TokenTree::Group(list), behind)) = list.and_then(|list| tokens[list..].split_first())
    else {
        return TokenStream::new();
    };
    let mut written = TokenStream::new();
    let arguments: Vec<TokenTree> = list.stream().into_iter().collect();
    let mut arguments = &arguments[..];
    while let Some(colon) = position_of(':', arguments) {
        let (sign, ty) = (&arguments[colon], &arguments[colon + 1..]);
        let length = length_of_type(ty);
        let any = any(&ty[..length]);
        written.extend(mixed!(let _ #sign #any = #support::ty();));
        arguments = &ty[length..];
    }
    if let [dash, arrow, output @ ..] = behind
        && (sign(dash), sign(arrow)) == (Some('-'), Some('>'))
    {
        let any = any(&output[..length_of_type(output)]);
        written.extend(mixed!(let _ = || #dash #arrow #any { loop {} };));
    }
    mixed!({ #written })
}

/// The same of the type behind the name of a constant or an alias.
pub(super) fn type_of_definition(rest: &TokenStream, support: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = rest.clone().into_iter().collect();
    let Some((mark, ty)) = tokens.split_first() else {
        return TokenStream::new();
    };
    if !matches!(sign(mark), Some(':' | '=')) {
        return TokenStream::new();
    }
    let mut colon = Punct::new(':', Spacing::Alone);
    colon.set_span(mark.span());
    let any = any(&ty[..length_of_type(ty)]);
    mixed!({ let _ #colon #any = #support::ty(); })
}

/// A type, or any type where it is missing.
fn any(ty: &[TokenTree]) -> TokenStream {
    match ty {
        [] => mixed!(_),
        ty => ty.iter().cloned().collect(),
    }
}
