//! The compiler, for tests of its output for generated code: with the library that is already built
//! for the tests, so that only the code itself is compiled.

#![allow(dead_code, reason = "no test file uses all of this")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A call of rustc for a file that uses the package in a folder.
pub(crate) fn rustc(folder: &Path) -> Command {
    let library = library(folder);
    let beside = library.parent().expect("the folder of the library");
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
    command
        .args(["--edition=2024", "-L"])
        .arg(joined("dependency=", beside))
        .arg("--extern")
        .arg(joined("adgraph=", &library));
    command
}

fn joined(option: &str, path: &Path) -> OsString {
    let mut joined = OsString::from(option);
    joined.push(path);
    joined
}

/// The compiled library.
fn library(folder: &Path) -> PathBuf {
    let messages = messages(folder);
    let mut paths = messages
        .lines()
        .filter(|line| line.contains(r#""kind":["lib"]"#) && line.contains(r#""name":"adgraph""#))
        .flat_map(|line| line.split('"'))
        .filter(|word| word.ends_with(".rlib"));
    PathBuf::from(paths.next().expect("the library is compiled"))
}

/// The lines of JSON in which Cargo reports the compiled crates, when it builds an example of the
/// package in a folder, for which it takes the same features as for the tests.
pub(crate) fn messages(folder: &Path) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(folder).args([
        "build",
        "--quiet",
        "--offline",
        "--example=assembly",
        "--message-format=json",
    ]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    run(&mut cargo)
}

/// The output of a command, which must succeed.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().expect("the command starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
