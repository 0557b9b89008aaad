//! The graph of adgraph.

pub mod math;
