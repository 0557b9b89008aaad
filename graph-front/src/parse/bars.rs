//! Bars around a value, `|x|`, which Rust takes for the parameters of a closure.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{is_value, sign};

/// An absolute value in bars: the error, the call that it is, and how many tokens follow the first
/// bar.
pub(super) struct Bars {
    pub(super) error: Diagnostic,
    pub(super) call: [TokenTree; 2],
    pub(super) taken: usize,
}

/// The absolute value that starts with a token, where what follows is no closure: a parameter of a
/// closure is a name, and its body starts with no operator.
pub(super) fn absolute_value(
    done: &[TokenTree],
    token: &TokenTree,
    rest: impl Iterator<Item = TokenTree>,
) -> Option<Bars> {
    let follows_value = done.last().is_some_and(is_value);
    if sign(token) != Some('|') || follows_value {
        return None;
    }
    let (mut inside, mut rest) = (Vec::new(), rest);
    let last = loop {
        let next = rest.next()?;
        match sign(&next) {
            Some('|') if inside.last().is_some_and(is_value) => break next,
            Some('|' | ';' | '=' | ',') => return None,
            _ => inside.push(next),
        }
    };
    let behind = rest.next();
    let ends = match &behind {
        None => true,
        Some(next) => matches!(sign(next), Some(';' | ',' | '+' | '/' | '<' | '>' | '^')),
    };
    let computes = inside
        .iter()
        .skip(1)
        .any(|token| matches!(sign(token), Some('+' | '-' | '*' | '/' | '.')));
    // `|y: [f64; 3]| ..` is a closure whatever follows.
    let is_typed = inside.iter().any(|token| sign(token) == Some(':'));
    if is_typed || !(ends || computes) {
        return None;
    }
    let taken = inside.len() + 1;
    let content: TokenStream = inside.into_iter().collect();
    let place = SourcePlace::between(token.span(), last.span());
    let message = "bars are no absolute value in Rust, where they are those of a closure";
    let error = Diagnostic::new(place, message).help(format!("write `abs({})`", print(&content)));
    let mut group = Group::new(Delimiter::Parenthesis, content);
    group.set_span(last.span());
    let name = Ident::new("abs", token.span());
    Some(Bars {
        error,
        call: [name.into(), group.into()],
        taken,
    })
}
