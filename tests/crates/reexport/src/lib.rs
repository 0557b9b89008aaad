//! A library that hands adgraph on to its own users.
#![no_std]

pub use adgraph as derivatives;
pub use adgraph::graph;
