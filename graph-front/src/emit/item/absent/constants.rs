//! Stand-ins for constants: a value that has nothing, of a type whose name says so. The compiler
//! knows that type, and so reports a field that it lacks beside the reason.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::{Reason, demand, unmade};
use crate::derivatives::{Matrix, Request};
use crate::emit::item::matrix;
use crate::emit::names::Names;
use crate::emit::{demanded, mixed};
use crate::requests;
use crate::signature::Signature;
use crate::tokens::joined;

/// A constant that is not there.
struct Absent {
    name: &'static str,
    /// The name of its type.
    ty: &'static str,
    reason: Reason,
}

/// The stand-ins for the costs and for the constants that say where the entries of a matrix are.
pub(super) fn items(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    let requests = [Request::SparseJacobian, Request::SparseHessian].into_iter();
    let places = requests.filter_map(|request| places(signature, request));
    let refusal = requests::refusal_of_cost(signature);
    let cost = refusal.map(|(message, advice)| Absent {
        name: "COST",
        ty: "NoCost",
        reason: Reason { message, advice },
    });
    let absent: Vec<Absent> = places.chain(cost).collect();
    if absent.is_empty() {
        return TokenStream::new();
    }
    let demands = absent.iter();
    let demands = joined(demands.map(|own| demand(names, own.name, &own.reason)));
    let constants = joined(absent.iter().map(|own| constant(names, own)));
    // A variant has its name among types as well, where the trait has it.
    mixed! {
        mod demanded { #demands }
        #constants
    }
}

/// The places of entries that a request would yield, unless another one does.
fn places(signature: &Signature, request: Request) -> Option<Absent> {
    let matrix = matrix::entries_of(request)?;
    let mut made = signature.made();
    if made.any(|made| matrix::entries_of(made) == Some(matrix)) {
        return None;
    }
    let (name, _) = matrix::constant_of(matrix);
    let item = format!("`{}::{name}`", signature.module());
    Some(Absent {
        name,
        ty: match matrix {
            Matrix::Jacobian => "NoSparsityJacobian",
            Matrix::Hessian => "NoSparsityHessian",
        },
        reason: unmade(signature, request, &item),
    })
}

fn constant(names: &Names<'_>, own: &Absent) -> TokenStream {
    let place = names.signature.name.span();
    let [name, ty] = [own.name, own.ty].map(|name| Ident::new(name, place));
    let (_, bound) = demanded::unknown(&quote_spanned!(place=> demanded::#name), place);
    let keywords = names.at_function(mixed!(pub enum));
    mixed! {
        #[doc(hidden)]
        #keywords #ty<'any> where #bound {
            #name,
            Never(&'any ::core::convert::Infallible),
        }

        #[doc(hidden)]
        pub use #ty::#name;
    }
}
