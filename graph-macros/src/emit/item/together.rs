//! Value, gradient and Hessian by one function, the Hessian dense or as the entries of its pattern.

use proc_macro2::TokenStream;

use super::Bodies;
use super::derivative::both;
use super::hessian::{Primal, inputs, weights};
use super::matrix::{Form, Numbers};
use super::twin::{Item, parameter};
use crate::emit::call::{self, Input};
use crate::emit::names::{Names, ident};
use crate::emit::{RETURN_LIMIT, mixed};

/// The function that returns all three, and the one that writes them in place.
pub(super) struct Together {
    pub(super) name: &'static str,
    pub(super) name_into: &'static str,
    pub(super) doc: &'static str,
    pub(super) doc_into: &'static str,
    /// What the Hessian is called.
    pub(super) variable: &'static str,
    /// The type of the Hessian.
    pub(super) ty: Numbers,
}

impl Together {
    /// Both functions. `fill` writes statements that compute all for these arguments and weights,
    /// value and gradient to these places, and the Hessian behind a reference.
    pub(super) fn items(
        self,
        names: &Names<'_>,
        bodies: &Bodies<'_>,
        fill: impl Fn(Vec<Input>, Primal, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let by_value = self.by_value(names, bodies, &fill);
        let in_place = self.in_place(names, bodies, &fill);
        mixed!(#by_value #in_place)
    }

    fn by_value(
        &self,
        names: &Names<'_>,
        bodies: &Bodies<'_>,
        fill: &impl Fn(Vec<Input>, Primal, &TokenStream) -> TokenStream,
    ) -> Option<TokenStream> {
        let (parameters, result) = (names.parameters(), names.result());
        let [value, gradient, hessian] = ["value", "gradient", self.variable].map(ident);
        let (ty, zero) = self.ty.tokens(names);
        let derivatives = self.ty.size().saturating_add(names.adjoint_size());
        let size = derivatives.saturating_add(names.result_size());
        (size <= RETURN_LIMIT).then(|| {
            let inputs = inputs(names, Form::ByValue);
            let fill = fill(inputs, Primal::scratch(names), &mixed!(&mut #hessian));
            let item = Item {
                name: self.name,
                hidden: None,
                doc: self.doc,
                must_use: true,
                parameters: weights(names, Form::ByValue),
                result: Some(mixed!((#result, Adjoint #parameters, #ty))),
                body: mixed! {
                    let mut #hessian = #zero;
                    #fill
                    (#value, #gradient, #hessian)
                },
            };
            item.tokens_over(&self.ty.generics(names), names, bodies)
        })
    }

    fn in_place(
        &self,
        names: &Names<'_>,
        bodies: &Bodies<'_>,
        fill: &impl Fn(Vec<Input>, Primal, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let (parameters, result) = (names.parameters(), names.result());
        let [value, gradient, hessian] = ["value", "gradient", self.variable].map(ident);
        let (ty, _) = self.ty.tokens(names);
        let mut written = weights(names, Form::InPlace);
        let number = names.returns_number();
        if !number {
            written.push(parameter(&value, mixed!(&mut #result)));
        }
        written.push(parameter(&gradient, mixed!(&mut Adjoint #parameters)));
        written.push(parameter(&hessian, mixed!(&mut #ty)));
        let place = match number {
            true => mixed!(#value),
            false => mixed!((*#value)),
        };
        let primal = Primal {
            before: TokenStream::new(),
            outputs: both(
                call::result(names, &place),
                call::adjoint(names, &mixed!((*#gradient))),
            ),
        };
        let fill = fill(inputs(names, Form::InPlace), primal, &mixed!(#hessian));
        let zero = names.zero_result();
        let item = Item {
            name: self.name_into,
            hidden: None,
            doc: self.doc_into,
            must_use: false,
            parameters: written,
            result: number.then_some(result),
            body: match number {
                true => mixed!(let mut #value = #zero; #fill #value),
                false => fill,
            },
        };
        item.tokens_over(&self.ty.generics(names), names, bodies)
    }
}
