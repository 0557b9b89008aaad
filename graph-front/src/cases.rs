//! Variants of an item under opposite conditions, `#[cfg(a)] fn g(..)` and
//! `#[cfg(not(a))] fn g(..)`.
//!
//! A macro cannot tell whether a `cfg` holds, but the compiler can: the block is written once for
//! each case, as a block under its `cfg`, and the compiler expands the one that is there. In each
//! of them the item has one variant, which all functions can call.

use std::collections::HashSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::tokens::joined;

/// The two blocks for the first condition on which variants depend, if there is one. The others are
/// found in the blocks.
pub(crate) fn split(tokens: &TokenStream, facade: &TokenStream) -> Option<TokenStream> {
    let items = items(tokens.clone());
    let configured = || items.iter().filter(|item| !item.attributes.is_empty());
    let mut variants = HashSet::new();
    for item in configured() {
        let conditions = item.conditions();
        variants.extend(conditions.map(|condition| (item.name(), condition.to_string())));
    }
    let condition = configured().find_map(|item| {
        item.conditions().find(|condition| {
            let other = (item.name(), opposite(condition).to_string());
            item.name().is_some() && variants.contains(&other)
        })
    })?;
    let cases = [condition.clone(), opposite(&condition)];
    let blocks = cases.map(|case| {
        let (own, other) = (case.to_string(), opposite(&case).to_string());
        let present = items.iter().filter(|item| {
            let mut conditions = item.conditions();
            !conditions.any(|condition| condition.to_string() == other)
        });
        let items = joined(present.map(|item| item.without(&own)));
        quote!(#[cfg(#case)] #facade::__private::graph! { (#facade) #items })
    });
    Some(joined(blocks))
}

/// An item of a block.
#[derive(Default)]
struct Item {
    /// The contents of the brackets of its attributes.
    attributes: Vec<TokenStream>,
    /// All of its tokens, of which `#[..]` are the first.
    tokens: Vec<TokenTree>,
}

impl Item {
    /// The word that begins it, and the one behind that: its name.
    fn name(&self) -> Option<(String, String)> {
        let words = ["fn", "const", "type", "struct"];
        let mut tokens = self.tokens.iter().skip_while(|token| {
            let TokenTree::Ident(word) = token else {
                return true;
            };
            !words.iter().any(|own| word == own)
        });
        match (tokens.next()?, tokens.next()?) {
            (TokenTree::Ident(word), TokenTree::Ident(name)) => {
                Some((word.to_string(), name.to_string()))
            }
            _ => None,
        }
    }

    /// What stands in `#[cfg(..)]`.
    fn conditions(&self) -> impl Iterator<Item = TokenStream> + '_ {
        self.attributes.iter().filter_map(condition)
    }

    /// The item without `#[cfg(..)]` with this condition.
    fn without(&self, condition: &str) -> TokenStream {
        let mut kept = TokenStream::new();
        for content in &self.attributes {
            let own = self::condition(content).map(|own| own.to_string());
            if own.as_deref() != Some(condition) {
                kept.extend(quote!(#[#content]));
            }
        }
        let rest = self.tokens.iter().skip(2 * self.attributes.len());
        kept.extend(rest.map(ToTokens::to_token_stream));
        kept
    }
}

/// The condition of an attribute `cfg(..)`.
fn condition(attribute: &TokenStream) -> Option<TokenStream> {
    within("cfg", attribute)
}

/// The opposite of a condition.
fn opposite(condition: &TokenStream) -> TokenStream {
    within("not", condition).unwrap_or_else(|| quote!(not(#condition)))
}

/// What stands in the parentheses behind a word, where there is nothing else.
fn within(word: &str, tokens: &TokenStream) -> Option<TokenStream> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next()?, tokens.next()?, tokens.next()) {
        (TokenTree::Ident(own), TokenTree::Group(group), None) if own == word => {
            (group.delimiter() == Delimiter::Parenthesis).then(|| group.stream())
        }
        _ => None,
    }
}

/// The items of a block: each ends with a `;`, or a function with its body. Attributes of the block
/// stand for items too.
fn items(tokens: TokenStream) -> Vec<Item> {
    let mut items = Vec::new();
    let mut item = Item::default();
    let mut has_value = false;
    for token in tokens {
        let ends = match &token {
            TokenTree::Punct(punct) => {
                has_value |= punct.as_char() == '=';
                punct.as_char() == ';'
            }
            TokenTree::Group(group) => {
                let starts = item.tokens.len() == 2 * item.attributes.len() + 1;
                let is_attribute = starts
                    && group.delimiter() == Delimiter::Bracket
                    && matches!(item.tokens.last(), Some(TokenTree::Punct(p)) if p.as_char() == '#');
                if is_attribute {
                    item.attributes.push(group.stream());
                }
                // `#![..]` is about the block and belongs to no item.
                let of_block = matches!(
                    &item.tokens[..],
                    [TokenTree::Punct(first), TokenTree::Punct(second)]
                        if first.as_char() == '#' && second.as_char() == '!'
                );
                of_block || group.delimiter() == Delimiter::Brace && !has_value
            }
            _ => false,
        };
        item.tokens.push(token);
        if ends {
            items.push(std::mem::take(&mut item));
            has_value = false;
        }
    }
    items.push(item);
    items
}
