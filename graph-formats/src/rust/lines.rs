//! Statements, and the limits on a text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::text::{mentions, wrapped};
use crate::{Error, Place};

/// How many statements a text may have, and how many numbers in its constants: with more the
/// compiler takes minutes.
const MAX: usize = 1 << 16;

/// The statements and numbers written so far.
#[derive(Default)]
pub(super) struct Spent {
    statements: usize,
    numbers: usize,
}

impl Spent {
    pub(super) fn statement(&mut self) -> Result<(), Error> {
        self.statements += 1;
        let what = "statements in a function of `graph!`: a larger graph is evaluated at run time, \
                    from its file";
        expect(self.statements, what)
    }

    pub(super) fn numbers(&mut self, count: usize) -> Result<(), Error> {
        self.numbers = self.numbers.saturating_add(count);
        expect(self.numbers, "numbers in constants: make inputs of them")
    }
}

fn expect(found: usize, what: &'static str) -> Result<(), Error> {
    match found <= MAX {
        true => Ok(()),
        false => Err(Error::TooLarge {
            place: Place::default(),
            what: what.into(),
            limit: MAX as u64,
            found: "more".to_string(),
        }),
    }
}

/// Lines of a body.
#[derive(Default)]
pub(super) struct Lines {
    lines: Vec<String>,
    indent: usize,
}

impl Lines {
    pub(super) fn push(&mut self, line: &str) {
        self.lines.push(wrapped(line, self.indent));
    }

    /// A line that opens a block.
    pub(super) fn open(&mut self, line: &str) {
        self.push(line);
        self.indent += 4;
    }

    /// Indents the lines that follow by one more level.
    pub(super) fn indent(&mut self) {
        self.indent += 4;
    }

    /// A line that ends a block.
    pub(super) fn close(&mut self, line: &str) {
        self.indent -= 4;
        self.push(line);
    }

    /// Whether a name occurs in the lines from one on.
    pub(super) fn mention(&self, from: usize, name: &str) -> bool {
        self.lines[from..].iter().any(|line| mentions(line, name))
    }

    /// Puts other words in place of the first ones in a line.
    pub(super) fn replace(&mut self, line: usize, words: &str, other: &str) {
        self.lines[line] = self.lines[line].replacen(words, other, 1);
    }

    /// The number of lines so far.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Makes of lines that bind a name, and are the last ones, their value; whether they are.
    pub(super) fn unbind(&mut self, name: &str, lines: Range<usize>) -> bool {
        let done = self.rebind(name, lines, "");
        if let (true, Some(last)) = (done, self.lines.last_mut()) {
            last.truncate(last.trim_end_matches(';').len());
        }
        done
    }

    /// Puts other words in place of `let name = ` in lines that bind a name, and are the last
    /// ones; whether they are.
    pub(super) fn rebind(&mut self, name: &str, lines: Range<usize>, head: &str) -> bool {
        if lines.end != self.lines.len() || lines.is_empty() {
            return false;
        }
        let start = " ".repeat(self.indent);
        let bound = format!("{start}let {name} = ");
        let Some(rest) = self.lines[lines.start].strip_prefix(&bound) else {
            return false;
        };
        self.lines[lines.start] = format!("{start}{head}{rest}");
        true
    }

    /// The lines from one on, if none of them is broken.
    pub(super) fn whole(&self, from: usize) -> Option<Vec<&str>> {
        let lines = self.lines[from..].iter();
        lines
            .map(|line| (!line.contains('\n')).then(|| line.trim()))
            .collect()
    }

    /// Takes the lines from one on out again, which are as deep as those now.
    pub(super) fn take(&mut self, from: usize) -> Vec<String> {
        self.lines.split_off(from)
    }

    /// All lines, so much further in.
    pub(super) fn text(&self, indent: usize) -> String {
        let start = " ".repeat(indent);
        let lines = self.lines.iter().flat_map(|line| line.lines());
        lines.map(|line| format!("{start}{line}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{MAX, Spent};

    #[test]
    fn a_text_that_is_too_long_says_what_evaluates_the_graph() {
        let mut spent = Spent::default();
        let found = (0..=MAX).try_for_each(|_| spent.statement());
        let error = found.expect_err("too many").to_string();
        assert!(error.contains("at most 65536 statements"), "{error}");
        assert!(error.contains("at run time, from its file"), "{error}");
    }
}
