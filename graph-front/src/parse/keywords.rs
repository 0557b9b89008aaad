//! Words that are keywords in some editions of Rust alone. The macro does not know the edition, and
//! a name with `r#` is the same name in all of them.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

/// The keyword that an edition after the parser's added.
const GEN: &str = "gen";

/// The tokens with `r#` in front of names that may be keywords.
pub(super) fn as_names(tokens: TokenStream) -> TokenStream {
    named(tokens.clone()).unwrap_or(tokens)
}

/// The tokens where such a name is among them: others keep the places of their brackets. Follows
/// groups by recursion, whose depth [`crate::guard`] bounds.
fn named(tokens: TokenStream) -> Option<TokenStream> {
    let mut is_changed = false;
    let tokens = tokens.into_iter().map(|token| {
        let new = match &token {
            TokenTree::Ident(name) if name == GEN => Some(Ident::new_raw(GEN, name.span()).into()),
            TokenTree::Group(group) => named(group.stream()).map(|content| {
                let mut new = Group::new(group.delimiter(), content);
                new.set_span(group.span());
                new.into()
            }),
            _ => None,
        };
        is_changed |= new.is_some();
        new.unwrap_or(token)
    });
    let tokens = tokens.collect();
    is_changed.then_some(tokens)
}
