//! Jacobians as graphs of their own.
//!
//! A row is the gradient of one element of the results. All rows stand in one graph, so that nodes
//! that they share, the values above all, are computed once; and each row is that of a function
//! with one result, so that nodes that do not contribute to it are not there, where a seed of zeros
//! would have to be multiplied through. This is for few rows: the graph grows with their number.
//! Those of symbolic extents are rows or columns of a loop, and so are as many rows as lanes of a
//! function with loops: all loops of a row are repeated for each of the others, where one sweep
//! over the steps can take a row in each lane.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph};
use graph_ir::ops::Op;
use graph_ir::types::{Shape, Type};
use graph_math::order::LANES;

use super::element::element_of;
use super::sparse::{flat, symbolic};
use super::{JACOBIAN, gradient, prepared};

/// The Jacobian: a graph that takes the inputs of `graph` and yields a matrix with a row for each
/// element of the outputs, one after another, and a column for each element of the inputs that
/// `wrt` names. A variable that does not influence an element has zero in its row, whatever its
/// value. Effects are not part of it.
///
/// # Errors
/// As [`gradient`](super::gradient()) of each element; and when the outputs and the inputs in `wrt`
/// are not all of one float type.
pub fn jacobian(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    if graph.require_known().is_err() || fills_lanes(graph) {
        return symbolic::jacobian(graph, wrt);
    }
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = builder.copy_inputs(graph);
    let inner = prepared(graph, wrt)?;
    if let Some(ty) = graph.output_types().find(|ty| !ty.is_float()) {
        return Err(Error::NotDifferentiable {
            what: alloc::format!("a result of type {ty}"),
        });
    }
    let count = graph.output_types().map(|ty| ty.shape.size()).sum();
    if count == 0 || wrt.is_empty() {
        builder.output(JACOBIAN, empty(&builder, graph, wrt, count)?)?;
        return builder.finish();
    }
    let mut rows = Vec::with_capacity(count);
    for (position, ty) in graph.output_types().enumerate() {
        for element in 0..ty.shape.size() {
            let row = Function::plain(gradient(&element_of(&inner, position, element)?, wrt)?);
            let results = builder.call(&row, &inputs)?;
            rows.push(flat(&builder, &results[1..])?);
        }
    }
    builder.output(JACOBIAN, builder.stack(&rows, 0)?)?;
    builder.finish()
}

/// Whether the function has loops, and results for all lanes.
fn fills_lanes(graph: &Graph) -> bool {
    let rows: usize = graph.output_types().map(|ty| ty.shape.size()).sum();
    let is_loop = |graph: &Graph| graph.ids().any(|id| matches!(graph.op(id), Op::Scan(..)));
    rows >= LANES && graph.graphs().any(is_loop)
}

/// A matrix without rows or without columns.
fn empty<'b>(builder: &'b Builder, graph: &Graph, wrt: &[usize], rows: usize) -> Result<Wire<'b>> {
    let types: Vec<&Type> = graph.input_types().collect();
    let columns = wrt.iter().map(|&position| types[position].shape.size());
    let element = match wrt {
        [] => graph_ir::Element::F64,
        [first, ..] => types[*first].element,
    };
    let shape = Shape::new(&[rows, columns.sum()])?;
    builder.full(&Type::new(element, shape), 0.0)
}
