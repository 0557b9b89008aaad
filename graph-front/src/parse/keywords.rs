//! Names with `r#` and without. Words that are keywords in some editions of Rust alone get it, as
//! the macro does not know the edition, and a name with `r#` is the same name in all of them. Names
//! that are keywords nowhere lose it: `r#a` is `a`.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt as _;

/// The keyword that an edition after the parser's added.
const GEN: &str = "gen";

/// The tokens with `r#` in front of names that may be keywords, and of no others.
pub(super) fn as_names(tokens: TokenStream) -> TokenStream {
    named(tokens.clone(), spelled).unwrap_or(tokens)
}

/// The tokens with `r#` in front of no names but keywords.
pub(super) fn without_marks(tokens: TokenStream) -> TokenStream {
    named(tokens.clone(), unmarked).unwrap_or(tokens)
}

/// The other spelling of a name, where it has one that is the same in all editions.
fn spelled(name: &Ident) -> Option<Ident> {
    match name == GEN {
        true => Some(Ident::new_raw(GEN, name.span())),
        false => unmarked(name),
    }
}

/// The name without its `r#`, where it needs none.
fn unmarked(name: &Ident) -> Option<Ident> {
    let text = name.to_string();
    let plain = text.strip_prefix("r#")?;
    let is_keyword = plain == GEN || syn::parse_str::<Ident>(plain).is_err();
    (!is_keyword).then(|| name.unraw())
}

/// The tokens where a name with another spelling is among them: others keep the places of their
/// brackets. Follows groups by recursion, whose depth [`crate::guard`] bounds.
fn named(tokens: TokenStream, other: fn(&Ident) -> Option<Ident>) -> Option<TokenStream> {
    let mut is_changed = false;
    let tokens = tokens.into_iter().map(|token| {
        let new = match &token {
            TokenTree::Ident(name) => other(name).map(TokenTree::from),
            TokenTree::Group(group) => named(group.stream(), other).map(|content| {
                let mut new = Group::new(group.delimiter(), content);
                new.set_span(group.span());
                new.into()
            }),
            TokenTree::Punct(_) | TokenTree::Literal(_) => None,
        };
        is_changed |= new.is_some();
        new.unwrap_or(token)
    });
    let tokens = tokens.collect();
    is_changed.then_some(tokens)
}
