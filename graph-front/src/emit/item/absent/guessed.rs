//! Stand-ins for functions by the names that other libraries have for them.

use super::functions::{reason, returning};
use super::{Reason, StandIns};
use crate::derivatives::Request;
use crate::emit::item::Bodies;
use crate::emit::names::Names;

/// Names that users try first.
struct Guess {
    /// The request that they mean.
    request: Request,
    /// It in words, up to where it is called something.
    means: &'static str,
    names: &'static [&'static str],
}

const GUESSES: [Guess; 11] = [
    Guess {
        request: Request::Value,
        means: "the value is",
        names: &["eval", "call"],
    },
    Guess {
        request: Request::Gradient,
        means: "the value and its gradient are",
        names: &[
            "grad",
            "value_and_grad",
            "value_and_gradient",
            "value_gradient",
            "derivative",
            "deriv",
        ],
    },
    Guess {
        request: Request::Adjoint,
        means: "the value and the product of weights and its derivatives are",
        names: &[
            "vjp",
            "reverse",
            "backward",
            "pullback",
            "value_and_adjoint",
        ],
    },
    Guess {
        request: Request::Tangent,
        means: "the value and its derivative along a direction are",
        names: &["jvp", "forward", "pushforward", "value_and_tangent"],
    },
    Guess {
        request: Request::Hessian,
        means: "the Hessian is",
        names: &["hess"],
    },
    Guess {
        request: Request::ValueGradientHessian,
        means: "the value, its gradient and its Hessian are",
        names: &[
            "value_and_hessian",
            "gradient_and_hessian",
            "gradient_hessian",
            "value_and_gradient_and_hessian",
        ],
    },
    Guess {
        request: Request::HessianProduct,
        means: "the product of the Hessian and a direction is",
        names: &["hvp", "hessp", "hessian_vector_product"],
    },
    Guess {
        request: Request::Jacobian,
        means: "the Jacobian is",
        names: &["jac", "jacfwd", "jacrev", "value_and_jacobian"],
    },
    Guess {
        request: Request::SparseJacobian,
        means: "the entries of the Jacobian are",
        names: &["jacobian_sparse", "value_and_sparse_jacobian"],
    },
    Guess {
        request: Request::SparseHessian,
        means: "the entries of the Hessian are",
        names: &["hessian_sparse"],
    },
    Guess {
        request: Request::ValueGradientSparseHessian,
        means: "the value, its gradient and the entries of its Hessian are",
        names: &[
            "value_and_sparse_hessian",
            "gradient_and_sparse_hessian",
            "value_and_gradient_and_sparse_hessian",
        ],
    },
];

/// Adds the stand-ins in a function's module.
pub(super) fn add(stand_ins: &mut StandIns<'_>, bodies: &Bodies<'_>) {
    let names = stand_ins.names;
    let is_absent = |request| reason(names, bodies, request).is_some();
    let module = names.signature.module().to_string();
    add_all(stand_ins, &module, is_absent, |request| {
        returning(names, request)
    });
    // Of this name there is the item itself in a batch, and a stand-in where there is no value.
    if !is_absent(Request::Value) {
        let parameters = returning(names, Request::Value);
        stand_ins.demand(VALUE, || itself(names));
        stand_ins.add(VALUE, parameters, VALUE);
        stand_ins.add_own_name(parameters, VALUE);
    }
}

/// The name of the request for the value.
const VALUE: &str = "value";

/// Adds the stand-ins of a module, given its path, the requests of which it has nothing, and the
/// number of parameters. What is absent itself has a trait that says why.
pub(super) fn add_all(
    stand_ins: &mut StandIns<'_>,
    module: &str,
    is_absent: impl Fn(Request) -> bool,
    parameters: impl Fn(Request) -> usize,
) {
    let names = stand_ins.names;
    let is_itself = |guess: &Guess| guess.request == Request::Value && names.module.is_empty();
    for guess in &GUESSES {
        let (word, is_absent) = (guess.request.row().word, is_absent(guess.request));
        let demanded = if is_absent { word } else { guess.names[0] };
        if !is_absent {
            stand_ins.demand(demanded, || match is_itself(guess) {
                true => itself(names),
                false => Reason {
                    message: format!("{} called `{module}::{word}`", guess.means),
                    advice: format!("write `{module}::{word}`"),
                },
            });
        }
        for name in guess.names {
            stand_ins.add(name, parameters(guess.request), demanded);
        }
    }
}

/// The call to write for the value. Where there is a batch, its points may be meant.
fn itself(names: &Names<'_>) -> Reason {
    let (signature, name) = (names.signature, &names.signature.name);
    let of_points = signature.derivatives.batch.map(|_| {
        let module = signature.module();
        format!(", or for many points `{module}::batch::{VALUE}`")
    });
    Reason {
        message: format!("the value of `{name}` is the function itself"),
        advice: format!("write `{name}`{}", of_points.unwrap_or_default()),
    }
}
