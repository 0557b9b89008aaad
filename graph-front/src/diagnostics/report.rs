//! Errors of a text, for callers that display them themselves.

use std::fmt;

use proc_macro2::{LineColumn, Span};

/// A position in a text: the line counts from 1, the column, in characters, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl From<LineColumn> for Position {
    fn from(place: LineColumn) -> Self {
        Self {
            line: place.line,
            column: place.column,
        }
    }
}

/// An error of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The start of the tokens that it is about.
    pub start: Position,
    /// Their end.
    pub end: Position,
    /// The error, and below it notes and help, a line each.
    pub message: String,
}

impl Report {
    pub(crate) fn new(start: Span, end: Span, message: String) -> Self {
        Self {
            start: start.start().into(),
            end: end.end().into(),
            message,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.start;
        write!(f, "{line}:{}: {}", column + 1, self.message)
    }
}

impl std::error::Error for Report {}
