//! The names that most programs use, for `use adgraph::prelude::*;`: the macros (`rewrite!` with the
//! feature `alloc`), the bound of functions that are generic over their float type, matrices as
//! arguments (`Rows`), and the traits that have the methods of `f::Function` and of `f::graph()`,
//! and `save` and `load` of structs.
//!
//! ```
//! use adgraph::prelude::*;
//!
//! graph! {
//!     /// Energy of a spring.
//!     pub fn energy(x: f64, stiffness: f64) -> f64 {
//!         0.5 * stiffness * x * x
//!     }
//! }
//!
//! let mut gradient = [0.0; 2];
//! energy::Function.gradient(&[3.0, 2.0], &mut gradient);
//! assert_eq!(gradient, [6.0, 4.5]);
//! # #[cfg(feature = "alloc")]
//! assert!(energy::graph().to_svg().starts_with("<svg "));
//! ```

#[doc(hidden)]
pub use crate::__private::DerivativesAsMethods as _;
pub use crate::function::{
    Function, HessianFunction, JacobianFunction, ScalarFunction, SparseHessianFunction,
    SparseJacobianFunction, TaylorFunction,
};
pub use crate::tree::Stored as _;
#[cfg(feature = "alloc")]
pub use crate::{Graph, derivative::Evaluator, draw::GraphDraw, json::GraphJson, rewrite};
pub use crate::{Rows, differentiable, function::Cost, graph, math::Float};
