//! The builder's methods for the operators, and the arithmetic of wires.
//!
//! Every method infers the type of the result from the types of the operands by the operator's
//! rule, and refuses invalid operands, so that a graph is well typed at every moment. The builder
//! itself adds nodes of known type.

mod arithmetic;
mod einsum;
mod elementwise;
mod extents;
mod interpolation;
mod matrices;
mod measure;
mod random;
mod reductions;
mod regions;
mod views;
mod wire;
