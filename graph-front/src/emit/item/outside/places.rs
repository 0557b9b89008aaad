//! Conversions between slices and the user's types, and tokens with places in the user's text.

use graph_ir::Type;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::ToTokens;

use crate::emit::mixed;
use crate::emit::names::ident;
use crate::tokens::joined;

/// A slice as a number or an array, or a reference to one.
pub(super) fn nested(
    private: &TokenStream,
    slice: &Ident,
    ty: &Type,
    by_reference: bool,
) -> TokenStream {
    let extents = ty.shape.extents();
    let reference = by_reference.then(|| mixed!(&));
    if ty.shape.size() == 0 {
        let zeros = nested_zeros(&extents);
        return mixed!(#reference #zeros);
    }
    let Some((outer, inner)) = extents.split_first() else {
        return mixed!(#private::generated::known(#slice.first().copied()));
    };
    let outer = Literal::usize_unsuffixed(*outer);
    let rows = inner.iter().rev().map(|&extent| {
        let extent = Literal::usize_unsuffixed(extent);
        mixed!(.as_chunks::<#extent>().0)
    });
    let rows = joined(rows);
    let array = mixed!(#private::generated::known(#slice #rows.first_chunk::<#outer>()));
    match by_reference {
        true => array,
        false => mixed!(*#array),
    }
}

/// A number or array as a slice.
pub(super) fn flat(value: &TokenStream, ty: &Type) -> TokenStream {
    let rank = ty.shape.rank();
    if rank == 0 {
        return mixed!(::core::slice::from_ref(&#value));
    }
    let flattened = (1..rank).map(|_| mixed!(.as_flattened()));
    mixed!(&#value[..] #(#flattened)*)
}

/// As many zeros as a type has elements.
pub(super) fn zeros(ty: &Type) -> TokenStream {
    nested_zeros(&[ty.shape.size()])
}

fn nested_zeros(extents: &[usize]) -> TokenStream {
    let extents = extents.iter().rev();
    extents.fold(mixed!(0.0), |inner, &extent| match extent {
        0 => mixed!([]),
        extent => {
            let extent = Literal::usize_unsuffixed(extent);
            mixed!([#inner; #extent])
        }
    })
}

/// One thing by itself, several as a tuple.
pub(super) fn tuple(mut parts: Vec<TokenStream>) -> TokenStream {
    match parts.len() {
        1 => parts.swap_remove(0),
        _ => mixed!((#(#parts,)*)),
    }
}

/// A place of the user's for tokens that are none of theirs.
pub(in crate::emit::item) fn at(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

pub(super) fn numbered(letter: &str, number: usize) -> Ident {
    ident(&format!("{letter}{number}"))
}

/// Tokens that stand for others of the user's, so that errors about them fall there. `$crate`, which
/// names a crate by its span, stays.
pub(in crate::emit::item) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let is_crate = |token: &proc_macro2::TokenTree| match token {
        proc_macro2::TokenTree::Ident(name) => name == "$crate",
        _ => false,
    };
    let tokens = tokens.into_token_stream().into_iter().map(|mut token| {
        if let proc_macro2::TokenTree::Group(group) = &token {
            let stream = respanned(group.stream(), span);
            let mut group = proc_macro2::Group::new(group.delimiter(), stream);
            group.set_span(span);
            return proc_macro2::TokenTree::Group(group);
        }
        if !is_crate(&token) {
            token.set_span(span);
        }
        token
    });
    tokens.collect()
}
