//! Reading one line: words, numbers, names and lists, with the place of every error.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use crate::error::{Error, Result};
use crate::graph::NodeId;
use crate::types::{Extent, Symbol};

/// How much of an unexpected token an error repeats.
const SHOWN: usize = 24;

/// How deeply parentheses of extents are nested.
const MAX_DEPTH: usize = 32;

/// A position in one line of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Cursor<'t> {
    /// The start of a line; lines are counted from 1.
    pub(crate) fn new(text: &'t str, line: usize) -> Self {
        Self { text, at: 0, line }
    }

    /// An error at the next token.
    pub(crate) fn error(&self, what: impl Into<String>) -> Error {
        let mut place = *self;
        place.skip_spaces();
        Error::Syntax {
            line: self.line,
            column: self.text[..place.at].chars().count() + 1,
            what: what.into(),
        }
    }

    /// The error that something else stands here.
    pub(crate) fn expected(&self, what: &str) -> Error {
        let mut place = *self;
        place.skip_spaces();
        let rest = &self.text[place.at..];
        let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '+');
        let word = rest.chars().take_while(|&c| in_word(c)).count().max(1);
        let found: String = rest.chars().take(word.min(SHOWN)).collect();
        if found.is_empty() {
            self.error(format!("expected {what}, found the end of the line"))
        } else {
            self.error(format!("expected {what}, found `{found}`"))
        }
    }

    /// The next byte that is no space.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.skip_spaces();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether this ASCII character came next; if so, it is passed.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Passes an ASCII character.
    pub(crate) fn expect(&mut self, byte: u8) -> Result<()> {
        if self.eat(byte) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{}`", char::from(byte))))
        }
    }

    /// The word that comes next, if one does: letters, digits and underscores, no digit first.
    pub(crate) fn word(&mut self) -> Option<&'t str> {
        let first = self.peek()?;
        if first.is_ascii_digit() {
            return None;
        }
        let word = self.take(|b| b.is_ascii_alphanumeric() || b == b'_');
        (!word.is_empty()).then_some(word)
    }

    /// Whether this word came next; if so, it is passed.
    pub(crate) fn keyword(&mut self, word: &str) -> bool {
        let before = self.at;
        let found = self.word() == Some(word);
        if !found {
            self.at = before;
        }
        found
    }

    /// Passes a word.
    pub(crate) fn expect_keyword(&mut self, word: &str) -> Result<()> {
        if self.keyword(word) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{word}`")))
        }
    }

    /// A number of any type; `what` says which, in words.
    pub(crate) fn number<T: FromStr>(&mut self, what: &str) -> Result<T> {
        self.skip_spaces();
        let before = *self;
        let text = self.take(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'+'));
        text.parse().map_err(|_| {
            *self = before;
            self.expected(what)
        })
    }

    /// An extent: an integer, or a polynomial of symbols such as `2 * N - 1`, of quotients
    /// such as `(N / 2)` and of roots; `what` says of what, in words.
    pub(crate) fn extent(&mut self, what: &str) -> Result<Extent> {
        self.nested_extent(what, 0)
    }

    /// Recurses as deeply as parentheses are nested, which is bounded.
    fn nested_extent(&mut self, what: &str, depth: usize) -> Result<Extent> {
        let before = *self;
        if depth > MAX_DEPTH {
            return Err(self.error(format!("{what} is nested too deeply")));
        }
        let mut sum = Extent::from(0);
        let mut sign = if self.eat(b'-') { -1_i64 } else { 1 };
        loop {
            let Some(term) = self.term(what, depth)? else {
                *self = before;
                return Err(self.expected(what));
            };
            sum = sum + term * Extent::from(sign);
            if sum.is_saturated() {
                return Err(before.error(format!("{what} is too large")));
            }
            sign = match self.eat(b'-') {
                true => -1,
                false if self.eat(b'+') => 1,
                false => return Ok(sum),
            };
        }
    }

    /// Factors that are multiplied, or divide what stands before them.
    fn term(&mut self, what: &str, depth: usize) -> Result<Option<Extent>> {
        let Some(mut term) = self.factor(what, depth)? else {
            return Ok(None);
        };
        loop {
            let divides = match self.eat(b'*') {
                true => false,
                false if self.eat(b'/') => true,
                false => return Ok(Some(term)),
            };
            let Some(factor) = self.factor(what, depth)? else {
                return Ok(None);
            };
            term = match divides {
                true => Extent::quotient(&term, &factor),
                false => term * factor,
            };
        }
    }

    /// A number, a symbol, a root, `isqrt(N)`, or an extent in parentheses.
    fn factor(&mut self, what: &str, depth: usize) -> Result<Option<Extent>> {
        let word = self.word();
        let is_root = word == Some("isqrt");
        if (is_root || word.is_none()) && self.eat(b'(') {
            let inner = self.nested_extent(what, depth + 1)?;
            self.expect(b')')?;
            return Ok(Some(if is_root { Extent::root(&inner) } else { inner }));
        }
        if let Some(symbol) = word {
            return Ok(Some(Extent::symbol(&Symbol::new(symbol))));
        }
        let number = self.take(|b| b.is_ascii_digit());
        Ok(number.parse().ok().map(|number: i64| Extent::from(number)))
    }

    /// A position or count, which must fit into 32 bits.
    pub(crate) fn small(&mut self, what: &str) -> Result<usize> {
        self.number::<u32>(what).map(|number| number as usize)
    }

    /// A reference to a node: `%7`.
    pub(crate) fn node(&mut self) -> Result<NodeId> {
        if self.peek() != Some(b'%') {
            return Err(self.expected("a value such as `%0`"));
        }
        self.at += 1;
        self.number("the number of a value")
            .map(NodeId::from_number)
    }

    /// A bracketed list, its items separated by commas.
    pub(crate) fn list<T>(&mut self, item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.expect(b'[')?;
        self.items(b']', item)
    }

    /// Items separated by commas up to a closing character, which is passed.
    pub(crate) fn items<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(b',') {
                return Err(self.expected(&format!("`,` or `{}`", char::from(close))));
            }
        }
    }

    /// Whether the rest of the line means nothing.
    pub(crate) fn is_blank(&mut self) -> bool {
        matches!(self.peek(), None | Some(b'#'))
    }

    /// Refuses anything more on the line.
    pub(crate) fn end(&mut self) -> Result<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end of the line")),
        }
    }

    /// The next character of a quoted text, spaces included; the quote is passed like others.
    pub(crate) fn character(&mut self) -> Option<char> {
        let character = self.text[self.at..].chars().next()?;
        self.at += character.len_utf8();
        Some(character)
    }

    /// The longest text of such characters, which is passed. Plain loops over bytes: texts are
    /// read by unoptimised programs too.
    fn take(&mut self, belongs: impl Fn(u8) -> bool) -> &'t str {
        let (bytes, start) = (self.text.as_bytes(), self.at);
        let mut end = start;
        while end < bytes.len() && belongs(bytes[end]) {
            end += 1;
        }
        self.at = end;
        &self.text[start..end]
    }

    fn skip_spaces(&mut self) {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() && matches!(bytes[self.at], b' ' | b'\t') {
            self.at += 1;
        }
    }
}
