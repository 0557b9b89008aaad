//! Why an input has no answer, in the words of the response.

use thiserror::Error;

/// The result of every step of an evaluation.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why an input has no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub(crate) enum Failure {
    /// A line is no message.
    #[error("the message cannot be read: {0}")]
    Message(serde_json::Error),
    /// A message of the right form that asks for what is not there.
    #[error("unknown {kind} `{name}`; known are {known}")]
    Unknown {
        kind: &'static str,
        name: String,
        known: String,
    },
    /// The input lacks a field, or one has a value of another type.
    #[error("the input cannot be read: {0}")]
    Input(serde_json::Error),
    /// An array of the input is longer or shorter than others say.
    #[error("`{name}` has {found} {what} instead of {expected}")]
    Extent {
        name: &'static str,
        what: &'static str,
        found: usize,
        expected: usize,
    },
    /// A number of the input is outside of its range.
    #[error("`{name}` is {found}, which is not in {least}..={most}")]
    Range {
        name: &'static str,
        found: i64,
        least: i64,
        most: i64,
    },
    /// A search did not end.
    #[error("no end after {0} steps")]
    Endless(usize),
    /// The result has a number that JSON cannot hold.
    #[error("the result cannot be written: {0}")]
    Output(serde_json::Error),
}

/// Checks a number of the input against its range.
pub(crate) fn within(
    name: &'static str,
    found: impl TryInto<i64>,
    (least, most): (i64, i64),
) -> Result<()> {
    let found = found.try_into().unwrap_or(i64::MAX);
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(Failure::Range {
        name,
        found,
        least,
        most,
    })
}

/// Checks the extent of an array of the input.
pub(crate) fn extent(
    name: &'static str,
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Failure::Extent {
        name,
        what,
        found,
        expected,
    })
}
