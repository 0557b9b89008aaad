//! Sparse derivatives, on request: the places of the entries as constants, and the entries.

use graph_autodiff::sparsity::Pattern;
use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use super::derivative::both;
use super::hessian::{Primal, inputs, weights};
use super::matrix::{Matrix, Numbers, entries_type};
use super::together::Together;
use crate::emit::call::{self, Input, Output};
use crate::emit::mixed;
use crate::emit::names::Names;

/// What of the sparse derivatives is asked for.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let asked = &names.signature.derivatives;
    let jacobian = asked.sparse_jacobian.then(|| jacobian(names, bodies));
    let hessian = asked.sparse_second_order().then(|| hessian(names, bodies));
    let all = asked.value_gradient_sparse_hessian;
    let all = all.then(|| value_gradient_hessian(names, bodies));
    mixed!(#jacobian #hessian #all)
}

fn jacobian(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let pattern = bodies.sparsity_jacobian();
    let sparsity = sparsity(names, pattern, [names.outputs(), names.inputs()]);
    let matrix = Matrix {
        name: "sparse_jacobian",
        name_into: "sparse_jacobian_into",
        variable: "values",
        doc: "The entries of the Jacobian, in the order of [`SPARSITY_JACOBIAN`].",
        doc_into: "Writes the entries of the Jacobian to `values`.",
        ty: Numbers::entries(names, pattern),
    };
    let none = |_| Vec::new();
    let functions = matrix.items(names, bodies, none, |_, values| {
        fill_jacobian(names, bodies, &Input::arguments(names), values)
    });
    mixed! {
        /// The places of the entries of the Jacobian: a row for each element of the result, a column
        /// for each independent variable (see `offset`).
        pub const SPARSITY_JACOBIAN: #sparsity;
        #functions
    }
}

fn hessian(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let pattern = bodies.sparsity_hessian();
    let sparsity = sparsity(names, pattern, [names.inputs(); 2]);
    let matrix = Matrix {
        name: "sparse_hessian",
        name_into: "sparse_hessian_into",
        variable: "values",
        doc: match names.signature.scalar_result() {
            Some(_) => {
                "The entries of the lower triangle of the Hessian, in the order of \
                 [`SPARSITY_HESSIAN`]."
            }
            None => {
                "The entries of the lower triangle of the Hessian of the sum of the results, each \
                 times its element of `weights`, in the order of [`SPARSITY_HESSIAN`]."
            }
        },
        doc_into: "Writes the entries of the lower triangle of the Hessian to `values`.",
        ty: Numbers::entries(names, pattern),
    };
    let parameters = |form| weights(names, form);
    let functions = matrix.items(names, bodies, parameters, |form, values| {
        fill_hessian(names, bodies, &inputs(names, form), values)
    });
    mixed! {
        /// The places of the entries of the lower triangle of the Hessian: a row and a column for
        /// each independent variable (see `offset`).
        pub const SPARSITY_HESSIAN: #sparsity;
        #functions
    }
}

fn value_gradient_hessian(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let together = Together {
        name: "value_gradient_sparse_hessian",
        name_into: "value_gradient_sparse_hessian_into",
        doc: "The value, the gradient, and the entries of the lower triangle of the Hessian in the \
              order of [`SPARSITY_HESSIAN`], for little more than the last; of several results, \
              derivatives are those of their sum, each times its element of `weights`.",
        doc_into: "Writes the gradient and the entries of the Hessian, and writes or returns the \
                   value.",
        variable: "values",
        ty: Numbers::entries(names, bodies.sparsity_hessian()),
    };
    together.items(names, bodies, |inputs, primal, values| {
        fill_all(names, bodies, &inputs, primal, values)
    })
}

/// Statements that write the entries of the Jacobian behind a reference.
pub(super) fn fill_jacobian(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    arguments: &[Input],
    values: &TokenStream,
) -> TokenStream {
    let output = entries(names, bodies.sparsity_jacobian(), values);
    call::call(names, bodies, "run_sparse_jacobian", arguments, &[output])
}

/// Statements that write the entries of the Hessian behind a reference, for these arguments and
/// weights.
pub(super) fn fill_hessian(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    inputs: &[Input],
    values: &TokenStream,
) -> TokenStream {
    if names.signature.derivatives.sparse_hessian {
        let output = entries(names, bodies.sparsity_hessian(), values);
        return call::call(names, bodies, "run_sparse_hessian", inputs, &[output]);
    }
    // Code of its own only where it was asked for.
    fill_all(names, bodies, inputs, Primal::scratch(names), values)
}

/// Statements that write value and gradient to their places and the entries of the Hessian behind
/// a reference, for these arguments and weights.
pub(super) fn fill_all(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    inputs: &[Input],
    primal: Primal,
    values: &TokenStream,
) -> TokenStream {
    let before = primal.before;
    let entries = entries(names, bodies.sparsity_hessian(), values);
    let outputs = both(primal.outputs, vec![entries]);
    let name = "run_value_gradient_sparse_hessian";
    let run = call::call(names, bodies, name, inputs, &outputs);
    mixed!(#before #run)
}

/// The entries of a pattern behind a reference as a program's output.
fn entries(names: &Names<'_>, pattern: Option<&Pattern>, values: &TokenStream) -> Output {
    Output {
        ty: entries_type(names, pattern),
        place: mixed!((*#values)),
    }
}

/// The type and the value of the constant for a pattern; without one, there are no entries.
fn sparsity(
    names: &Names<'_>,
    pattern: Option<&Pattern>,
    [rows, columns]: [usize; 2],
) -> TokenStream {
    let private = &names.private;
    let numbers = |numbers: &[usize]| {
        let numbers = numbers.iter().copied().map(Literal::usize_unsuffixed);
        mixed!(&[#(#numbers),*])
    };
    let (starts, indices) = match pattern {
        Some(pattern) => (numbers(pattern.starts()), numbers(pattern.indices())),
        None => {
            let count = Literal::usize_unsuffixed(rows.saturating_add(1));
            (mixed!(&[0; #count]), mixed!(&[]))
        }
    };
    let [rows, columns] = [rows, columns].map(Literal::usize_unsuffixed);
    mixed! {
        #private::Sparsity = #private::Sparsity {
            rows: #rows,
            columns: #columns,
            starts: #starts,
            indices: #indices,
        }
    }
}
