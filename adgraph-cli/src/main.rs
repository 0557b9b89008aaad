//! The command line: inspects, checks, runs, differentiates and converts graph files of CppAD, NNVM
//! and MXNet.
//!
//! | module | does |
//! |---|---|
//! | `arguments`, `set_by_name` | define subcommands and options, with the help texts; inputs as options |
//! | `source`, `model`, `case` | turn the bytes of a file in any format into a graph |
//! | `extents` | gives symbols of a graph numbers |
//! | `inputs`, `tensor` | turn numbers from the command line or from files into inputs of the graph |
//! | `function`, `trace` | compute value and derivatives at a point, and the value with a line for each operator |
//! | `difference` | computes the same derivatives by finite differences, to check them |
//! | `command` | runs the subcommands, one file each, as drivers over the above |
//! | `output`, `progress`, `failure` | write results, progress and errors, and determine the exit code |
//!
//! Results go to stdout and everything else to stderr. The exit code is 0 on success, 1 if a check
//! failed or a file cannot be read, evaluated or written, and 2 if the command line is invalid.
#![forbid(unsafe_code)]

mod arguments;
mod case;
mod command;
mod difference;
mod extents;
mod failure;
mod format;
mod function;
mod inputs;
mod model;
mod output;
mod progress;
mod set_by_name;
mod source;
mod tensor;
mod trace;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::of_process();
    match command::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
