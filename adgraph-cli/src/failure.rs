//! Why a command does not succeed, and the exit code that says so.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// The result of every step of a command.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a command does not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// A file cannot be opened, read, evaluated or written.
    File(String),
    /// A check failed; the details have already been reported.
    Check,
    /// Nobody reads the output any more, which is no failure: `adgraph info FILE | head -1`.
    ClosedPipe,
}

impl Failure {
    /// A command line that makes no sense, in these words.
    pub(crate) fn usage(words: impl Into<String>) -> Self {
        Self::Usage(words.into())
    }

    /// The failure for a file, with its fault in words.
    pub(crate) fn file(file: impl Display, words: impl Display) -> Self {
        Self::File(format!("{file}: {words}"))
    }

    /// Reports the failure, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Usage(words) => {
                say(format_args!("error: {words}"));
                ExitCode::from(2)
            }
            Self::File(words) => {
                say(format_args!("error: {words}"));
                ExitCode::from(1)
            }
            Self::Check => ExitCode::from(1),
            Self::ClosedPipe => ExitCode::SUCCESS,
        }
    }
}

/// An error of writing results.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::File(format!("the output cannot be written: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

/// Writes a line for the person at the terminal. A failure to write is ignored.
pub(crate) fn say(line: impl Display) {
    drop(writeln!(io::stderr().lock(), "{line}"));
}
