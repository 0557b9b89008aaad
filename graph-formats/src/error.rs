//! Errors of reading or writing a JSON format, and their messages.
//!
//! Every error names the place; read errors also give the content found there and the expected
//! content.

use super::Place;
use crate::shown::short;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Why a format cannot say that integers are divided by one that is computed.
pub(crate) const NO_DIVISOR: &str = "the divisor of the integers is not a known number other than 0, and the format cannot refuse 0";

/// An error of reading or writing a graph as JSON.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text does not follow the grammar of the format: a bad token, a missing key, an entry of
    /// another type.
    #[error("{place}: expected {}, found {}", short(expected), short(found))]
    Syntax {
        /// Where.
        place: Place,
        /// The token or entry that the grammar requires.
        expected: Cow<'static, str>,
        /// The token or entry that stands there.
        found: String,
    },
    /// An entry is of the right type, but its value is not one that the format allows.
    #[error("{place}: expected {}, found {}", short(expected), short(found))]
    Value {
        /// Where.
        place: Place,
        /// The values that are allowed.
        expected: Cow<'static, str>,
        /// The value that stands there.
        found: String,
    },
    /// A list does not have as many entries as the file says that it has.
    #[error(
        "{place}: expected {claimed} entries, as the count before the list says, found {}",
        short(found)
    )]
    Count {
        /// Where the list ends, or where it should have ended.
        place: Place,
        /// The number of entries that the file claims.
        claimed: u64,
        /// How many there are, for instance `2` or `more`.
        found: String,
    },
    /// A reference names a node that does not exist, or one that comes too late.
    #[error("{place}: expected {}, found node {}", short(expected), short(node))]
    Reference {
        /// Where.
        place: Place,
        /// The number of the node as it stands in the file.
        node: String,
        /// Which nodes may be named there.
        expected: String,
    },
    /// The name of an operator is none that the format knows.
    #[error(
        "{place}: expected the name of an operator, found `{}`, which is none of them",
        short(name)
    )]
    UnknownOperator {
        /// Where.
        place: Place,
        /// The name as it stands in the file.
        name: String,
    },
    /// The file is valid, but no graph can be made of this entry.
    #[error("{place}: {} is not supported: {}", short(what), short(why))]
    Unsupported {
        /// Where.
        place: Place,
        /// The unsupported entry.
        what: String,
        /// The reason, and the way out where there is one.
        why: Cow<'static, str>,
    },
    /// Operators in the file that cannot become part of a graph, each with how often it occurs.
    #[error("{place}: {operators}")]
    UnsupportedOperators {
        /// Where the first of them stands.
        place: Place,
        /// All of them.
        operators: UnsupportedOperators,
    },
    /// The file claims, or the graph has, more than can be counted or held.
    #[error(
        "{place}: expected at most {limit} {}, found {}",
        short(what),
        short(found)
    )]
    TooLarge {
        /// Where.
        place: Place,
        /// The things that are counted, in the plural.
        what: Cow<'static, str>,
        /// The largest number allowed.
        limit: u64,
        /// The number found.
        found: String,
    },
    /// The format has no way to write this.
    #[error("{place}: {} cannot be written: {}", short(what), short(why))]
    Unrepresentable {
        /// The node of the graph, or where in the document it stands.
        place: Place,
        /// The part of the graph or document that cannot be written.
        what: String,
        /// The reason, and the way out where there is one.
        why: Cow<'static, str>,
    },
    /// The graph refuses an entry of the file, or a part that is written of it.
    #[error("{place}: {}", short(&error.to_string()))]
    Graph {
        /// Where.
        place: Place,
        /// Why.
        error: Box<graph_ir::Error>,
    },
    /// The reader or writer behind the format failed.
    #[cfg(feature = "std")]
    #[error("{place}: the reader or writer behind the format failed")]
    Io {
        /// How far reading or writing had come.
        place: Place,
        /// The error of the reader or writer.
        #[source]
        error: std::io::Error,
    },
}

/// The place of an error, borrowed as the error is.
macro_rules! place_of {
    ($error:expr) => {
        match $error {
            Self::Syntax { place, .. }
            | Self::Value { place, .. }
            | Self::Count { place, .. }
            | Self::Reference { place, .. }
            | Self::UnknownOperator { place, .. }
            | Self::Unsupported { place, .. }
            | Self::UnsupportedOperators { place, .. }
            | Self::TooLarge { place, .. }
            | Self::Unrepresentable { place, .. }
            | Self::Graph { place, .. } => place,
            #[cfg(feature = "std")]
            Self::Io { place, .. } => place,
        }
    };
}

impl Error {
    /// Where reading or writing failed.
    pub fn place(&self) -> &Place {
        place_of!(self)
    }

    /// The same, to be completed.
    pub(super) fn place_mut(&mut self) -> &mut Place {
        place_of!(self)
    }
}

/// How many operators an error lists.
const LISTED: usize = 64;

/// The operators of a file that cannot become part of a graph, in the order of their first nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnsupportedOperators(pub Vec<UnsupportedOperator>);

/// An operator that cannot become part of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnsupportedOperator {
    /// The operator's name.
    pub operator: String,
    /// Why it is not supported, and the way out where there is one.
    pub why: String,
    /// The names of its nodes, one at least.
    pub nodes: Vec<String>,
}

impl fmt::Display for UnsupportedOperators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, operator) in self.0.iter().take(LISTED).enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{operator}")?;
        }
        match self.0.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more operators"),
        }
    }
}

impl fmt::Display for UnsupportedOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operator, why) = (short(&self.operator), short(&self.why));
        let first = short(self.nodes.first().map_or("", String::as_str));
        write!(f, "operator `{operator}` of node `{first}`")?;
        match self.nodes.len() {
            0 | 1 => write!(f, " is not supported: {why}"),
            2 => write!(f, " and one more node is not supported: {why}"),
            count => write!(
                f,
                " and {} more nodes is not supported: {why}",
                count.saturating_sub(1)
            ),
        }
    }
}
