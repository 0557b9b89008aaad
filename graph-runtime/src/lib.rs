//! The run time of adgraph.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod execute;
pub mod json;
