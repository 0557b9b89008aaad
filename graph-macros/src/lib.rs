//! The procedural macros of adgraph.

mod signature;
