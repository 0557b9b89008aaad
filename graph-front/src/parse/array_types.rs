//! Array types with a comma before the length, `[f64, 3]`, read as `[f64; 3]`, with a type for each
//! element, `[f64, f64]`, or with several lengths, `[f64; 2, 3]`, and tuple types without commas. A
//! parser stops there and loses the rest of the item, and with a signature the function.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use super::missing_commas::with_commas_of_types;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print};
use crate::tokens::{is_value, sign};

/// The tokens with semicolons in array types, each missing one being reported. Follows groups by
/// recursion, whose depth [`crate::guard`] bounds.
pub(super) fn with_lengths(tokens: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    repaired(tokens.clone(), diagnostics).unwrap_or(tokens)
}

/// The tokens where something in them is repaired.
fn repaired(tokens: TokenStream, diagnostics: &Diagnostics) -> Option<TokenStream> {
    let mut done: Vec<TokenTree> = tokens.into_iter().collect();
    let mut is_repaired = false;
    for position in 0..done.len() {
        let TokenTree::Group(group) = &done[position] else {
            continue;
        };
        let inner = repaired(group.stream(), diagnostics);
        let content = inner.clone().unwrap_or_else(|| group.stream());
        let is_behind_value = position
            .checked_sub(1)
            .is_some_and(|before| is_value(&done[before]));
        let new = match group.delimiter() {
            Delimiter::Bracket if !is_behind_value => {
                array_type(&content, diagnostics).or_else(|| turned(&content, diagnostics))
            }
            Delimiter::Parenthesis if !is_behind_value => with_commas_of_types(&content, is_type)
                .map(|(content, error)| {
                    diagnostics.push(error);
                    content
                }),
            _ => None,
        };
        if let Some(content) = new.or(inner) {
            let mut group = Group::new(group.delimiter(), content);
            group.set_span(done[position].span());
            done[position] = TokenTree::Group(group);
            is_repaired = true;
        }
    }
    is_repaired.then(|| done.into_iter().collect())
}

/// The content of an array type with its length behind the element type, if it is one with both the
/// other way.
fn turned(content: &TokenStream, diagnostics: &Diagnostics) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    let [length @ TokenTree::Literal(_), semicolon, element] = &tokens[..] else {
        return None;
    };
    if sign(semicolon) != Some(';') || !is_type(element) {
        return None;
    }
    let place = SourcePlace::between(length.span(), element.span());
    let message = "the length of an array type stands behind its element type";
    let help = format!("write `[{}; {}]`", print(element), print(length));
    diagnostics.push(Diagnostic::new(place, message).help(help));
    Some([element, semicolon, length].into_iter().cloned().collect())
}

/// The content of an array type with a semicolon for its comma, if it is one with commas.
fn array_type(content: &TokenStream, diagnostics: &Diagnostics) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    let [element, separator, rest @ ..] = &tokens[..] else {
        return None;
    };
    if let ([length], true) = (&tokens[1..], is_type(element))
        && is_value(length)
        && !matches!(length, TokenTree::Group(_))
    {
        let place = SourcePlace::token(length.span());
        let message = format!("the length of an array type stands behind `;`, found `{length}`");
        let help = format!("write `[{}; {length}]`", print(element));
        diagnostics.push(Diagnostic::new(place, message).help(help));
        return Some(quote::quote!(#element; #length));
    }
    let is_separated = matches!(sign(separator), Some(',' | ';'));
    if !is_type(element) || !is_separated || rest.is_empty() {
        return None;
    }
    let has_comma = sign(separator) == Some(',');
    let lengths: Vec<String> = lengths(rest)?;
    // A type for each of the elements: `[f64, f64]`, and `[[f64; 2]; [f64; 2]]`.
    let first = print(element);
    let (lengths, message) = if lengths.iter().all(|length| *length == first) {
        let count = (1 + lengths.len()).to_string();
        let message = "an array has one type, and the number of its elements behind `;`";
        (vec![count], message)
    } else if rest.first().is_some_and(is_type) {
        return None;
    } else if lengths.len() > 1 {
        (
            lengths,
            "an array of several dimensions is an array of arrays",
        )
    } else if has_comma {
        (
            lengths,
            "the length of an array type stands behind `;`, found `,`",
        )
    } else {
        return None;
    };
    let span = separator.span();
    let inner_first = lengths.iter().rev();
    let ty = inner_first.fold(first, |element, length| format!("[{element}; {length}]"));
    let diagnostic = Diagnostic::new(SourcePlace::token(span), message);
    diagnostics.push(diagnostic.help(format!("write `{ty}`")));
    let ty: TokenStream = ty.parse().ok()?;
    match ty.into_iter().next() {
        Some(TokenTree::Group(whole)) => Some(at(span, whole.stream())),
        _ => None,
    }
}

/// The lengths of an array type, which numpy has in a list; those in brackets or parentheses of
/// their own count one by one.
fn lengths(tokens: &[TokenTree]) -> Option<Vec<String>> {
    let is_end = |token: &TokenTree| matches!(sign(token), Some(',' | ';'));
    let mut lengths = Vec::new();
    for length in tokens.split(is_end) {
        match length {
            [] => return None,
            [TokenTree::Group(list)]
                if list.delimiter() != Delimiter::Brace && !is_type(&length[0]) =>
            {
                let list: Vec<TokenTree> = list.stream().into_iter().collect();
                let parts = list.split(is_end).filter(|part| !part.is_empty());
                lengths.extend(parts.map(text));
            }
            length => lengths.push(text(length)),
        }
    }
    Some(lengths)
}

fn text(tokens: &[TokenTree]) -> String {
    print(&tokens.iter().cloned().collect::<TokenStream>())
}

/// The tokens at one place.
fn at(span: Span, tokens: TokenStream) -> TokenStream {
    let located = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = TokenTree::Group(Group::new(group.delimiter(), at(span, group.stream())));
        }
        token.set_span(span);
        token
    });
    located.collect()
}

/// Whether a token is a type, and no value: a scalar type, or an array of one.
fn is_type(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(name) => ["f64", "f32", "bool", "usize"].iter().any(|ty| name == ty),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
            tokens.iter().any(|token| sign(token) == Some(';'))
                && tokens.first().is_some_and(is_type)
        }
        _ => false,
    }
}
