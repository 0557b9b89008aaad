//! The Jacobian, on request.

use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use super::derivative::both;
use super::matrix::{Matrix, Numbers, matrix_type};
use super::slices::{flat_adjoint, flat_inputs, flat_result, scratch_result, split};
use crate::emit::call::{self, Input, Output};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};

/// The function that returns the Jacobian, and the one that writes it in place.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let matrix = Matrix {
        name: "jacobian",
        name_into: "jacobian_into",
        variable: "jacobian",
        doc: "The Jacobian: one row for each element of the result, one column for each \
              independent variable (see `offset`).",
        doc_into: "Writes the Jacobian to `jacobian`.",
        ty: Numbers::matrix(names, names.outputs()),
    };
    let none = |_| Vec::new();
    matrix.items(names, bodies, none, |_, matrix| {
        fill(names, bodies, Input::arguments(names), matrix)
    })
}

/// Statements that fill a matrix behind a reference for these arguments, in whichever way takes
/// fewest products.
pub(super) fn fill(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    arguments: Vec<Input>,
    matrix: &TokenStream,
) -> TokenStream {
    let ty = matrix_type(names, names.outputs());
    if let Some(ty) = ty.filter(|_| bodies.has_jacobian()) {
        let place = mixed!((*#matrix));
        let output = Output { ty, place };
        return call::call(names, bodies, "run_jacobian", &arguments, &[output]);
    }
    match names.inputs() <= names.outputs() {
        true => fill_columns(names, bodies, arguments, matrix),
        false => fill_rows(names, bodies, arguments, matrix),
    }
}

fn fill_columns(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    mut inputs: Vec<Input>,
    matrix: &TokenStream,
) -> TokenStream {
    let private = &names.private;
    let [direction, column] = ["direction", "column"].map(ident);
    inputs.extend(flat_inputs(names, &mixed!(#direction)));
    let (before, tangents) = flat_result(names, &mixed!(#column));
    let (scratch, values) = scratch_result(names);
    let run = call::call(
        names,
        bodies,
        "run_tangent",
        &inputs,
        &both(values, tangents),
    );
    let [n, m] = [names.inputs(), names.outputs()].map(Literal::usize_unsuffixed);
    mixed! {
        #scratch
        #private::generated::columns::<_, #n, #m>(&mut (#matrix)[..], |#direction, #column| {
            #before
            #run
        });
    }
}

fn fill_rows(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    mut inputs: Vec<Input>,
    matrix: &TokenStream,
) -> TokenStream {
    let private = &names.private;
    let [seed, row] = ["seed", "row"].map(ident);
    let parts = names.signature.result.parts();
    inputs.extend(split(names, parts.iter(), &mixed!(#seed)));
    let (before, adjoints) = flat_adjoint(names, &mixed!(#row));
    let (scratch, values) = scratch_result(names);
    let run = call::call(
        names,
        bodies,
        "run_adjoint",
        &inputs,
        &both(values, adjoints),
    );
    let [n, m] = [names.inputs(), names.outputs()].map(Literal::usize_unsuffixed);
    mixed! {
        #scratch
        #private::generated::rows::<_, #n, #m>(&mut (#matrix)[..], |#seed, #row| {
            #before
            #run
        });
    }
}
