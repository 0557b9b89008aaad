//! Array types with a comma before the length, `[f64, 3]`, read as `[f64; 3]`. A parser stops at
//! the comma and loses the rest of the item, and with a signature the function.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};

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
        let may_be_type = group.delimiter() == Delimiter::Bracket
            && !position
                .checked_sub(1)
                .is_some_and(|before| is_value(&done[before]));
        let array = match may_be_type {
            true => array_type(&content, diagnostics).or_else(|| turned(&content, diagnostics)),
            false => None,
        };
        if let Some(content) = array.or(inner) {
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

/// The content of an array type with a semicolon for its comma, if it is one with a comma.
fn array_type(content: &TokenStream, diagnostics: &Diagnostics) -> Option<TokenStream> {
    let mut tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    let [element, comma, ..] = &tokens[..] else {
        return None;
    };
    let commas = tokens.iter().filter(|token| sign(token) == Some(','));
    if tokens.len() < 3 || sign(comma) != Some(',') || commas.count() != 1 || !is_type(element) {
        return None;
    }
    let span = comma.span();
    let length: TokenStream = tokens[2..].iter().cloned().collect();
    let message = "the length of an array type stands behind `;`, found `,`";
    let help = format!("write `[{}; {}]`", print(element), print(&length));
    diagnostics.push(Diagnostic::new(SourcePlace::token(span), message).help(help));
    let mut semicolon = Punct::new(';', Spacing::Alone);
    semicolon.set_span(span);
    tokens[1] = TokenTree::Punct(semicolon);
    Some(tokens.into_iter().collect())
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
