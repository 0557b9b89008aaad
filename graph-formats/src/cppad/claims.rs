//! Bounds on counts that a file claims without listing the items: inputs, results of atoms, nodes
//! in total.
//!
//! Lists are checked against their counts entry by entry; these numbers have no entries, and a file
//! of a few bytes could ask for a graph of billions of nodes.

use super::Document;
use super::read::Reader;
use crate::source::TextSource;
use crate::{Error, Place, Position, Trail};
use alloc::string::ToString;

/// How many more inputs and results of atoms than references to nodes a file may claim.
const UNREFERRED: u64 = 1 << 20;

/// The nodes that a file only claims: its inputs, and the results of atoms.
#[derive(Default)]
pub(super) struct Claims {
    total: u64,
    largest: u64,
    /// Where the largest of them stands.
    at: Option<(Trail, Position)>,
}

/// Refuses to write a document that would not be read again.
pub(super) fn check_written(document: &Document) -> Result<(), Error> {
    let [dynamic, variable] = [document.n_dynamic, document.n_variable].map(u64::from);
    let results = document.n_atom_result();
    let place = || {
        let claims = [
            (dynamic, "/n_dynamic_ind"),
            (variable, "/n_variable_ind"),
            (results, "/op_usage_vec"),
        ];
        let largest = claims.into_iter().max_by_key(|(count, _)| *count);
        Place::without_text(largest.map_or("", |(_, pointer)| pointer))
    };
    check(document, dynamic + variable + results, place)
}

fn check(document: &Document, found: u64, place: impl Fn() -> Place) -> Result<(), Error> {
    let limit = document.n_reference().saturating_add(UNREFERRED);
    if found <= limit {
        return Ok(());
    }
    Err(Error::TooLarge {
        place: place(),
        what: "inputs and results of atoms in a file that names so few nodes".into(),
        limit,
        found: found.to_string(),
    })
}

impl<S: TextSource> Reader<S> {
    /// Reads a number of nodes that the file need not mention.
    pub(super) fn claimed_count(&mut self, what: &'static str) -> Result<u32, Error> {
        let at = self.lexer.token_start();
        let count = self.narrow(what)?;
        self.claims.total += u64::from(count);
        if u64::from(count) > self.claims.largest {
            self.claims.largest = count.into();
            self.claims.at = Some((self.lexer.trail.clone(), at));
        }
        Ok(count)
    }

    /// Refuses files that claim far more nodes than they mention.
    pub(super) fn check_claims(&self) -> Result<(), Error> {
        match &self.claims.at {
            Some((trail, position)) => {
                let place = || trail.place(*position);
                check(&self.document, self.claims.total, place)
            }
            None => Ok(()),
        }
    }

    pub(super) fn too_many_nodes(&self) -> Error {
        Error::TooLarge {
            place: self.lexer.place(self.lexer.position()),
            what: "nodes and as many arguments".into(),
            limit: u32::MAX.into(),
            found: "more".into(),
        }
    }
}
