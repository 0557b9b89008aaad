//! The form that the attributes have in common: words separated by commas, each with what belongs
//! to it.

use syn::parse::{ParseStream, Parser};
use syn::{Ident, MetaList, Token};

/// Hands on the words of a list, one after another, with what follows them; `one` takes as much of
/// that as belongs to its word.
pub(super) fn each_word(
    list: &MetaList,
    one: impl FnMut(Ident, ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let parser = |input: ParseStream<'_>| words(input, one);
    parser.parse2(list.tokens.clone())
}

/// The same of what is left of the input.
pub(super) fn words(
    input: ParseStream<'_>,
    mut one: impl FnMut(Ident, ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    while !input.is_empty() {
        one(input.parse()?, input)?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}
