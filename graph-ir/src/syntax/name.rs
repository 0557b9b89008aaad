//! Names: bare words where they can be, quoted texts with escapes elsewhere.

use alloc::string::String;
use core::fmt::{self, Write};

use super::Cursor;
use crate::error::Result;

/// Writes a name: bare if it is a word that nothing else could be meant by.
pub(crate) fn write(out: &mut dyn Write, name: &str) -> fmt::Result {
    if is_bare(name) {
        out.write_str(name)
    } else {
        write_quoted(out, name)
    }
}

/// Writes a text in quotes. Invisible characters and ends of lines are escaped.
pub(crate) fn write_quoted(out: &mut dyn Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            ' '..='~' => out.write_char(c)?,
            _ => write!(out, "{}", c.escape_debug())?,
        }
    }
    out.write_char('"')
}

/// Reads a name; `what` says whose, in words.
pub(crate) fn read(line: &mut Cursor<'_>, what: &str) -> Result<String> {
    if line.peek() == Some(b'"') {
        return read_quoted(line, what);
    }
    match line.word() {
        Some(word) => Ok(word.into()),
        None => Err(line.expected(what)),
    }
}

/// Reads a name if one comes next, and else gives the empty one.
pub(crate) fn read_optional(line: &mut Cursor<'_>) -> Result<String> {
    if line.peek() == Some(b'"') {
        return read_quoted(line, "a name");
    }
    let mut ahead = *line;
    match ahead.word() {
        Some(word) if is_bare(word) => {
            *line = ahead;
            Ok(word.into())
        }
        _ => Ok(String::new()),
    }
}

/// Reads a text in quotes; `what` says which, in words.
pub(crate) fn read_quoted(line: &mut Cursor<'_>, what: &str) -> Result<String> {
    if line.peek() != Some(b'"') {
        return Err(line.expected(what));
    }
    line.character();
    let mut text = String::new();
    loop {
        match line.character() {
            Some('"') => return Ok(text),
            Some('\\') => text.push(escaped(line)?),
            Some(c) => text.push(c),
            None => return Err(line.error("the closing `\"` is missing")),
        }
    }
}

/// Whether a name may stand without quotes: words with a meaning where a name may stand may not.
fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes.next();
    first.is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !matches!(name, "as" | "foreign")
}

/// The character that an escape after its backslash stands for.
fn escaped(line: &mut Cursor<'_>) -> Result<char> {
    let before = *line;
    match line.character() {
        Some(c @ ('"' | '\\' | '\'')) => return Ok(c),
        Some('n') => return Ok('\n'),
        Some('r') => return Ok('\r'),
        Some('t') => return Ok('\t'),
        Some('0') => return Ok('\0'),
        Some('u') if line.character() == Some('{') => {
            let mut code = 0_u32;
            // Six digits reach every character.
            for digits in 0..7 {
                match line.character() {
                    Some('}') if digits > 0 => {
                        return char::from_u32(code).ok_or_else(|| unknown(&before));
                    }
                    Some(c) => match c.to_digit(16) {
                        Some(digit) => code = code << 4 | digit,
                        None => break,
                    },
                    None => break,
                }
            }
        }
        _ => {}
    }
    Err(unknown(&before))
}

fn unknown(place: &Cursor<'_>) -> crate::Error {
    place.error("an unknown escape: known are \\\" \\\\ \\n \\r \\t \\0 and \\u{1f600}")
}
