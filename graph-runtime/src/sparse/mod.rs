//! Sparse matrices of derivatives: the positions and values of their entries.
//!
//! For a graph that is known only at run time, an [`Evaluator`](crate::derivative::Evaluator)
//! computes the entries: [`sparse_jacobian`], [`sparse_hessian`] and, with all inputs of a Newton
//! step in one call, [`value_gradient_hessian`]. Functions of the language have the positions as
//! constants, of type [`Sparsity`], where their lengths are numbers; `function::WithSparsity` finds them for
//! the lengths of a call.
//!
//! ```
//! use graph_ir::graph::InputKind;
//! use graph_ir::{Builder, Element, Shape, Type};
//! use graph_runtime::derivative::Evaluator;
//!
//! // The sum of (x[i + 1] - x[i]^2)^2.
//! let builder = Builder::new();
//! let x = Type::new(Element::F64, Shape::new(&[4])?);
//! let x = builder.input("x", x, InputKind::Independent);
//! let residual = builder.range(x, 0, 1, 3)? - builder.range(x, 0, 0, 3)?.square();
//! builder.output("y", residual.square().sum(&[0]))?;
//!
//! let mut function = Evaluator::<f64>::new(&builder.finish()?)?;
//! let hessian = function.sparse_hessian(&[1.0, 1.0, 1.0, 1.0], &[1.0])?;
//! let lower: Vec<(usize, usize, f64)> = hessian.triplets().collect();
//! assert_eq!(lower[..3], [(0, 0, 8.0), (1, 0, -4.0), (1, 1, 10.0)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`sparse_jacobian`]: crate::derivative::Evaluator::sparse_jacobian
//! [`sparse_hessian`]: crate::derivative::Evaluator::sparse_hessian
//! [`value_gradient_hessian`]: crate::derivative::Evaluator::value_gradient_hessian

#[cfg(feature = "alloc")]
mod matrix;
mod sparsity;

#[cfg(feature = "alloc")]
pub use graph_autodiff::colouring::Compression;
#[cfg(feature = "alloc")]
pub use graph_autodiff::sparsity::Pattern;
#[cfg(feature = "alloc")]
pub use matrix::SparseMatrix;
pub use sparsity::Sparsity;
