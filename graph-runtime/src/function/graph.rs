//! Functions whose graphs are there when they run.

use graph_ir::{Graph, Result};

use super::Function;

/// A function whose graph is there at run time: every `f::Function` of `graph!`, where there is an
/// allocator.
///
/// It is what patterns of matrices are found in: see [`WithSparsity`](super::WithSparsity).
#[diagnostic::on_unimplemented(
    message = "the graph of `{Self}` is not there at run time",
    label = "no graph at run time",
    note = "the struct `Function` of a function of `graph!` has it, with the feature `alloc` of `adgraph`"
)]
pub trait GraphFunction: Function {
    /// The graph for what the struct holds: the lengths are numbers, and the arguments that are
    /// integers are constants, whose inputs nothing reads.
    ///
    /// # Errors
    /// [`Error::Requirement`](graph_ir::Error::Requirement) for lengths that a call is refused for,
    /// and [`Error::TooLarge`](graph_ir::Error::TooLarge).
    fn graph(&self) -> Result<Graph>;
}
