//! Stand-ins for items by the names that other libraries have for them.

use proc_macro2::TokenStream;

use super::{Counts, Reason, StandIn, demand, reason};
use crate::derivatives::Request;
use crate::emit::item::Bodies;
use crate::emit::names::Names;
use crate::signature::Signature;

/// Names that users try first.
struct Guess {
    /// The request that they mean.
    request: Request,
    /// It in words, up to where it is called something.
    means: &'static str,
    names: &'static [&'static str],
}

const GUESSES: [Guess; 7] = [
    Guess {
        request: Request::Value,
        means: "the value is",
        names: &["value", "eval", "call"],
    },
    Guess {
        request: Request::Gradient,
        means: "the value and its gradient are",
        names: &["grad", "value_and_grad", "value_and_gradient", "derivative"],
    },
    Guess {
        request: Request::Adjoint,
        means: "the value and the product of weights and its derivatives are",
        names: &["vjp", "reverse", "backward", "pullback"],
    },
    Guess {
        request: Request::Tangent,
        means: "the value and its derivative along a direction are",
        names: &["jvp", "forward", "pushforward"],
    },
    Guess {
        request: Request::Hessian,
        means: "the Hessian is",
        names: &["hess"],
    },
    Guess {
        request: Request::HessianProduct,
        means: "the product of the Hessian and a direction is",
        names: &["hvp"],
    },
    Guess {
        request: Request::Jacobian,
        means: "the Jacobian is",
        names: &["jac", "jacfwd", "jacrev"],
    },
];

pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let mut items = TokenStream::new();
    for guess in &GUESSES {
        let is_absent = reason(names, bodies, guess.request).is_some();
        // What is absent itself has a trait that says why, and the value a stand-in of this name.
        let (demanded, guesses) = match (is_absent, guess.request) {
            (true, Request::Value) => ("value", &guess.names[1..]),
            (true, request) => (request.row().word, guess.names),
            (false, _) => (guess.names[0], guess.names),
        };
        if !is_absent {
            let reason = called(names.signature, guess);
            items.extend(demand(names, demanded, &reason));
        }
        let parameters = Counts::of(names, guess.request).parameters;
        items.extend(guesses.iter().map(|name| {
            let stand_in = StandIn {
                demanded: Some(demanded),
                ..StandIn::new(name, parameters)
            };
            stand_in.function(names)
        }));
    }
    items
}

/// What to write for what there is by another name.
fn called(signature: &Signature, guess: &Guess) -> Reason {
    let (name, module, means) = (&signature.name, signature.module(), guess.means);
    if guess.request == Request::Value {
        return Reason {
            message: format!("the value of `{name}` is the function itself"),
            advice: format!("write `{name}`"),
        };
    }
    let word = guess.request.row().word;
    Reason {
        message: format!("{means} called `{module}::{word}`"),
        advice: format!("write `{module}::{word}`"),
    }
}
