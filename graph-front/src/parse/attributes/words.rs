//! The form that the attributes have in common: words separated by commas, each with its own input,
//! if any.

use syn::parse::{ParseStream, Parser};
use syn::{Ident, MetaList, Token};

/// Calls `one` for each word of a list, with the input that follows; `one` parses the part of it
/// that belongs to its word.
pub(super) fn each_word(
    list: &MetaList,
    one: impl FnMut(Ident, ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let parser = |input: ParseStream<'_>| words(input, one);
    parser.parse2(list.tokens.clone())
}

/// The same for the rest of the input.
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
