//! Arrays whose lengths come with the call: their elements, parts and orders.
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
