//! The evals: for each of them its program, the input that the suite sends, and the functions that
//! it asks for.

mod ba;
mod det;
mod gmm;
mod hello;
mod ht;
mod kmeans;
mod llsq;
mod lse;
mod lstm;
mod ode;
mod particle;
mod saddle;

use crate::failure::{Failure, Result};
use crate::measure::Answer;

/// A function of an eval: from the text of an input.
pub(crate) type Function = fn(&str) -> Result<Answer>;

/// An eval, which the suite calls a module.
pub(crate) struct Module {
    name: &'static str,
    functions: &'static [(&'static str, Function)],
}

const MODULES: [Module; 12] = [
    ba::MODULE,
    det::MODULE,
    gmm::MODULE,
    hello::MODULE,
    ht::MODULE,
    kmeans::MODULE,
    llsq::MODULE,
    lse::MODULE,
    lstm::MODULE,
    ode::MODULE,
    particle::MODULE,
    saddle::MODULE,
];

/// The eval of a name.
pub(crate) fn module(name: &str) -> Result<&'static Module> {
    const { &MODULES }
        .iter()
        .find(|module| module.name == name)
        .ok_or_else(|| unknown("module", name, MODULES.iter().map(|module| module.name)))
}

impl Module {
    /// The function of a name.
    pub(crate) fn function(&self, name: &str) -> Result<Function> {
        let found = self.functions.iter().find(|(known, _)| *known == name);
        let known = self.functions.iter().map(|(known, _)| *known);
        found
            .map(|(_, function)| *function)
            .ok_or_else(|| unknown("function", name, known))
    }
}

/// The failure for a name that is not there.
fn unknown(kind: &'static str, name: &str, known: impl Iterator<Item = &'static str>) -> Failure {
    Failure::Unknown {
        kind,
        name: name.into(),
        known: known.collect::<Vec<_>>().join(", "),
    }
}
