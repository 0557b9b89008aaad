//! Constants and type aliases in which a sign is missing, or another one stands in its place:
//! `const N usize = 5;`, `const N: usize 5;`, `type Pose: [f64; 3];`, `type Pose [f64; 3];`.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Expr, Type, Visibility};

use crate::diagnostics::{Diagnostic, SourcePlace, print, print_type};
use crate::tokens::sign;

/// The most tokens that are parsed: a tree is as deep as its longest chain of operators.
const LONGEST: usize = 256;

/// The error for a definition that these tokens are, if one sign makes it one.
pub(super) fn wrong_sign(item: &TokenStream) -> Option<Diagnostic> {
    let rest = |input: ParseStream<'_>| {
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        input.parse::<TokenStream>()
    };
    let mut tokens: Vec<TokenTree> = rest.parse2(item.clone()).ok()?.into_iter().collect();
    tokens.pop_if(|last| sign(last) == Some(';'));
    let [
        TokenTree::Ident(word),
        name @ TokenTree::Ident(named),
        rest @ ..,
    ] = &tokens[..]
    else {
        return None;
    };
    let equals = rest.iter().position(|token| sign(token) == Some('='));
    let has_colon = rest.first().and_then(sign) == Some(':');
    let written = &rest[usize::from(has_colon)..];
    if rest.len() > LONGEST {
        return None;
    }
    let expected = |sign: &str, before: &TokenTree, found: &TokenTree, whole: String| {
        let place = SourcePlace::token(SourcePlace::of(before).end());
        let message = format!("expected `{sign}` behind this, found `{}`", print(found));
        Diagnostic::new(place, message).help(format!("write `{whole}`"))
    };
    match (word.to_string().as_str(), equals) {
        ("type", None) => {
            let ty: Type = syn::parse2(stream(written)).ok()?;
            let whole = format!("type {named} = {};", print_type(&ty));
            let found = rest.first()?;
            if has_colon {
                let place = SourcePlace::token(found.span());
                let error = Diagnostic::new(place, "expected `=`, found `:`");
                return Some(error.help(format!("write `{whole}`")));
            }
            Some(expected("=", name, found, whole))
        }
        ("const", None) if has_colon => {
            let (ty, value) = typed(written)?;
            let (before, found) = (written.get(ty.1 - 1)?, written.get(ty.1)?);
            let whole = format!("const {named}: {} = {};", print(&ty.0), print(&value));
            Some(expected("=", before, found, whole))
        }
        ("const", Some(equals)) if !has_colon => {
            let ty: Type = syn::parse2(stream(&rest[..equals])).ok()?;
            let value = stream(&rest[equals + 1..]);
            let whole = format!("const {named}: {} = {};", print_type(&ty), print(&value));
            Some(expected(":", name, rest.first()?, whole))
        }
        _ => None,
    }
}

/// The type that tokens begin with, how many of them it is, and the value that is all others.
fn typed(tokens: &[TokenTree]) -> Option<((Type, usize), Expr)> {
    let parts = |input: ParseStream<'_>| {
        let ty = input.parse::<Type>()?;
        Ok((ty, input.parse::<TokenStream>()?))
    };
    let (ty, value) = parts.parse2(stream(tokens)).ok()?;
    let count = tokens.len() - value.clone().into_iter().count();
    Some(((ty, count), syn::parse2(value).ok()?))
}

fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}
