//! The executor: every operator against plain Rust, inner graphs, effects, errors, the interface.

mod effects;
mod errors;
mod indexing;
mod inner;
mod interface;
mod products;
mod scalars;
mod support;
mod views;
