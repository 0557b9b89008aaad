//! The executor: every operator against plain Rust, inner graphs, effects, errors, the interface.

mod chains;
mod columns;
mod composites;
mod effects;
mod errors;
mod host;
mod indexing;
mod inner;
mod integers;
mod interface;
#[path = "../numbers/mod.rs"]
mod numbers;
mod products;
mod random;
mod reductions;
mod scalars;
mod sort;
mod support;
mod views;
