//! Lines that end before their statement does: `p +` in front of a `let` or a loop, and `break` in
//! front of any statement, which Rust reads as an operand.

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use super::foreign_syntax::Repair;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::tokens::{levels, sign, unknown_value};

/// Whether a statement stands behind an unfinished line.
pub(super) fn is_unfinished(tokens: TokenStream) -> bool {
    let mut found = false;
    levels(tokens, |level| {
        let mut places = 1..level.len();
        found = found
            || places.any(|at| {
                let (before, token) = (&level[..at], &level[at]);
                is_behind_sign(before, token) || exit_before(before, token).is_some()
            });
    });
    found
}

/// The end of an unfinished line in front of a statement, or of a `break` or a `continue`.
pub(super) fn unfinished(before: &[TokenTree], token: &TokenTree) -> Option<Repair> {
    if let Some(exit) = exit_before(before, token) {
        let message = format!("expected `;` behind this, found `{}`", print(token));
        return Some(Repair {
            error: Diagnostic::new(SourcePlace::token(exit), message),
            tokens: quote_spanned!(exit=> ; #token),
            taken: 0,
        });
    }
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
    if text == ":" && is_typed_let(before) {
        return Some(Repair {
            error: Diagnostic::new(place, "expected a type behind `:`"),
            tokens: quote_spanned!(span=> _ = #unknown; #token),
            taken: 0,
        });
    }
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
    let Some(sign_before) = sign(last).filter(|sign| !matches!(sign, ';' | ',')) else {
        return false;
    };
    let is_let = is_word(token, &["let"]);
    // On the same line a loop is meant to have a value.
    let is_loop = is_word(token, &["for", "while", "loop"])
        && line_of(last.span()) < line_of(token.span())
        && !is_label(before);
    if !is_let && !is_loop {
        return false;
    }
    // A condition may have `let` behind its `&&`.
    let is_own = |token: &&TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        token => sign(token) != Some(';'),
    };
    let mut own = before.iter().rev().take_while(is_own);
    !matches!(sign_before, '&' | '|') || !own.any(|token| is_word(token, &["if", "while"]))
}

/// Whether tokens end with the pattern of a `let` and the `:` in front of its type.
fn is_typed_let(before: &[TokenTree]) -> bool {
    let is_end = |token: &&TokenTree| matches!(sign(token), Some(';' | '='));
    let mut own = before.iter().rev().take_while(|token| !is_end(token));
    own.any(|token| is_word(token, &["let"]))
}

/// Whether tokens end with the label of a loop, `'a:`.
fn is_label(before: &[TokenTree]) -> bool {
    matches!(before, [.., tick, TokenTree::Ident(_), colon]
        if sign(tick) == Some('\'') && sign(colon) == Some(':'))
}

/// Whether a token is one of these words.
fn is_word(token: &TokenTree, words: &[&str]) -> bool {
    matches!(token, TokenTree::Ident(word) if words.iter().any(|own| word == own))
}

/// The end of a `break` or a `continue` which the statement that this token starts shall not
/// belong to: one on a later line, or a `let`.
fn exit_before(before: &[TokenTree], token: &TokenTree) -> Option<Span> {
    let is_exit = |token| is_word(token, &["break", "continue"]);
    let last = match before {
        [.., exit, tick, label] if is_exit(exit) && sign(tick) == Some('\'') => label,
        [.., exit] if is_exit(exit) => exit,
        _ => return None,
    };
    let is_let = is_word(token, &["let"]);
    let is_later = line_of(last.span()) < line_of(token.span());
    let starts = !matches!(sign(token), Some(';' | ',' | '\''));
    (is_let || is_later && starts).then(|| last.span())
}
