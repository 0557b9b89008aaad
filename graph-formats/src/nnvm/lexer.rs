//! The tokens of an NNVM file: strict JSON, with integers, strings and brackets.
//!
//! dmlc's own reader is laxer (`02`, `+2`, text after the end, negative numbers that wrap around)
//! and knows fewer escapes. Here the text must be JSON; the control characters that dmlc cannot
//! write are refused, so that every document that is read can be written.

use crate::cursor::Cursor;
use crate::source::TextSource;
use crate::token::{shown_number, shown_string};
use crate::{Error, Position};
use alloc::format;
use alloc::string::String;

const STRING: &str = "a string";

pub(super) struct Lexer<S> {
    pub(super) cursor: Cursor<S>,
}

impl<S: TextSource> Lexer<S> {
    pub(super) fn new(source: S) -> Self {
        let cursor = Cursor::new(source);
        Self { cursor }
    }

    /// Reads a string and says where it starts.
    pub(super) fn string(&mut self) -> Result<(String, Position), Error> {
        let start = self.cursor.token_start();
        if !self.cursor.accept(b'"') {
            return Err(self.cursor.unexpected(STRING));
        }
        self.cursor.token.clear();
        loop {
            self.cursor.take_while(is_plain);
            let at = self.cursor.position();
            match self.cursor.peek() {
                Some(b'"') => {
                    self.cursor.skip();
                    return Ok((self.checked_string(start)?, start));
                }
                Some(b'\\') => {
                    self.cursor.skip();
                    self.escape(at)?;
                }
                Some(byte) => {
                    let found = format!("the byte 0x{byte:02x} as it is");
                    let expected = "control characters escaped in a string";
                    return Err(self.cursor.syntax(at, expected, found));
                }
                None => {
                    let token = shown_string(&self.cursor.token);
                    let expected = "a string with a `\"` at its end";
                    return Err(self.cursor.cut_off(start, expected, &token));
                }
            }
        }
    }

    /// Reads an integer from 0 to 4294967295: an id, an index or a count.
    pub(super) fn natural(&mut self) -> Result<(u32, Position), Error> {
        const EXPECTED: &str = "an integer from 0 to 4294967295";
        let (value, start) = self.integer(EXPECTED)?;
        match u32::try_from(value) {
            Ok(value) => Ok((value, start)),
            Err(_) => Err(self.out_of_range(start, EXPECTED)),
        }
    }

    /// Reads an integer of 64 bits with sign.
    pub(super) fn signed(&mut self) -> Result<i64, Error> {
        const EXPECTED: &str = "a 64-bit integer";
        self.integer(EXPECTED).map(|(value, _)| value)
    }

    /// Reads an integer from 0 to the largest that 63 bits hold.
    pub(super) fn size(&mut self) -> Result<u64, Error> {
        const EXPECTED: &str = "an integer from 0 to 9223372036854775807";
        let (value, start) = self.integer(EXPECTED)?;
        u64::try_from(value).map_err(|_| self.out_of_range(start, EXPECTED))
    }

    /// Fails unless only white space follows.
    pub(super) fn end(&mut self) -> Result<(), Error> {
        self.cursor.token_start();
        match self.cursor.peek() {
            None if !self.cursor.has_failed() => Ok(()),
            _ => Err(self.cursor.unexpected("nothing after the end of the graph")),
        }
    }

    fn integer(&mut self, expected: &'static str) -> Result<(i64, Position), Error> {
        let start = self.cursor.number(expected)?;
        let token = self.cursor.token.as_slice();
        let digits = token.strip_prefix(b"-").unwrap_or(token);
        let leading_zero = digits.len() > 1 && digits[0] == b'0';
        if digits.is_empty() || leading_zero || !digits.iter().all(u8::is_ascii_digit) {
            let found = shown_number(token);
            return Err(self.cursor.syntax(start, expected, found));
        }
        let text = core::str::from_utf8(token).unwrap_or_default();
        match text.parse() {
            Ok(value) => Ok((value, start)),
            Err(_) => Err(self.out_of_range(start, expected)),
        }
    }

    fn out_of_range(&self, start: Position, expected: &'static str) -> Error {
        Error::Value {
            place: self.cursor.place(start),
            expected: expected.into(),
            found: shown_number(&self.cursor.token),
        }
    }

    /// Reads the rest of the escape whose backslash is at `start`.
    fn escape(&mut self, start: Position) -> Result<(), Error> {
        let byte = self.cursor.peek();
        let character = match byte {
            Some(b'"' | b'\\' | b'/') => byte.map(char::from),
            Some(b'n') => Some('\n'),
            Some(b'r') => Some('\r'),
            Some(b't') => Some('\t'),
            Some(b'b') => Some('\u{8}'),
            Some(b'f') => Some('\u{c}'),
            Some(b'u') => {
                self.cursor.skip();
                return self.unicode_escape(start);
            }
            _ => None,
        };
        let Some(character) = character else {
            let expected = "one of the escapes `\\\" \\\\ \\/ \\n \\r \\t \\u....`";
            return Err(self.bad_escape(start, expected, byte));
        };
        self.cursor.skip();
        self.push(start, character)
    }

    fn unicode_escape(&mut self, start: Position) -> Result<(), Error> {
        let mut units = [self.code_unit(start)?, 0];
        let mut length = 1;
        if (0xd800..0xdc00).contains(&units[0]) {
            for expected in [b'\\', b'u'] {
                let byte = self.cursor.peek();
                if byte != Some(expected) {
                    return Err(self.bad_escape(
                        start,
                        "the second half of a surrogate pair",
                        byte,
                    ));
                }
                self.cursor.skip();
            }
            units[1] = self.code_unit(start)?;
            length = 2;
        }
        match char::decode_utf16(units[..length].iter().copied()).next() {
            Some(Ok(character)) => self.push(start, character),
            _ => {
                let found = format!("`\\u{:04x}` alone", units[0]);
                let expected = "surrogates in pairs";
                Err(self.cursor.syntax(start, expected, found))
            }
        }
    }

    fn code_unit(&mut self, start: Position) -> Result<u16, Error> {
        let mut unit = 0;
        for _ in 0..4 {
            let byte = self.cursor.peek();
            let digit = byte.and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.bad_escape(start, "four hexadecimal digits after `\\u`", byte));
            };
            unit = unit << 4 | digit as u16;
            self.cursor.skip();
        }
        Ok(unit)
    }

    fn push(&mut self, start: Position, character: char) -> Result<(), Error> {
        if character < ' ' && !matches!(character, '\n' | '\r' | '\t') {
            return Err(Error::Value {
                place: self.cursor.place(start),
                expected: "no control characters but `\\n`, `\\r` and `\\t`, since NNVM has no \
                           spelling for others"
                    .into(),
                found: format!("`\\u{:04x}`", character as u32),
            });
        }
        let mut bytes = [0; 4];
        let encoded = character.encode_utf8(&mut bytes);
        self.cursor.token.extend_from_slice(encoded.as_bytes());
        Ok(())
    }

    fn bad_escape(&self, start: Position, expected: &'static str, byte: Option<u8>) -> Error {
        let found = match byte {
            Some(byte) if byte.is_ascii_graphic() => format!("`{}`", char::from(byte)),
            Some(byte) => format!("the byte 0x{byte:02x}"),
            None => "the end of the text".into(),
        };
        self.cursor.syntax(start, expected, found)
    }

    fn checked_string(&self, start: Position) -> Result<String, Error> {
        match core::str::from_utf8(&self.cursor.token) {
            Ok(text) => Ok(text.into()),
            Err(_) => {
                let found = shown_string(&self.cursor.token);
                Err(self.cursor.syntax(start, "a string in UTF-8", found))
            }
        }
    }
}

/// Whether a byte stands for itself in a string.
fn is_plain(byte: u8) -> bool {
    byte >= b' ' && byte != b'"' && byte != b'\\'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Slice;
    use alloc::string::ToString;

    fn lexer(text: &str) -> Lexer<Slice<'_>> {
        Lexer::new(Slice(text.as_bytes()))
    }

    #[test]
    fn strings_have_the_escapes_of_json() {
        let cases = [
            (r#""""#, ""),
            (r#""a\"\\\/\n\r\tb""#, "a\"\\/\n\r\tb"),
            (r#""\u00e9\u4E2D\ud83d\ude00""#, "\u{e9}\u{4e2d}\u{1f600}"),
            ("\"\u{e9}\u{7f}\"", "\u{e9}\u{7f}"),
        ];
        for (text, value) in cases {
            assert_eq!(lexer(text).string().unwrap().0, value, "{text}");
        }
    }

    #[test]
    fn what_is_no_string_says_why() {
        let cases = [
            (
                "\"a\nb\"",
                "line 1, column 3): expected control characters escaped",
            ),
            ("\"a", "expected a string with a `\"` at its end"),
            (r#""\x""#, "line 1, column 2): expected one of the escapes"),
            (
                r#""\u12g4""#,
                "expected four hexadecimal digits after `\\u`, found `g`",
            ),
            (
                r#""\ud83d!""#,
                "expected the second half of a surrogate pair, found `!`",
            ),
            (r#""\ud83d\u0041""#, "expected surrogates in pairs"),
            (
                r#""\ude00""#,
                "expected surrogates in pairs, found `\\ude00` alone",
            ),
            (r#""\u0000""#, "found `\\u0000`"),
            (r#""\b""#, "found `\\u0008`"),
            ("null", "expected a string, found `n`"),
        ];
        for (text, part) in cases {
            let message = lexer(text).string().unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
        let mut latin = Lexer::new(Slice(b"\"\xe9\""));
        assert!(latin.string().is_err());
    }

    #[test]
    fn integers_are_those_of_json_and_must_fit() {
        assert_eq!(lexer("4294967295,").natural().unwrap().0, u32::MAX);
        assert_eq!(lexer("0,").natural().unwrap().0, 0);
        assert_eq!(lexer("-1,").signed().unwrap(), -1);
        assert_eq!(
            lexer("9223372036854775807,").size().unwrap(),
            i64::MAX as u64
        );
        let no_naturals = "02 +2 -2 2.0 2e0 4294967296 99999999999999999999 - 00 -4294967294";
        for text in no_naturals.split(' ') {
            assert!(lexer(&format!("{text},")).natural().is_err(), "{text}");
        }
        assert!(lexer("9223372036854775808,").signed().is_err());
    }
}
