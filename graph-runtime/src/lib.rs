//! The run time of adgraph.
