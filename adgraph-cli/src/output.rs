//! Results as JSON on stdout: one line for machines, or a layout for people.

use crate::failure::{Failure, Result};
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Where results are written, in large pieces.
pub(crate) fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Writes a value as JSON: in one line if `compact`, else a line for each entry of an object and
/// each row of a matrix.
pub(crate) fn json(value: &impl Serialize, compact: bool) -> Result<()> {
    let mut out = stdout();
    if compact {
        value.serialize(&mut Serializer::with_formatter(&mut out, CompactFormatter))?;
    } else {
        value.serialize(&mut Serializer::with_formatter(&mut out, Rows::default()))?;
    }
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Writes a text.
pub(crate) fn text(text: &str) -> Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush().map_err(Failure::from)
}

/// Writes a text to a file, or to stdout without one.
pub(crate) fn text_to(file: Option<&Path>, text: &str) -> Result<()> {
    let Some(file) = file else {
        return self::text(text);
    };
    fs::write(file, text)
        .map_err(|error| Failure::File(format!("{} cannot be written: {error}", file.display())))
}

/// A number of things, for a person to read.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// JSON for people: numbers of one array on one line, nested values on separate lines.
#[derive(Default)]
struct Rows {
    /// For each list or object around the place: whether it is a list, and whether something in it
    /// got a line of its own.
    open: Vec<(bool, bool)>,
}

impl Rows {
    /// Opens a list or object, on a line of its own if it stands in a list.
    fn open<W: ?Sized + Write>(&mut self, out: &mut W, list: bool) -> io::Result<()> {
        if let Some((true, lines)) = self.open.last_mut() {
            *lines = true;
            self.line(out)?;
        }
        self.open.push((list, false));
        out.write_all(if list { b"[" } else { b"{" })
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let (list, lines) = self.open.pop().unwrap_or_default();
        if lines {
            self.line(out)?;
        }
        out.write_all(if list { b"]" } else { b"}" })
    }

    fn line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        self.open.iter().try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for Rows {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, true)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, false)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if let Some((_, lines)) = self.open.last_mut() {
            *lines = true;
        }
        if !first {
            out.write_all(b",")?;
        }
        self.line(out)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_of_a_matrix_stand_on_lines_of_their_own() {
        let value = json!({"a": [1, 2], "b": [[1, 2], [3, 4]], "c": [], "d": [[]]});
        let mut text = Vec::new();
        let mut serializer = Serializer::with_formatter(&mut text, Rows::default());
        value.serialize(&mut serializer).unwrap();
        let expected = "{\n  \"a\": [1,2],\n  \"b\": [\n    [1,2],\n    [3,4]\n  ],\n  \
                        \"c\": [],\n  \"d\": [\n    []\n  ]\n}";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
