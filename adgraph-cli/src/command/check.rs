//! `adgraph check`: whether files are valid, in one line for each.

use super::info::{Report, Support};
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::model::Shapes;
use crate::output;
use crate::source::{Source, name};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The verdict on one file.
#[derive(Serialize)]
struct Verdict {
    file: String,
    valid: bool,
    /// A description of the file, or of its fault.
    message: String,
}

impl Verdict {
    /// A file that cannot be opened is as bad as one that cannot be read: the others are checked
    /// all the same.
    fn of(file: &Path, checked: Result<String>) -> Result<Self> {
        let file = name(file);
        let (valid, message) = match checked {
            Ok(message) => (true, message),
            Err(Failure::File(message)) => {
                let plain = message.strip_prefix(&file).unwrap_or(&message);
                (false, plain.trim_start_matches([':', ' ']).to_string())
            }
            Err(failure) => return Err(failure),
        };
        Ok(Self {
            file,
            valid,
            message,
        })
    }
}

pub(super) fn run(files: &[PathBuf], format: Option<Format>, json: bool) -> Result<()> {
    let mut all_valid = true;
    for file in files {
        let verdict = Verdict::of(file, check(file, format))?;
        all_valid &= verdict.valid;
        if json {
            output::json(&verdict, true)?;
        } else {
            let word = if verdict.valid { "ok" } else { "error" };
            let mut out = output::stdout();
            writeln!(out, "{}: {word}: {}", verdict.file, verdict.message)?;
            out.flush()?;
        }
    }
    if all_valid {
        Ok(())
    } else {
        Err(Failure::Check)
    }
}

/// Checks a file; gives the description of a valid one.
fn check(file: &Path, format: Option<Format>) -> Result<String> {
    let source = Source::read_graph(file, format, Shapes::new())?;
    let report = Report::new(&source)?;
    let Support { unsupported, needs } = &report.support;
    if !unsupported.is_empty() {
        return Err(Failure::file(&source.name, unsupported.join("; ")));
    }
    let mut message = report.summary();
    if let Some(shape) = needs {
        message += &format!("; shapes are not checked without {shape}");
    }
    Ok(message)
}
