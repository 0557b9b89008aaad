//! Stand-ins for items by the names that other libraries have for them.

use proc_macro2::TokenStream;

use super::{Counts, Reason, StandIn, reason, returned};
use crate::derivatives::Request;
use crate::emit::item::Bodies;
use crate::emit::names::Names;
use crate::tokens::joined;

/// Names that users try first, and what they mean.
const GUESSES: [(&str, Request); 3] = [
    ("grad", Request::Gradient),
    ("hess", Request::Hessian),
    ("jac", Request::Jacobian),
];

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let module = names.signature.module();
    let all = GUESSES.into_iter().map(|(name, request)| {
        let word = request.row().word;
        let reason = reason(names, bodies, request).unwrap_or_else(|| Reason {
            message: format!("`{module}::{name}` is called `{module}::{word}`"),
            advice: format!("write `{module}::{word}`"),
        });
        let parameters = Counts::of(names, request).parameters;
        StandIn::new(name, parameters, returned(names, bodies, request)).tokens(names, &reason)
    });
    joined(all)
}
