//! The procedural macros of adgraph.
