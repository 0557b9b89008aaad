//! Hyperparameters outside of their ranges.

use core::error::Error;
use core::fmt;

/// A hyperparameter outside of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutOfRange {
    /// The name of the field.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The range, in words.
    pub range: &'static str,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, range } = self;
        write!(f, "`{name}` is {value}, and must be {range}")
    }
}

impl Error for OutOfRange {}

/// At least 0, and finite.
pub(super) fn not_negative(name: &'static str, value: f64) -> Result<(), OutOfRange> {
    let range = "a finite number of at least 0";
    of(name, value, range, (0.0..f64::INFINITY).contains(&value))
}

/// At least 0, and below 1.
pub(super) fn below_one(name: &'static str, value: f64) -> Result<(), OutOfRange> {
    let range = "at least 0 and below 1";
    of(name, value, range, (0.0..1.0).contains(&value))
}

/// The error, unless the value is within its range.
pub(super) fn of(
    name: &'static str,
    value: f64,
    range: &'static str,
    is_within: bool,
) -> Result<(), OutOfRange> {
    if is_within {
        return Ok(());
    }
    Err(OutOfRange { name, value, range })
}
