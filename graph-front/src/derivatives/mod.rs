//! The derivatives of a function: a table with one row for each request, and the requests of a
//! function.
//!
//! A request is a word of `#[derivatives(..)]` and the name of the generated function. Its row
//! gives the requirements on the signature, the groups of inputs and results, and the programs that
//! can compute it; the row of a program gives its graph transform. Code that checks signatures
//! (`requests`), plans programs or writes items (`emit`) iterates over rows, and names no request
//! if a field can express the difference.
//!
//! A new request is a row, plus a row of `program` if it computes something new. A missing field
//! does not compile. A new group of numbers is a variant, and the compiler reports the surfaces
//! that do not handle it.
//!
//! | file | holds |
//! |---|---|
//! | `request` | the requests, one row each |
//! | `program` | the programs that compute them, one row each |
//! | `group` | the groups of inputs and results, and the requirements on a signature |
//! | `asked` | the requests of a function's attributes |

mod asked;
mod group;
mod program;
mod request;

pub(crate) use asked::{Check, Derivatives, Layout};
pub(crate) use group::{InputGroup, Matrix, Named, Need, OutputGroup, Sweep, Trait};
pub(crate) use program::{Made, Program, Serves, Subject, size};
pub(crate) use request::{Points, Request, Row, SumForm};
