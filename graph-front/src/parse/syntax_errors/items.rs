//! Errors in the items of a block beside functions.

use proc_macro2::{TokenStream, TokenTree};

use super::{around, behind_statement};
use crate::diagnostics::{Diagnostic, SourcePlace, in_words, print};
use crate::tokens::sign;

/// The error in an item that starts these tokens, at its last token where something is missing
/// behind that.
pub(in crate::parse) fn of_item(error: syn::Error, rest: TokenStream) -> syn::Error {
    let message = error.to_string();
    let last = rest.clone().into_iter().last();
    let (Some(last), None) = (last, around(rest.clone(), error.span())) else {
        return behind_statement(error, rest);
    };
    let message = in_words(&message).map_or(message.clone(), String::from);
    let is_defined = rest
        .clone()
        .into_iter()
        .any(|token| sign(&token) == Some('='));
    let defines = rest
        .into_iter()
        .any(|token| matches!(token, TokenTree::Ident(word) if word == "const" || word == "type"));
    let message = match message.trim_start_matches("unexpected end of input, ") {
        "expected `;`" if defines && !is_defined => "expected `= ..;`",
        message => message,
    };
    let text = match &last {
        TokenTree::Group(_) => "this".into(),
        last => format!("`{}`", print(last)),
    };
    let place = SourcePlace::token(SourcePlace::of(&last).end());
    Diagnostic::new(place, format!("{message} behind {text}")).into_syn()
}
