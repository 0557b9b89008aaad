//! Matrices whose extents come with the call, and arrays that are joined, stacked and interpolated.
#![allow(missing_docs, reason = "functions of tests")]

#[macro_use]
#[path = "../run_time_lengths/common.rs"]
mod common;

mod interpolation;
mod joins;
mod matrices;
mod networks;
mod stacks;
