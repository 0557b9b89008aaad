//! Which functions a batch has, of each point and as sums over the points: its items are written
//! over this table, and so are the stand-ins for those that it lacks.

use super::Batch;
use crate::derivatives::Request;
use crate::emit::item::forms::ResultForm;
use crate::emit::names::Names;
use crate::signature::{Argument, RETURN_LIMIT, bytes_of};

/// A reason why a batch lacks a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::emit::item) enum Lack {
    /// The request is not made.
    Unmade,
    /// The request has no form for many points.
    OnePoint,
    /// The request has no sum.
    NoSum,
    /// The sum is differentiated by shared arguments, of which there is none.
    Unshared,
    /// The results are too large to be returned.
    Large,
    /// The results of each point are written in place by a function without an ending.
    Written,
    /// The sum of values is returned.
    Returned,
}

impl Batch<'_> {
    /// Why there is no function of each point.
    pub(in crate::emit::item) fn lacks(&self, request: Request, form: ResultForm) -> Option<Lack> {
        match form {
            _ if request.row().points.is_none() => Some(Lack::OnePoint),
            _ if !self.names.signature.makes(request) => Some(Lack::Unmade),
            ResultForm::ByValue => None,
            ResultForm::InPlace => Some(Lack::Written),
        }
    }

    /// Why there is no sum.
    pub(in crate::emit::item) fn lacks_sum(
        &self,
        request: Request,
        form: ResultForm,
    ) -> Option<Lack> {
        let is_large = || self.bytes_of_sum(request) > RETURN_LIMIT;
        match (request, form) {
            _ if !has_sum(request) => Some(Lack::NoSum),
            _ if !self.names.signature.makes(request) => Some(Lack::Unmade),
            (Request::Value, _) if is_large() => Some(Lack::Large),
            (Request::Value, ResultForm::ByValue) => None,
            (Request::Value, ResultForm::InPlace) => Some(Lack::Returned),
            _ if self.shared().is_empty() => Some(Lack::Unshared),
            (_, ResultForm::ByValue) => is_large().then_some(Lack::Large),
            (_, ResultForm::InPlace) => None,
        }
    }

    /// Why there are no sums of chunks: they are there where a sum is in any form.
    pub(in crate::emit::item) fn lacks_chunks(&self, request: Request) -> Option<Lack> {
        let form = match request {
            Request::Value => ResultForm::ByValue,
            _ => ResultForm::InPlace,
        };
        self.lacks_sum(request, form)
    }

    /// The bytes that a sum returns.
    fn bytes_of_sum(&self, request: Request) -> usize {
        match request {
            Request::Value => self.names.result_size(),
            Request::Gradient => self.names.adjoint_size(),
            _ => {
                let outputs = request.row().outputs.iter();
                let results = outputs.map(|output| self.summed(output.group, output.name));
                let sizes = results.map(|result| bytes_of(&result.types));
                sizes.fold(0, usize::saturating_add)
            }
        }
    }

    /// The arguments by which sums are differentiated.
    pub(super) fn shared(&self) -> Vec<&Argument> {
        let shared = self.names.independent().filter(|a| !a.differs());
        shared.collect()
    }

    /// The names with the signature.
    pub(in crate::emit::item) fn names(&self) -> &Names<'_> {
        self.names
    }
}

/// Whether there is a sum of what a request makes.
pub(in crate::emit::item) fn has_sum(request: Request) -> bool {
    let points = request.row().points.as_ref();
    points.is_some_and(|points| points.sum.is_some())
}
