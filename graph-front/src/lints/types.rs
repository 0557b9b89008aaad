//! Types and lengths in parentheses, and lengths in braces, about which the compiler has lints.

use proc_macro2::{Delimiter, Group, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, Type};

use super::probes::around_all;
use super::reads::ends_of;
use crate::diagnostics::SourcePlace;
use crate::emit::mixed;
use crate::tokens::joined;

/// Bindings of nothing, of each type that [`delimited`] finds.
pub(super) fn in_parentheses_of(ty: &Type) -> TokenStream {
    joined(
        delimited(ty)
            .into_iter()
            .map(|ty| mixed!(let _: #ty = flow::any();)),
    )
}

/// For each type in parentheses that a type consists of, the same around the type `flow::Any`; for
/// each length in parentheses or braces an array of that length.
pub(super) fn delimited(ty: &Type) -> Vec<TokenStream> {
    let (mut open, mut found) = (vec![ty], Vec::new());
    while let Some(ty) = open.pop() {
        match ty {
            Type::Paren(outer) => {
                found.push(mirror(ty));
                let mut inner = &*outer.elem;
                while let Type::Paren(next) = inner {
                    inner = &next.elem;
                }
                open.push(inner);
            }
            Type::Array(ty) => {
                found.extend(length(&ty.len).map(|length| mixed!([flow::Any; #length])));
                open.push(&ty.elem);
            }
            Type::Slice(ty) => open.push(&ty.elem),
            Type::Reference(ty) => open.push(&ty.elem),
            Type::Group(ty) => open.push(&ty.elem),
            Type::Tuple(ty) => open.extend(ty.elems.iter().rev()),
            _ => {}
        }
    }
    found
}

fn mirror(ty: &Type) -> TokenStream {
    let Type::Paren(outer) = ty else {
        let place = SourcePlace::of(ty);
        let (first, last) = (place.start(), place.end());
        let mut any = quote_spanned!(first=> flow::);
        any.extend(quote_spanned!(last=> Any));
        return any;
    };
    let mut group = Group::new(Delimiter::Parenthesis, mirror(&outer.elem));
    group.set_span(outer.paren_token.span.join());
    group.into_token_stream()
}

/// A length in parentheses or braces.
fn length(written: &Expr) -> Option<TokenStream> {
    around_all(written, |inner| {
        let (first, last) = ends_of(inner);
        let mut length = quote_spanned!(first=> flow::);
        length.extend(quote_spanned!(last=> LENGTH_OF_THE_MIRROR));
        length
    })
}
