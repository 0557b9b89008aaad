//! Functions written once, with their derivatives generated as plain Rust while the crate compiles.
