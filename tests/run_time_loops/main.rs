//! Loops over arrays whose lengths come with the call.
#![allow(missing_docs, reason = "functions of tests")]

#[macro_use]
#[path = "../run_time_lengths/common.rs"]
mod common;

mod fills;
mod guarded;
mod lanes;
mod loops;
mod maps;
mod moving_bounds;
mod nested;
mod row_updates;
mod states;
