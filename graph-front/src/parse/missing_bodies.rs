//! Headers of `if`, `while` and `for`, and an `else`, that another statement or nothing follows in
//! place of their body: `if s >`, `for i in 0..3`, as they are while they are typed.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::quote_spanned;

use super::foreign_syntax::Repair;
use super::unfinished::assigns_at;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of};
use crate::tokens::{is_value, sign, unknown_value};

/// The header that a keyword between these tokens begins, where it has no body, with the error.
pub(super) fn missing_body(
    before: &[TokenTree],
    keyword: &TokenTree,
    after: impl Iterator<Item = TokenTree>,
) -> Option<Repair> {
    let TokenTree::Ident(word) = keyword else {
        return None;
    };
    let is_part = matches!(before.last().and_then(sign), Some('.' | ':' | '\''));
    if is_part
        || !["if", "while", "for", "else", "loop"]
            .iter()
            .any(|own| word == own)
    {
        return None;
    }
    let after: Vec<TokenTree> = after.collect();
    // An `else` without its `if` is an error of its own.
    if word == "else" && !before.last().is_some_and(is_braces) {
        return None;
    }
    // Other languages write `x if c else y`.
    let is_behind_value = before.last().is_some_and(|last| {
        is_value(last) && !is_braces(last) && line_of(last.span()) >= line_of(keyword.span())
    });
    if word == "if" && is_behind_value {
        return None;
    }
    let header = header(keyword, &after)?;
    let (own, rest) = after.split_at(header);
    // So do they mark the start of a body.
    if position_of_colon(own).is_some() {
        return None;
    }
    // Braces without a header belong to it.
    let body = usize::from(rest.first().is_some_and(is_braces));
    let span = keyword.span();
    let unknown = unknown_value(span);
    let is_alone = matches!(before.last(), Some(TokenTree::Group(group))
        if group.delimiter() == Delimiter::Bracket);
    let end = match rest.get(body) {
        Some(next) if sign(next) != Some(';') => quote_spanned!(span=> ;),
        _ => TokenStream::new(),
    };
    let tokens = match word.to_string().as_str() {
        // Attributes of loops stay with them.
        "for" if is_alone => quote_spanned!(span=> for _ in #unknown {}),
        "while" | "loop" if is_alone => quote_spanned!(span=> while #unknown {}),
        "else" => quote_spanned!(span=> else { #unknown } #end),
        _ => quote_spanned!(span=> #unknown #end),
    };
    let mut taken = header + body;
    if word == "if" {
        taken += with_else(&after[taken..]);
    }
    Some(Repair {
        error: error(keyword, own),
        tokens,
        taken,
    })
}

/// Where a `:` is that belongs to no path.
fn position_of_colon(header: &[TokenTree]) -> Option<usize> {
    let is_colon = |at: usize| header.get(at).and_then(sign) == Some(':');
    (0..header.len())
        .find(|&at| is_colon(at) && !is_colon(at + 1) && (at == 0 || !is_colon(at - 1)))
}

/// How many tokens an `else` with its braces has, if one follows.
fn with_else(after: &[TokenTree]) -> usize {
    match after {
        [word, braces, ..] if is_word(word, &["else"]) && is_braces(braces) => 2,
        _ => 0,
    }
}

/// The error at the end of a header that breaks off, or at its keyword.
fn error(keyword: &TokenTree, header: &[TokenTree]) -> Diagnostic {
    let place = SourcePlace::token(keyword.span());
    let ends_with_word = |own: &str| header.last().is_some_and(|last| is_word(last, &[own]));
    let is_word = |own: &str| matches!(keyword, TokenTree::Ident(word) if word == own);
    let Some(last) = header.last() else {
        let message = match is_word("for") {
            true => "expected a name behind `for`",
            false if is_word("else") => "expected `if` or `{ .. }` behind `else`",
            false if is_word("loop") => "expected `{ .. }` behind `loop`",
            false => "expected a condition behind this",
        };
        return Diagnostic::new(place, message);
    };
    let at_last = SourcePlace::of(last);
    if ends_with_word("in") {
        return Diagnostic::new(at_last, "expected a range or an array behind `in`");
    }
    if sign(last).is_some() {
        let is_joint = |token: &&TokenTree| matches!(token, TokenTree::Punct(sign) if sign.spacing() == Spacing::Joint);
        let inner = header[..header.len() - 1].iter().rev();
        let signs = 1 + inner.take_while(is_joint).count();
        let signs = &header[header.len() - signs..];
        let text: String = signs.iter().filter_map(sign).collect();
        let what = if text == "." {
            "a name"
        } else {
            "an expression"
        };
        let place = SourcePlace::between(signs[0].span(), last.span());
        return Diagnostic::new(place, format!("expected {what} behind `{text}`"));
    }
    let has_in = header
        .iter()
        .any(|token| matches!(token, TokenTree::Ident(word) if word == "in"));
    if is_word("for") && !has_in {
        let help = "a loop is written `for i in 0..4 { .. }`";
        return Diagnostic::new(at_last, "expected `in` behind this").help(help);
    }
    let (TokenTree::Ident(word), whole) = (keyword, place.to(at_last)) else {
        return Diagnostic::new(place, "expected `{ .. }`");
    };
    let help = "what belongs to `if`, `else` or `for` stands in braces: `if c { a } else { b }`";
    Diagnostic::new(whole, format!("this `{word}` lacks its body, `{{ .. }}`")).help(help)
}

/// How many tokens a header has that has no body; `None` where it has one.
fn header(keyword: &TokenTree, after: &[TokenTree]) -> Option<usize> {
    let is_else = is_word(keyword, &["else"]);
    let is_bare = is_else || is_word(keyword, &["loop"]);
    for (at, token) in after.iter().enumerate() {
        let last = at.checked_sub(1).map_or(keyword, |at| &after[at]);
        if is_braces(token) {
            let lacks_value = !is_bare
                && (at == 0 || sign(last).is_some() || is_word(last, &["in"]))
                && !after.get(at + 1).is_some_and(is_braces);
            return lacks_value.then_some(at);
        }
        if sign(token) == Some(';') || starts_statement(last, token, &after[at..], is_else) {
            return Some(at);
        }
        // What else stands behind the word is an error of its own.
        if is_bare {
            return None;
        }
    }
    Some(after.len())
}

/// Whether a token behind the last one of a header starts another statement. An editor tells no
/// lines.
fn starts_statement(
    last: &TokenTree,
    token: &TokenTree,
    rest: &[TokenTree],
    is_else: bool,
) -> bool {
    let [of_last, of_token] = [last, token].map(|token| line_of(token.span()));
    let is_known = of_last.is_some() && of_token.is_some();
    let is_later = is_known && line_of(SourcePlace::of(last).end()) < of_token;
    let is_if = is_word(token, &["if"]);
    if is_if && is_else {
        return false;
    }
    // Up to the end of the statement there are no braces that may be the body.
    let mut own = rest.iter().take_while(|token| sign(token) != Some(';'));
    let lacks_braces = !own.any(is_braces);
    if is_word(token, &["let"]) {
        let may_be_own = is_word(last, &["if", "while"]) || sign(last) == Some('&');
        return is_later || !may_be_own || lacks_braces;
    }
    if is_if || is_word(token, &["for", "while", "loop", "const"]) {
        return true;
    }
    if is_word(token, &["return", "break", "continue"]) {
        return is_later || lacks_braces;
    }
    let is_next = is_later || !is_known && lacks_braces;
    let begins_value =
        is_value(token) && matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
    is_next
        && (assigns_at(rest)
            || begins_value && (is_value(last) || is_else)
            || is_later && begins_value && lacks_braces)
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

fn is_word(token: &TokenTree, words: &[&str]) -> bool {
    matches!(token, TokenTree::Ident(word) if words.iter().any(|own| word == own))
}
