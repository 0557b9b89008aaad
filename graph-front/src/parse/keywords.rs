//! Words that are keywords in some editions of Rust alone. The macro does not know the edition, and a
//! name with `r#` is the same name in all of them.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use crate::tokens::mentions;

/// The keyword that an edition after the parser's added.
const GEN: &str = "gen";

/// The tokens with `r#` in front of names that may be keywords. Follows groups by recursion, whose
/// depth [`crate::guard`] bounds.
pub(super) fn as_names(tokens: TokenStream) -> TokenStream {
    if !mentions(&tokens, |name| name == GEN) {
        return tokens;
    }
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) if name == GEN => Ident::new_raw(GEN, name.span()).into(),
        TokenTree::Group(group) => {
            let mut named = Group::new(group.delimiter(), as_names(group.stream()));
            named.set_span(group.span());
            named.into()
        }
        other => other,
    });
    tokens.collect()
}
