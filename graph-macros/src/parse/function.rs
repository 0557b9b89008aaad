//! One function: its signature, and its body or the syntax error in it.

use std::mem::ManuallyDrop;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{Attribute, Block, Token, Visibility};

use super::positions;
use crate::diagnostics::Diagnostics;

/// A function as the user wrote it.
pub(crate) struct FunctionSource {
    /// The attributes.
    pub(crate) attributes: Vec<Attribute>,
    /// The visibility.
    pub(crate) visibility: Visibility,
    /// From `fn` to the result type.
    pub(crate) signature: syn::Signature,
    /// The body, or the syntax error in it. A tree is as deep as its longest chain of operators;
    /// dropping it would recurse as deeply, so it is never dropped: the compiler's process is
    /// about to forget it anyway.
    pub(crate) body: ManuallyDrop<syn::Result<Block>>,
    /// The body's tokens, braces included.
    pub(crate) tokens: TokenTree,
}

/// Whether a function starts here, after its attributes and visibility.
pub(super) fn starts(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let skip = || -> syn::Result<()> {
        ahead.parse::<Option<Token![const]>>()?;
        ahead.parse::<Option<Token![async]>>()?;
        ahead.parse::<Option<Token![unsafe]>>()?;
        if ahead.parse::<Option<Token![extern]>>()?.is_some() {
            ahead.parse::<Option<syn::LitStr>>()?;
        }
        Ok(())
    };
    skip().is_ok() && ahead.peek(Token![fn])
}

/// Parses a function from its qualifiers on.
pub(super) fn parse(
    input: ParseStream<'_>,
    attributes: Vec<Attribute>,
    visibility: Visibility,
    diagnostics: &Diagnostics,
) -> syn::Result<FunctionSource> {
    let signature: syn::Signature = input.parse()?;
    if input.peek(Token![;]) {
        return Err(input.error("a function of `graph!` needs a body: `{ .. }`"));
    }
    let tokens: TokenTree = input.parse()?;
    let is_body = matches!(&tokens, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
    if !is_body {
        return Err(syn::Error::new(
            tokens.span(),
            "expected the body: `{ .. }`",
        ));
    }
    let body = body(TokenStream::from(tokens.clone()), diagnostics);
    Ok(FunctionSource {
        attributes,
        visibility,
        signature,
        body: ManuallyDrop::new(body),
        tokens,
    })
}

/// Parses a body, as a group, so that "unexpected end" is reported at its closing brace.
fn body(tokens: TokenStream, diagnostics: &Diagnostics) -> syn::Result<Block> {
    let body = syn::parse2(tokens.clone());
    if body.is_ok() {
        return body;
    }
    let (repaired, errors) = positions::in_parentheses(tokens);
    if errors.is_empty() {
        return body;
    }
    for error in errors {
        diagnostics.push(error);
    }
    syn::parse2(repaired)
}
