//! The traits for sparse derivatives over slices.

use proc_macro2::{Literal, TokenStream};

use super::requests::{scale, weighted};
use super::{Head, arguments, check};
use crate::emit::item::derivative::both;
use crate::emit::item::hessian::Primal;
use crate::emit::item::matrix::entries_type;
use crate::emit::item::slices::{flat_adjoint, flat_result, part};
use crate::emit::item::{Bodies, sparse};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head) -> TokenStream {
    let asked = &names.signature.derivatives;
    let jacobian = asked.sparse_jacobian.then(|| jacobian(names, bodies, head));
    let hessian = asked
        .sparse_second_order()
        .then(|| hessian(names, bodies, head));
    mixed!(#jacobian #hessian)
}

fn jacobian(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head) -> TokenStream {
    let private = &names.private;
    let (generics, own, float) = (&head.generics, &head.own, &head.float);
    let (workspace, workspace_type) = (ident("workspace"), &head.workspace);
    let [x, values] = ["x", "values"].map(ident);
    let (count, place) = entries(names, bodies.sparsity_jacobian());
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "values", &count),
    ];
    let fill = sparse::fill_jacobian(names, bodies, &arguments(names), &place);
    let body = bodies.body(mixed!(#(#checks)* #fill));
    mixed! {
        impl #generics #private::SparseJacobianFunction for Function #own {
            const SPARSITY_JACOBIAN: #private::Sparsity = SPARSITY_JACOBIAN;

            #[inline]
            fn sparse_jacobian_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #values: &mut [#float]
            ) {
                #body
            }
        }
    }
}

fn hessian(names: &Names<'_>, bodies: &Bodies<'_>, head: &Head) -> TokenStream {
    let private = &names.private;
    let (generics, own, float) = (&head.generics, &head.own, &head.float);
    let (workspace, workspace_type) = (ident("workspace"), &head.workspace);
    let [x, weights, values] = ["x", "weights", "values"].map(ident);
    let body = bodies.body(hessian_body(names, bodies));
    let asked = &names.signature.derivatives;
    let all = asked.value_gradient_sparse_hessian.then(|| {
        let [y, gradient] = ["y", "gradient"].map(ident);
        let body = bodies.body(all_body(names, bodies));
        mixed! {
            #[inline]
            fn value_gradient_sparse_hessian_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #weights: &[#float],
                #y: &mut [#float], #gradient: &mut [#float], #values: &mut [#float]
            ) {
                #body
            }
        }
    });
    mixed! {
        impl #generics #private::SparseHessianFunction for Function #own {
            const SPARSITY_HESSIAN: #private::Sparsity = SPARSITY_HESSIAN;

            #[inline]
            fn sparse_hessian_with(
                &self, #workspace: &mut #workspace_type, #x: &[#float], #weights: &[#float],
                #values: &mut [#float]
            ) {
                #body
            }

            #all
        }
    }
}

fn hessian_body(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let (count, place) = entries(names, bodies.sparsity_hessian());
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "weights", &mixed!(N_OUT)),
        check(names, "values", &count),
    ];
    let fill = sparse::fill_hessian(names, bodies, &weighted(names), &place);
    let values = ident("values");
    let scale = scale(names, &mixed!(#values));
    mixed!(#(#checks)* { #fill } #scale)
}

fn all_body(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let [y, gradient, values] = ["y", "gradient", "values"].map(ident);
    let (count, place) = entries(names, bodies.sparsity_hessian());
    let checks = [
        check(names, "x", &mixed!(N_IN)),
        check(names, "weights", &mixed!(N_OUT)),
        check(names, "y", &mixed!(N_OUT)),
        check(names, "gradient", &mixed!(N_IN)),
        check(names, "values", &count),
    ];
    let (before, results) = flat_result(names, &mixed!(#y));
    let (and_before, adjoints) = flat_adjoint(names, &mixed!(#gradient));
    let primal = Primal {
        before: mixed!(#before #and_before),
        outputs: both(results, adjoints),
    };
    let fill = sparse::fill_all(names, bodies, &weighted(names), primal, &place);
    let scales = [gradient, values].map(|slice| scale(names, &mixed!(#slice)));
    mixed!(#(#checks)* { #fill } #(#scales)*)
}

/// The number of a pattern's entries, and a slice whose length has been checked as an array of them
/// behind a reference.
fn entries(
    names: &Names<'_>,
    pattern: Option<&graph_autodiff::sparsity::Pattern>,
) -> (TokenStream, TokenStream) {
    let (ty, values) = (entries_type(names, pattern), ident("values"));
    let count = Literal::usize_unsuffixed(ty.shape.size());
    (mixed!(#count), part(names, &ty, &mixed!(#values), 0, true))
}
