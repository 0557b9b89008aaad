//! Running the command line.

#![allow(dead_code, reason = "no test file uses all of this")]

use serde_json::Value;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_adgraph");

/// The exit code and output of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    #[track_caller]
    fn new(output: Output, arguments: &[&str]) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let run = Self {
            // Without a code a signal ended it, which nothing may.
            code: output.status.code().unwrap_or(-1),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        };
        let expected = (0..=2).contains(&run.code);
        assert!(expected, "{arguments:?}: {}: {run:?}", output.status);
        run
    }
}

/// Runs the program.
#[track_caller]
pub(crate) fn run(arguments: &[&str]) -> Run {
    let output = Command::new(PROGRAM).args(arguments).output().unwrap();
    Run::new(output, arguments)
}

/// Runs the program with a text on stdin, which it need not read: arguments that it refuses end it
/// before or while the text is written.
#[track_caller]
pub(crate) fn run_with(arguments: &[&str], stdin: &str) -> Run {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let refused = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    assert!(written.as_ref().err().is_none_or(refused), "{written:?}");
    Run::new(child.wait_with_output().unwrap(), arguments)
}

/// Runs the program where so many KiB of addresses are all that there is.
#[track_caller]
pub(crate) fn run_limited(arguments: &[&str], kib: u64) -> Run {
    let script = format!("ulimit -v {kib} && exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, PROGRAM])
        .args(arguments)
        .output()
        .unwrap();
    Run::new(output, arguments)
}

/// A file that holds this JSON, for the caller to remove.
pub(crate) fn temporary(name: &str, value: &Value) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{} {name}", std::process::id()));
    fs::write(&path, value.to_string()).unwrap();
    path
}
