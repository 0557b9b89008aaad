//! Attributes at the start of a block: `#![codegen(..)]` and `#![rewrite(..)]`, and levels of lints
//! for all of its items.

use syn::{AttrStyle, Attribute};

use super::attributes::{is_codegen, is_level, is_rewrite};
use super::{BlockItems, Passed};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};

/// Those of the attributes at the start that set levels of lints; others than the language has are
/// reported.
pub(super) fn levels(inner: Vec<Attribute>, diagnostics: &Diagnostics) -> Vec<Attribute> {
    let (levels, others): (Vec<_>, Vec<_>) = inner.into_iter().partition(is_of_all);
    let unknown = others
        .iter()
        .filter(|other| !is_codegen(other) && !is_rewrite(other));
    unknown.for_each(|other| diagnostics.push(unknown_inner(other)));
    levels
}

/// Sets levels of lints for all items, which come before their own. A declaration of a function from
/// outside has none.
pub(super) fn set_levels(source: &mut BlockItems, mut levels: Vec<Attribute>) {
    for level in &mut levels {
        level.style = AttrStyle::Outer;
    }
    let functions = source.functions.iter_mut();
    let functions = functions.filter(|own| own.outside.is_none());
    let functions = functions.map(|own| &mut own.attributes);
    let constants = source.constants.iter_mut().map(|item| &mut item.attrs);
    let aliases = source.aliases.iter_mut().map(|item| &mut item.attrs);
    let imports = source.imports.iter_mut().map(|item| &mut item.attrs);
    let passed = source.passed.iter_mut().filter_map(|passed| match passed {
        Passed::PublicConstant(item) => Some(&mut item.attrs),
        Passed::PublicType(item) => Some(&mut item.attrs),
        Passed::Struct(item) => Some(&mut item.attrs),
        // Items of a module, which has its levels itself.
        Passed::Constant(_) | Passed::Import(_) | Passed::Other(_) => None,
    });
    let items = functions.chain(constants).chain(aliases);
    for attributes in items.chain(imports).chain(passed) {
        attributes.splice(0..0, levels.iter().cloned());
    }
}

/// Whether an attribute of the block stands for one on each of its items: a level of lints. An
/// expectation is fulfilled by one of them, and would not be by the others.
fn is_of_all(attribute: &Attribute) -> bool {
    is_level(attribute) && !attribute.path().is_ident("expect")
}

/// The error for an attribute of the block behind an item.
pub(super) fn behind_item(attribute: &Attribute) -> Diagnostic {
    match is_codegen(attribute) || is_rewrite(attribute) || is_of_all(attribute) {
        true => {
            let message = "an attribute of the block stands at its start";
            let help = "move it before the first item";
            Diagnostic::new(SourcePlace::of(attribute), message).help(help)
        }
        false => unknown_inner(attribute),
    }
}

fn unknown_inner(attribute: &Attribute) -> Diagnostic {
    let message = "a block has no attributes but `#![codegen(..)]`, `#![rewrite(..)]` and levels of \
                   lints, as in `#![allow(..)]`";
    let diagnostic = Diagnostic::new(SourcePlace::of(attribute), message);
    let name = attribute.path().get_ident().map(ToString::to_string);
    diagnostic.help_if(match name.as_deref() {
        Some("doc") => Some("write `///` before the item that the text is about"),
        Some("expect") => Some("put it on the item that fulfils it"),
        _ => None,
    })
}
