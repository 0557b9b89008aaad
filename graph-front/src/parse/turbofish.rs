//! Calls with parameters as C++ writes them: `f<3>(x)`, `static_cast<double>(n)`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

use super::juxtaposed::Juxtaposed;
use super::type_names::own_type;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{chain_before, sign, unknown_value};

/// The call whose parameters begin with this `<`, which Rust reads as a comparison.
pub(super) fn parameters_of_call(
    before: &[TokenTree],
    token: &TokenTree,
    after: impl Iterator<Item = TokenTree>,
) -> Option<Juxtaposed> {
    let Some(TokenTree::Ident(_)) = before.last() else {
        return None;
    };
    if sign(token) != Some('<') {
        return None;
    }
    let mut parameters = Vec::new();
    let mut after = after;
    loop {
        let next = after.next()?;
        match &next {
            TokenTree::Ident(_) | TokenTree::Literal(_) => parameters.push(next),
            token if matches!(sign(token), Some(',' | ':')) => parameters.push(next),
            token if sign(token) == Some('>') && !parameters.is_empty() => break,
            _ => return None,
        }
    }
    let Some(TokenTree::Group(operands)) = after.next() else {
        return None;
    };
    if operands.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let count = chain_before(before);
    let path: TokenStream = before[before.len() - count..].iter().cloned().collect();
    let function = print(&path);
    let taken = parameters.len() + 2;
    let written = print(&parameters.iter().cloned().collect::<TokenStream>());
    let operands_text = print(&operands.stream());
    let place = SourcePlace::of(&path).to(SourcePlace::token(operands.span_close()));
    let ty = own_type(&written);
    let (message, help) = match ty {
        Some(ty) if function.ends_with("_cast") => (
            "a conversion stands behind its value",
            format!("write `{} as {ty}`, in parentheses as an operand", {
                match operands.stream().into_iter().count() {
                    1 => operands_text,
                    _ => format!("({operands_text})"),
                }
            }),
        ),
        Some(_) => (
            "a call has no types",
            format!("write `{function}({operands_text})`"),
        ),
        None => (
            "lengths that are written stand behind `::` in a call",
            format!("write `{function}::<{written}>({operands_text})`"),
        ),
    };
    Some(Juxtaposed {
        error: Diagnostic::new(place, message).help(help),
        tokens: unknown_value(operands.span()).to_token_stream(),
        before: count,
        taken,
    })
}
