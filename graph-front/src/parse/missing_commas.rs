//! Parts of patterns that stand side by side, `let [a b] = ..`, `for (i v) in ..`, and types of a
//! tuple, `(f64 f64)`: read as the user means them, with the commas that are missing.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{is_value, sign};

/// The pattern that a `let` or a `for` among the tokens before has here, with its commas, and the
/// error at the first place where one is missing.
pub(super) fn with_commas(before: &[TokenTree], group: &Group) -> Option<(Group, Diagnostic)> {
    let is_keyword = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "let" || word == "for");
    let is_list = matches!(
        group.delimiter(),
        Delimiter::Bracket | Delimiter::Parenthesis
    );
    if !is_list || !before.last().is_some_and(is_keyword) {
        return None;
    }
    let (content, last) = parts(group.stream())?;
    let mut new = Group::new(group.delimiter(), content);
    new.set_span(group.span());
    let error = missing(&last, &new);
    Some((new, error))
}

/// The content of a tuple type, `(f64 f64)`, with its commas, and the error.
pub(super) fn with_commas_of_types(
    content: &TokenStream,
    is_type: impl Fn(&TokenTree) -> bool,
) -> Option<(TokenStream, Diagnostic)> {
    let tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    let may_be = |token: &TokenTree| match token {
        TokenTree::Ident(name) => name.to_string().starts_with(char::is_uppercase),
        _ => false,
    };
    let is_gap = |pair: &[TokenTree]| {
        let [left, right] = pair else { return false };
        let is_part = |token: &TokenTree| is_type(token) || may_be(token);
        is_part(left) && is_part(right) && (is_type(left) || is_type(right))
    };
    if let Some(found) = with_semicolons(&tokens, &is_type) {
        return Some(found);
    }
    let first = tokens.windows(2).position(is_gap)?;
    let mut done = TokenStream::new();
    for (at, token) in tokens.iter().enumerate() {
        done.extend([token.clone()]);
        if tokens.get(at..at + 2).is_some_and(is_gap) {
            done.extend([comma(token)]);
        }
    }
    let whole = Group::new(Delimiter::Parenthesis, done.clone());
    Some((done, missing(&tokens[first..], &whole)))
}

/// The content of a tuple type with commas for its semicolons, `(f64; f64)`, and the error.
fn with_semicolons(
    tokens: &[TokenTree],
    is_type: impl Fn(&TokenTree) -> bool,
) -> Option<(TokenStream, Diagnostic)> {
    let are_types = tokens.chunks(2).all(|part| match part {
        [ty] => is_type(ty),
        [ty, sign] => is_type(ty) && is_separator(sign),
        _ => false,
    });
    let wrong = tokens.iter().find(|token| sign(token) == Some(';'))?;
    if !are_types || tokens.len() < 3 {
        return None;
    }
    let parts = tokens.iter().map(|token| match is_separator(token) {
        true => comma(token),
        false => token.clone(),
    });
    let content: TokenStream = parts.collect();
    let message = "the types of a tuple stand with commas between them";
    let whole = TokenTree::Group(Group::new(Delimiter::Parenthesis, content.clone()));
    let help = format!("write `{}`", print(&whole));
    let error = Diagnostic::new(SourcePlace::token(wrong.span()), message).help(help);
    Some((content, error))
}

fn is_separator(token: &TokenTree) -> bool {
    matches!(sign(token), Some(',' | ';'))
}

/// The parts of a pattern with all commas, if one is missing, and the tokens from the first place
/// on where one is.
fn parts(content: TokenStream) -> Option<(TokenStream, Vec<TokenTree>)> {
    let mut tokens: Vec<TokenTree> = content.into_iter().collect();
    let mut found = None;
    for token in &mut tokens {
        if let TokenTree::Group(inner) = token
            && let Some((content, place)) = parts(inner.stream())
        {
            let mut new = Group::new(inner.delimiter(), content);
            new.set_span(inner.span());
            *token = new.into();
            found.get_or_insert(place);
        }
    }
    let mut done = TokenStream::new();
    for (at, token) in tokens.iter().enumerate() {
        done.extend([token.clone()]);
        if let Some(next) = tokens.get(at + 1)
            && is_gap(token, next)
        {
            done.extend([comma(token)]);
            found.get_or_insert_with(|| tokens[at..at + 2].to_vec());
        }
    }
    Some((done, found?))
}

/// Whether one part of a pattern ends with a token, and another one begins with the next.
fn is_gap(token: &TokenTree, next: &TokenTree) -> bool {
    let is_mark = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "mut" || word == "ref");
    let is_word = |token: &TokenTree| {
        let is_rest = matches!(token, TokenTree::Ident(word) if word == "_");
        is_rest || is_mark(token) || is_value(token)
    };
    let is_part = |token: &TokenTree| !matches!(token, TokenTree::Punct(_)) && is_word(token);
    // `Some(x)` and `State { x }` are one part each.
    let is_name = |token: &TokenTree| match token {
        TokenTree::Ident(name) => name.to_string().starts_with(char::is_uppercase),
        _ => false,
    };
    let is_one = matches!(next, TokenTree::Group(_)) && is_name(token);
    is_part(token) && is_part(next) && !is_mark(token) && !is_one
}

/// The error for the comma that is missing behind the first of these tokens, in a list that is
/// written as `whole`.
fn missing(tokens: &[TokenTree], whole: &Group) -> Diagnostic {
    let [token, next, ..] = tokens else {
        return Diagnostic::new(SourcePlace::token(whole.span()), "expected `,`");
    };
    let message = format!("expected `,` behind this, found `{}`", print(next));
    let whole = TokenTree::Group(whole.clone());
    let help = format!("write `{}`", print(&whole));
    Diagnostic::new(SourcePlace::token(token.span()), message).help(help)
}

fn comma(token: &TokenTree) -> TokenTree {
    let mut comma = Punct::new(',', Spacing::Alone);
    comma.set_span(token.span());
    comma.into()
}
