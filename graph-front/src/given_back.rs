//! The items beside the functions that are given back to the compiler.
//!
//! Of a block, only public ones are. The code around it does not know the others, nor the operators
//! of the language: types and values with names in them are written out. A module has all of its
//! items, and its constants are written out where Rust has no such values: `sqrt(2.0)`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ItemConst, ItemStruct, ItemType, ItemUse, Type, parse_quote};

use crate::block;
use crate::diagnostics::Diagnostics;
use crate::lower::{self, Names, Notes};
use crate::parse::{BlockItems, Passed, imported_constants, unused};
use crate::structs;
use crate::tokens::{joined, mentions};

/// The items. The compiler would report wrong constants again: the error stands for their values.
pub(crate) fn given_back(
    source: &BlockItems,
    facade: &TokenStream,
    error: Option<&TokenStream>,
) -> TokenStream {
    let again = Diagnostics::default();
    let names = block::names(source, false, &again, Notes::default());
    joined(source.passed.iter().map(|item| match item {
        Passed::Constant(item) | Passed::PublicConstant(item)
            if error.is_some() && is_wrong(&item.ident, &names) =>
        {
            unused(&with_error(
                item,
                error.cloned().unwrap_or_default(),
                &names,
            ))
        }
        Passed::Constant(item) if is_rust(&item.expr) => unused(item),
        Passed::Constant(item) => unused(&written_out(item, &names)),
        Passed::PublicConstant(item) => unused(&constant(item, &names)),
        Passed::Import(item) => match error {
            Some(error) => import(item, &names, error),
            None => item.to_token_stream(),
        },
        Passed::PublicType(item) => unused(&alias(item, error, &names)),
        Passed::Struct(item) => {
            let facade = Some(facade).filter(|_| is_completed(item, source, &names));
            structs::written(item, error, facade, &names)
        }
        Passed::Other(item) => item.clone(),
    }))
}

/// Whether the macro adds the functions of the language to a struct: in a module it may be none of
/// the language's, or have functions of their names already.
fn is_completed(item: &ItemStruct, source: &BlockItems, names: &Names<'_>) -> bool {
    let has_own = |other: &Passed| {
        let Passed::Other(tokens) = other else {
            return false;
        };
        let says = |words: &[&str]| mentions(tokens, |own| words.contains(&own));
        says(&["impl"]) && mentions(tokens, |own| item.ident == own) && says(&["zeros", "init"])
    };
    let is_known = names.structs.contains_key(&item.ident.to_string());
    !source.is_module || is_known && !source.passed.iter().any(has_own)
}

/// Whether the value of a constant is wrong, or none that the language knows.
fn is_wrong(name: &Ident, names: &Names<'_>) -> bool {
    let value = names.constants.get(&name.to_string(), names);
    value.is_none_or(|value| value.is_poison())
}

/// An import, or the constants that it brings where one of them is wrong.
fn import(item: &ItemUse, names: &Names<'_>, error: &TokenStream) -> TokenStream {
    let constants = imported_constants(item).unwrap_or_default();
    if !constants.iter().any(|item| is_wrong(&item.ident, names)) {
        return item.to_token_stream();
    }
    joined(
        constants
            .iter()
            .map(|item| match is_wrong(&item.ident, names) {
                true => unused(&with_value(item, error.clone())),
                false => unused(item),
            }),
    )
}

/// A wrong constant, in a type that the code around the block may read: the error stands for one with
/// names that nothing has, of which the compiler then says nothing.
fn with_error(item: &ItemConst, error: TokenStream, names: &Names<'_>) -> ItemConst {
    if !has_names(&item.ty) {
        return with_value(item, error);
    }
    let ty = lower::written_type(&item.ty, names).unwrap_or_else(|| error.clone());
    let mut written = with_value(item, error);
    *written.ty = Type::Verbatim(ty);
    written
}

fn with_value(item: &ItemConst, value: TokenStream) -> ItemConst {
    let mut item = item.clone();
    *item.expr = Expr::Verbatim(value);
    item
}

/// A constant whose type and value have no names of the block.
fn constant(item: &ItemConst, names: &Names<'_>) -> ItemConst {
    let mut written = match has_names(&item.expr) {
        true => written_out(item, names),
        false => item.clone(),
    };
    if has_names(&item.ty)
        && let Some(ty) = lower::written_type(&item.ty, names)
    {
        *written.ty = Type::Verbatim(ty);
    }
    written
}

/// A constant with its value as a literal, where that is known.
fn written_out(item: &ItemConst, names: &Names<'_>) -> ItemConst {
    let mut written = item.clone();
    if let Some(value) = lower::written_value(&item.ident, names) {
        *written.expr = Expr::Verbatim(value);
        // The digits of `f64::consts::PI` are no mistake of the user's.
        let allowed = parse_quote! {
            #[allow(forbidden_lint_groups, clippy::all, clippy::pedantic, clippy::restriction)]
        };
        written.attrs.push(allowed);
    }
    written
}

/// Whether Rust has a value of this form, as far as its constants and types are in scope: without
/// functions and methods, the names of `f64::consts`, and the indices of the language.
fn is_rust(expr: &Expr) -> bool {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr {
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Range(_) => return false,
            Expr::Path(path) => {
                let first = path.path.segments.first();
                let is_float = first.is_some_and(|s| s.ident == "f64" || s.ident == "f32");
                if is_float && path.path.segments.len() > 2 {
                    return false;
                }
            }
            Expr::Index(e) if matches!(*e.index, Expr::Tuple(_)) => return false,
            Expr::Index(e) => open.extend([&*e.expr, &*e.index]),
            Expr::Binary(e) => open.extend([&*e.left, &*e.right]),
            Expr::Unary(e) => open.push(&e.expr),
            Expr::Paren(e) => open.push(&e.expr),
            Expr::Group(e) => open.push(&e.expr),
            Expr::Cast(e) => open.push(&e.expr),
            Expr::Array(e) => open.extend(&e.elems),
            Expr::Tuple(e) => open.extend(&e.elems),
            Expr::Field(e) => open.push(&e.base),
            Expr::Repeat(e) => open.extend([&*e.expr, &*e.len]),
            _ => {}
        }
    }
    true
}

/// A type without names of the block. The error of a block stands for a type that is not known.
fn alias(item: &ItemType, error: Option<&TokenStream>, names: &Names<'_>) -> ItemType {
    let mut written = item.clone();
    if has_names(&item.ty) {
        match (lower::written_type(&item.ty, names), error) {
            (Some(ty), _) => *written.ty = Type::Verbatim(ty),
            (None, Some(error)) => *written.ty = Type::Verbatim(error.clone()),
            (None, None) => {}
        }
    }
    written
}

/// Whether there are names in the tokens, but for those of numbers.
pub(crate) fn has_names(tokens: &impl ToTokens) -> bool {
    const KNOWN: [&str; 6] = ["f32", "f64", "bool", "usize", "true", "false"];
    fn any(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => any(group.stream()),
            TokenTree::Ident(name) => !KNOWN.iter().any(|known| name == known),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    any(tokens.to_token_stream())
}
