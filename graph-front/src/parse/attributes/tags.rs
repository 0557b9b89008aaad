//! `#[tag(..)]` on an argument, a field or a `let`: the words by which tools find its nodes.

use proc_macro2::TokenStream;
use syn::ext::IdentExt as _;
use syn::parse::Parser as _;
use syn::{Attribute, Meta};

use super::words::each_word;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};

/// The name of the attribute.
pub(crate) const TAG: &str = "tag";

const HELP: &str = "write one word or several: `#[tag(trainable)]`, `#[tag(trainable, layer1)]`";

/// The tags that attributes give; none where one is wrong.
pub(crate) fn tags(attributes: &[Attribute]) -> Vec<String> {
    let given = attributes.iter().filter(|own| is_tag(own));
    given
        .flat_map(|own| words(own).unwrap_or_default())
        .collect()
}

/// Reports what is wrong with the tags of an argument or a field.
pub(crate) fn check_tags(attributes: &[Attribute], diagnostics: &Diagnostics) {
    let given = attributes.iter().filter(|own| is_tag(own));
    given
        .filter_map(|own| words(own).err())
        .for_each(|error| diagnostics.push(error));
}

/// Whether an attribute is this one.
pub(crate) fn is_tag(attribute: &Attribute) -> bool {
    attribute.path().is_ident(TAG)
}

/// The error for the tokens of the attribute, `#` and the brackets included.
pub(super) fn wrong_tags(attribute: TokenStream) -> Option<Diagnostic> {
    let attributes = Attribute::parse_outer.parse2(attribute).ok()?;
    attributes.iter().find_map(|own| words(own).err())
}

fn words(attribute: &Attribute) -> Result<Vec<String>, Diagnostic> {
    let list = match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => list,
        _ => {
            let message = "`#[tag(..)]` has no words";
            return Err(Diagnostic::new(SourcePlace::of(attribute), message).help(HELP));
        }
    };
    let mut words = Vec::new();
    let read = each_word(list, |word, _| {
        words.push(word.unraw().to_string());
        Ok(())
    });
    match read {
        Ok(()) => Ok(words),
        Err(error) => {
            let place = SourcePlace::token(error.span());
            Err(Diagnostic::new(place, error.to_string()))
        }
    }
}
