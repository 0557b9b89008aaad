//! The graph of adgraph.
