//! Numbers: all arithmetic that generated code needs, and nothing else.
//!
//! | folder | holds |
//! |---|---|
//! | [`order`] | the order in which sums are formed |
//! | [`elementary`] | the one definition of every elementary function |
//! | [`matrix`] | descriptions of products, factors and triangular systems, as arguments of kernels |
//! | [`lanes`] | eight numbers at once, for generated loops and kernels |
//! | [`kernels`] | hand-written loops, which programs call |
//! | [`philox`] | random integers as functions of a key and a counter |
//! | [`math`] | the float types with their lanes, and the functions: the interface for generic code |
//! | [`random`] | random numbers as functions of a seed and a position |
//!
//! Each module depends only on the modules above it in the table.
//!
//! Generated code, the executor and constant folding all compute through this crate, so that they
//! give identical bits. It needs neither the standard library nor an allocator.
//!
//! # Stability
//!
//! An internal part of `adgraph`: stability is promised only for `adgraph` itself, and the public
//! items of this crate may change in any release.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

pub mod elementary;
pub mod kernels;
pub mod lanes;
pub mod math;
pub mod matrix;
pub mod order;
pub mod philox;
pub mod random;
