//! The forms of the functions of a request, and which of them there are: the items of a module are
//! written over this table, and so are the stand-ins for those that it lacks.

use super::function::returned_size;
use super::{Bodies, workspace};
use crate::derivatives::{Named, OutputGroup, Request};
use crate::emit::names::Names;
use crate::signature::RETURN_LIMIT;

/// How a function hands over its results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultForm {
    ByValue,
    InPlace,
}

impl ResultForm {
    pub(super) const ALL: [Self; 2] = [Self::ByValue, Self::InPlace];

    /// The ending of a function's name.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::ByValue => "",
            Self::InPlace => "_into",
        }
    }
}

/// A form of the functions of a request.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) results: ResultForm,
    /// Whether it takes a workspace, and none makes one.
    pub(super) takes_workspace: bool,
}

impl Form {
    /// The form without an ending.
    pub(super) const PLAIN: Self = Self::of(ResultForm::ByValue);

    /// The form without a workspace.
    pub(super) const fn of(results: ResultForm) -> Self {
        Self {
            results,
            takes_workspace: false,
        }
    }

    /// All forms.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let of = |takes_workspace| {
            ResultForm::ALL.map(|results| Self {
                results,
                takes_workspace,
            })
        };
        [false, true].into_iter().flat_map(of)
    }

    /// The name of the function, given the word of its request.
    pub(super) fn name(self, word: &str) -> String {
        let with = if self.takes_workspace { "_with" } else { "" };
        format!("{word}{}{with}", self.results.ending())
    }
}

/// A reason why a request has no function of a form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lack {
    /// The request is not made.
    Unmade,
    /// Its results are too large to be returned.
    Large,
    /// Its results are numbers, which are returned.
    Numbers,
    /// There is no workspace.
    Workspace,
}

/// Why a request has no function of a form, if it has none.
pub(super) fn lack(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    request: Request,
    form: Form,
) -> Option<Lack> {
    if !names.signature.makes(request) {
        return Some(Lack::Unmade);
    }
    if form.takes_workspace && workspace::ty(names, bodies).is_none() {
        return Some(Lack::Workspace);
    }
    match form.results {
        ResultForm::ByValue => {
            let size = returned_size(names, bodies, request);
            (size > RETURN_LIMIT).then_some(Lack::Large)
        }
        ResultForm::InPlace => (written(names, request) == 0).then_some(Lack::Numbers),
    }
}

/// How many groups of results a function writes that does so in place. Single numbers are returned.
pub(super) fn written(names: &Names<'_>, request: Request) -> usize {
    let is_number = |output: &Named| {
        let is_result = matches!(output.group, OutputGroup::Value | OutputGroup::Tangent);
        // What is returned over flat slices is a number wherever the request is made.
        output.slice.is_none() || is_result && names.returns_number()
    };
    let outputs = request.row().outputs.iter();
    outputs.filter(|output| !is_number(output)).count()
}
