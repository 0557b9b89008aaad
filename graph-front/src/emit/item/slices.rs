//! Programs over flat slices: their inputs and outputs as parts of slices, without a copy.

use graph_ir::types::Extent;
use graph_ir::{Element, Type};
use proc_macro2::{Ident, Literal, TokenStream};

use crate::emit::call::{self, Input, Output};
use crate::emit::mixed;
use crate::emit::names::{Names, extent_of, ident};
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
    let mut before = Vec::new();
    let inputs = types.map(|ty| {
        let part = part_behind(names, ty, slice, &before, false);
        before.push(ty.shape.count().clone());
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
        let size = names.count(ty.shape.count());
        let part = part_behind(names, ty, &mixed!(#place), &[], true);
        let part = match ty.is_scalar() {
            true => mixed!(&mut #part),
            false => part,
        };
        before.extend(mixed! {
            let (#place, #rest) = #rest.split_at_mut(#size);
            let #place = #part;
        });
        Output::new(ty.clone(), mixed!((*#place)))
    });
    let outputs = outputs.collect();
    (before, outputs)
}

/// The part of a flat slice behind arrays of these sizes that has a type, as [`part`] of it.
pub(super) fn part_behind(
    names: &Names<'_>,
    ty: &Type,
    slice: &TokenStream,
    before: &[Extent],
    mutable: bool,
) -> TokenStream {
    let start = before.iter().try_fold(0_usize, |start, size| {
        size.known().map(|size| start.saturating_add(size))
    });
    match (start, ty.shape.count().known()) {
        (Some(start), Some(_)) => part(names, ty, slice, start, mutable),
        // It is nowhere.
        (None, Some(0)) => part(names, ty, slice, 0, mutable),
        (None, _) | (_, None) => {
            let (start, size) = (names.total(before), names.count(ty.shape.count()));
            match ty.is_scalar() {
                true => mixed!(#slice[#start]),
                false => of_elements(names, ty, &mixed!(#slice[#start..][..#size]), mutable),
            }
        }
    }
}

/// Elements as an array behind others, or one some of whose extents come with the call: programs
/// take that as the slice of its rows.
fn of_elements(names: &Names<'_>, ty: &Type, elements: &TokenStream, mutable: bool) -> TokenStream {
    let private = &names.private;
    let counts = ty.shape.counts();
    let is_rows = names.signature.is_rows(ty);
    // A matrix takes its two outer axes itself.
    let outer = if is_rows { 2 } else { 1 };
    let (chunks, first_chunk) = match mutable {
        true => (ident("chunks_mut"), ident("first_chunk_mut")),
        false => (ident("chunks"), ident("first_chunk")),
    };
    let mut nested = match mutable {
        true => mixed!(&mut #elements),
        false => mixed!(&#elements),
    };
    for axis in (outer..counts.len()).rev() {
        let outer: Extent = counts[..axis].iter().cloned().product();
        let (extent, rows) = (extent_of(&ty.shape.dims()[axis]), names.count(&outer));
        nested = mixed!(#private::generated::rows::#chunks::<_, #extent>(#nested, #rows));
    }
    if is_rows {
        let [rows, columns] = [0, 1].map(|axis| names.count(&ty.shape.count_along(axis)));
        return match mutable {
            true => mixed! {
                &mut #private::generated::matrices::RowsToWrite::new(#nested, #rows, #columns)
            },
            false => mixed!(#private::generated::matrices::rows(#nested, #rows, #columns)),
        };
    }
    match ty.shape.is_symbolic() {
        true => nested,
        false => {
            let extent = extent_of(&ty.shape.dims()[0]);
            mixed!(#private::generated::known((#nested).#first_chunk::<#extent>()))
        }
    }
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
