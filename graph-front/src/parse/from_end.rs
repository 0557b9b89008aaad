//! Positions that are counted from the end of an axis, as numpy has them, in ranges with Rust's dots
//! and beside other positions: `x[1..-1]`, `a[-1, 1..-1]`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::strides::{extent, from_end};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{chain_before, is_value, sign};

/// The error for an index, behind these tokens, with positions that are counted from the end. A
/// single one, `x[-1]`, is an index like any other, and out of range.
pub(crate) fn counted_from_end(
    before: &[TokenTree],
    group: &Group,
    place: SourcePlace,
) -> Option<Diagnostic> {
    let base = base(before)?;
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let inner = match &tokens[..] {
        [TokenTree::Group(inner)] => inner.stream().into_iter().collect(),
        _ => tokens,
    };
    let entries: Vec<_> = inner.split(|token| sign(token) == Some(',')).collect();
    let is_single = |entry: &[TokenTree]| dots(entry).is_none();
    if entries.len() == 1 && is_single(&inner) || entries.iter().any(|entry| entry.is_empty()) {
        return None;
    }
    let mut first = None;
    let entries = entries.iter().enumerate();
    let entries: Vec<String> = entries
        .map(|(axis, entry)| rewritten(entry, &extent(&base, axis), &mut first))
        .collect();
    let index = match &entries[..] {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    };
    let message = format!(
        "positions count from the start, and there is none at `-{}`",
        first?
    );
    Some(Diagnostic::new(place, message).help(format!("write `{base}[{index}]`")))
}

/// The text of the array whose index follows: a variable, with indices of its own.
fn base(before: &[TokenTree]) -> Option<String> {
    let chain = &before[before.len() - chain_before(before)..];
    let (name, indices) = chain.split_first()?;
    let is_name = matches!(name, TokenTree::Ident(_)) && is_value(name);
    let are_indices = indices.iter().all(is_positions);
    (is_name && are_indices).then(|| print(&chain.iter().cloned().collect::<TokenStream>()))
}

/// Whether a token is a pair of brackets with positions alone, which leaves the other axes.
fn is_positions(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else {
        return false;
    };
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    group.delimiter() == Delimiter::Bracket
        && dots(&tokens).is_none()
        && !tokens.iter().any(|token| sign(token) == Some(','))
}

/// Where the dots of a range start, and how many tokens they are: `..` or `..=`.
fn dots(entry: &[TokenTree]) -> Option<(usize, usize)> {
    let is = |at: usize, own: char| entry.get(at).and_then(sign) == Some(own);
    let at = (0..entry.len()).find(|&at| is(at, '.') && is(at + 1, '.'))?;
    Some((at, if is(at + 2, '=') { 3 } else { 2 }))
}

/// The text of a position or a range along an axis of this extent, with what is counted from its
/// end in terms of it; notes the first such position.
fn rewritten(entry: &[TokenTree], extent: &str, first: &mut Option<String>) -> String {
    let mut part = |tokens: &[TokenTree]| {
        let text = print(&tokens.iter().cloned().collect::<TokenStream>());
        let Some(back) = back(tokens) else {
            return text;
        };
        first.get_or_insert(back);
        from_end(extent, &text).unwrap_or(text)
    };
    match dots(entry) {
        None => part(entry),
        Some((at, length)) => {
            let sign = if length == 3 { "..=" } else { ".." };
            let (start, end) = (part(&entry[..at]), part(&entry[at + length..]));
            format!("{start}{sign}{end}")
        }
    }
}

/// The number behind a minus that makes up a position alone. A name may be of any sign.
fn back(position: &[TokenTree]) -> Option<String> {
    let [minus, TokenTree::Literal(number)] = position else {
        return None;
    };
    let text = number.to_string();
    let is_counted = text.parse::<u64>().is_ok_and(|number| number > 0);
    (sign(minus) == Some('-') && is_counted).then_some(text)
}
