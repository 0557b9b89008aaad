//! Derivative matrices, on request.

use proc_macro2::{Ident, Literal, TokenStream};

use super::Bodies;
use super::derivative::both;
use super::flat::{flat_adjoint, flat_inputs, flat_result, split};
use crate::emit::call::{self, Input, Output};
use crate::emit::names::{Names, ident};
use crate::emit::{RETURN_LIMIT, mixed};

/// What `#[derivatives(..)]` asks for.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let asked = &names.signature.derivatives;
    let uniform = names.float().is_some();
    let jacobian = (asked.jacobian && uniform).then(|| jacobian(names, bodies));
    let scalar = names.signature.scalar_result().is_some();
    let hessian = (asked.hessian && scalar && uniform).then(|| hessian(names, bodies));
    let offsets = (asked.jacobian || asked.hessian).then(|| offsets(names));
    mixed!(#offsets #jacobian #hessian)
}

/// Where each argument's part of a row begins.
fn offsets(names: &Names<'_>) -> TokenStream {
    let arguments: Vec<_> = names.independent().collect();
    let upper = |ident: &Ident| ident.to_string().trim_start_matches("r#").to_uppercase();
    let mut start = 0;
    let constants = arguments.iter().map(|argument| {
        let name = upper(&argument.name);
        // Two names that differ in case only keep theirs.
        let alike = arguments.iter().filter(|a| upper(&a.name) == name).count();
        let constant = match syn::parse_str::<Ident>(&name) {
            Ok(ident) if alike == 1 => ident,
            _ => argument.name.clone(),
        };
        let doc = format!("Of `{}`.", argument.name);
        let offset = Literal::usize_unsuffixed(start);
        start += argument.ty.shape.size();
        mixed!(#[doc = #doc] pub const #constant: usize = #offset;)
    });
    mixed! {
        /// The first column of each argument in derivative matrices.
        pub mod offset { #(#constants)* }
    }
}

fn jacobian(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (generics, arguments, result) = (names.generics(), names.arguments(), names.result());
    let (matrix, zero_matrix) = matrix_of(names, names.outputs());
    let [value, jacobian] = ["value", "jacobian"].map(ident);
    let fill = |value: TokenStream, jacobian: TokenStream| {
        // Whichever takes fewer products: a column for each input, or a row for each output.
        if names.inputs() <= names.outputs() {
            fill_columns(names, &value, &jacobian)
        } else {
            fill_rows(names, &value, &jacobian)
        }
    };
    let zero = names.zero_result();
    let size = matrix_size(names, names.outputs()).saturating_add(names.result_size());
    let by_value = (size <= RETURN_LIMIT).then(|| {
        let fill = fill(mixed!(#value), mixed!(&mut #jacobian));
        let body = bodies.body(mixed! {
            let mut #value = #zero;
            let mut #jacobian = #zero_matrix;
            #fill
            (#value, #jacobian)
        });
        mixed! {
            /// The value and the Jacobian: one row for each element of the result, one column
            /// for each independent variable (see `offset`).
            #[inline]
            #[must_use]
            pub fn jacobian #generics(#arguments) -> (#result, #matrix) { #body }
        }
    });
    let fill = fill(mixed!((*#value)), mixed!(#jacobian));
    let body = bodies.body(fill);
    mixed! {
        #by_value

        /// Writes the value to `value` and the Jacobian to `jacobian`.
        #[inline]
        pub fn jacobian_into #generics(
            #arguments #value: &mut #result, #jacobian: &mut #matrix
        ) {
            #body
        }
    }
}

fn fill_columns(names: &Names<'_>, value: &TokenStream, matrix: &TokenStream) -> TokenStream {
    let private = &names.private;
    let [direction, column] = ["direction", "column"].map(ident);
    let mut inputs = Input::arguments(names);
    inputs.extend(flat_inputs(names, &mixed!(#direction)));
    let (before, tangents) = flat_result(names, &mixed!(#column));
    let outputs = both(call::result(names, value), tangents);
    let run = call::call(names, "run_tangent", &inputs, &outputs);
    mixed! {
        #private::generated::columns(#matrix, |#direction, #column| {
            #before
            #run
        });
    }
}

fn fill_rows(names: &Names<'_>, value: &TokenStream, matrix: &TokenStream) -> TokenStream {
    let private = &names.private;
    let [seed, row] = ["seed", "row"].map(ident);
    let mut inputs = Input::arguments(names);
    let parts = names.signature.result.parts();
    inputs.extend(split(names, parts.iter(), &mixed!(#seed)));
    let (before, adjoints) = flat_adjoint(names, &mixed!(#row));
    let outputs = both(call::result(names, value), adjoints);
    let run = call::call(names, "run_adjoint", &inputs, &outputs);
    mixed! {
        #private::generated::rows(#matrix, |#seed, #row| {
            #before
            #run
        });
    }
}

fn hessian(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (generics, parameters) = (names.generics(), names.parameters());
    let (private, arguments, result) = (&names.private, names.arguments(), names.result());
    let (matrix, zero_matrix) = matrix_of(names, names.inputs());
    let [value, gradient, hessian, direction, column, product] = [
        "value",
        "gradient",
        "hessian",
        "direction",
        "column",
        "product",
    ]
    .map(ident);
    let slope = ident("slope");
    let zero = names.zero_result();
    let run = |directions: Vec<Input>, products: Vec<Output>, gradient: &TokenStream| {
        let mut inputs = Input::arguments(names);
        inputs.extend(directions);
        let primal = both(
            call::result(names, &mixed!(#value)),
            call::adjoint(names, gradient),
        );
        let tangent = both(call::result(names, &mixed!(#slope)), products);
        call::call(names, "run_hessian", &inputs, &both(primal, tangent))
    };
    let fill = {
        let (before, products) = flat_adjoint(names, &mixed!(#column));
        let directions = flat_inputs(names, &mixed!(#direction));
        let run = run(directions, products, &mixed!(#gradient));
        mixed! {
            let mut #slope = #zero;
            #private::generated::columns(#hessian, |#direction, #column| {
                #before
                #run
            });
        }
    };
    let size = matrix_size(names, names.inputs()).saturating_add(names.adjoint_size());
    let passed = names.argument_names();
    let by_value = (size <= RETURN_LIMIT).then(|| {
        let body = bodies.body(mixed! {
            let mut #gradient = Adjoint::ZERO;
            let mut #hessian = #zero_matrix;
            let #value = hessian_into(#passed &mut #gradient, &mut #hessian);
            (#value, #gradient, #hessian)
        });
        mixed! {
            /// The value, the gradient and the Hessian: one row and one column for each
            /// independent variable (see `offset`).
            #[inline]
            #[must_use]
            pub fn hessian #generics(#arguments) -> (#result, Adjoint #parameters, #matrix) {
                #body
            }
        }
    });
    let into = bodies.body(mixed! {
        let mut #value = #zero;
        #fill
        #value
    });
    let product_body = {
        let directions = call::directions(names, &mixed!(#direction));
        let run = run(
            directions,
            call::adjoint(names, &mixed!(#product)),
            &mixed!(#gradient),
        );
        bodies.body(mixed! {
            let mut #value = #zero;
            let mut #slope = #zero;
            let mut #gradient = Adjoint::ZERO;
            let mut #product = Adjoint::ZERO;
            #run
            (#gradient, #product)
        })
    };
    let product = (names.adjoint_size().saturating_mul(2) <= RETURN_LIMIT).then(|| {
        mixed! {
            /// The gradient, and the product of the Hessian with a direction.
            #[inline]
            #[must_use]
            pub fn hessian_product #generics(
                #arguments #direction: &Tangent #parameters
            ) -> (Adjoint #parameters, Adjoint #parameters) {
                #product_body
            }
        }
    });
    mixed! {
        #by_value

        /// Writes the gradient to `gradient` and the Hessian to `hessian`; returns the value.
        #[inline]
        pub fn hessian_into #generics(
            #arguments #gradient: &mut Adjoint #parameters, #hessian: &mut #matrix
        ) -> #result {
            #into
        }

        #product
    }
}

/// The type of a matrix with this many rows and a column for each independent variable, and its
/// zero.
fn matrix_of(names: &Names<'_>, rows: usize) -> (TokenStream, TokenStream) {
    let ty = matrix_type(names, rows);
    (names.signature.rust_type(&ty), names.zero(&ty))
}

fn matrix_size(names: &Names<'_>, rows: usize) -> usize {
    rows.saturating_mul(names.inputs()).saturating_mul(8)
}

fn matrix_type(names: &Names<'_>, rows: usize) -> graph_ir::Type {
    let element = names.float().unwrap_or(graph_ir::Element::F64);
    // A matrix beyond what a shape can hold could not be compiled either.
    let shape = graph_ir::Shape::new(&[rows, names.inputs()]);
    graph_ir::Type::new(element, shape.unwrap_or_else(|_| graph_ir::Shape::scalar()))
}
