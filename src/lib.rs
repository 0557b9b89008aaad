//! Functions written once, with their derivatives generated as plain Rust while the crate compiles.
#![no_std]

#[cfg(feature = "alloc")]
pub use graph_ir as ir;
pub use graph_ir::math;
pub use graph_ir::math::Float;
#[cfg(feature = "alloc")]
pub use graph_ir::{
    Builder, Element, Graph, Shape, Type, Wire, differentiate, ops as ops_table, passes,
};
pub use graph_macros::differentiable;
pub use graph_runtime::function;
#[cfg(feature = "alloc")]
pub use graph_runtime::{derivative, execute, json};

/// Differentiable functions: each one becomes a Rust function and a module with its derivatives.
#[macro_export]
macro_rules! graph {
    ($($tokens:tt)*) => {
        $crate::__private::graph! { ($crate) $($tokens)* }
    };
}

/// What generated code refers to; not for users.
#[doc(hidden)]
pub mod __private {
    pub use graph_ir::math;
    pub use graph_macros::graph;
    pub use graph_runtime::function::{Function, ScalarFunction};
    pub use graph_runtime::generated;
}
