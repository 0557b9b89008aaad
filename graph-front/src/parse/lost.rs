//! Signs that are no token of Rust, `x ≤ 3.0`: the compiler reports and drops them, and what stood
//! on their sides stands side by side then. The source text has them.

use std::fs;

use proc_macro2::{Punct, Spacing, Span, TokenTree};

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::tokens::{is_value, unknown_value};

/// The signs, with the operator that each means.
const SIGNS: [(char, &str); 11] = [
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('×', "*"),
    ('⋅', "*"),
    ('∙', "*"),
    ('∗', "*"),
    ('÷', "/"),
    ('∕', "/"),
    ('⩽', "<="),
    ('⩾', ">="),
];

/// A sign between two values: the error, and the operator in its place.
pub(super) struct Lost {
    pub(super) error: Diagnostic,
    pub(super) operator: Vec<TokenTree>,
}

/// The sign that stood in front of a token.
pub(super) fn lost(done: &[TokenTree], token: &TokenTree) -> Option<Lost> {
    let before = done.last().filter(|before| is_value(before))?;
    if !matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_)) && !is_value(token) {
        return None;
    }
    let sign = sign_between(before.span(), token.span())?;
    let place = SourcePlace::between(before.span(), token.span());
    let message = format!("`{sign}` is no operator of Rust");
    let error = Diagnostic::new(place, message);
    if sign == '\\' {
        let times = || TokenTree::from(Punct::new('*', Spacing::Alone));
        let unknown = unknown_value(token.span());
        return Some(Lost {
            error: error.help("the solution of a linear equation is `linear_solve(a, b)`"),
            operator: vec![times(), unknown.into(), times()],
        });
    }
    let (_, operator) = SIGNS.iter().find(|(known, _)| *known == sign)?;
    let signs = operator.chars().enumerate().map(|(number, sign)| {
        let last = number + 1 == operator.len();
        let spacing = if last { Spacing::Alone } else { Spacing::Joint };
        let mut sign = Punct::new(sign, spacing);
        sign.set_span(token.span());
        TokenTree::from(sign)
    });
    Some(Lost {
        error: error.help(format!("write `{operator}`")),
        operator: signs.collect(),
    })
}

/// The one character between two tokens of a line, beside spaces.
fn sign_between(before: Span, behind: Span) -> Option<char> {
    let (end, start) = (before.end(), behind.start());
    // Without a sign they are at most a space apart, as a rule: no text is read then.
    if end.line != start.line || end.column + 1 >= start.column {
        return None;
    }
    let text = fs::read_to_string(before.local_file()?).ok()?;
    let line = text.lines().nth(end.line.checked_sub(1)?)?;
    let between = line
        .chars()
        .skip(end.column)
        .take(start.column - end.column);
    let mut signs = between.filter(|c| !c.is_whitespace());
    match (signs.next(), signs.next()) {
        (Some(sign), None) => Some(sign),
        _ => None,
    }
}
