//! Tokens that make values with no operator between them: a name, a number, or something in
//! parentheses or brackets, with its fields, calls and positions.

use proc_macro2::{Delimiter, Ident, TokenTree};

use super::sign;

/// How many of the tokens at the end belong to one value: `x.y[0]`.
pub(crate) fn chain_before(before: &[TokenTree]) -> usize {
    let mut from = before.len();
    while let Some(at) = from.checked_sub(1)
        && is_value(&before[at])
    {
        let sign_at = |back: usize| at.checked_sub(back).and_then(|at| sign(&before[at]));
        let is_behind_value = at.checked_sub(1).is_some_and(|at| is_value(&before[at]));
        from = match &before[at] {
            TokenTree::Group(_) if is_behind_value => at,
            TokenTree::Group(_) => return before.len() - at,
            _ if sign_at(1) == Some('.') && sign_at(2) != Some('.') => at - 1,
            _ if sign_at(1) == Some(':') && sign_at(2) == Some(':') => at - 2,
            _ => return before.len() - at,
        };
    }
    before.len() - from
}

/// How many tokens from a position on make values, without an operator between them.
pub(crate) fn run(tokens: &[TokenTree], start: usize) -> usize {
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        let is_sign = |at: usize, own: char| tokens.get(at).and_then(sign) == Some(own);
        let is_name = |at: usize| {
            matches!(
                tokens.get(at),
                Some(TokenTree::Ident(_) | TokenTree::Literal(_))
            )
        };
        at += match token {
            _ if at > start && is_sign(at, '.') && is_name(at + 1) => 2,
            _ if at > start && is_sign(at, ':') && is_sign(at + 1, ':') && is_name(at + 2) => 3,
            TokenTree::Punct(_) => break,
            token if is_value(token) => 1,
            _ => break,
        };
    }
    at.saturating_sub(start)
        .min(tokens.len() - start.min(tokens.len()))
}

/// The values that the tokens of a run make.
pub(crate) fn values(run: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut starts = Vec::new();
    for (at, token) in run.iter().enumerate() {
        let is_atom = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        let before = at.checked_sub(1).map(|at| &run[at]);
        let is_behind_sign = before.is_some_and(|before| sign(before).is_some());
        if at == 0 || is_atom && !is_behind_sign {
            starts.push(at);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([run.len()]);
    let values = starts.iter().zip(ends);
    values.map(|(&start, end)| &run[start..end]).collect()
}

/// Whether brackets after this token index the expression that ends there.
pub(crate) fn is_value(token: &TokenTree) -> bool {
    match token {
        // A keyword is no identifier of syn's.
        TokenTree::Ident(_) => syn::parse2::<Ident>(token.clone().into()).is_ok(),
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Literal(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == '?',
    }
}
