//! Dense Hessians of small functions as graphs of their own.
//!
//! Columns by products compute each entry off the diagonal twice, and common parts of columns as
//! often as there are columns. The entries of a sparse Hessian are computed once, in the cheapest
//! way, whether any of them is missing or not; here they are put into a matrix.

use graph_ir::builder::Builder;
use graph_ir::error::{Error, Result};
use graph_ir::graph::Graph;
use graph_ir::types::{Shape, Type};

use super::{HESSIAN, Sparse, Weights, value_gradient_sparse_hessian};

/// The values, the gradient and the whole Hessian at once: a graph with the inputs and outputs of
/// [`value_gradient_sparse_hessian`], but that the last output is the matrix, with a row and a
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
/// As [`super::sparse_hessian`]; and when the matrix has more elements than an array can have.
pub fn value_gradient_hessian(graph: &Graph, wrt: &[usize], weights: Weights) -> Result<Graph> {
    let Sparse { pattern, graph, .. } = value_gradient_sparse_hessian(graph, wrt, weights)?;
    let n = pattern.rows();
    let shape = Shape::new(&[n, n])?;
    let builder = Builder::new();
    builder.continue_graph(&graph);
    let inputs = builder.copy_inputs(&graph);
    let mut results = builder.embed(&graph, &inputs)?;
    let entries = results.pop().ok_or(Error::OutOfScope)?;
    let zero = builder.number(entries.ty()?.element, 0.0);
    let mut elements = alloc::vec![zero; shape.size()];
    for (position, (row, column)) in pattern.places().enumerate() {
        let position = i64::try_from(position).map_err(|_| Error::OutOfScope)?;
        let entry = builder.index(entries, 0, position)?;
        elements[row * n + column] = entry;
        elements[column * n + row] = entry;
    }
    let matrix = match elements.is_empty() {
        true => builder.full(&Type::new(entries.ty()?.element, shape), 0.0)?,
        false => builder.reshape(builder.stack(&elements, 0)?, &shape)?,
    };
    for (output, wire) in graph.outputs().iter().zip(&results) {
        builder.output(&output.name, *wire)?;
    }
    builder.output(HESSIAN, matrix)?;
    drop((inputs, results, elements));
    graph_ir::passes::trim(&builder.finish()?)
}
