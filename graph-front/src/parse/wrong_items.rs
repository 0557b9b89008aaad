//! Items that do not parse: where they end, what they are called, and their error. An item that is
//! being written ends where the next one begins, whose tokens are none of its own.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Ident, Token, Visibility};

use super::definitions::wrong_sign;
use super::syntax_errors::of_item;
use super::{BlockItems, Surroundings, function, item};
use crate::diagnostics::Diagnostics;
use crate::tokens::sign;

/// Reports the error of the item that starts at `start`, the first after `known` errors, and goes to
/// behind the item.
pub(super) fn report(
    error: syn::Error,
    start: ParseStream<'_>,
    input: ParseStream<'_>,
    surroundings: Surroundings,
    known: usize,
    diagnostics: &Diagnostics,
) -> syn::Result<()> {
    let is_whole = skip_item(input)?;
    let ahead = start.fork();
    let mut tokens = TokenStream::new();
    while ahead.cursor() != input.cursor() {
        tokens.extend([ahead.parse::<TokenTree>()?]);
    }
    // What the parser took for a part of the item may be the next one.
    let alone = |input: ParseStream<'_>| {
        let found = item(input, surroundings, &mut BlockItems::default(), diagnostics);
        input.parse::<TokenStream>()?;
        found
    };
    // An item that lacks its `;` alone is marked at its last part, which is before the next one.
    let has_value = tokens
        .clone()
        .into_iter()
        .any(|token| sign(&token) == Some('='));
    let lacks_end = |error: &syn::Error| has_value && error.to_string() == "expected `;`";
    let (error, tokens) = match is_whole {
        true => (error, tokens),
        false => {
            diagnostics.truncate(known);
            match alone.parse2(tokens.clone()) {
                Err(own) if !lacks_end(&own) => (own, tokens),
                _ => (error, start.fork().parse()?),
            }
        }
    };
    match wrong_sign(&tokens) {
        Some(wrong_sign) => diagnostics.push(wrong_sign),
        None => diagnostics.push_syntax(of_item(error, tokens)),
    }
    Ok(())
}

/// The error for an item that ends behind its name, or behind its type, by its first word.
pub(super) fn missing(item: ParseStream<'_>) -> Option<&'static str> {
    let item = item.fork();
    item.call(Attribute::parse_outer).ok()?;
    item.parse::<Visibility>().ok()?;
    match item.call(Ident::parse_any).ok()?.to_string().as_str() {
        "const" => Some("a constant has a value"),
        "type" => Some("a type alias has a type"),
        _ => None,
    }
}

/// The name that an item defines, however wrong: the word behind `const` and `type`, and the last
/// of the words that another one starts with. Those of the next item are none of them, where this
/// one ends too early.
pub(super) fn name_of_item(input: ParseStream<'_>) -> Option<Ident> {
    input.call(Attribute::parse_outer).ok()?;
    input.parse::<Visibility>().ok()?;
    let mut name = None;
    let mut is_behind_fn = !function::starts(input);
    while name.is_none() || !is_behind_fn || !begins_item(&input.fork()) {
        let Ok(word) = input.call(Ident::parse_any) else {
            break;
        };
        is_behind_fn |= word == "fn";
        let defines = (word == "const" || word == "type") && is_behind_fn;
        if defines
            && name.is_none()
            && let Ok(own) = input.call(Ident::parse_any)
        {
            name = Some(own);
            break;
        }
        let is_use = word == "use";
        name = Some(word);
        if is_use {
            while let Ok(word) = input.call(Ident::parse_any) {
                name = Some(word);
                if input.parse::<Option<Token![::]>>().ok()?.is_none() {
                    break;
                }
            }
            break;
        }
    }
    name.filter(|name| syn::parse_str::<Ident>(&name.to_string()).is_ok())
}

/// The tokens behind the name of a constant or a type alias that starts here.
pub(super) fn behind_name(input: ParseStream<'_>) -> Option<TokenStream> {
    input.call(Attribute::parse_outer).ok()?;
    input.parse::<Visibility>().ok()?;
    let word = input.call(Ident::parse_any).ok()?;
    if word != "const" && word != "type" {
        return None;
    }
    input.parse::<Ident>().ok()?;
    input.parse().ok()
}

/// A function whose signature does not parse.
pub(crate) struct LostFunction {
    /// The visibility.
    pub(crate) visibility: Visibility,
    /// The name.
    pub(crate) name: Ident,
    /// The tokens behind the name, up to the end of the block.
    pub(crate) rest: TokenStream,
}

impl LostFunction {
    /// The function that starts here, if it has a name.
    pub(super) fn read(input: ParseStream<'_>) -> Option<Self> {
        let name = name_of_item(&input.fork())?;
        input.call(Attribute::parse_outer).ok()?;
        let visibility = input.parse().ok()?;
        if !function::starts(input) {
            return None;
        }
        while input.call(Ident::parse_any).ok()? != name {}
        let rest = input.parse().ok()?;
        Some(Self {
            visibility,
            name,
            rest,
        })
    }
}

/// Skips to behind the next braces or semicolon, or to what can only be the start of the next item.
/// Returns whether the item ended before.
fn skip_item(input: ParseStream<'_>) -> syn::Result<bool> {
    input.call(Attribute::parse_outer).unwrap_or_default();
    input.parse::<Visibility>().ok();
    let mut before: Option<TokenTree> = None;
    // The words before `fn`, and that.
    while function::starts(input) && !before.as_ref().is_some_and(is_fn) {
        before = Some(input.parse::<TokenTree>()?);
    }
    loop {
        if input.is_empty() || input.parse::<Option<Token![;]>>()?.is_some() {
            return Ok(true);
        }
        // A list of parameters may hold a `const` too.
        let is_in_list =
            input.peek(Token![const]) && matches!(before.as_ref().and_then(sign), Some('<' | ','));
        if before.is_some() && !is_in_list && begins_item(&input.fork()) {
            return Ok(false);
        }
        let token: TokenTree = input.parse()?;
        let is_body = matches!(&token, TokenTree::Group(group)
            if group.delimiter() == proc_macro2::Delimiter::Brace);
        if is_body {
            return Ok(true);
        }
        before = Some(token);
    }
}

fn is_fn(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if word == "fn")
}

/// Whether an item stands here, by the words that it starts with.
fn begins_item(input: ParseStream<'_>) -> bool {
    let Ok(attributes) = input.call(Attribute::parse_outer) else {
        return false;
    };
    let Ok(visibility) = input.parse::<Visibility>() else {
        return false;
    };
    let starts = function::starts(input)
        || (input.peek(Token![const]) || input.peek(Token![type])) && input.peek2(Ident);
    starts || super::is_public(&visibility) && (input.peek(Ident) || !attributes.is_empty())
}
