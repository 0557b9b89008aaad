//! The form that the attributes have in common: words separated by commas, each with its own input,
//! if any.

use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitBool, LitStr, MetaList, Token};

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
        let word: Ident = name(input, "a word")?;
        one(word.clone(), input)?;
        if !input.is_empty() {
            let next = input.fork();
            input
                .parse::<Token![,]>()
                .map_err(|error| no_comma(&word, &next).unwrap_or(error))?;
        }
    }
    Ok(())
}

/// The error for a word of which a value is told, or that another word follows.
fn no_comma(word: &Ident, next: ParseStream<'_>) -> Option<syn::Error> {
    let place = SourcePlace::token(next.span());
    if let Ok(other) = next.parse::<Ident>() {
        let message = format!("expected `,` behind `{word}`, found `{other}`");
        let help = format!("a comma stands between two words: `{word}, {other}`");
        return Some(Diagnostic::new(place, message).help(help).into_syn());
    }
    let sign = match next.peek(Token![=]) {
        true => next.parse::<Token![=]>().ok().map(|_| "=")?,
        false => next.parse::<Token![:]>().ok().map(|_| ":")?,
    };
    let message = format!("`{word}` has no value, found `{sign}`");
    let help = match next.parse::<LitBool>() {
        Ok(value) if !value.value => "leave the word out".into(),
        _ => format!("the word alone asks for it: `{word}`"),
    };
    Some(Diagnostic::new(place, message).help(help).into_syn())
}

/// A name or a path in an attribute, which `what` is.
pub(super) fn name<T: Parse>(input: ParseStream<'_>, what: &str) -> syn::Result<T> {
    let found = input.fork();
    input.parse().map_err(|_| match found.parse::<LitStr>() {
        Ok(text) => {
            let message = format!("expected {what}, found {:?}", text.value());
            let words: Vec<String> = text.value().split_whitespace().map(Into::into).collect();
            let help = format!("write it without quotation marks: `{}`", words.join("_"));
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
