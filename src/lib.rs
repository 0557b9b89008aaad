//! Functions written once, with their derivatives generated as plain Rust while the crate compiles.
#![no_std]

#[cfg(feature = "alloc")]
pub use graph_ir::Graph;
pub use graph_ir::math;
pub use graph_ir::math::Float;
pub use graph_runtime::function;

/// What generated code refers to; not for users.
#[doc(hidden)]
pub mod __private {
    pub use graph_ir::math;
    pub use graph_runtime::function::{Function, ScalarFunction};
    pub use graph_runtime::generated;
}
