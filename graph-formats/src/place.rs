//! Where something stands in a JSON document: a JSON pointer, and a line and column if there is
//! a text.
//!
//! Readers keep a [`Trail`] of the entries that they are inside of, which costs a few bytes and no
//! allocation per entry; only an error turns it into a pointer.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// A place in a JSON document.
///
/// Displayed as `/op_usage_vec/1/4/2 (line 7, column 12)`; the root of the document, whose JSON
/// pointer is empty, as `the top level`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The JSON pointer (RFC 6901) of the entry concerned. Where a graph is written, of which there
    /// is no file yet, the node of the graph in words: ``node %6 (`y`) on line 12``.
    pub pointer: String,
    /// The position in the text; `None` where there is no text, as in writing.
    pub position: Option<Position>,
}

impl Place {
    /// A place known by its pointer alone.
    pub fn without_text(pointer: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            position: None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => f.write_str("the top level")?,
            pointer => f.write_str(&crate::shown::short(pointer))?,
        }
        match self.position {
            Some(position) => write!(f, " ({position})"),
            None => Ok(()),
        }
    }
}

/// A position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Bytes before this position.
    pub offset: u64,
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
}

impl Position {
    /// The first character of a text.
    pub const START: Self = Self {
        offset: 0,
        line: 1,
        column: 1,
    };
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One step down from an entry of a JSON document to an entry within it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The value under a key of an object.
    Key(Cow<'static, str>),
    /// An entry of an array, counted from 0.
    Index(u64),
}

impl From<&'static str> for Step {
    fn from(key: &'static str) -> Self {
        Self::Key(Cow::Borrowed(key))
    }
}

impl From<String> for Step {
    fn from(key: String) -> Self {
        Self::Key(Cow::Owned(key))
    }
}

impl From<u64> for Step {
    fn from(index: u64) -> Self {
        Self::Index(index)
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index as u64)
    }
}

/// The way from the root of a document to the entry that is being read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    steps: Vec<Step>,
}

impl Trail {
    /// The trail that stands at the root.
    pub const fn new() -> Self {
        Self { steps: Vec::new() }
    }

    /// Steps down into an entry. No allocation for a literal key or an index.
    pub fn enter(&mut self, step: impl Into<Step>) {
        self.steps.push(step.into());
    }

    /// Steps back up; at the root it stays there.
    pub fn leave(&mut self) {
        self.steps.pop();
    }

    /// Moves to another entry of the same array or object.
    pub fn replace(&mut self, step: impl Into<Step>) {
        self.leave();
        self.enter(step);
    }

    /// Moves to the next entry of the array; under a key of an object it stays there.
    pub fn advance(&mut self) {
        if let Some(Step::Index(index)) = self.steps.last_mut() {
            *index += 1;
        }
    }

    /// The number of steps from the root.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// The JSON pointer (RFC 6901) of the entry where the trail stands.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in &self.steps {
            pointer.push('/');
            match step {
                Step::Key(key) => push_escaped(&mut pointer, key),
                // Writing to a string cannot fail.
                Step::Index(index) => drop(write!(pointer, "{index}")),
            }
        }
        pointer
    }

    /// The place of this trail at `position` of the text.
    pub fn place(&self, position: Position) -> Place {
        Place {
            pointer: self.pointer(),
            position: Some(position),
        }
    }
}

/// Appends a key with `~` and `/` escaped as RFC 6901 asks.
fn push_escaped(pointer: &mut String, key: &str) {
    for character in key.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_trail_gives_its_pointer() {
        let mut trail = Trail::new();
        assert_eq!(trail.pointer(), "");
        trail.enter("op_usage_vec");
        trail.enter(1_u64);
        trail.enter(3_u64);
        trail.advance();
        trail.enter("a/b~c".to_string());
        assert_eq!(trail.pointer(), "/op_usage_vec/1/4/a~1b~0c");
        trail.replace("inputs");
        trail.advance();
        assert_eq!(trail.pointer(), "/op_usage_vec/1/4/inputs");
        trail.leave();
        assert_eq!(trail.pointer(), "/op_usage_vec/1/4");
    }

    #[test]
    fn a_place_reads_as_pointer_line_and_column() {
        let mut trail = Trail::new();
        let root = trail.place(Position::START);
        assert_eq!(root.to_string(), "the top level (line 1, column 1)");
        trail.enter("heads");
        let place = Place::without_text(trail.pointer());
        assert_eq!(place.to_string(), "/heads");
    }
}
