//! Second derivatives, on request: the Hessian of a function with one number as its result, or of
//! the sum of the results of another one, each times its weight; alone, with value and gradient,
//! or times a direction.

use proc_macro2::{Ident, Literal, TokenStream};

use super::Bodies;
use super::derivative::both;
use super::matrix::{Form, Matrix, Numbers, matrix_type};
use super::slices::{flat_adjoint, flat_inputs, scratch_adjoint, scratch_result};
use super::together::Together;
use super::twin::{Item, parameter};
use crate::emit::call::{self, Input, Output};
use crate::emit::names::{Names, ident};
use crate::emit::{RETURN_LIMIT, mixed};

/// What of the second derivatives is asked for.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let asked = &names.signature.derivatives;
    let hessian = asked.hessian.then(|| hessian(names, bodies));
    let product = (asked.hessian || asked.hessian_product).then(|| product(names, bodies));
    let all = asked.value_gradient_hessian.then(|| all(names, bodies));
    mixed!(#hessian #product #all)
}

/// The weights of several results, as a parameter.
pub(super) fn weights(names: &Names<'_>, form: Form) -> Vec<(Ident, TokenStream)> {
    if names.signature.scalar_result().is_some() {
        return Vec::new();
    }
    let (weights, result) = (ident("weights"), names.result());
    vec![match form {
        Form::InPlace => parameter(&weights, mixed!(&#result)),
        Form::ByValue => parameter(&weights, result),
    }]
}

/// The arguments of the function and, of several results, the weights.
pub(super) fn inputs(names: &Names<'_>, form: Form) -> Vec<Input> {
    let mut inputs = Input::arguments(names);
    if names.signature.scalar_result().is_none() {
        let weights = ident("weights");
        inputs.extend(call::seeds(
            names,
            &match form {
                Form::ByValue => mixed!(#weights),
                Form::InPlace => mixed!((*#weights)),
            },
        ));
    }
    inputs
}

fn hessian(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let matrix = Matrix {
        name: "hessian",
        name_into: "hessian_into",
        variable: "hessian",
        doc: match names.signature.scalar_result() {
            Some(_) => {
                "The Hessian: one row and one column for each independent variable (see `offset`)."
            }
            None => {
                "The Hessian of the sum of the results, each times its element of `weights`: one \
                 row and one column for each independent variable (see `offset`)."
            }
        },
        doc_into: "Writes the Hessian to `hessian`.",
        ty: Numbers::matrix(names, names.inputs()),
    };
    let parameters = |form| weights(names, form);
    matrix.items(names, bodies, parameters, |form, matrix| {
        let primal = Primal::scratch(names);
        fill(names, bodies, inputs(names, form), primal, matrix)
    })
}

/// Value, gradient and Hessian.
fn all(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let together = Together {
        name: "value_gradient_hessian",
        name_into: "value_gradient_hessian_into",
        doc: "The value, the gradient and the Hessian, for the price of the Hessian; of several \
              results, derivatives are those of their sum, each times its element of `weights`.",
        doc_into: "Writes gradient and Hessian, and writes or returns the value.",
        variable: "hessian",
        ty: Numbers::matrix(names, names.inputs()),
    };
    together.items(names, bodies, |inputs, primal, matrix| {
        fill(names, bodies, inputs, primal, matrix)
    })
}

fn product(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let parameters = names.parameters();
    let [direction, product] = ["direction", "product"].map(ident);
    let along = parameter(&direction, mixed!(&Tangent #parameters));
    let run = |form| {
        let mut inputs = inputs(names, form);
        inputs.extend(call::directions(names, &mixed!(#direction)));
        let products = call::adjoint(names, &mixed!(#product));
        let Primal { before, outputs } = Primal::scratch(names);
        let outputs = both(outputs, products);
        let run = call::call(names, bodies, "run_hessian", &inputs, &outputs);
        mixed!(#before #run)
    };
    let by_value = (names.adjoint_size() <= RETURN_LIMIT).then(|| {
        let run = run(Form::ByValue);
        let mut parameters_by_value = weights(names, Form::ByValue);
        parameters_by_value.push(along.clone());
        let item = Item {
            name: "hessian_product",
            hidden: None,
            doc: "The product of the Hessian with a direction; of several results, the Hessian is \
                  that of their sum, each times its element of `weights`.",
            must_use: true,
            parameters: parameters_by_value,
            result: Some(mixed!(Adjoint #parameters)),
            body: mixed! {
                let mut #product = Adjoint::ZERO;
                #run
                #product
            },
        };
        item.tokens(names, bodies)
    });
    let mut written = weights(names, Form::InPlace);
    written.push(along);
    written.push(parameter(&product, mixed!(&mut Adjoint #parameters)));
    let in_place = Item {
        name: "hessian_product_into",
        hidden: None,
        doc: "Writes the product of the Hessian with a direction to `product`.",
        must_use: false,
        parameters: written,
        result: None,
        body: run(Form::InPlace),
    };
    let in_place = in_place.tokens(names, bodies);
    mixed!(#by_value #in_place)
}

/// Where value and gradient go, which every product computes.
pub(super) struct Primal {
    /// Statements that make the places, or take slices apart.
    pub(super) before: TokenStream,
    pub(super) outputs: Vec<Output>,
}

impl Primal {
    /// Into variables of their own, `value` and `gradient`.
    pub(super) fn scratch(names: &Names<'_>) -> Self {
        let (before, values) = scratch_result(names);
        let (and_before, adjoints) = scratch_adjoint(names);
        Self {
            before: mixed!(#before #and_before),
            outputs: both(values, adjoints),
        }
    }
}

/// Statements that fill the Hessian behind a reference for these arguments and weights: at once
/// where that is a program, else a column at a time.
pub(super) fn fill(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    mut inputs: Vec<Input>,
    primal: Primal,
    matrix: &TokenStream,
) -> TokenStream {
    let ty = matrix_type(names, names.inputs());
    if let Some(ty) = ty.filter(|_| bodies.has_hessian()) {
        let (before, mut outputs) = (primal.before, primal.outputs);
        let place = mixed!((*#matrix));
        outputs.push(Output { ty, place });
        let function = "run_value_gradient_hessian";
        let run = call::call(names, bodies, function, &inputs, &outputs);
        return mixed!(#before #run);
    }
    let private = &names.private;
    let [direction, column] = ["direction", "column"].map(ident);
    let (before, products) = flat_adjoint(names, &mixed!(#column));
    inputs.extend(flat_inputs(names, &mixed!(#direction)));
    let outputs = both(primal.outputs, products);
    let run = call::call(names, bodies, "run_hessian", &inputs, &outputs);
    let before_all = primal.before;
    if names.inputs() == 0 {
        // No column asks for value and gradient.
        let float = names.element(names.float().unwrap_or(graph_ir::Element::F64));
        return mixed! {
            #before_all
            let (#direction, #column): (&[#float; 0], &mut [#float; 0]) = (&[], &mut []);
            #before
            #run
        };
    }
    let size = Literal::usize_unsuffixed(names.inputs());
    mixed! {
        #before_all
        #private::generated::columns::<_, #size, #size>(&mut (#matrix)[..], |#direction, #column| {
            #before
            #run
        });
    }
}
