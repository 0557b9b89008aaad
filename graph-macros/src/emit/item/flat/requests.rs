//! The traits for what `#[derivatives(..)]` asks for.

use proc_macro2::{Literal, TokenStream};

use super::{Head, arguments, check, sparse};
use crate::emit::call::{self, Input};
use crate::emit::item::derivative::both;
use crate::emit::item::hessian::{self, Primal};
use crate::emit::item::matrix::matrix_type;
use crate::emit::item::slices::{flat_adjoint, flat_inputs, flat_result, part, split};
use crate::emit::item::{Bodies, jacobian};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head) -> TokenStream {
    let asked = &names.signature.derivatives;
    let jacobian = asked.jacobian.then(|| jacobian_items(names, bodies, head));
    let hessian = asked
        .second_order()
        .then(|| hessian_items(names, bodies, head));
    let taylor = asked
        .taylor
        .map(|order| taylor_items(names, bodies, head, order));
    let sparse = sparse::items(names, bodies, head);
    mixed!(#jacobian #hessian #sparse #taylor)
}

fn jacobian_items(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head) -> TokenStream {
    let private = &names.private;
    let (generics, own, float) = (&head.generics, &head.own, &head.float);
    let (workspace, workspace_type) = (ident("workspace"), &head.workspace);
    let [x, jacobian] = ["x", "jacobian"].map(ident);
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "jacobian", &mixed!(N_OUT * N_IN)),
    ];
    let matrix = matrix(names, names.outputs(), &mixed!(#jacobian));
    let fill = jacobian::fill(names, bodies, arguments(names), &matrix);
    let body = bodies.body(mixed!(#(#checks)* #fill));
    mixed! {
        impl #generics #private::JacobianFunction for Function #own {
            #[inline]
            fn jacobian_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #jacobian: &mut [#float]
            ) {
                #body
            }
        }
    }
}

fn hessian_items(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head) -> TokenStream {
    let private = &names.private;
    let (generics, own, float) = (&head.generics, &head.own, &head.float);
    let (workspace, workspace_type) = (ident("workspace"), &head.workspace);
    let [x, weights, direction, product] = ["x", "weights", "direction", "product"].map(ident);
    let [y, gradient, hessian] = ["y", "gradient", "hessian"].map(ident);
    let product_body = bodies.body(product_body(names, bodies));
    let hessian_body = bodies.body(hessian_body(names, bodies));
    let all_body = bodies.body(all_body(names, bodies));
    mixed! {
        impl #generics #private::HessianFunction for Function #own {
            #[inline]
            fn hessian_product_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #weights: &[#float],
                #direction: &[#float], #product: &mut [#float]
            ) {
                #product_body
            }

            #[inline]
            fn hessian_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #weights: &[#float],
                #hessian: &mut [#float]
            ) {
                #hessian_body
            }

            #[inline]
            fn value_gradient_hessian_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #weights: &[#float],
                #y: &mut [#float], #gradient: &mut [#float], #hessian: &mut [#float]
            ) {
                #all_body
            }
        }
    }
}

fn product_body(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let [direction, product] = ["direction", "product"].map(ident);
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "weights", &mixed!(N_OUT)),
        check(names, "direction", &mixed!(N_IN)),
        check(names, "product", &mixed!(N_IN)),
    ];
    let mut inputs = weighted(names);
    inputs.extend(flat_inputs(names, &mixed!(#direction)));
    let (before, products) = flat_adjoint(names, &mixed!(#product));
    let Primal {
        before: scratch,
        outputs,
    } = Primal::scratch(names);
    let outputs = both(outputs, products);
    let run = call::call(names, bodies, "run_hessian", &inputs, &outputs);
    let scale = scale(names, &mixed!(#product));
    mixed!(#(#checks)* #scratch { #before #run } #scale)
}

fn hessian_body(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let hessian = ident("hessian");
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "weights", &mixed!(N_OUT)),
        check(names, "hessian", &mixed!(N_IN * N_IN)),
    ];
    let matrix = matrix(names, names.inputs(), &mixed!(#hessian));
    let primal = Primal::scratch(names);
    let fill = hessian::fill(names, bodies, weighted(names), primal, &matrix);
    let scale = scale(names, &mixed!(#hessian));
    mixed!(#(#checks)* { #fill } #scale)
}

fn all_body(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let [y, gradient, hessian] = ["y", "gradient", "hessian"].map(ident);
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "weights", &mixed!(N_OUT)),
        check(names, "y", &mixed!(N_OUT)),
        check(names, "gradient", &mixed!(N_IN)),
        check(names, "hessian", &mixed!(N_IN * N_IN)),
    ];
    let matrix = matrix(names, names.inputs(), &mixed!(#hessian));
    let (before, values) = flat_result(names, &mixed!(#y));
    let (and_before, adjoints) = flat_adjoint(names, &mixed!(#gradient));
    let primal = Primal {
        before: mixed!(#before #and_before),
        outputs: both(values, adjoints),
    };
    let fill = hessian::fill(names, bodies, weighted(names), primal, &matrix);
    let scales = [gradient, hessian].map(|slice| scale(names, &mixed!(#slice)));
    mixed!(#(#checks)* { #fill } #(#scales)*)
}

/// The arguments and, of several results, the weights.
pub(super) fn weighted(names: &Names<'_>) -> Vec<Input> {
    let mut inputs = arguments(names);
    if names.signature.scalar_result().is_none() {
        let weights = ident("weights");
        let parts = names.signature.result.parts();
        inputs.extend(split(names, parts.iter(), &mixed!(#weights)));
    }
    inputs
}

/// The weight of a single result, which its program does not know, applied to derivatives.
pub(super) fn scale(names: &Names<'_>, slice: &TokenStream) -> Option<TokenStream> {
    let [weights, element] = ["weights", "element"].map(ident);
    names.signature.scalar_result().map(|_| {
        mixed! {
            for #element in #slice.iter_mut() {
                *#element = *#element * #weights[0];
            }
        }
    })
}

fn taylor_items(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head, order: usize) -> TokenStream {
    let private = &names.private;
    let (generics, own, float) = (&head.generics, &head.own, &head.float);
    let (workspace, workspace_type) = (ident("workspace"), &head.workspace);
    let [x, curve, series] = ["x", "curve", "series"].map(ident);
    let [n_in, n_out] = [names.inputs(), names.outputs()];
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check_each(names, "curve", order, &mixed!(N_IN)),
        check_each(names, "series", order + 1, &mixed!(N_OUT)),
    ];
    let (mut inputs, mut outputs) = (arguments(names), Vec::new());
    for k in 0..order {
        let first = Literal::usize_unsuffixed(k * n_in);
        inputs.extend(flat_inputs(names, &mixed!(#curve[#first..])));
    }
    let mut before = TokenStream::new();
    let length = Literal::usize_unsuffixed(n_out);
    for k in 0..=order {
        let term = ident(&format!("term_{k}"));
        let (split, results) = flat_result(names, &mixed!(#term));
        before.extend(mixed! {
            let (#term, #series) = #series.split_at_mut(#length);
            #split
        });
        outputs.extend(results);
    }
    let run = call::call(names, bodies, "run_taylor", &inputs, &outputs);
    let body = bodies.body(mixed!(#(#checks)* #before #run));
    let order = Literal::usize_unsuffixed(order);
    mixed! {
        impl #generics #private::TaylorFunction for Function #own {
            const ORDER: usize = #order;

            #[inline]
            fn taylor_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #curve: &[#float],
                #series: &mut [#float]
            ) {
                #body
            }
        }
    }
}

/// A check of a slice with so many parts of one length.
fn check_each(names: &Names<'_>, slice: &str, count: usize, length: &TokenStream) -> TokenStream {
    let count = Literal::usize_unsuffixed(count);
    check(names, slice, &mixed!(#length * #count))
}

/// A slice whose length has been checked as a matrix behind a reference, or as its rows where an
/// array of them would be too large.
fn matrix(names: &Names<'_>, rows: usize, slice: &TokenStream) -> TokenStream {
    match matrix_type(names, rows) {
        Some(ty) => part(names, &ty, slice, 0, true),
        None => {
            let columns = Literal::usize_unsuffixed(names.inputs());
            mixed!(#slice.as_chunks_mut::<#columns>().0)
        }
    }
}
