//! One list of programs, each run through generated code and through the executor, in value,
//! adjoint, tangent and higher derivatives, and through both file formats.
//!
//! `cargo test --test programs` runs them in a dev build, `cargo test --release --test programs`
//! in a release build; both must give the executor's bits.

mod bits;
mod corners;
mod differences;
mod evaluate;
mod exports;
mod formats;
mod list;
mod orders;
mod program;
mod sparse;
