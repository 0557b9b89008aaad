//! `check`, and the test that calls it, for functions with `#[check]`.

use graph_ir::Element;
use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use crate::derivatives::{Check, Trait};
use crate::emit::mixed;
use crate::emit::names::{Names, angles, ident};
use crate::emit::ways::implements;
use crate::signature::Argument;
use crate::tokens::joined;

/// The function, and the test.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let Some(check) = &names.signature.derivatives.check else {
        return TokenStream::new();
    };
    if !implements(names.signature, Trait::Function) {
        return TokenStream::new();
    }
    let (private, facade) = (&names.private, &names.signature.facade);
    let names_of_body = ["random", "options", "function", "indices"];
    let [random, options, function, indices] = names_of_body.map(ident);
    let (given, lengths) = (given(check), lengths(check));
    let Parameters {
        declared,
        passed,
        changed,
        value,
    } = parameters(names);
    let float = names.signature.generic.as_ref().map(|_| mixed!(f64));
    let generic = float.as_ref().map(|float| mixed!(::<#float>));
    let typed = names.lengths().into_iter().map(|name| mixed!(#name));
    let of = angles(&float.into_iter().chain(typed).collect::<Vec<_>>());
    let extents = check.lengths.iter().map(|(name, _)| {
        let text = name.to_string();
        mixed!((#text, #name))
    });
    let functions = match names.signature.outside.is_empty() {
        true => mixed!(#private::generated::check::Functions::new()),
        false => mixed!(functions()),
    };
    let wrt = names.signature.independent().into_iter();
    let wrt: Vec<Literal> = wrt.map(Literal::usize_unsuffixed).collect();
    let known = mixed!((&graph #generic (), &[#(#extents),*]));
    let arguments = &names.signature.arguments;
    let has_indices = arguments.iter().any(|own| own.ty.element == Element::I64);
    let chosen = match has_indices {
        true => {
            let float = match names.float() {
                Some(Element::F32) => mixed!(f32),
                _ => mixed!(f64),
            };
            mixed! {
                #private::generated::check::choose_indices::<#float>(
                    #known, &[#(#wrt),*], &mut [#changed], #functions, #options, &mut #random
                )
            }
        }
        false => mixed!(#private::generated::check::NO_INDICES),
    };
    let body = bodies.body(mixed! {
        #lengths
        let #options = #private::generated::check::Options {
            #given
            ..#private::generated::check::Options::DEFAULT
        };
        let mut #random = #private::generated::check::Random::new(!#options.seed);
        #declared
        let #indices = #chosen;
        let #function: Function #of = #value;
        #private::generated::check::check(
            (&#function, #known), &[#(#wrt),*], &[#passed], #functions, #options, #indices
        )
    });
    let doc = format!(
        " Compares the derivatives of `{}` with finite differences and with each other, at points \
         that look random and are the same in every run.",
        names.title()
    );
    let name = names.item("check");
    mixed! {
        #private::generated::with_alloc! {
            #[doc = #doc]
            #[must_use]
            pub fn #name() -> #facade::check::Report { #body }

            #[cfg(test)]
            #[allow(
                forbidden_lint_groups, unnameable_test_items,
                reason = "a block in a function body has an unnameable test, which never runs"
            )]
            #[::core::prelude::v1::test]
            fn derivatives() {
                check().assert();
            }
        }
    }
}

/// The values that are made of the arguments without derivatives.
struct Parameters {
    /// Statements that declare them.
    declared: TokenStream,
    /// Their positions, with references to them.
    passed: TokenStream,
    /// The same with references by which they are changed.
    changed: TokenStream,
    /// The struct `Function` with them.
    value: TokenStream,
}

fn parameters(names: &Names<'_>) -> Parameters {
    let (private, names) = (&names.private, &names.of_constants());
    let [random, options, function] = ["random", "options", "function"].map(ident);
    let lengths = names.fields_of_lengths();
    let mut fields = mixed!(#(#lengths: #lengths,)*);
    // What is passed by value belongs to the function then.
    let mut given_away = Vec::new();
    let [mut declared, mut passed, mut changed] = [(); 3].map(|()| TokenStream::new());
    for formal in names.dynamic_formals() {
        let (name, variable) = (formal.name(), formal.first().variable());
        let zero = names.value_of_formal(formal, |part| zero(names, part));
        declared.extend(mixed!(let mut #variable = #zero;));
        let value = match (
            names.signature.is_rows(&formal.first().ty),
            formal.by_reference(),
        ) {
            (true, _) => mixed!(#variable.as_rows()),
            (false, true) => mixed!(&#variable),
            (false, false) => {
                given_away.push(variable.clone());
                mixed!(#variable)
            }
        };
        fields.extend(mixed!(#name: #value,));
    }
    for (position, argument) in names.signature.arguments.iter().enumerate() {
        if argument.has_derivative() {
            continue;
        }
        let (place, position) = (argument.place(), Literal::usize_unsuffixed(position));
        declared.extend(mixed! {
            #private::generated::check::Parameter::fill(
                &mut #place, &mut #random, #options.range
            );
        });
        let kept = match given_away.contains(&argument.variable()) {
            true => {
                let field = argument.field();
                mixed!(#function.#field)
            }
            false => place.clone(),
        };
        passed.extend(mixed!((#position, &#kept),));
        changed.extend(mixed!((#position, &mut #place),));
    }
    if names.needs_marker() {
        let marker = ident("marker");
        fields.extend(mixed!(#marker: ::core::marker::PhantomData,));
    }
    let value = match fields.is_empty() {
        true => mixed!(Function),
        false => mixed!(Function { #fields }),
    };
    Parameters {
        declared,
        passed,
        changed,
        value,
    }
}

/// Zeros of an argument's type, the generic float as `f64`.
fn zero(names: &Names<'_>, argument: &Argument) -> TokenStream {
    match argument.ty.element {
        Element::Float => names.zero_of_call(&argument.ty.with_element(Element::F64)),
        _ => names.zero_of_call(&argument.ty),
    }
}

/// The lengths as constants, which types have as well.
fn lengths(check: &Check) -> TokenStream {
    let lengths = check.lengths.iter().map(|(name, length)| {
        let length = Literal::usize_unsuffixed(*length);
        mixed!(const #name: usize = #length;)
    });
    joined(lengths)
}

/// The options that were given.
fn given(check: &Check) -> TokenStream {
    let points = check.points.map(Literal::usize_unsuffixed);
    let points = points.map(|points| mixed!(points: #points,));
    let seed = check.seed.map(Literal::u64_unsuffixed);
    let seed = seed.map(|seed| mixed!(seed: #seed,));
    let range = check.range.map(|range| {
        let [low, high] = range.map(signed);
        mixed!(range: [#low, #high],)
    });
    mixed!(#points #seed #range)
}

/// A number with its sign.
fn signed(number: f64) -> TokenStream {
    let literal = Literal::f64_unsuffixed(number.abs());
    match number.is_sign_negative() {
        true => mixed!(-#literal),
        false => mixed!(#literal),
    }
}
