//! Adjoint, gradient and tangent, each by value and in place.

use proc_macro2::TokenStream;

use super::Bodies;
use super::twin::{Item, parameter};
use crate::emit::call::{self, Input, Output};
use crate::emit::names::{Names, ident};
use crate::emit::{RETURN_LIMIT, mixed};

/// All derivative functions that every differentiable function gets.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let adjoint = adjoint(names, bodies);
    let tangent = tangent(names, bodies);
    let gradient = names
        .signature
        .scalar_result()
        .map(|_| gradient(names, bodies));
    mixed!(#adjoint #gradient #tangent)
}

fn adjoint(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (parameters, result) = (names.parameters(), names.result());
    let [seed, value, adjoint] = ["seed", "value", "adjoint"].map(ident);
    let run = |seed: TokenStream, value: TokenStream| {
        let mut inputs = Input::arguments(names);
        inputs.extend(call::seeds(names, &seed));
        let outputs = both(
            call::result(names, &value),
            call::adjoint(names, &mixed!(#adjoint)),
        );
        call::call(names, bodies, "run_adjoint", &inputs, &outputs)
    };
    let zero = names.zero_result();
    let size = names.result_size().saturating_add(names.adjoint_size());
    let by_value = (size <= RETURN_LIMIT).then(|| {
        let run = run(mixed!(#seed), mixed!(#value));
        let item = Item {
            name: "adjoint",
            hidden: None,
            doc: "The value and the vector-Jacobian product: the derivatives of the sum of the \
                  results, each times its element of `seed`.",
            must_use: true,
            parameters: vec![parameter(&seed, &result)],
            result: Some(mixed!((#result, Adjoint #parameters))),
            body: mixed! {
                let mut #value = #zero;
                let mut #adjoint = Adjoint::ZERO;
                #run
                (#value, #adjoint)
            },
        };
        item.tokens(names, bodies)
    });
    let written = parameter(&adjoint, mixed!(&mut Adjoint #parameters));
    let in_place = if names.returns_number() {
        let run = run(mixed!(#seed), mixed!(#value));
        Item {
            name: "adjoint_into",
            hidden: None,
            doc: "Writes the derivatives, times `seed`, to `adjoint` and returns the value.",
            must_use: false,
            parameters: vec![parameter(&seed, &result), written],
            body: mixed! {
                let mut #value = #zero;
                #run
                #value
            },
            result: Some(result),
        }
    } else {
        Item {
            name: "adjoint_into",
            hidden: None,
            doc: "Writes the value to `value`, and the derivatives of the sum of the results, \
                  each times its element of `seed`, to `adjoint`.",
            must_use: false,
            parameters: vec![
                parameter(&seed, mixed!(&#result)),
                parameter(&value, mixed!(&mut #result)),
                written,
            ],
            result: None,
            body: run(mixed!((*#seed)), mixed!((*#value))),
        }
    };
    let in_place = in_place.tokens(names, bodies);
    mixed!(#by_value #in_place)
}

fn gradient(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (parameters, result) = (names.parameters(), names.result());
    let [value, adjoint] = ["value", "adjoint"].map(ident);
    let (function, seed) = gradient_call(names, bodies);
    let mut inputs = Input::arguments(names);
    inputs.extend(seed);
    let fields = call::adjoint(names, &mixed!(#adjoint));
    let outputs = both(call::result(names, &mixed!(#value)), fields);
    let run = call::call(names, bodies, function, &inputs, &outputs);
    let zero = names.zero_result();
    let by_value = (names.adjoint_size() <= RETURN_LIMIT).then(|| {
        let item = Item {
            name: "gradient",
            hidden: None,
            doc: "The value and its derivatives.",
            must_use: true,
            parameters: Vec::new(),
            result: Some(mixed!((#result, Adjoint #parameters))),
            body: mixed! {
                let mut #value = #zero;
                let mut #adjoint = Adjoint::ZERO;
                #run
                (#value, #adjoint)
            },
        };
        item.tokens(names, bodies)
    });
    let in_place = Item {
        name: "gradient_into",
        hidden: None,
        doc: "Writes the derivatives to `adjoint` and returns the value.",
        must_use: false,
        parameters: vec![parameter(&adjoint, mixed!(&mut Adjoint #parameters))],
        result: Some(result),
        body: mixed! {
            let mut #value = #zero;
            #run
            #value
        },
    };
    let in_place = in_place.tokens(names, bodies);
    mixed!(#by_value #in_place)
}

fn tangent(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (parameters, result) = (names.parameters(), names.result());
    let [direction, value, tangent] = ["direction", "value", "tangent"].map(ident);
    let run = |value: TokenStream, tangent: TokenStream| {
        let mut inputs = Input::arguments(names);
        inputs.extend(call::directions(names, &mixed!(#direction)));
        let outputs = both(call::result(names, &value), call::result(names, &tangent));
        call::call(names, bodies, "run_tangent", &inputs, &outputs)
    };
    let zero = names.zero_result();
    let along = parameter(&direction, mixed!(&Tangent #parameters));
    let by_value = (names.result_size().saturating_mul(2) <= RETURN_LIMIT).then(|| {
        let run = run(mixed!(#value), mixed!(#tangent));
        let item = Item {
            name: "tangent",
            hidden: None,
            doc: "The value and the Jacobian-vector product: the derivative in a direction.",
            must_use: true,
            parameters: vec![along.clone()],
            result: Some(mixed!((#result, #result))),
            body: mixed! {
                let mut #value = #zero;
                let mut #tangent = #zero;
                #run
                (#value, #tangent)
            },
        };
        item.tokens(names, bodies)
    });
    let in_place = (!names.returns_number()).then(|| {
        let item = Item {
            name: "tangent_into",
            hidden: None,
            doc: "Writes the value to `value` and its derivative in a direction to `tangent`.",
            must_use: false,
            parameters: vec![
                along,
                parameter(&value, mixed!(&mut #result)),
                parameter(&tangent, mixed!(&mut #result)),
            ],
            result: None,
            body: run(mixed!((*#value)), mixed!((*#tangent))),
        };
        item.tokens(names, bodies)
    });
    mixed!(#by_value #in_place)
}

/// The private function that computes the gradient, and what it takes besides the arguments.
pub(super) fn gradient_call(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
) -> (&'static str, Option<Input>) {
    match bodies.shares_gradient() {
        true => ("run_adjoint", Some(Input::passed(one(names)))),
        false => ("run_gradient", None),
    }
}

/// One of the result's float type.
fn one(names: &Names<'_>) -> TokenStream {
    match &names.signature.generic {
        Some(generic) => {
            let private = &names.private;
            mixed!(<#generic as #private::math::Float>::ONE)
        }
        None => mixed!(1.0),
    }
}

pub(super) fn both(mut first: Vec<Output>, second: Vec<Output>) -> Vec<Output> {
    first.extend(second);
    first
}
