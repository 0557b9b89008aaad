//! `check`, and the test that calls it, for functions with `#[check]`.

use proc_macro2::{Literal, TokenStream};

use super::Bodies;
use crate::derivatives::{Check, Trait};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::emit::ways::implements;

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let Some(check) = &names.signature.derivatives.check else {
        return TokenStream::new();
    };
    if !implements(names.signature, Trait::Function) {
        return TokenStream::new();
    }
    let (private, facade) = (&names.private, &names.signature.facade);
    let [random, options, function] = ["random", "options", "function"].map(ident);
    let given = given(check);
    let mut fields = TokenStream::new();
    let (mut declared, mut passed) = (TokenStream::new(), TokenStream::new());
    for (position, argument) in names.signature.arguments.iter().enumerate() {
        if argument.has_derivative() {
            continue;
        }
        let (name, variable) = (&argument.name, argument.variable());
        let zero = names.zero_of(&argument.ty);
        let position = Literal::usize_unsuffixed(position);
        let reference = argument.by_reference.then(|| mixed!(&));
        declared.extend(mixed! {
            let mut #variable = #zero;
            #private::generated::check::Parameter::fill(
                &mut #variable, &mut #random, #options.range
            );
        });
        fields.extend(mixed!(#name: #reference #variable,));
        passed.extend(mixed!((#position, &#variable),));
    }
    let marker = names.needs_marker().then(|| {
        let marker = ident("marker");
        mixed!(#marker: ::core::marker::PhantomData,)
    });
    let generic = names.signature.generic.as_ref();
    let [parameters, of] = [mixed!(::<f64>), mixed!(<f64>)].map(|tokens| generic.map(|_| tokens));
    let value = match fields.is_empty() && marker.is_none() {
        true => mixed!(Function),
        false => mixed!(Function { #fields #marker }),
    };
    let functions = match names.signature.outside.is_empty() {
        true => mixed!(#private::generated::check::Functions::new()),
        false => mixed!(functions()),
    };
    let wrt = names.signature.independent().into_iter();
    let wrt = wrt.map(Literal::usize_unsuffixed);
    let body = bodies.body(mixed! {
        let #options = #private::generated::check::Options {
            #given
            ..#private::generated::check::Options::DEFAULT
        };
        let mut #random = #private::generated::check::Random::new(!#options.seed);
        #declared
        let #function: Function #of = #value;
        #private::generated::check::check(
            &#function, &graph #parameters (), &[#(#wrt),*], &[#passed], #functions, #options
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
