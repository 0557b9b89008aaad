//! Loops over arrays whose lengths come with the call.
//!
//! Most functions have the gradient alone, as the compiler takes its time for each derivative;
//! tangents and adjoints along such lengths are those of `run_time_lengths` and of random programs.
#![allow(missing_docs, reason = "functions of tests")]

#[macro_use]
#[path = "../run_time_lengths/common.rs"]
mod common;

mod fills;
mod guarded;
mod integers;
mod lanes;
mod loops;
mod maps;
mod moving_bounds;
mod nested;
mod row_updates;
mod states;
