//! Numbers: everything that generated code computes with, and nothing that it does not.
//!
//! | folder | holds |
//! |---|---|
//! | [`order`] | the order in which sums are formed |
//! | [`elementary`] | the one definition of every elementary function |
//! | [`matrix`] | products of matrices, as kernels are asked for them |
//! | [`lanes`] | eight numbers at once, for generated loops and kernels |
//! | [`kernels`] | loops written by hand, which programs call |
//! | [`math`] | the float types with their lanes, and the functions: what generic code names |
//!
//! Each knows only those above it in the table.
//!
//! Generated code, the executor and constant folding all compute through this crate, so that they
//! give identical bits. It needs neither the standard library nor an allocator.
//!
//! # Stability
//!
//! An internal part of `adgraph`: no stability is promised except through `adgraph`, and what is
//! public here may change in any release.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

pub mod elementary;
pub mod kernels;
pub mod lanes;
pub mod math;
pub mod matrix;
pub mod order;
