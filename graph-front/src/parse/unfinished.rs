//! Lines that end before their statement does: `p +` in front of a `let`, which Rust reads as an
//! operand.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::quote_spanned;

use super::foreign_syntax::Repair;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of};
use crate::tokens::{levels, sign, unknown_value};

/// Whether a `let` stands behind an unfinished line.
pub(super) fn is_unfinished(tokens: TokenStream) -> bool {
    let mut found = false;
    levels(tokens, |level| {
        let mut places = 1..level.len();
        found = found || places.any(|at| is_behind_sign(&level[..at], &level[at]));
    });
    found
}

/// The end of an unfinished line in front of a `let`.
pub(super) fn unfinished(before: &[TokenTree], token: &TokenTree) -> Option<Repair> {
    if !is_behind_sign(before, token) {
        return None;
    }
    let last = before.last()?;
    let (span, unknown) = (last.span(), unknown_value(last.span()));
    let is_joint = |token: &&TokenTree| matches!(token, TokenTree::Punct(sign) if sign.spacing() == Spacing::Joint);
    let signs = 1 + before[..before.len() - 1]
        .iter()
        .rev()
        .take_while(is_joint)
        .count();
    let signs = &before[before.len() - signs..];
    let text: String = signs.iter().filter_map(sign).collect();
    let what = if text == "." {
        "a name"
    } else {
        "an expression"
    };
    let place = SourcePlace::between(signs[0].span(), span);
    Some(Repair {
        error: Diagnostic::new(place, format!("expected {what} behind `{text}`")),
        tokens: quote_spanned!(span=> #unknown; #token),
        taken: 0,
    })
}

fn is_behind_sign(before: &[TokenTree], token: &TokenTree) -> bool {
    let Some(last) = before.last() else {
        return false;
    };
    let is_let = matches!(token, TokenTree::Ident(word) if word == "let");
    let is_operator = sign(last).is_some_and(|sign| !matches!(sign, ';' | ','));
    if !is_let || !is_operator || line_of(last.span()) >= line_of(token.span()) {
        return false;
    }
    // The conditions of `if a && let ..` may stand on lines of their own.
    let is_own = |token: &&TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        token => sign(token) != Some(';'),
    };
    let mut own = before.iter().rev().take_while(is_own);
    !own.any(|token| matches!(token, TokenTree::Ident(word) if word == "if" || word == "while"))
}
