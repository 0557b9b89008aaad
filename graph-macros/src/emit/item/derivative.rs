//! Adjoint, gradient and tangent, each by value and in place.

use proc_macro2::TokenStream;

use super::Bodies;
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
    let (generics, parameters) = (names.generics(), names.parameters());
    let (arguments, result) = (names.arguments(), names.result());
    let [seed, value, adjoint] = ["seed", "value", "adjoint"].map(ident);
    let run = |seed: TokenStream, value: TokenStream| {
        let mut inputs = Input::arguments(names);
        inputs.extend(call::seeds(names, &seed));
        let outputs = both(
            call::result(names, &value),
            call::adjoint(names, &mixed!(#adjoint)),
        );
        call::call(names, "run_adjoint", &inputs, &outputs)
    };
    let zero = names.zero_result();
    let size = names.result_size().saturating_add(names.adjoint_size());
    let by_value = (size <= RETURN_LIMIT).then(|| {
        let run = run(mixed!(#seed), mixed!(#value));
        let body = bodies.body(mixed! {
            let mut #value = #zero;
            let mut #adjoint = Adjoint::ZERO;
            #run
            (#value, #adjoint)
        });
        mixed! {
            /// The value and the vector-Jacobian product: the derivatives of the sum of the
            /// results, each times its element of `seed`.
            #[inline]
            #[must_use]
            pub fn adjoint #generics(#arguments #seed: #result) -> (#result, Adjoint #parameters) {
                #body
            }
        }
    });
    let in_place = if names.returns_number() {
        let run = run(mixed!(#seed), mixed!(#value));
        let body = bodies.body(mixed! {
            let mut #value = #zero;
            #run
            #value
        });
        mixed! {
            /// Writes the derivatives, times `seed`, to `adjoint` and returns the value.
            #[inline]
            pub fn adjoint_into #generics(
                #arguments #seed: #result, #adjoint: &mut Adjoint #parameters
            ) -> #result {
                #body
            }
        }
    } else {
        let body = bodies.body(run(mixed!((*#seed)), mixed!((*#value))));
        mixed! {
            /// Writes the value to `value`, and the derivatives of the sum of the results, each
            /// times its element of `seed`, to `adjoint`.
            #[inline]
            pub fn adjoint_into #generics(
                #arguments #seed: &#result, #value: &mut #result,
                #adjoint: &mut Adjoint #parameters
            ) {
                #body
            }
        }
    };
    mixed!(#by_value #in_place)
}

fn gradient(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (generics, parameters) = (names.generics(), names.parameters());
    let (arguments, result) = (names.arguments(), names.result());
    let [value, adjoint] = ["value", "adjoint"].map(ident);
    let (function, seed) = gradient_call(names, bodies);
    let mut inputs = Input::arguments(names);
    inputs.extend(seed);
    let fields = call::adjoint(names, &mixed!(#adjoint));
    let outputs = both(call::result(names, &mixed!(#value)), fields);
    let run = call::call(names, function, &inputs, &outputs);
    let zero = names.zero_result();
    let by_value = (names.adjoint_size() <= RETURN_LIMIT).then(|| {
        let body = bodies.body(mixed! {
            let mut #value = #zero;
            let mut #adjoint = Adjoint::ZERO;
            #run
            (#value, #adjoint)
        });
        mixed! {
            /// The value and its derivatives.
            #[inline]
            #[must_use]
            pub fn gradient #generics(#arguments) -> (#result, Adjoint #parameters) { #body }
        }
    });
    let body = bodies.body(mixed! {
        let mut #value = #zero;
        #run
        #value
    });
    mixed! {
        #by_value

        /// Writes the derivatives to `adjoint` and returns the value.
        #[inline]
        pub fn gradient_into #generics(
            #arguments #adjoint: &mut Adjoint #parameters
        ) -> #result {
            #body
        }
    }
}

fn tangent(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (generics, parameters) = (names.generics(), names.parameters());
    let (arguments, result) = (names.arguments(), names.result());
    let [direction, value, tangent] = ["direction", "value", "tangent"].map(ident);
    let run = |value: TokenStream, tangent: TokenStream| {
        let mut inputs = Input::arguments(names);
        inputs.extend(call::directions(names, &mixed!(#direction)));
        let outputs = both(call::result(names, &value), call::result(names, &tangent));
        call::call(names, "run_tangent", &inputs, &outputs)
    };
    let zero = names.zero_result();
    let by_value = (names.result_size().saturating_mul(2) <= RETURN_LIMIT).then(|| {
        let run = run(mixed!(#value), mixed!(#tangent));
        let body = bodies.body(mixed! {
            let mut #value = #zero;
            let mut #tangent = #zero;
            #run
            (#value, #tangent)
        });
        mixed! {
            /// The value and the Jacobian-vector product: the derivative in a direction.
            #[inline]
            #[must_use]
            pub fn tangent #generics(
                #arguments #direction: &Tangent #parameters
            ) -> (#result, #result) {
                #body
            }
        }
    });
    let in_place = (!names.returns_number()).then(|| {
        let body = bodies.body(run(mixed!((*#value)), mixed!((*#tangent))));
        mixed! {
            /// Writes the value to `value` and its derivative in a direction to `tangent`.
            #[inline]
            pub fn tangent_into #generics(
                #arguments #direction: &Tangent #parameters,
                #value: &mut #result, #tangent: &mut #result
            ) {
                #body
            }
        }
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
