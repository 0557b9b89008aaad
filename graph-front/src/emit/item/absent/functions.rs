//! Stand-ins for the functions of requests: of those that are not made in all of their forms, and
//! of the others in those forms that they have not.

use super::workspace::WORKSPACE;
use super::{Reason, StandIns, given, unmade};
use crate::derivatives::Request;
use crate::emit::item::Bodies;
use crate::emit::item::forms::{Form, Lack, ResultForm, lack, written};
use crate::emit::names::Names;

/// The trait that functions demand that would write single numbers in place.
const IN_PLACE: &str = "in_place";

pub(super) fn add(stand_ins: &mut StandIns<'_>, bodies: &Bodies<'_>) {
    let names = stand_ins.names;
    let in_place = || Reason {
        message: format!(
            "numbers are returned, and the result of `{}` is one",
            names.signature.name
        ),
        advice: "leave out `_into` and the place for the result; the value is the function itself"
            .into(),
    };
    for &request in Request::ALL {
        let word = request.row().word;
        if let Some(reason) = reason(names, bodies, request) {
            stand_ins.demand(word, || reason);
        }
        for form in Form::all() {
            let own = form.name(word);
            let demanded = match lack(names, bodies, request, form) {
                None => continue,
                // The one that exists has the workspace too.
                Some(Lack::Large) if form.takes_workspace => {
                    stand_ins.demand(&own, || large(names, request, form));
                    &own
                }
                Some(Lack::Unmade | Lack::Large) => word,
                Some(Lack::Numbers) => {
                    stand_ins.demand(IN_PLACE, in_place);
                    IN_PLACE
                }
                Some(Lack::Workspace) => WORKSPACE,
            };
            let parameters = parameters(names, request, form);
            stand_ins.add(&own, parameters, demanded);
        }
    }
}

/// How many parameters the functions of a form have.
fn parameters(names: &Names<'_>, request: Request, form: Form) -> usize {
    let written = match form.results {
        ResultForm::ByValue => 0,
        // Who calls it where numbers are returned has a place for one.
        ResultForm::InPlace => written(names, request).max(1),
    };
    returning(names, request) + written + usize::from(form.takes_workspace)
}

/// How many parameters the function has that returns the results of a request.
pub(super) fn returning(names: &Names<'_>, request: Request) -> usize {
    names.signature.formals().count() + given(names, request)
}

/// Why a request has no function that returns its results, if it has none.
pub(super) fn reason(names: &Names<'_>, bodies: &Bodies<'_>, request: Request) -> Option<Reason> {
    let signature = names.signature;
    let (title, word) = (signature.module(), request.row().word);
    let item = match request {
        Request::Value => format!("`{title}`"),
        _ => format!("`{title}::{word}`"),
    };
    match lack(names, bodies, request, Form::PLAIN)? {
        Lack::Unmade => Some(unmade(signature, request, &item)),
        Lack::Large | Lack::Numbers | Lack::Workspace => Some(large(names, request, Form::PLAIN)),
    }
}

/// Why a request has no function of a form that returns its results.
fn large(names: &Names<'_>, request: Request, form: Form) -> Reason {
    let (title, word) = (names.signature.module(), request.row().word);
    let item = match request {
        Request::Value if !form.takes_workspace => format!("`{title}`"),
        _ => format!("`{title}::{}`", form.name(word)),
    };
    let written = Form {
        results: ResultForm::InPlace,
        ..form
    };
    Reason {
        message: format!("{item} would return more than 64 KiB"),
        advice: format!(
            "call `{title}::{}`, which writes its results in place",
            written.name(word)
        ),
    }
}
