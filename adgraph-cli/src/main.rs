//! The command line: graph files of CppAD, NNVM and MXNet looked at, checked, run, differentiated
//! and converted.
//!
//! | module | does |
//! |---|---|
//! | `arguments` | what may be typed, with the help texts |
//! | `source`, `model`, `case` | from a file's bytes to a graph, whatever the format |
//! | `inputs`, `tensor` | from numbers typed or in files to the inputs of the graph |
//! | `function` | value and derivatives at a point |
//! | `difference` | the same derivatives without differentiation, to check them |
//! | `command` | one file for each subcommand: a driver over the above |
//! | `output`, `progress`, `failure` | what is said, where, and with which exit code |
//!
//! Results go to stdout and everything else to stderr. The exit code is 0; or 1 when a check
//! failed, or a file cannot be read or evaluated; or 2 when the command itself makes no sense.
#![forbid(unsafe_code)]

mod arguments;
mod case;
mod command;
mod difference;
mod failure;
mod function;
mod inputs;
mod model;
mod output;
mod progress;
mod source;
mod tensor;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::parse();
    match command::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
