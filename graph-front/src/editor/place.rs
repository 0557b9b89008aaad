//! The places of generated tokens: each name is defined at one place for the user, and generated
//! tokens are no tokens of the user, whose hover would show all of them. The fields of a struct
//! are, so that they are renamed with the arguments that they are named for.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

use super::Before;

/// The generated module of this name, whose items are defined before the name.
pub(super) fn items(tokens: TokenStream, name: &Ident, before: Before) -> TokenStream {
    const DEFINING: [&str; 6] = ["fn", "struct", "type", "const", "mod", "trait"];
    let definition = before(name.span());
    respanned(tokens, &|keyword, ident| match keyword {
        Some(word) if word == "mod" && ident == name => name.span(),
        Some(word) if DEFINING.iter().any(|defining| word == defining) => definition,
        Some(word) if word == "pub" && DEFINING.iter().all(|word| ident != word) => ident.span(),
        _ => Span::mixed_site(),
    })
}

/// The tokens with other places, names with those that follow from the word before them.
fn respanned(tokens: TokenStream, place: &dyn Fn(Option<&Ident>, &Ident) -> Span) -> TokenStream {
    let mut word: Option<Ident> = None;
    let respan = |mut token: TokenTree| {
        match &mut token {
            TokenTree::Group(group) => {
                let inner = respanned(group.stream(), place);
                let mut whole = Group::new(group.delimiter(), inner);
                whole.set_span(Span::mixed_site());
                *group = whole;
            }
            TokenTree::Ident(ident) => {
                // The place of `$crate` says which crate that is.
                if ident != "$crate" {
                    let span = place(word.as_ref(), ident);
                    word = Some(ident.clone());
                    ident.set_span(span);
                }
                return token;
            }
            other => other.set_span(Span::mixed_site()),
        }
        word = None;
        token
    };
    tokens.into_iter().map(respan).collect()
}
