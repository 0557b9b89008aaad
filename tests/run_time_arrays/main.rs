//! Arrays whose lengths come with the call: their elements, parts and orders.
//!
//! Most functions have the gradient alone, as the compiler takes its time for each derivative;
//! tangents and adjoints along such lengths are those of `run_time_lengths` and of random programs.
#![allow(missing_docs, reason = "functions of tests")]

#[macro_use]
#[path = "../run_time_lengths/common.rs"]
mod common;

mod blocks;
mod changed_arrays;
mod elements;
mod in_place;
mod order;
mod parts;
mod patches;
mod slices;
