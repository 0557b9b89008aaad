//! Dense matrices of derivatives as graphs of their own.
//!
//! Columns by products compute each entry off the diagonal of a Hessian twice, and common parts of
//! columns as often as there are columns. The entries of a sparse matrix are computed once, in the
//! cheapest way, whether any of them is missing or not; here they are put into a matrix.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Constant, Graph};
use graph_ir::intern::signed;
use graph_ir::types::{Shape, Type};

use super::{HESSIAN, JACOBIAN, Sparse, Weights, symbolic};
use super::{hessian, sparse_hessian, sparse_jacobian};
use crate::sparsity::Pattern;

/// The number of elements up to which a matrix is assembled element by element, so that passes see
/// each of them; larger ones are gathered.
const FEW: usize = 1024;

/// The operations up to which loops are followed to find zeros of a small matrix. To know them saves
/// work that is small as well, and to follow each iteration of a long loop takes seconds of a build.
const FOLLOWED: usize = 1 << 16;

/// The whole Jacobian: a graph with the inputs of `graph` and one output, a matrix with the rows
/// and columns of [`sparse_jacobian`].
///
/// # Errors
/// As [`sparse_jacobian`], of known extents; and when the matrix has more elements than an array
/// can have.
pub fn dense_jacobian(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    if graph.require_known().is_err() {
        return symbolic::jacobian(graph, wrt);
    }
    whole(&sparse_jacobian(graph, wrt)?, JACOBIAN, false)
}

/// The whole Hessian: a graph with the inputs of [`sparse_hessian`] and one output, a matrix.
///
/// # Errors
/// As [`sparse_hessian`], of known extents; and when the matrix has more elements than an array can
/// have.
pub fn dense_hessian(graph: &Graph, wrt: &[usize], weights: Weights) -> Result<Graph> {
    if graph.require_known().is_err() {
        return symbolic::hessian(graph, wrt, weights, false);
    }
    whole(&sparse_hessian(graph, wrt, weights)?, HESSIAN, true)
}

/// The graph of a sparse matrix with the whole matrix in place of its entries, the last output.
fn whole(sparse: &Sparse, name: &str, symmetric: bool) -> Result<Graph> {
    let graph = &sparse.graph;
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = builder.copy_inputs(graph);
    let mut results = builder.embed(graph, &inputs)?;
    let entries = results.pop().ok_or(Error::OutOfScope)?;
    let matrix = matrix(&builder, &sparse.pattern, entries, symmetric)?;
    for (output, wire) in graph.outputs().iter().zip(&results) {
        builder.output(&output.name, *wire)?;
    }
    builder.output(name, matrix)?;
    drop((inputs, results));
    graph_ir::passes::trim(&builder.finish()?)
}

/// The matrix with these entries at the places of a pattern, which is the lower triangle of a
/// symmetric one, and with zeros elsewhere.
fn matrix<'b>(
    builder: &'b Builder,
    pattern: &Pattern,
    entries: Wire<'b>,
    symmetric: bool,
) -> Result<Wire<'b>> {
    let (rows, columns) = (pattern.rows(), pattern.columns());
    let shape = Shape::new(&[rows, columns])?;
    let element = entries.ty()?.element;
    if pattern.entries() == 0 {
        return builder.full(&Type::new(element, shape), 0.0);
    }
    // A position behind the entries is that of a zero.
    let mut positions = alloc::vec![pattern.entries(); shape.size()];
    for (position, (row, column)) in pattern.places().enumerate() {
        positions[row * columns + column] = position;
        if symmetric {
            positions[column * columns + row] = position;
        }
    }
    if shape.size() > FEW {
        let zero = builder.full(&Type::new(element, Shape::new(&[1])?), 0.0)?;
        let entries = builder.concat(&[entries, zero], 0)?;
        let positions = positions.into_iter().map(signed).collect();
        let positions = Constant::from_i64s(shape, positions).ok_or(Error::OutOfScope)?;
        return builder.gather(entries, builder.constant(positions), 0);
    }
    let zero = builder.number(element, 0.0);
    let elements = positions.iter().map(|&position| match position {
        position if position < pattern.entries() => builder.index(entries, 0, signed(position)),
        _ => Ok(zero),
    });
    let elements: Vec<Wire<'b>> = elements.collect::<Result<_>>()?;
    builder.reshape(builder.stack(&elements, 0)?, &shape)
}

/// The values, the gradient and the whole Hessian at once: a graph with the inputs and outputs of
/// [`value_gradient_sparse_hessian`](super::value_gradient_sparse_hessian), but that the last output is the matrix, with a row and a
/// column for each element of the inputs that `wrt` names. It grows with the number of the matrix's
/// elements, and is for small ones.
///
/// ```
/// use graph_autodiff::{Weights, value_gradient_hessian};
/// use graph_ir::graph::InputKind;
/// use graph_ir::{Builder, Element, Shape, Type};
///
/// let builder = Builder::new();
/// let x = Type::new(Element::F64, Shape::new(&[3])?);
/// let x = builder.input("x", x, InputKind::Independent);
/// builder.output("y", x.sin().sum(&[0]))?;
///
/// let all = value_gradient_hessian(&builder.finish()?, &[0], Weights::One)?;
/// let types: Vec<String> = all.output_types().map(ToString::to_string).collect();
/// assert_eq!(types, ["f64", "[f64; 3]", "[[f64; 3]; 3]"]);
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// As [`super::sparse_hessian`], of known extents; and when the matrix has more elements than an
/// array can have.
pub fn value_gradient_hessian(graph: &Graph, wrt: &[usize], weights: Weights) -> Result<Graph> {
    if graph.require_known().is_err() {
        return symbolic::hessian(graph, wrt, weights, true);
    }
    let sparse = hessian(graph, wrt, weights, FOLLOWED, true)?;
    whole(&sparse, HESSIAN, true)
}
