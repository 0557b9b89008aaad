//! Products with the Hessian: forward over reverse.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Function, Graph};

use super::{HESSIAN_PRODUCT, derived_name, forward, gradient, reverse};

/// The product of the Hessian of a function with one scalar float result with a direction: a graph
/// that takes the inputs of `graph` and, for each position of `wrt`, the direction's part for that
/// input, and yields the value, the gradient (an adjoint for each position) and the product (for
/// each position, of the input's type).
///
/// # Errors
/// As [`gradient`](super::gradient()).
pub fn hessian_product(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    product(&gradient(graph, wrt)?, graph.outputs().len(), wrt)
}

/// The same of the sum of all results, each times its weight: the inputs of `graph` are followed by
/// a weight for each element of the outputs, as [`reverse`](super::reverse()) takes its seeds, and
/// then by the direction. It yields the outputs, the gradient of the sum, and the product.
///
/// # Errors
/// As [`reverse`](super::reverse()).
pub fn weighted_hessian_product(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    product(&reverse(graph, wrt)?, graph.outputs().len(), wrt)
}

/// The tangent of the graph of values and adjoints, without the tangents of the values, which are
/// of the first order.
fn product(adjoint: &Graph, n_value: usize, wrt: &[usize]) -> Result<Graph> {
    let tangent = Function::plain(forward(adjoint, wrt)?);
    let builder = Builder::new();
    builder.continue_graph(adjoint);
    let inputs = builder.copy_inputs(&tangent.graph);
    let results = builder.call(&tangent, &inputs)?;
    let (first, second) = results.split_at(adjoint.outputs().len());
    for (output, wire) in adjoint.outputs().iter().zip(first) {
        builder.output(&output.name, *wire)?;
    }
    let products: Vec<Wire<'_>> = second[n_value..].to_vec();
    for (&position, wire) in wrt.iter().zip(products) {
        let name = &adjoint.inputs()[position].name;
        builder.output(&derived_name(HESSIAN_PRODUCT, name), wire)?;
    }
    builder.finish()
}
