//! A body that parses, from one that does not: statements that do not parse are left out, and what
//! they bind is unknown.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::{Block, Pat};

use super::statements::{MISSING, braces, is_word, position_of, split, start};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::parse::LACKS_END;
use crate::tokens::{UNKNOWN_VALUE, mentions, sign};

/// Whether something is missing that rust-analyzer has put in its place.
pub(super) fn is_repaired(tokens: &TokenStream) -> bool {
    mentions(tokens, |name| name == MISSING)
}

/// The body with the statements that parse, and the error of the first that does not where only its
/// end is missing: an editor tells no lines, so a parser takes the next one for its end.
pub(super) fn body(tokens: TokenTree) -> Option<(Block, Option<Unfinished>)> {
    let TokenTree::Group(group) = tokens else {
        return None;
    };
    let mut errors = Vec::new();
    let statements = statements(group.stream(), &mut errors);
    let block = syn::parse2(quote!({ #statements })).ok()?;
    Some((block, errors.into_iter().next().flatten()))
}

/// The statements in braces that parse. Where one is left out, the value is unknown. For each of
/// the others there is an error where only the end is missing.
fn statements(tokens: TokenStream, errors: &mut Vec<Option<Unfinished>>) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens
        .into_iter()
        .map(|token| within(token, errors))
        .collect();
    let unknown = Ident::new(UNKNOWN_VALUE, Span::mixed_site());
    let (mut rest, mut found) = (&tokens[..], TokenStream::new());
    let (mut is_whole, mut has_value) = (true, false);
    while let Some((statement, after)) = split(rest) {
        rest = after;
        let tokens: TokenStream = statement.iter().cloned().collect();
        let is_missing = is_repaired(&tokens);
        has_value = false;
        // A value ends its block: in front of another statement it lacks its end.
        let is_ended = rest.is_empty() || statement.last().is_some_and(ends_statement);
        if !is_missing && is_ended && parses(&tokens) {
            has_value = statement.last().and_then(sign) != Some(';');
            found.extend(tokens);
            continue;
        }
        is_whole = false;
        if !is_missing && parses(&quote!(#tokens;)) {
            errors.push(Unfinished::of(&statement[start(statement)..]));
            found.extend(quote!(#tokens;));
            continue;
        }
        errors.push(None);
        if let Some(pattern) = bound(statement) {
            found.extend(quote!(let #pattern = #unknown;));
        }
    }
    if !is_whole && !has_value {
        found.extend(quote!(#unknown));
    }
    found
}

/// A statement that lacks its value or its end.
pub(crate) struct Unfinished {
    error: Diagnostic,
    statement: TokenStream,
}

impl Unfinished {
    /// The statement, with its error at its `=`.
    fn of(statement: &[TokenTree]) -> Option<Self> {
        let place = SourcePlace::token(statement[position_of('=', statement)?].span());
        Some(Self {
            error: Diagnostic::new(place, LACKS_END),
            statement: statement.iter().cloned().collect(),
        })
    }

    /// Reports it, unless the statement has another error.
    pub(crate) fn report(self, diagnostics: &Diagnostics) {
        if !diagnostics.concern(&self.statement) {
            diagnostics.push(self.error);
        }
    }
}

/// A token with the statements in it that parse.
fn within(token: TokenTree, errors: &mut Vec<Option<Unfinished>>) -> TokenTree {
    let TokenTree::Group(group) = token else {
        return token;
    };
    let inner = match group.delimiter() {
        Delimiter::Brace => statements(group.stream(), errors),
        _ => {
            let tokens = group.stream().into_iter();
            tokens.map(|token| within(token, errors)).collect()
        }
    };
    let mut whole = Group::new(group.delimiter(), inner);
    whole.set_span(group.span());
    whole.into()
}

/// Whether a token may end a statement that others follow.
fn ends_statement(token: &TokenTree) -> bool {
    sign(token) == Some(';') || braces(token).is_some()
}

fn parses(statement: &TokenStream) -> bool {
    Block::parse_within.parse2(statement.clone()).is_ok()
}

/// The pattern of a `let`, where that parses.
fn bound(statement: &[TokenTree]) -> Option<TokenStream> {
    let statement = &statement[start(statement)..];
    if !is_word(statement.first()?, "let") {
        return None;
    }
    let end = position_of('=', statement).unwrap_or(statement.len());
    let end = position_of(':', &statement[..end]).unwrap_or(end);
    let pattern = statement[1..end].iter();
    let pattern: TokenStream = pattern
        .filter(|token| sign(token) != Some(';'))
        .cloned()
        .collect();
    let parsed = Pat::parse_single.parse2(pattern.clone());
    parsed.is_ok().then_some(pattern)
}
