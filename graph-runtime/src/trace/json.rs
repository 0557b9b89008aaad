//! A call as a line of JSON.

use alloc::string::String;
use core::fmt::{self, Debug, Write};

use super::{Call, Value};
use crate::check::Step;
use crate::execute::Values;

impl Call<'_> {
    /// The call as an object of JSON in one line, without a line break: `node`, `operator`, `kind`,
    /// `operands` and `results`, each with `node`, `shape` and `data`, and, where there are any,
    /// `name`, `tags`, `file`, `line` and `path`. Numbers have as many digits as restore their bits; those
    /// that are not finite are the strings `"nan"`, `"inf"` and `"-inf"`.
    ///
    /// ```
    /// # use graph_runtime::trace::Trace;
    /// let text = "adgraph 1\ngraph\nsites line\n%0: f64 = input 0 x\n%1: f64 = ln %0 @7\noutput %1 y\n";
    /// let graph = graph_ir::text::parse(text)?;
    /// let mut lines = Vec::new();
    /// Trace::new(&graph)?.run(&[0.0], &mut |call| lines.push(call.to_json()))?;
    /// assert_eq!(lines, [concat!(
    ///     r#"{"node":"%1","operator":"ln","kind":"elementwise","name":"y","line":7,"#,
    ///     r#""operands":[{"node":"%0","name":"x","shape":[],"data":[0.0]}],"#,
    ///     r#""results":[{"node":"%1","name":"y","shape":[],"data":["-inf"]}]}"#,
    /// )]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut line = String::new();
        // Writing into a string does not fail.
        let _ = self.write_json(&mut line);
        line
    }

    fn write_json(&self, out: &mut String) -> fmt::Result {
        write!(out, "{{\"node\":\"{}\",\"operator\":", self.node)?;
        string(out, self.operator)?;
        write!(out, ",\"kind\":\"{}\"", self.kind.name())?;
        if !self.name.is_empty() {
            out.write_str(",\"name\":")?;
            string(out, self.name)?;
        }
        if !self.tags.is_empty() {
            out.write_str(",\"tags\":")?;
            list(out, self.tags, |out, tag| string(out, tag))?;
        }
        if let Some(file) = self.file {
            out.write_str(",\"file\":")?;
            string(out, file)?;
        }
        if let Some(line) = self.line {
            write!(out, ",\"line\":{line}")?;
        }
        if !self.path.is_empty() {
            out.write_str(",\"path\":")?;
            list(out, self.path, step)?;
        }
        out.write_str(",\"operands\":")?;
        list(out, self.operands, value)?;
        out.write_str(",\"results\":")?;
        list(out, self.results, value)?;
        out.write_char('}')
    }
}

fn step(out: &mut String, step: &Step) -> fmt::Result {
    let line = match step {
        Step::Call(name, line) => {
            out.write_str("{\"call\":")?;
            string(out, name)?;
            line
        }
        Step::Branch(side, line) => {
            write!(out, "{{\"branch\":{side}")?;
            line
        }
        Step::Repetition(number, line) => {
            write!(out, "{{\"repetition\":{number}")?;
            line
        }
    };
    if let Some(line) = line {
        write!(out, ",\"line\":{line}")?;
    }
    out.write_char('}')
}

fn value(out: &mut String, value: &Value<'_>) -> fmt::Result {
    write!(out, "{{\"node\":\"{}\",", value.node)?;
    if !value.name.is_empty() {
        out.write_str("\"name\":")?;
        string(out, value.name)?;
        out.write_char(',')?;
    }
    write!(out, "\"shape\":{:?},\"data\":", value.ty.shape.extents())?;
    match value.values {
        Values::F64(own) => list(out, own, |out, &x| number(out, x, x)),
        Values::F32(own) => list(out, own, |out, &x| number(out, x, x.into())),
        Values::Bool(own) => list(out, own, |out, x| write!(out, "{x}")),
        Values::I64(own) => list(out, own, |out, x| write!(out, "{x}")),
    }?;
    out.write_char('}')
}

/// A number by the digits of its own type.
fn number(out: &mut String, own: impl Debug, number: f64) -> fmt::Result {
    match number {
        number if number.is_nan() => out.write_str("\"nan\""),
        f64::INFINITY => out.write_str("\"inf\""),
        f64::NEG_INFINITY => out.write_str("\"-inf\""),
        _ => write!(out, "{own:?}"),
    }
}

fn list<T>(
    out: &mut String,
    entries: &[T],
    write: impl Fn(&mut String, &T) -> fmt::Result,
) -> fmt::Result {
    out.write_char('[')?;
    for (position, entry) in entries.iter().enumerate() {
        out.write_str(if position == 0 { "" } else { "," })?;
        write(out, entry)?;
    }
    out.write_char(']')
}

fn string(out: &mut String, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            letter if letter.is_control() => write!(out, "\\u{:04x}", u32::from(letter))?,
            letter => out.write_char(letter)?,
        }
    }
    out.write_char('"')
}
