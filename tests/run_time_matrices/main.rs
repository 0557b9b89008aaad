//! Matrices whose extents come with the call, and arrays that are joined, stacked and interpolated.
//!
//! Most functions have the gradient alone, as the compiler takes its time for each derivative;
//! tangents and adjoints along such lengths are those of `run_time_lengths` and of random programs.
#![allow(missing_docs, reason = "functions of tests")]

#[macro_use]
#[path = "../run_time_lengths/common.rs"]
mod common;

mod interpolation;
mod joins;
mod matrices;
mod networks;
mod single;
mod stacks;
