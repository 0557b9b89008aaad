//! What can be wrong with a file of weights, and how it is said.

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
        /// What the format asks for.
        expected: Cow<'static, str>,
        /// What stands there.
        found: String,
    },
    /// The file holds something that is no dense tensor of numbers.
    #[error("byte {byte}: {what} is not supported")]
    Unsupported {
        /// Where, counted from the start of the file.
        byte: usize,
        /// What is not supported.
        what: String,
    },
    /// What the reader or writer of safetensors says.
    #[cfg(feature = "safetensors")]
    #[error("{message}")]
    Safetensors {
        /// What is wrong.
        message: String,
    },
    /// A tensor is given more or fewer numbers than its shape has.
    #[error("expected {expected} numbers for a tensor of shape {shape:?}, found {found}")]
    Count {
        /// The shape.
        shape: alloc::vec::Vec<usize>,
        /// How many numbers the shape has; `too many` beyond what can be counted.
        expected: String,
        /// How many there are.
        found: usize,
    },
}
