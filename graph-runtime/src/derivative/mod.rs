//! Derivatives at run time: a function made once from a graph, with value, adjoint, tangent,
//! Jacobian and Hessian, dense and [sparse](crate::sparse), over flat slices.
//!
//! This module is for graphs that are known only at run time, for example from a file; functions of
//! the language have the same interface as generated code, through [`function`](crate::function).

mod drive;
mod evaluator;
mod layout;
mod matrices;
mod sparse;
mod sweep;

pub use evaluator::Evaluator;
pub(crate) use layout::Span;
