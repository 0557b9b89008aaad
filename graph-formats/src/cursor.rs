//! A cursor over the bytes of a JSON text, shared by the lexers of all formats.
//!
//! It goes over the bytes once, holds one token at a time, and carries the trail of the entries
//! that are being read, so that every error knows its place. Strings and numbers differ between the
//! formats, whose lexers define them.

use super::source::{SourceError, TextSource};
use super::token::{
    SHOWN, is_continuation, is_number_byte, shown_character, shown_number, shown_string,
};
use super::{Error, Place, Position, Trail};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The digits of numbers that 32 bits hold, whatever they are.
const SHORT: usize = 9;

pub(super) struct Cursor<S> {
    source: S,
    /// The next byte within the window of the source.
    next: usize,
    /// Bytes of the text before the window.
    window_start: u64,
    line: u64,
    /// The offset at which the first column of the line would be, if every character before the
    /// present one on this line had one byte.
    line_start: u64,
    /// The token that is being read.
    pub(super) token: Vec<u8>,
    /// The error that ended the source, if one did.
    failure: Option<SourceError>,
    /// The entries that are being read.
    pub(super) trail: Trail,
}

impl<S: TextSource> Cursor<S> {
    pub(super) fn new(source: S) -> Self {
        Self {
            source,
            next: 0,
            window_start: 0,
            line: 1,
            line_start: 0,
            token: Vec::new(),
            failure: None,
            trail: Trail::new(),
        }
    }

    /// Skips white space and returns the position of the next token.
    pub(super) fn token_start(&mut self) -> Position {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.next += 1,
                b'\n' => self.newline(),
                _ => break,
            }
        }
        self.position()
    }

    /// Whether the next token is this punctuation mark, which is then consumed.
    pub(super) fn accept(&mut self, mark: u8) -> bool {
        let found = self.is_at(mark);
        self.next += usize::from(found);
        found
    }

    /// Whether the next token is this punctuation mark.
    pub(super) fn is_at(&mut self, mark: u8) -> bool {
        self.token_start();
        self.peek() == Some(mark)
    }

    /// Consumes this punctuation mark or fails.
    pub(super) fn expect(&mut self, mark: u8) -> Result<(), Error> {
        if self.accept(mark) {
            return Ok(());
        }
        Err(self.unexpected(format!("`{}`", char::from(mark))))
    }

    /// An error that shows the next token, where another was expected.
    pub(super) fn unexpected(&mut self, expected: impl Into<Cow<'static, str>>) -> Error {
        let position = self.token_start();
        let found = self.describe();
        self.syntax(position, expected, found)
    }

    /// The error of the source if it failed, and otherwise the error that the grammar found.
    pub(super) fn cause(&mut self, error: Error) -> Error {
        match self.failure.take() {
            #[cfg(feature = "std")]
            Some(failure) => Error::Io {
                place: self.place(self.position()),
                error: failure,
            },
            #[cfg(not(feature = "std"))]
            Some(failure) => match failure {},
            None => error,
        }
    }

    /// The place of `position` within the entry that is being read.
    pub(super) fn place(&self, position: Position) -> Place {
        self.trail.place(position)
    }

    /// An error of syntax at `position` of the entry that is being read.
    pub(super) fn syntax(
        &self,
        position: Position,
        expected: impl Into<Cow<'static, str>>,
        found: String,
    ) -> Error {
        Error::Syntax {
            place: self.place(position),
            expected: expected.into(),
            found,
        }
    }

    /// Reads an integer of few digits that lies within the window with what follows it: nearly
    /// every one. `None`, and nothing read, for anything else.
    pub(super) fn short_integer(&mut self) -> Option<u64> {
        self.token_start();
        let rest = &self.source.window()[self.next..];
        let mut value = 0;
        for (length, &byte) in rest.iter().enumerate().take(19) {
            match byte {
                b'0'..=b'9' => value = 10 * value + u64::from(byte - b'0'),
                _ if length == 0 || is_number_byte(byte) => return None,
                _ => {
                    self.next += length;
                    return Some(value);
                }
            }
        }
        None
    }

    /// Looks for an array of up to `N` integers of few digits, with only single spaces between
    /// them, that lies within the window: nearly every entry of a long list. Returns the integers,
    /// their number, and the length for [`Cursor::pass`]; nothing is read.
    pub(super) fn short_array<const N: usize>(&mut self) -> Option<([u32; N], usize, usize)> {
        self.token_start();
        let rest = &self.source.window()[self.next..];
        let (mut numbers, mut count) = ([0; N], 0);
        let mut at = usize::from(*rest.first()? == b'[');
        while at > 0 && count < N {
            at += usize::from(*rest.get(at)? == b' ');
            let start = at;
            let mut value = 0;
            while let Some(digit) = rest.get(at).map(|byte| byte.wrapping_sub(b'0'))
                && digit < 10
            {
                if at - start == SHORT {
                    return None;
                }
                value = 10 * value + u32::from(digit);
                at += 1;
            }
            numbers[count] = value;
            count += 1;
            if at == start {
                return None;
            }
            at += usize::from(*rest.get(at)? == b' ');
            match *rest.get(at)? {
                b',' => at += 1,
                b']' => return Some((numbers, count, at + 1)),
                _ => return None,
            }
        }
        None
    }

    /// Passes over so many bytes of the window, none of which may begin a new line or continue a
    /// character.
    pub(super) fn pass(&mut self, length: usize) {
        self.next += length;
    }

    /// At most how many bytes are left to be read, as far as that is known.
    pub(super) fn remaining(&self) -> usize {
        self.source.window().len() - self.next
    }

    /// Reads the longest run of the characters of numbers; it has one character at least.
    pub(super) fn number(&mut self, expected: &'static str) -> Result<Position, Error> {
        let start = self.token_start();
        self.take_number();
        if self.token.is_empty() {
            return Err(self.unexpected(expected));
        }
        self.whole(start, expected)?;
        Ok(start)
    }

    /// Fails if the text ends with the number that has been read: no file does, so that this is
    /// the beginning of one.
    pub(super) fn whole(&mut self, start: Position, expected: &'static str) -> Result<(), Error> {
        match self.peek() {
            Some(_) => Ok(()),
            None => Err(self.cut_off(start, expected, &shown_number(&self.token))),
        }
    }

    /// An error of a token that the text ends within.
    pub(super) fn cut_off(&self, start: Position, expected: &'static str, token: &str) -> Error {
        let found = format!("{token}, which the text ends within");
        self.syntax(start, expected, found)
    }

    fn take_number(&mut self) {
        self.token.clear();
        self.take_while(is_number_byte);
    }

    /// Appends the longest run of bytes that `belongs` accepts to the token. No newline may be
    /// among them.
    pub(super) fn take_while(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&belongs) {
            let rest = &self.source.window()[self.next..];
            let end = rest.iter().position(|&byte| !belongs(byte));
            let run = &rest[..end.unwrap_or(rest.len())];
            // Bytes within a character do not move the column.
            let within = run.iter().filter(|&&byte| is_continuation(byte));
            self.line_start += within.count() as u64;
            self.token.extend_from_slice(run);
            self.next += run.len();
        }
    }

    /// Consumes the byte that [`Cursor::peek`] gives.
    pub(super) fn skip(&mut self) {
        match self.peek() {
            Some(b'\n') => self.newline(),
            Some(byte) => {
                self.line_start += u64::from(is_continuation(byte));
                self.next += 1;
            }
            None => {}
        }
    }

    /// Whether the source failed, in which case the text seems to end where it did.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Describes the next token; it consumes input, so it is for errors only.
    fn describe(&mut self) -> String {
        let Some(first) = self.peek() else {
            return "the end of the text".into();
        };
        if is_number_byte(first) {
            self.take_number();
            return shown_number(&self.token);
        }
        self.token.clear();
        self.next += 1;
        while let Some(byte) = self.peek() {
            let within_string = first == b'"' && byte != b'"' && self.token.len() <= SHOWN;
            let within_character = first >= 0x80 && is_continuation(byte) && self.token.len() < 3;
            if !within_string && !within_character {
                break;
            }
            self.token.push(byte);
            self.next += 1;
        }
        if first == b'"' {
            return shown_string(&self.token);
        }
        self.token.insert(0, first);
        shown_character(&self.token)
    }

    /// The next byte. A source that fails has ended as far as the grammar is concerned, and as no
    /// text is complete without its last brace, some error follows.
    pub(super) fn peek(&mut self) -> Option<u8> {
        match self.source.window().get(self.next) {
            Some(&byte) => Some(byte),
            None => self.peek_beyond(),
        }
    }

    #[cold]
    fn peek_beyond(&mut self) -> Option<u8> {
        self.window_start += self.source.window().len() as u64;
        self.next = 0;
        if self.failure.is_none() {
            self.failure = self.source.refill().err();
        }
        self.source.window().first().copied()
    }

    fn newline(&mut self) {
        self.next += 1;
        self.line += 1;
        self.line_start = self.offset();
    }

    fn offset(&self) -> u64 {
        self.window_start + self.next as u64
    }

    /// How far the lexer has come.
    pub(super) fn position(&self) -> Position {
        Position {
            offset: self.offset(),
            line: self.line,
            column: self.offset() - self.line_start + 1,
        }
    }
}
