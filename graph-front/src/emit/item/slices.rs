//! Programs over flat slices: their inputs and outputs as parts of slices, without a copy.

use graph_ir::{Element, Type};
use proc_macro2::{Ident, Literal, TokenStream};

use crate::emit::call::{self, Input, Output};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::signature::RETURN_LIMIT;

/// Inputs of a program from a flat slice with an element for each independent variable.
pub(super) fn flat_inputs(names: &Names<'_>, slice: &TokenStream) -> Vec<Input> {
    split(names, names.independent().map(|a| &a.ty), slice)
}

/// Inputs of these types from a flat slice.
pub(super) fn split<'t>(
    names: &Names<'_>,
    types: impl Iterator<Item = &'t Type>,
    slice: &TokenStream,
) -> Vec<Input> {
    let mut start = 0;
    let inputs = types.map(|ty| {
        let part = part(names, ty, slice, start, false);
        start += ty.shape.size();
        Input::passed(part)
    });
    inputs.collect()
}

/// Outputs into a flat slice with an element for each of the result; statements that take the
/// slice apart go before.
pub(super) fn flat_result(names: &Names<'_>, slice: &TokenStream) -> (TokenStream, Vec<Output>) {
    flat_outputs(names, names.signature.result.parts().iter(), slice)
}

/// Outputs into a flat slice with an element for each independent variable.
pub(super) fn flat_adjoint(names: &Names<'_>, slice: &TokenStream) -> (TokenStream, Vec<Output>) {
    flat_outputs(names, names.independent().map(|a| &a.ty), slice)
}

/// A place for the result where it is not requested, and statements that create it.
pub(super) fn scratch_result(names: &Names<'_>) -> (TokenStream, Vec<Output>) {
    let value = ident("value");
    if names.result_size() > RETURN_LIMIT {
        let (before, slice) = room(names, names.outputs(), &value);
        let (and_before, outputs) = flat_result(names, &slice);
        return (mixed!(#before #and_before), outputs);
    }
    let zero = names.zero_result();
    (
        mixed!(let mut #value = #zero;),
        call::result(names, &mixed!(#value)),
    )
}

/// The same for derivatives by all independent variables.
pub(super) fn scratch_adjoint(names: &Names<'_>) -> (TokenStream, Vec<Output>) {
    let (gradient, zero) = (ident("gradient"), names.zero_adjoint());
    if names.adjoint_size() > RETURN_LIMIT {
        let (before, slice) = room(names, names.inputs(), &gradient);
        let (and_before, outputs) = flat_adjoint(names, &slice);
        return (mixed!(#before #and_before), outputs);
    }
    (
        mixed!(let mut #gradient = #zero;),
        call::adjoint(names, &mixed!(#gradient)),
    )
}

/// A statement that makes a slice of this size, too large for the stack, and the slice's name.
fn room(names: &Names<'_>, size: usize, name: &Ident) -> (TokenStream, TokenStream) {
    let (private, room) = (&names.private, ident(&format!("room_of_{name}")));
    let element = names.float().unwrap_or(Element::F64);
    let (float, zero) = (names.element(element), names.zero(&Type::scalar(element)));
    let size = Literal::usize_unsuffixed(size);
    let before = mixed! {
        let mut #room = #private::generated::Arena::<#float, #size>::new(#zero);
        let #name = #room.elements();
    };
    (before, mixed!(#name))
}

/// Outputs of these types into a flat slice, whose parts are borrowed one after another.
pub(super) fn flat_outputs<'t>(
    names: &Names<'_>,
    types: impl Iterator<Item = &'t Type>,
    slice: &TokenStream,
) -> (TokenStream, Vec<Output>) {
    let rest = ident(&format!("rest_of_{}", slice.to_string().replace(' ', "")));
    let mut before = mixed!(let #rest = &mut #slice[..];);
    let outputs = types.enumerate().map(|(number, ty)| {
        let name = slice.to_string().replace(' ', "");
        let place = ident(&format!("{name}_{number}"));
        let size = Literal::usize_unsuffixed(ty.shape.size());
        let part = part(names, ty, &mixed!(#place), 0, true);
        let part = match ty.is_scalar() {
            true => mixed!(&mut #part),
            false => part,
        };
        before.extend(mixed! {
            let (#place, #rest) = #rest.split_at_mut(#size);
            let #place = #part;
        });
        Output {
            ty: ty.clone(),
            place: mixed!((*#place)),
        }
    });
    let outputs = outputs.collect();
    (before, outputs)
}

/// The part of a flat slice from `start` on that has a type: an element, or a reference to a
/// nested array.
pub(super) fn part(
    names: &Names<'_>,
    ty: &Type,
    slice: &TokenStream,
    start: usize,
    mutable: bool,
) -> TokenStream {
    let private = &names.private;
    let first = Literal::usize_unsuffixed(start);
    if ty.is_scalar() {
        return mixed!(#slice[#first]);
    }
    if ty.shape.size() == 0 {
        let empty = names.zero(ty);
        return match mutable {
            true => mixed!(&mut #empty),
            false => mixed!(&#empty),
        };
    }
    let end = Literal::usize_unsuffixed(start + ty.shape.size());
    let (chunks, first_chunk) = match mutable {
        true => (ident("as_chunks_mut"), ident("first_chunk_mut")),
        false => (ident("as_chunks"), ident("first_chunk")),
    };
    let mut extents = ty.shape.extents();
    let outer = Literal::usize_unsuffixed(extents.remove(0));
    let inner = extents.iter().rev().map(|&extent| {
        let extent = Literal::usize_unsuffixed(extent);
        mixed!(.#chunks::<#extent>().0)
    });
    mixed! {
        #private::generated::known(#slice[#first..#end] #(#inner)* .#first_chunk::<#outer>())
    }
}
