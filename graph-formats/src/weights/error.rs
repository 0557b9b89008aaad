//! Errors of reading or making weights, and their messages.

use alloc::borrow::Cow;
use alloc::string::String;

/// An error of reading or making weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file does not follow its format.
    #[error("byte {byte}: expected {expected}, found {found}")]
    Malformed {
        /// Where, counted from the start of the file.
        byte: usize,
        /// The entry that the format requires.
        expected: Cow<'static, str>,
        /// The entry that stands there.
        found: String,
    },
    /// The file holds something other than a dense tensor of numbers.
    #[error("byte {byte}: {what} is not supported")]
    Unsupported {
        /// Where, counted from the start of the file.
        byte: usize,
        /// The unsupported entry.
        what: String,
    },
    /// An error of the reader or writer of safetensors.
    #[cfg(feature = "safetensors")]
    #[error("{message}")]
    Safetensors {
        /// Its message.
        message: String,
    },
    /// A tensor is given more or fewer numbers than its shape has.
    #[error("expected {expected} number{} for a tensor of shape {shape:?}, found {found}", if expected == "1" { "" } else { "s" })]
    Count {
        /// The shape.
        shape: alloc::vec::Vec<usize>,
        /// The number of elements of the shape; `too many` if it overflows.
        expected: String,
        /// How many there are.
        found: usize,
    },
}
