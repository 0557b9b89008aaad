//! Conversions before `<`, `n as f64 < a`, where Rust reads the beginning of a type's arguments.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use super::juxtaposed::Juxtaposed;
use super::type_names::own_type;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{chain_before, is_value, sign};

/// The conversion before this `<`, and the same in parentheses.
pub(super) fn compared(
    before: &[TokenTree],
    token: &TokenTree,
    mut after: impl Iterator<Item = TokenTree>,
) -> Option<Juxtaposed> {
    if sign(token) != Some('<') {
        return None;
    }
    let [operand @ .., word, ty] = before else {
        return None;
    };
    let name = ty.to_string();
    if !is_as(word) || own_type(&name).is_none() {
        return None;
    }
    let next = match token {
        TokenTree::Punct(own) if own.spacing() == proc_macro2::Spacing::Joint => after.next(),
        _ => None,
    };
    let (op, what) = match next.as_ref().and_then(sign) {
        // `<=` begins no arguments.
        Some('=') => return None,
        Some('<') => ("<<", "shift"),
        _ => ("<", "comparison"),
    };
    let place = match (&next, op) {
        (Some(next), "<<") => SourcePlace::between(token.span(), next.span()),
        _ => SourcePlace::token(token.span()),
    };
    let count = converted_before(operand) + 2;
    if count == 2 {
        return None;
    }
    let conversion: TokenStream = before[before.len() - count..].iter().cloned().collect();
    let written = print(&conversion);
    let message = format!(
        "`{op}` is interpreted as the start of generic arguments for `{name}`, not as a {what}"
    );
    let help = format!("put the conversion in parentheses: `({written})`");
    let mut grouped = Group::new(Delimiter::Parenthesis, conversion);
    grouped.set_span(ty.span());
    Some(Juxtaposed {
        error: Diagnostic::new(place, message).help(help),
        tokens: quote!(#grouped #token),
        before: count,
        taken: 0,
    })
}

/// How many of the tokens at the end are what an `as` behind them converts: signs before a value
/// belong to it, and so does a conversion.
fn converted_before(before: &[TokenTree]) -> usize {
    let mut count = chain_before(before);
    while let [.., word] = &before[..before.len() - count]
        && is_as(word)
    {
        count += 1;
        count += chain_before(&before[..before.len() - count]);
    }
    while let [others @ .., prefix] = &before[..before.len() - count]
        && matches!(sign(prefix), Some('-' | '!'))
        && !others.last().is_some_and(is_value)
    {
        count += 1;
    }
    count
}

fn is_as(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if word == "as")
}
