//! Stand-ins for constants: unit structs, which are values by their names. The compiler knows their
//! types, and so reports a field that they lack beside the reason.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::{Reason, demand, unmade};
use crate::derivatives::{Matrix, Request};
use crate::emit::item::matrix;
use crate::emit::names::Names;
use crate::emit::{demanded, mixed};
use crate::requests;
use crate::signature::Signature;

/// A constant that is not there.
struct Absent {
    name: &'static str,
    /// The trait that it demands: among types, the struct has its name.
    demanded: &'static str,
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
        demanded: "HasCost",
        reason: Reason { message, advice },
    });
    let all = places.chain(cost);
    all.map(|own| constant(names, &own)).collect()
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
        demanded: match matrix {
            Matrix::Jacobian => "HasSparsityJacobian",
            Matrix::Hessian => "HasSparsityHessian",
        },
        reason: unmade(signature, request, &item),
    })
}

fn constant(names: &Names<'_>, own: &Absent) -> TokenStream {
    let place = names.signature.name.span();
    let [name, trait_name] = [own.name, own.demanded].map(|name| Ident::new(name, place));
    let demand = demand(names, own.demanded, &own.reason);
    let keywords = names.at_function(mixed!(pub struct));
    let subject = demanded::subject(&names.private);
    let bound = quote_spanned!(place=> for<'any> #subject: #trait_name);
    mixed! {
        #demand

        #[doc(hidden)]
        #keywords #name where #bound;
    }
}
