//! Derivative matrices, on request.

use proc_macro2::{Ident, Literal, TokenStream};

use super::Bodies;
use super::derivative::both;
use super::slices::{flat_adjoint, flat_inputs, flat_result, split};
use super::twin::{Item, parameter};
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
    let matrix = Matrix {
        name: "jacobian",
        name_into: "jacobian_into",
        doc: "The Jacobian: one row for each element of the result, one column for each \
              independent variable (see `offset`).",
        doc_into: "Writes the Jacobian to `jacobian`.",
        rows: names.outputs(),
    };
    // Whichever takes fewer products: a column for each input, or a row for each output.
    match names.inputs() <= names.outputs() {
        _ if bodies.has_jacobian() => matrix.items(names, bodies, fill_at_once),
        true => matrix.items(names, bodies, fill_columns),
        false => matrix.items(names, bodies, fill_rows),
    }
}

fn fill_at_once(names: &Names<'_>, bodies: &Bodies<'_>, matrix: &TokenStream) -> TokenStream {
    let inputs = Input::arguments(names);
    let output = Output {
        ty: matrix_type(names, names.outputs()),
        place: mixed!((*#matrix)),
    };
    call::call(names, bodies, "run_jacobian", &inputs, &[output])
}

/// A matrix with a column for each independent variable.
struct Matrix {
    name: &'static str,
    name_into: &'static str,
    doc: &'static str,
    doc_into: &'static str,
    rows: usize,
}

impl Matrix {
    /// The function that returns it, unless it is too large, and the one that writes it in place.
    fn items(
        self,
        names: &Names<'_>,
        bodies: &Bodies<'_>,
        fill: fn(&Names<'_>, &Bodies<'_>, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let (ty, zero) = matrix_of(names, self.rows);
        let matrix = ident(self.name);
        let by_value = (matrix_size(names, self.rows) <= RETURN_LIMIT).then(|| {
            let fill = fill(names, bodies, &mixed!(&mut #matrix));
            let item = Item {
                name: self.name,
                hidden: None,
                doc: self.doc,
                must_use: true,
                parameters: Vec::new(),
                result: Some(ty.clone()),
                body: mixed! {
                    let mut #matrix = #zero;
                    #fill
                    #matrix
                },
            };
            item.tokens(names, bodies)
        });
        let in_place = Item {
            name: self.name_into,
            hidden: None,
            doc: self.doc_into,
            must_use: false,
            parameters: vec![parameter(&matrix, mixed!(&mut #ty))],
            result: None,
            body: fill(names, bodies, &mixed!(#matrix)),
        };
        let in_place = in_place.tokens(names, bodies);
        mixed!(#by_value #in_place)
    }
}

fn fill_columns(names: &Names<'_>, bodies: &Bodies<'_>, matrix: &TokenStream) -> TokenStream {
    let private = &names.private;
    let [direction, column, value] = ["direction", "column", "value"].map(ident);
    let mut inputs = Input::arguments(names);
    inputs.extend(flat_inputs(names, &mixed!(#direction)));
    let (before, tangents) = flat_result(names, &mixed!(#column));
    let outputs = both(call::result(names, &mixed!(#value)), tangents);
    let run = call::call(names, bodies, "run_tangent", &inputs, &outputs);
    let zero = names.zero_result();
    mixed! {
        let mut #value = #zero;
        #private::generated::columns(#matrix, |#direction, #column| {
            #before
            #run
        });
    }
}

fn fill_rows(names: &Names<'_>, bodies: &Bodies<'_>, matrix: &TokenStream) -> TokenStream {
    let private = &names.private;
    let [seed, row, value] = ["seed", "row", "value"].map(ident);
    let mut inputs = Input::arguments(names);
    let parts = names.signature.result.parts();
    inputs.extend(split(names, parts.iter(), &mixed!(#seed)));
    let (before, adjoints) = flat_adjoint(names, &mixed!(#row));
    let outputs = both(call::result(names, &mixed!(#value)), adjoints);
    let run = call::call(names, bodies, "run_adjoint", &inputs, &outputs);
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
    let matrix = Matrix {
        name: "hessian",
        name_into: "hessian_into",
        doc: "The Hessian: one row and one column for each independent variable (see `offset`).",
        doc_into: "Writes the Hessian to `hessian`.",
        rows: names.inputs(),
    };
    let matrix = matrix.items(names, bodies, fill_hessian);
    let product = hessian_product(names, bodies);
    mixed!(#matrix #product)
}

fn fill_hessian(names: &Names<'_>, bodies: &Bodies<'_>, matrix: &TokenStream) -> TokenStream {
    let private = &names.private;
    let [direction, column] = ["direction", "column"].map(ident);
    let (before, products) = flat_adjoint(names, &mixed!(#column));
    let directions = flat_inputs(names, &mixed!(#direction));
    let (scratch, run) = run_hessian(names, bodies, directions, products);
    mixed! {
        #scratch
        #private::generated::columns(#matrix, |#direction, #column| {
            #before
            #run
        });
    }
}

fn hessian_product(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let parameters = names.parameters();
    let [direction, product] = ["direction", "product"].map(ident);
    let directions = call::directions(names, &mixed!(#direction));
    let products = call::adjoint(names, &mixed!(#product));
    let (scratch, run) = run_hessian(names, bodies, directions, products);
    let along = parameter(&direction, mixed!(&Tangent #parameters));
    let by_value = (names.adjoint_size() <= RETURN_LIMIT).then(|| {
        let item = Item {
            name: "hessian_product",
            hidden: None,
            doc: "The product of the Hessian with a direction.",
            must_use: true,
            parameters: vec![along.clone()],
            result: Some(mixed!(Adjoint #parameters)),
            body: mixed! {
                let mut #product = Adjoint::ZERO;
                #scratch
                #run
                #product
            },
        };
        item.tokens(names, bodies)
    });
    let in_place = Item {
        name: "hessian_product_into",
        hidden: None,
        doc: "Writes the product of the Hessian with a direction to `product`.",
        must_use: false,
        parameters: vec![along, parameter(&product, mixed!(&mut Adjoint #parameters))],
        result: None,
        body: mixed!(#scratch #run),
    };
    let in_place = in_place.tokens(names, bodies);
    mixed!(#by_value #in_place)
}

/// The program of the Hessian's products: room for what else it computes, and its call.
fn run_hessian(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    directions: Vec<Input>,
    products: Vec<Output>,
) -> (TokenStream, TokenStream) {
    let [value, gradient, slope] = ["value", "gradient", "slope"].map(ident);
    let mut inputs = Input::arguments(names);
    inputs.extend(directions);
    let fields = call::adjoint(names, &mixed!(#gradient));
    let primal = both(call::result(names, &mixed!(#value)), fields);
    let tangent = both(call::result(names, &mixed!(#slope)), products);
    let run = call::call(
        names,
        bodies,
        "run_hessian",
        &inputs,
        &both(primal, tangent),
    );
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
