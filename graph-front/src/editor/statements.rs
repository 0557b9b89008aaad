//! The statements of a body, told apart by their tokens: half of a statement is one too.

use proc_macro2::{Delimiter, Ident, TokenTree};
use quote::ToTokens;

use crate::tokens::sign;

/// The name that rust-analyzer puts where something is missing in an item with an attribute.
pub(super) const MISSING: &str = "__ra_fixup";

/// The first statement, with its `;`, and the rest; `None` of no tokens.
///
/// A statement ends at its `;`, a loop at its braces, and both where a word stands that can only
/// start the next one.
pub(super) fn split(tokens: &[TokenTree]) -> Option<(&[TokenTree], &[TokenTree])> {
    let first = start(tokens);
    let is_loop = tokens.get(first).is_some_and(|token| is_word(token, "for"));
    let mut end = tokens.len();
    for (position, token) in tokens.iter().enumerate() {
        let starts = ["let", "for", "const"]
            .iter()
            .any(|word| is_word(token, word));
        if starts && position > first {
            end = position;
            break;
        }
        if sign(token) == Some(';') || is_loop && braces(token).is_some() {
            end = position + 1;
            break;
        }
    }
    (!tokens.is_empty()).then(|| tokens.split_at(end))
}

/// The position behind the attributes.
pub(super) fn start(tokens: &[TokenTree]) -> usize {
    let mut position = 0;
    while let [mark, TokenTree::Group(_), ..] = &tokens[position..] {
        if sign(mark) != Some('#') {
            break;
        }
        position += 2;
    }
    position
}

/// Whether a token is this word.
pub(super) fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// The tokens in a pair of braces.
pub(super) fn braces(token: &TokenTree) -> Option<proc_macro2::TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}

/// The position of the sign that assigns, `=` and nothing else, or of a single `:`.
pub(super) fn position_of(mark: char, tokens: &[TokenTree]) -> Option<usize> {
    let at = |position: usize| tokens.get(position).and_then(sign);
    (0..tokens.len()).find(|&position| {
        let before = position.checked_sub(1).and_then(at);
        let is_part = |other: Option<char>| match mark {
            '=' => matches!(
                other,
                Some('=' | '<' | '>' | '!' | '+' | '-' | '*' | '/' | '%' | '.')
            ),
            mark => other == Some(mark),
        };
        let is_double = matches!(
            (mark, at(position + 1)),
            ('=', Some('=' | '>')) | (':', Some(':'))
        );
        at(position) == Some(mark) && !is_part(before) && !is_double
    })
}

/// How many tokens the type has that the tokens start with; none where no type starts.
pub(super) fn length_of_type(tokens: &[TokenTree]) -> usize {
    let mut length = 0;
    let at = |position: usize| tokens.get(position).and_then(sign);
    while at(length) == Some('&') {
        length += 1;
    }
    match tokens.get(length) {
        Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::Brace => {
            return length + 1;
        }
        Some(TokenTree::Ident(word)) if is_name(word) => length += 1,
        _ => return 0,
    }
    while let [Some(':'), Some(':')] = [at(length), at(length + 1)] {
        length += 2;
        length += usize::from(matches!(tokens.get(length), Some(TokenTree::Ident(_))));
    }
    if at(length) != Some('<') {
        return length;
    }
    let mut open = 0_usize;
    for (position, token) in tokens.iter().enumerate().skip(length) {
        match sign(token) {
            Some('<') => open += 1,
            Some('>') => open -= 1,
            _ => {}
        }
        if open == 0 {
            return position + 1;
        }
    }
    length
}

/// Whether a word is a name, and no keyword.
pub(super) fn is_name(word: &Ident) -> bool {
    word != MISSING && syn::parse2::<Ident>(word.to_token_stream()).is_ok()
}
