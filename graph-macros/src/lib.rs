//! The procedural macros of adgraph.

mod emit;
mod signature;
