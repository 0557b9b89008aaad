//! Stand-ins for items by the names that other libraries have for them.

use proc_macro2::TokenStream;

use super::{Counts, Reason, StandIn, demand, reason, returned};
use crate::derivatives::Request;
use crate::emit::item::Bodies;
use crate::emit::names::Names;

/// Names that users try first, and what they mean.
const GUESSES: [(Request, &[&str]); 7] = [
    (Request::Value, &["value"]),
    (Request::Gradient, &["grad", "value_and_grad"]),
    (Request::Adjoint, &["vjp"]),
    (Request::Tangent, &["jvp"]),
    (Request::Hessian, &["hess"]),
    (Request::HessianProduct, &["hvp"]),
    (Request::Jacobian, &["jac"]),
];

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let mut items = TokenStream::new();
    for (request, guesses) in GUESSES {
        let word = request.row().word;
        let is_absent = reason(names, bodies, request).is_some();
        if is_absent && request == Request::Value {
            // Its stand-in has this name already.
            continue;
        }
        // What is absent itself has a trait that says why.
        let demanded = if is_absent { word } else { guesses[0] };
        if !is_absent {
            let reason = called(names, request, guesses[0]);
            items.extend(demand(names.signature, demanded, &reason));
        }
        let (parameters, result) = (
            Counts::of(names, request).parameters,
            returned(names, bodies, request),
        );
        items.extend(guesses.iter().map(|name| {
            let stand_in = StandIn {
                demanded: Some(demanded),
                ..StandIn::new(name, parameters, result.clone())
            };
            stand_in.function(names)
        }));
    }
    items
}

/// What to write for what there is by another name.
fn called(names: &Names<'_>, request: Request, guess: &str) -> Reason {
    let (module, word) = (names.signature.module(), request.row().word);
    match request {
        Request::Value => {
            let name = &names.signature.name;
            Reason {
                message: format!("the value of `{name}` is the function itself"),
                advice: format!("write `{name}`"),
            }
        }
        Request::Gradient => Reason {
            message: format!("the value and its gradient are called `{module}::{word}`"),
            advice: format!("write `{module}::{word}`"),
        },
        _ => Reason {
            message: format!("`{module}::{guess}` is called `{module}::{word}`"),
            advice: format!("write `{module}::{word}`"),
        },
    }
}
