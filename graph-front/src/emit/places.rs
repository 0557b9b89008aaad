//! Tokens with places in the user's text.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// A place of the user's for tokens that are none of theirs.
pub(crate) fn at(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

/// Tokens that stand for others of the user's, so that errors about them fall there. `$crate`, which
/// names a crate by its span, stays.
pub(crate) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let is_crate = |token: &TokenTree| match token {
        TokenTree::Ident(name) => name == "$crate",
        _ => false,
    };
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            let stream = respanned(group.stream(), span);
            let mut group = Group::new(group.delimiter(), stream);
            group.set_span(span);
            return TokenTree::Group(group);
        }
        if !is_crate(&token) {
            token.set_span(span);
        }
        token
    });
    tokens.collect()
}
