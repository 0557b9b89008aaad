//! The builder's methods for the operators, and the arithmetic of wires.
//!
//! Every method infers the result's type from its operands' by the operator's rule and refuses what
//! does not fit, so that a graph is well typed at every moment. The builder itself adds nodes whose
//! type is known.

mod arithmetic;
mod elementwise;
mod measure;
mod reductions;
mod regions;
mod views;
mod wire;
