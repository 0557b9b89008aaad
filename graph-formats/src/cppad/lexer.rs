//! The tokens of the format, which are not quite those of JSON: strings without escapes, numbers as
//! C reads them, white space as C sees it.

use crate::cursor::Cursor;
use crate::source::TextSource;
use crate::token::{digits_value, float_value, is_number_byte, shown_number, shown_string};
use crate::{Error, Position};

pub(super) type Lexer<S> = Cursor<S>;

impl<S: TextSource> Cursor<S> {
    /// Reads a string; it ends at the next quotation mark, whatever stands before that.
    pub(in crate::cppad) fn string(&mut self) -> Result<&str, Error> {
        let start = self.token_start();
        if !self.accept(b'"') {
            return Err(self.unexpected("a string"));
        }
        self.token.clear();
        while let Some(byte) = self.peek() {
            self.skip();
            if byte == b'"' {
                return self.checked_string(start);
            }
            self.token.push(byte);
        }
        let token = shown_string(&self.token);
        Err(self.cut_off(start, "a string with a `\"` at its end", &token))
    }

    /// Reads a non-negative integer; leading zeros are allowed.
    pub(in crate::cppad) fn integer(&mut self) -> Result<u64, Error> {
        const EXPECTED: &str = "a non-negative integer";
        if let Some(value) = self.short_integer() {
            return Ok(value);
        }
        let start = self.number(EXPECTED)?;
        if !self.token.iter().all(u8::is_ascii_digit) {
            return Err(self.syntax(start, EXPECTED, shown_number(&self.token)));
        }
        match digits_value(&self.token) {
            Some(value) => Ok(value),
            None => Err(self.integer_too_large(start)),
        }
    }

    /// Reads a non-negative integer that may be spelled as a floating point number.
    pub(in crate::cppad) fn integer_or_integral_float(&mut self) -> Result<u64, Error> {
        const EXPECTED: &str = "a non-negative integer";
        // From here on doubles are too coarse for a node to be meant.
        const LIMIT: f64 = (1_u64 << 53) as f64;
        let start = self.number(EXPECTED)?;
        if self.token.iter().all(u8::is_ascii_digit) {
            let value = digits_value(&self.token);
            return value.ok_or_else(|| self.integer_too_large(start));
        }
        match float_value(&self.token) {
            Some(value) if (0.0..LIMIT).contains(&value) && value % 1.0 == 0.0 => Ok(value as u64),
            _ => Err(self.syntax(start, EXPECTED, shown_number(&self.token))),
        }
    }

    /// Reads a floating point number; one that is too large is infinite, as in C. Infinities and
    /// NaN are words as streams of C++ print them, since CppAD writes them so: `inf`, `-inf`, `nan`
    /// and `-nan`, and no others.
    pub(in crate::cppad) fn float(&mut self) -> Result<f64, Error> {
        const EXPECTED: &str = "a floating point number";
        let start = self.token_start();
        self.token.clear();
        self.take_while(is_number_byte);
        let begins_word = |byte| matches!(byte, b'i' | b'n');
        if matches!(&*self.token, b"" | b"-") && self.peek().is_some_and(begins_word) {
            self.take_while(|byte| byte.is_ascii_alphabetic());
            self.whole(start, EXPECTED)?;
            let word = self.token.strip_prefix(b"-").unwrap_or(&self.token);
            if !matches!(word, b"inf" | b"nan") {
                return Err(self.syntax(start, EXPECTED, shown_number(&self.token)));
            }
        } else if self.token.is_empty() {
            return Err(self.unexpected(EXPECTED));
        }
        self.whole(start, EXPECTED)?;
        // Rust reads these words too.
        float_value(&self.token)
            .ok_or_else(|| self.syntax(start, EXPECTED, shown_number(&self.token)))
    }

    fn integer_too_large(&self, start: Position) -> Error {
        Error::Value {
            place: self.place(start),
            expected: "an integer below 2^64".into(),
            found: shown_number(&self.token),
        }
    }

    fn checked_string(&self, start: Position) -> Result<&str, Error> {
        const EXPECTED: &str = "a string in UTF-8 without NUL";
        match core::str::from_utf8(&self.token) {
            Ok(text) if !text.contains('\0') => Ok(text),
            _ => Err(self.syntax(start, EXPECTED, shown_string(&self.token))),
        }
    }
}

#[cfg(test)]
mod tests;
