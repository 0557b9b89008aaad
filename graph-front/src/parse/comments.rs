//! Comments that start with `#`.

use proc_macro2::{Delimiter, TokenTree};
use syn::Token;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;

use crate::diagnostics::{Diagnostic, SourcePlace, line_of};
use crate::tokens::sign;

/// The error for a comment that starts with this token, and how many of the tokens behind it, those
/// on its line, belong to it.
pub(super) fn comment(
    start: &TokenTree,
    mut after: impl Iterator<Item = TokenTree>,
) -> Option<(Diagnostic, usize)> {
    if sign(start) != Some('#') {
        return None;
    }
    let line = line_of(start.span())?;
    let first = after.next();
    let is_attribute = match &first {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Bracket,
        Some(token) => sign(token) == Some('!'),
        None => false,
    };
    if is_attribute {
        return None;
    }
    let on_line = |token: &TokenTree| line_of(token.span()) == Some(line);
    let taken = first.into_iter().chain(after).take_while(on_line).count();
    let place = SourcePlace::token(start.span());
    let error = Diagnostic::new(place, "a comment starts with `//`, and not with `#`");
    Some((error, taken))
}

/// Skips a comment among items.
pub(super) fn skip_comment(input: ParseStream<'_>) -> Option<Diagnostic> {
    if !input.peek(Token![#]) {
        return None;
    }
    let ahead = input.fork();
    let start: TokenTree = ahead.parse().ok()?;
    let rest = ahead.fork();
    let after = std::iter::from_fn(|| rest.parse::<TokenTree>().ok());
    let (error, taken) = comment(&start, after)?;
    for _ in 0..taken {
        ahead.parse::<TokenTree>().ok()?;
    }
    input.advance_to(&ahead);
    Some(error)
}
