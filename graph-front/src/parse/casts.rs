//! Conversions before `<`, `n as f64 < a`, where Rust reads the beginning of a type's arguments.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

use super::type_names::own_type;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{chain_before, is_value, sign};

/// A conversion before a `<`.
pub(super) struct Compared {
    /// The error; none for `<<`, which is refused as an operator.
    pub(super) error: Option<Diagnostic>,
    /// The conversion in parentheses.
    pub(super) conversion: TokenTree,
    /// How many tokens before the `<` it has.
    pub(super) before: usize,
}

/// The conversion before this `<`.
pub(super) fn compared(
    before: &[TokenTree],
    token: &TokenTree,
    next: Option<&TokenTree>,
) -> Option<Compared> {
    let TokenTree::Punct(less) = token else {
        return None;
    };
    let [operand @ .., word, ty] = before else {
        return None;
    };
    let name = ty.to_string();
    if less.as_char() != '<' || !is_as(word) || own_type(&name).is_none() {
        return None;
    }
    let next = next
        .filter(|_| less.spacing() == Spacing::Joint)
        .and_then(sign);
    let is_shift = next == Some('<');
    let count = converted_before(operand) + 2;
    // `<=` begins no arguments.
    if count == 2 || next == Some('=') {
        return None;
    }
    let conversion: TokenStream = before[before.len() - count..].iter().cloned().collect();
    let message = format!(
        "`<` is interpreted as the start of generic arguments for `{name}`, not as a comparison"
    );
    let help = format!(
        "put the conversion in parentheses: `({})`",
        print(&conversion)
    );
    let error = Diagnostic::new(SourcePlace::token(less.span()), message).help(help);
    let mut grouped = Group::new(Delimiter::Parenthesis, conversion);
    grouped.set_span(ty.span());
    Some(Compared {
        error: (!is_shift).then_some(error),
        conversion: grouped.into(),
        before: count,
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
