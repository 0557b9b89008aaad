//! The parts that a file of the format is made of: keys in a fixed order, arrays of fixed meaning,
//! lists with their counts, and integers with few allowed values.
//!
//! Each of them moves the trail with it, so that an error names the innermost entry.

use super::Operator;
use super::read::Reader;
use crate::source::TextSource;
use crate::{Error, Position};
use alloc::format;
use alloc::string::{String, ToString};

impl<S: TextSource> Reader<S> {
    /// Reads a key with its colon and enters its value.
    pub(super) fn key(&mut self, key: &'static str) -> Result<(), Error> {
        let at = self.lexer.token_start();
        let found = self.lexer.string()?;
        if found != key {
            return Err(Error::Syntax {
                expected: format!("the key \"{key}\" (the order of keys is fixed)").into(),
                found: format!("\"{}\"", found.chars().take(40).collect::<String>()),
                place: self.lexer.place(at),
            });
        }
        self.lexer.expect(b':')?;
        self.lexer.trail.enter(key);
        Ok(())
    }

    /// Leaves the value of a key for the one that follows it.
    pub(super) fn next_key(&mut self, key: &'static str) -> Result<(), Error> {
        self.lexer.trail.leave();
        if !self.lexer.accept(b',') {
            return Err(self.lexer.unexpected(format!("`,` and the key \"{key}\"")));
        }
        self.key(key)
    }

    /// Leaves the value of the last key and the object.
    pub(super) fn end_object(&mut self) -> Result<(), Error> {
        self.lexer.trail.leave();
        self.lexer.expect(b'}')
    }

    /// Moves to the next entry of an array of fixed meaning.
    pub(super) fn next_entry(&mut self, what: &'static str) -> Result<(), Error> {
        if !self.lexer.accept(b',') {
            return Err(self.lexer.unexpected(format!("`,` and {what}")));
        }
        self.lexer.trail.advance();
        Ok(())
    }

    pub(super) fn next_string(&mut self, what: &'static str) -> Result<u32, Error> {
        self.next_entry(what)?;
        let text = self.lexer.string()?;
        Ok(self.document.intern(text))
    }

    /// Reads `[count, [...]]`.
    pub(super) fn counted_list(
        &mut self,
        entry: fn(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.counted_list_after(|_, _| {}, entry)
    }

    /// Reads `[count, [...]]`, and is told the count before the entries.
    pub(super) fn counted_list_after(
        &mut self,
        before: fn(&mut Self, u64),
        entry: fn(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.lexer.expect(b'[')?;
        self.lexer.trail.enter(0_u64);
        let count = self.lexer.integer()?;
        self.next_entry("the list of entries")?;
        before(self, count);
        self.entries(count, entry)?;
        self.lexer.trail.leave();
        self.lexer.expect(b']')
    }

    /// Reads an array that must have `claimed` entries.
    pub(super) fn entries(
        &mut self,
        claimed: u64,
        entry: fn(&mut Self) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        self.lexer.expect(b'[')?;
        self.lexer.trail.enter(0_u64);
        let mut count = 0_u64;
        let mut closed = self.lexer.accept(b']');
        while !closed {
            let at = self.lexer.token_start();
            // A comma before the bracket is an error of the entry that is missing, and so is the
            // end of the text.
            if count == claimed && !self.lexer.is_at(b']') && self.lexer.peek().is_some() {
                self.lexer.trail.leave();
                return Err(self.miscounted(at, claimed, "more".into()));
            }
            entry(self)?;
            count += 1;
            self.lexer.trail.advance();
            closed = self.lexer.accept(b']');
            if !closed && !self.lexer.accept(b',') {
                self.lexer.trail.leave();
                return Err(self.lexer.unexpected("`,` or `]`"));
            }
        }
        self.lexer.trail.leave();
        if count == claimed {
            return Ok(count);
        }
        let at = self.lexer.token_start();
        Err(self.miscounted(at, claimed, count.to_string()))
    }

    fn miscounted(&self, at: Position, claimed: u64, found: String) -> Error {
        Error::Count {
            place: self.lexer.place(at),
            claimed,
            found,
        }
    }

    /// Reads an integer that can have one value only.
    pub(super) fn exactly(&mut self, value: u64, what: &str) -> Result<(), Error> {
        let at = self.lexer.token_start();
        let found = self.lexer.integer()?;
        match found == value {
            true => Ok(()),
            false => Err(self.wrong_value(at, format!("{value} ({what})"), found)),
        }
    }

    /// Reads a number of arguments or results that the operator determines.
    pub(super) fn exact_count(
        &mut self,
        count: u64,
        operator: Operator,
        what: &str,
    ) -> Result<u64, Error> {
        let at = self.lexer.token_start();
        let found = self.lexer.integer()?;
        if found == count {
            return Ok(count);
        }
        let plural = if count == 1 { "" } else { "s" };
        let expected = format!(
            "{count}, as `{}` has {count} {what}{plural}",
            operator.name()
        );
        Err(self.wrong_value(at, expected, found))
    }

    fn wrong_value(&self, at: Position, expected: String, found: u64) -> Error {
        Error::Value {
            place: self.lexer.place(at),
            expected: expected.into(),
            found: found.to_string(),
        }
    }

    /// Reads an integer of 32 bits.
    pub(super) fn narrow(&mut self, what: &'static str) -> Result<u32, Error> {
        let at = self.lexer.token_start();
        let found = self.lexer.integer()?;
        u32::try_from(found).map_err(|_| Error::Value {
            place: self.lexer.place(at),
            expected: format!("{what} below 2^32").into(),
            found: found.to_string(),
        })
    }
}
