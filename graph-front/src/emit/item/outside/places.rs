//! Conversions between slices and the user's types.

use graph_ir::Type;
use proc_macro2::{Ident, Literal, TokenStream};

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

/// The name of one of several variables. The code stands among the user's, whose constants patterns
/// would match: all variables have names that those do not.
pub(super) fn numbered(letter: &str, number: usize) -> Ident {
    ident(&format!("__{letter}{number}"))
}
