//! Attributes whose words stand without parentheses, `#[derivatives jacobian]`: read with them.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print};
use crate::tokens::sign;

/// The attributes whose words stand in parentheses.
const NAMES: [&str; 2] = ["derivatives", "codegen"];

/// The items of a block with the words of these attributes in parentheses.
pub(super) fn in_parentheses(tokens: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    let mut is_attribute = false;
    let tokens = tokens.into_iter().map(|token| {
        let was_sharp = is_attribute;
        is_attribute = sign(&token) == Some('#');
        match token {
            TokenTree::Group(group) if was_sharp => match with_words(&group, diagnostics) {
                Some(whole) => TokenTree::Group(whole),
                None => TokenTree::Group(group),
            },
            token => token,
        }
    });
    tokens.collect()
}

/// The brackets of an attribute with its words in parentheses, if they lack these.
fn with_words(attribute: &Group, diagnostics: &Diagnostics) -> Option<Group> {
    let mut tokens = attribute.stream().into_iter();
    let name = tokens.next()?;
    let words: TokenStream = tokens.collect();
    let first = words.clone().into_iter().next()?;
    let is_own = NAMES.iter().any(|own| print(&name) == *own);
    if !is_own || !matches!(first, TokenTree::Ident(_)) {
        return None;
    }
    let message = format!("the words of `{name}` stand in parentheses");
    let help = format!("write `#[{name}({})]`", print(&words));
    diagnostics.push(Diagnostic::new(SourcePlace::of(&words), message).help(help));
    let list = TokenTree::Group(Group::new(Delimiter::Parenthesis, words));
    let mut whole = Group::new(Delimiter::Bracket, [name, list].into_iter().collect());
    whole.set_span(attribute.span());
    Some(whole)
}
