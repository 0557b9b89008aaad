//! Derivatives that a function can have: a table with one row for each request, and the requests of
//! a function.
//!
//! A request is a word of `#[derivatives(..)]` and the name of the function that answers it. Its
//! row says what the signature must allow, which groups of numbers go in and come out, and which
//! programs compute it; a program's row says which transform of the graph makes it. Code that
//! checks signatures (`requests`), plans programs or writes items (`emit`) iterates over rows, and
//! names no request where a field can say it.
//!
//! A new request is a row, and where it computes something new, a row of `program`. A field that is
//! forgotten does not compile. A new group of numbers is a variant, and the compiler reports the
//! surfaces that do not handle it.
//!
//! | file | holds |
//! |---|---|
//! | `request` | the requests, a row each |
//! | `program` | the programs that compute them, a row each |
//! | `group` | the groups of inputs and results, and what a signature must allow |
//! | `asked` | what a function's attributes ask for |

mod asked;
mod group;
mod program;
mod request;

pub(crate) use asked::{Check, Derivatives};
pub(crate) use group::{InputGroup, Matrix, Named, Need, OutputGroup, Sweep, Trait};
pub(crate) use program::{Made, Program, Serves, Subject, size};
pub(crate) use request::{Points, Request, Row};
