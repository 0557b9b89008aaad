//! Objects of JSON, whose keys may come in any order.

use super::lexer::Lexer;
use crate::source::TextSource;
use crate::{Error, Position};
use alloc::format;
use alloc::string::String;

impl<S: TextSource> Lexer<S> {
    /// Reads an object; `member` gets each key, where it stands, and reads its value. Gives the
    /// position of the closing brace.
    pub(super) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, String, Position) -> Result<(), Error>,
    ) -> Result<Position, Error> {
        self.cursor.expect(b'{')?;
        let mut first = true;
        loop {
            let at = self.cursor.token_start();
            if self.cursor.accept(b'}') {
                // A brace after a comma does not come here: a key is asked for then.
                return Ok(at);
            }
            if !first && !self.cursor.accept(b',') {
                return Err(self.cursor.unexpected("`,` or `}`"));
            }
            first = false;
            let (key, at) = self.key()?;
            self.cursor.trail.enter(key.clone());
            member(self, key, at)?;
            self.cursor.trail.leave();
        }
    }

    fn key(&mut self) -> Result<(String, Position), Error> {
        self.cursor.token_start();
        if self.cursor.peek() != Some(b'"') {
            return Err(self.cursor.unexpected("a key in quotation marks"));
        }
        let key = self.string()?;
        self.cursor.expect(b':')?;
        Ok(key)
    }

    /// The error of a key that an object holds twice.
    pub(super) fn repeated_key(&self, key: &str, at: Position) -> Error {
        Error::Value {
            place: self.cursor.place(at),
            expected: "every key once".into(),
            found: format!("{key:?} a second time"),
        }
    }
}
