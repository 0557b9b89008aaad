//! A tool of the benchmark suite GradBench: programs of the language, and the suite's protocol
//! around them.
//!
//! | module | does |
//! |---|---|
//! | `protocol` | reads messages and answers them, one line each |
//! | `evals` | has one file for each eval: the program, its input, and its functions |
//! | `measure` | repeats a function as often as asked, and writes its result with the times |
//! | `layout` | turns rows of the suite into rows of the widths that are compiled, and back |
//! | `descent` | the minimization that two of the evals prescribe |
//! | `failure` | says why an input has no answer |
#![forbid(unsafe_code)]

mod descent;
mod evals;
mod failure;
mod layout;
mod measure;
mod protocol;

pub use protocol::serve;
