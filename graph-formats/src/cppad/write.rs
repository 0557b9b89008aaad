//! Writing: [`Document`] to text.
//!
//! Keys have the fixed order of the format; of the operators only those in use are defined, in
//! alphabetical order, so that equal documents give equal bytes. All that cannot be written is
//! found before the first byte is.

use super::{Detail, Document, Form, Operator, Usage};
use crate::{Error, Place};
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Display, Write};

/// How the text is laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// No white space.
    Compact,
    /// A line for each definition, constant, usage and dependent.
    Lines,
}

impl Document {
    /// The document as a text without white space.
    ///
    /// # Errors
    ///
    /// If a name or text holds a quotation mark or NUL, or a constant is infinite or NaN: the
    /// format cannot express them. A graph is written with such constants computed.
    pub fn to_string(&self) -> Result<String, Error> {
        self.to_text(Layout::Compact)
    }

    /// The document as a text for people, a line for each entry of a list.
    ///
    /// # Errors
    ///
    /// Those of [`Document::to_string`].
    pub fn to_string_pretty(&self) -> Result<String, Error> {
        self.to_text(Layout::Lines)
    }

    /// Writes the text of [`Document::to_string`], in pieces of about 64 kilobytes.
    ///
    /// # Errors
    ///
    /// Those of [`Document::to_string`], before anything is written; then those of the writer.
    #[cfg(feature = "std")]
    pub fn to_writer(&self, writer: impl std::io::Write) -> Result<(), Error> {
        check(self)?;
        crate::sink::write_to(writer, |out| write(out, self, Layout::Compact))
    }

    fn to_text(&self, layout: Layout) -> Result<String, Error> {
        check(self)?;
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write(&mut text, self, layout);
        Ok(text)
    }
}

/// Checks that the format can express a document.
fn check(document: &Document) -> Result<(), Error> {
    check_string(document.function_name(), || "/function_name".into())?;
    for (index, constant) in document.constants().iter().enumerate() {
        if !constant.is_finite() {
            return Err(Error::Unrepresentable {
                place: Place::without_text(format!("/constant_vec/1/{index}")),
                what: format!("the constant {constant}"),
                why: "the format has finite numbers only; compute it, for instance as 1 / 0".into(),
            });
        }
    }
    for (index, usage) in document.usages().enumerate() {
        for (string, text) in strings(usage.detail).into_iter().flatten().enumerate() {
            check_string(text, || format!("/op_usage_vec/1/{index}/{}", string + 1))?;
        }
    }
    Ok(())
}

fn check_string(text: &str, pointer: impl FnOnce() -> String) -> Result<(), Error> {
    if !text.contains(['"', '\0']) {
        return Ok(());
    }
    Err(Error::Unrepresentable {
        place: Place::without_text(pointer()),
        what: format!("the text {text:?}"),
        why: "strings of the format have no escapes and cannot hold `\"` or NUL".into(),
    })
}

fn write(out: &mut dyn Write, document: &Document, layout: Layout) -> fmt::Result {
    let codes = op_codes(document);
    let mut file = File { out, layout };
    file.text("{", "{\n  ")?;
    file.key("function_name")?;
    write!(file.out, "\"{}\"", document.function_name())?;
    file.next_key("op_define_vec")?;
    let defined = || Operator::all().filter(|operator| codes[operator.index()] != 0);
    file.list(defined().count(), defined(), |file, operator| {
        file.definition(operator, codes[operator.index()])
    })?;
    file.next_key("n_dynamic_ind")?;
    write!(file.out, "{}", document.n_dynamic())?;
    file.next_key("n_variable_ind")?;
    write!(file.out, "{}", document.n_variable())?;
    file.next_key("constant_vec")?;
    let constants = document.constants();
    file.list(constants.len(), constants, |file, &constant| {
        float(file.out, constant)
    })?;
    file.next_key("op_usage_vec")?;
    let usages = document.usages();
    file.list(usages.len(), usages, |file, usage| {
        file.usage(&usage, codes[usage.operator.index()])
    })?;
    file.next_key("dependent_vec")?;
    let dependents = document.dependents();
    file.list(dependents.len(), dependents, |file, node| {
        write!(file.out, "{node}")
    })?;
    file.text("}", "\n}\n")
}

/// The op_code of each operator in use, counted from 1 in alphabetical order; 0 for the others.
fn op_codes(document: &Document) -> [usize; Operator::COUNT] {
    let mut codes = [0; Operator::COUNT];
    for usage in document.usages() {
        codes[usage.operator.index()] = 1;
    }
    let mut defined = 0;
    for code in codes.iter_mut().filter(|code| **code != 0) {
        defined += 1;
        *code = defined;
    }
    codes
}

/// A file that is being written.
struct File<'a> {
    out: &'a mut dyn Write,
    layout: Layout,
}

impl File<'_> {
    fn text(&mut self, compact: &str, lines: &str) -> fmt::Result {
        self.out.write_str(match self.layout {
            Layout::Compact => compact,
            Layout::Lines => lines,
        })
    }

    fn comma(&mut self) -> fmt::Result {
        self.text(",", ", ")
    }

    fn key(&mut self, key: &str) -> fmt::Result {
        write!(self.out, "\"{key}\"")?;
        self.text(":", ": ")
    }

    fn next_key(&mut self, key: &str) -> fmt::Result {
        self.text(",", ",\n  ")?;
        self.key(key)
    }

    /// Writes `[count, [...]]`.
    fn list<T>(
        &mut self,
        count: usize,
        entries: impl IntoIterator<Item = T>,
        mut entry: impl FnMut(&mut Self, T) -> fmt::Result,
    ) -> fmt::Result {
        write!(self.out, "[{count}")?;
        self.comma()?;
        self.out.write_char('[')?;
        for (index, item) in entries.into_iter().enumerate() {
            match index {
                0 => self.text("", "\n    ")?,
                _ => self.text(",", ",\n    ")?,
            }
            entry(self, item)?;
        }
        match count {
            0 => self.out.write_str("]]"),
            _ => self.text("]]", "\n  ]]"),
        }
    }

    fn definition(&mut self, operator: Operator, code: usize) -> fmt::Result {
        self.out.write_char('{')?;
        self.key("op_code")?;
        write!(self.out, "{code}")?;
        self.comma()?;
        self.key("name")?;
        write!(self.out, "\"{}\"", operator.name())?;
        if let Form::Fixed(n_arg) = operator.form() {
            self.comma()?;
            self.key("n_arg")?;
            write!(self.out, "{n_arg}")?;
        }
        self.out.write_char('}')
    }

    fn usage(&mut self, usage: &Usage<'_>, code: usize) -> fmt::Result {
        write!(self.out, "[{code}")?;
        for text in strings(usage.detail).into_iter().flatten() {
            self.comma()?;
            write!(self.out, "\"{text}\"")?;
        }
        if let Detail::Numbered { call_id, .. } = usage.detail {
            self.entry(call_id)?;
        }
        if let Form::Fixed(_) = usage.operator.form() {
            for argument in usage.arguments {
                self.entry(argument)?;
            }
            return self.out.write_char(']');
        }
        self.entry(usage.results.len())?;
        self.entry(usage.arguments.len())?;
        self.comma()?;
        self.out.write_char('[')?;
        for (index, argument) in usage.arguments.iter().enumerate() {
            if index > 0 {
                self.comma()?;
            }
            write!(self.out, "{argument}")?;
        }
        self.out.write_str("]]")
    }

    /// Writes an entry of an array that is not its first.
    fn entry(&mut self, value: impl Display) -> fmt::Result {
        self.comma()?;
        write!(self.out, "{value}")
    }
}

/// The strings of a usage in the order of the format.
fn strings(detail: Detail<'_>) -> [Option<&str>; 2] {
    match detail {
        Detail::None => [None, None],
        Detail::Function { name } | Detail::Numbered { name, .. } => [Some(name), None],
        Detail::Print { before, after } => [Some(before), Some(after)],
    }
}

/// Writes the shortest decimal that reads back to the same double, without an exponent where that
/// stays short.
fn float(out: &mut dyn Write, value: f64) -> fmt::Result {
    let magnitude = value.abs();
    if value == 0.0 {
        // Many readers take `-0` for an integer and lose its sign.
        return out.write_str(if value.is_sign_negative() {
            "-0.0"
        } else {
            "0"
        });
    }
    if (1e-5..1e16).contains(&magnitude) {
        return write!(out, "{value}");
    }
    write!(out, "{value:e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_short_and_exact() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0.0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.1, "0.1"),
            (1.0 / 3.0, "0.3333333333333333"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-5, "0.00001"),
            (9.9e-6, "9.9e-6"),
            (1e15, "1000000000000000"),
            (1e16, "1e16"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::from_bits(1), "5e-324"),
        ];
        for (value, text) in cases {
            let mut written = String::new();
            float(&mut written, value).unwrap();
            assert_eq!(written, text);
            assert_eq!(written.parse::<f64>().unwrap().to_bits(), value.to_bits());
        }
    }
}
