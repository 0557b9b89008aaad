//! Differentiation: graph to graph, in reverse and in forward mode.
//!
//! A derivative is an ordinary graph over ordinary nodes, so it can be optimised, printed, written
//! to a file, and differentiated again, to any order. The sweeps handle the structural operators,
//! and multiply by the partial derivatives that the operator table gives for scalar operators; they
//! name no scalar operator.
//!
//! **Strict zeros.** If a `select` (or `max`, `clamp`, ...) does not choose an operand, the adjoint
//! of that operand is a strict zero: every later product with it must stay zero, although the other
//! factor may be infinite or NaN. Adjoints from such an operator on are therefore marked, and
//! products of marked adjoints are absolute (`azmul`). The rule for `azmul` marks its results
//! again, so that this also holds for derivatives of derivatives. The same applies to unused
//! elements of arrays, and to constant elements (`cover`).
//!
//! **Inner graphs.** The derivative of a branch is a branch on the same condition; that of a loop
//! is a loop, running backwards over the stored carried values in reverse mode. Marks pass through
//! both: a value that only one side of a branch uses has an exact zero on the other, and a value
//! that a loop carries has one in iterations that nothing depends on, just as if the loop were
//! unrolled. For a loop whose states would take more than [`STATES_LIMIT`] bytes, or that requests
//! it ([`graph_ir::ops::Scan::checkpoint`]), reverse mode keeps checkpoints and recomputes the
//! states in between (`checkpoint`). Effects belong to the values; recomputed values have none.
//!
//! **Rules.** A call of a function with its own derivative ([`graph_ir::graph::Rule`]) is not
//! differentiated: the derivative calls its rule, which is itself differentiated for the next
//! order. All other calls are inlined first.
//!
//! Sources: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapters 3
//! and 4; for branches and loops the rules of CppAD and JAX.
//!
//! | folder | holds |
//! |---|---|
//! | `forward`, `reverse`, `taylor` | the sweeps |
//! | [`sparsity`] | patterns of structurally nonzero entries of Jacobians and Hessians |
//! | [`colouring`] | few products that yield all entries of a sparse matrix |
//! | `sparse` | sparse Jacobians and Hessians, by colouring or entry by entry |
//! | [`implicit`] | solutions of equations, and their derivatives |
//! | `within` | derivatives of values of a graph under construction |
//!
//! # Stability
//!
//! An internal part of `adgraph`: stability is promised only for `adgraph` itself, and the public
//! items of this crate may change in any release.
#![no_std]

extern crate alloc;

pub mod colouring;
pub mod implicit;
pub mod sparsity;

mod activity;
mod along;
mod checkpoint;
mod counted;
mod counter;
mod custom_derivative;
mod derived;
mod element;
mod forward;
mod jacobian;
mod kept;
mod reverse;
mod second;
mod sparse;
mod taylor;
mod within;

use alloc::string::String;

pub use forward::forward;
pub use jacobian::jacobian;
pub use kept::STATES_LIMIT;
pub use reverse::{gradient, reverse};
pub use second::{hessian_product, weighted_hessian_product};
pub use sparse::{
    Method, Sparse, Weights, compressed_hessian, compressed_jacobian, dense_hessian,
    dense_jacobian, sparse_hessian, sparse_jacobian, value_gradient_hessian,
    value_gradient_sparse_hessian,
};
pub use taylor::taylor;
pub use within::Derivatives;

use graph_ir::error::{Error, Result};
use graph_ir::graph::Graph;
pub use graph_ir::graph::differentiable_inputs;
use graph_ir::passes::inline_without_rules;
use graph_ir::types::Type;

/// The type of an input that is to be differentiated by.
///
/// # Errors
/// When there is no such input, or it is no float.
pub(crate) fn variable_type(graph: &Graph, position: usize) -> Result<&Type> {
    let input = graph.inputs().get(position).ok_or(Error::CountMismatch {
        what: "inputs",
        expected: position + 1,
        found: graph.inputs().len(),
    })?;
    let ty = graph.ty(input.node);
    match ty.is_float() {
        true => Ok(ty),
        false => Err(Error::NotDifferentiable {
            what: alloc::format!("input `{}` of type {ty}", input.name),
        }),
    }
}

/// The graph as the sweeps take it: without calls but those of functions with rules, without
/// composites that have no rules, without loops over rows that operators over arrays can be, with
/// every value computed once, in loops too, with sums in loops behind the branches that add to them,
/// and with counters as rows.
fn prepared(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    for &position in wrt {
        variable_type(graph, position)?;
    }
    let inlined = inline_without_rules(graph)?;
    let expanded = graph_ir::passes::expand_without_rules(&inlined)?;
    let over_rows = graph_ir::passes::prepare_loops(expanded, &mut |_, _| {})?;
    graph_ir::passes::canonicalise(&over_rows)
}

/// The graph without its first outputs, and without the nodes that only they need.
pub(crate) fn without_outputs(mut graph: Graph, count: usize) -> Result<Graph> {
    graph.retain_outputs(|position| position >= count);
    graph_ir::passes::trim(&graph)
}

/// The first words of the names of outputs that are derivatives.
const ADJOINT: &str = "adjoint";
const TANGENT: &str = "tangent";
const JACOBIAN: &str = "jacobian";
const HESSIAN_PRODUCT: &str = "product";
const COEFFICIENT: &str = "coefficient";

const DERIVATIVES: [&str; 6] = [
    ADJOINT,
    TANGENT,
    JACOBIAN,
    HESSIAN,
    HESSIAN_PRODUCT,
    COEFFICIENT,
];
const HESSIAN: &str = "hessian";

/// The first word of the names of inputs that are weights of results.
const WEIGHT: &str = "weight";

/// Whether an output of this name is a derivative, by the names that the functions here give: the
/// other outputs are those of the function that was differentiated.
#[must_use]
pub fn names_derivative(output: &str) -> bool {
    let word = output.split('_').next();
    word.is_some_and(|word| DERIVATIVES.contains(&word))
}

/// The name of an input or output with a prefix, if it has one.
fn derived_name(prefix: &str, name: &str) -> String {
    if name.is_empty() {
        String::from(prefix)
    } else {
        alloc::format!("{prefix}_{name}")
    }
}
