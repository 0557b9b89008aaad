//! The form that the attributes have in common: words separated by commas, each with its own input,
//! if any.

use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, MetaList, Token};

use crate::diagnostics::{Diagnostic, SourcePlace};

/// Calls `one` for each word of a list, with the input that follows; `one` parses the part of it
/// that belongs to its word.
pub(super) fn each_word(
    list: &MetaList,
    one: impl FnMut(Ident, ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    // An error at the end is one at the closing parenthesis.
    list.parse_args_with(|input: ParseStream<'_>| words(input, one))
}

/// The same for the rest of the input.
pub(super) fn words(
    input: ParseStream<'_>,
    mut one: impl FnMut(Ident, ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    while !input.is_empty() {
        let word = name(input, "a word")?;
        one(word, input)?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

/// A name or a path in an attribute, which `what` is.
pub(super) fn name<T: Parse>(input: ParseStream<'_>, what: &str) -> syn::Result<T> {
    let found = input.fork();
    input.parse().map_err(|_| match found.parse::<LitStr>() {
        Ok(text) => {
            let message = format!("expected {what}, found {:?}", text.value());
            let help = format!("write it without quotation marks: `{}`", text.value());
            let place = SourcePlace::token(text.span());
            Diagnostic::new(place, message).help(help).into_syn()
        }
        Err(_) => found.error(format!("expected {what}")),
    })
}

/// A literal, or the error that says what is expected.
pub(super) fn expected<T: Parse>(input: ParseStream<'_>, message: &str) -> syn::Result<T> {
    let found = input.fork();
    input.parse().map_err(|_| found.error(message))
}
