//! Derivative matrices, on request.

use proc_macro2::{Ident, Literal, TokenStream};

use super::Bodies;
use super::derivative::both;
use super::slices::{flat_adjoint, flat_inputs, flat_result, split};
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
    let (generics, arguments) = (names.generics(), names.arguments());
    let (matrix, zero) = matrix_of(names, names.outputs());
    let jacobian = ident("jacobian");
    let fill = |jacobian: TokenStream| {
        // Whichever takes fewer products: a column for each input, or a row for each output.
        bodies.body(if names.inputs() <= names.outputs() {
            fill_columns(names, &jacobian)
        } else {
            fill_rows(names, &jacobian)
        })
    };
    let by_value = (matrix_size(names, names.outputs()) <= RETURN_LIMIT).then(|| {
        let fill = fill(mixed!(&mut #jacobian));
        mixed! {
            /// The Jacobian: one row for each element of the result, one column for each
            /// independent variable (see `offset`).
            #[inline]
            #[must_use]
            pub fn jacobian #generics(#arguments) -> #matrix {
                let mut #jacobian = #zero;
                #fill
                #jacobian
            }
        }
    });
    let fill = fill(mixed!(#jacobian));
    mixed! {
        #by_value

        /// Writes the Jacobian to `jacobian`.
        #[inline]
        pub fn jacobian_into #generics(#arguments #jacobian: &mut #matrix) {
            #fill
        }
    }
}

fn fill_columns(names: &Names<'_>, matrix: &TokenStream) -> TokenStream {
    let private = &names.private;
    let [direction, column, value] = ["direction", "column", "value"].map(ident);
    let mut inputs = Input::arguments(names);
    inputs.extend(flat_inputs(names, &mixed!(#direction)));
    let (before, tangents) = flat_result(names, &mixed!(#column));
    let outputs = both(call::result(names, &mixed!(#value)), tangents);
    let run = call::call(names, "run_tangent", &inputs, &outputs);
    let zero = names.zero_result();
    mixed! {
        let mut #value = #zero;
        #private::generated::columns(#matrix, |#direction, #column| {
            #before
            #run
        });
    }
}

fn fill_rows(names: &Names<'_>, matrix: &TokenStream) -> TokenStream {
    let private = &names.private;
    let [seed, row, value] = ["seed", "row", "value"].map(ident);
    let mut inputs = Input::arguments(names);
    let parts = names.signature.result.parts();
    inputs.extend(split(names, parts.iter(), &mixed!(#seed)));
    let (before, adjoints) = flat_adjoint(names, &mixed!(#row));
    let outputs = both(call::result(names, &mixed!(#value)), adjoints);
    let run = call::call(names, "run_adjoint", &inputs, &outputs);
    let zero = names.zero_result();
    mixed! {
        let mut #value = #zero;
        #private::generated::rows(#matrix, |#seed, #row| {
            #before
            #run
        });
    }
}

fn hessian(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (generics, arguments) = (names.generics(), names.arguments());
    let (matrix, zero) = matrix_of(names, names.inputs());
    let hessian = ident("hessian");
    let fill = |hessian: TokenStream| bodies.body(fill_hessian(names, &hessian));
    let by_value = (matrix_size(names, names.inputs()) <= RETURN_LIMIT).then(|| {
        let fill = fill(mixed!(&mut #hessian));
        mixed! {
            /// The Hessian: one row and one column for each independent variable (see `offset`).
            #[inline]
            #[must_use]
            pub fn hessian #generics(#arguments) -> #matrix {
                let mut #hessian = #zero;
                #fill
                #hessian
            }
        }
    });
    let fill = fill(mixed!(#hessian));
    let product = hessian_product(names, bodies);
    mixed! {
        #by_value

        /// Writes the Hessian to `hessian`.
        #[inline]
        pub fn hessian_into #generics(#arguments #hessian: &mut #matrix) {
            #fill
        }

        #product
    }
}

fn fill_hessian(names: &Names<'_>, matrix: &TokenStream) -> TokenStream {
    let private = &names.private;
    let [direction, column] = ["direction", "column"].map(ident);
    let (before, products) = flat_adjoint(names, &mixed!(#column));
    let directions = flat_inputs(names, &mixed!(#direction));
    let (scratch, run) = run_hessian(names, directions, products);
    mixed! {
        #scratch
        #private::generated::columns(#matrix, |#direction, #column| {
            #before
            #run
        });
    }
}

fn hessian_product(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (generics, parameters) = (names.generics(), names.parameters());
    let arguments = names.arguments();
    let [direction, product] = ["direction", "product"].map(ident);
    let directions = call::directions(names, &mixed!(#direction));
    let products = call::adjoint(names, &mixed!(#product));
    let (scratch, run) = run_hessian(names, directions, products);
    let body = bodies.body(mixed!(#scratch #run));
    let by_value = (names.adjoint_size() <= RETURN_LIMIT).then(|| {
        mixed! {
            /// The product of the Hessian with a direction.
            #[inline]
            #[must_use]
            pub fn hessian_product #generics(
                #arguments #direction: &Tangent #parameters
            ) -> Adjoint #parameters {
                let mut #product = Adjoint::ZERO;
                #body
                #product
            }
        }
    });
    mixed! {
        #by_value

        /// Writes the product of the Hessian with a direction to `product`.
        #[inline]
        pub fn hessian_product_into #generics(
            #arguments #direction: &Tangent #parameters, #product: &mut Adjoint #parameters
        ) {
            #body
        }
    }
}

/// The program of the Hessian's products: room for what else it computes, and its call.
fn run_hessian(
    names: &Names<'_>,
    directions: Vec<Input>,
    products: Vec<Output>,
) -> (TokenStream, TokenStream) {
    let [value, gradient, slope] = ["value", "gradient", "slope"].map(ident);
    let mut inputs = Input::arguments(names);
    inputs.extend(directions);
    let fields = call::adjoint(names, &mixed!(#gradient));
    let primal = both(call::result(names, &mixed!(#value)), fields);
    let tangent = both(call::result(names, &mixed!(#slope)), products);
    let run = call::call(names, "run_hessian", &inputs, &both(primal, tangent));
    let zero = names.zero_result();
    let scratch = mixed! {
        let (mut #value, mut #slope) = (#zero, #zero);
        let mut #gradient = Adjoint::ZERO;
    };
    (scratch, run)
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
