//! Sparsity patterns of derivatives: the entries of a Jacobian or Hessian that may differ from
//! zero.
//!
//! Patterns are found by propagation through single elements of tensors (`walk`), on a tape of
//! their dependences (`tape`): views and selections forward elements, sums are linear, and the
//! operator table gives the zero first and second partial derivatives of each scalar operator
//! (`dependence`). Branches have the dependences of both sides, and loops are followed through all
//! of their iterations. The tape yields the rows of a Jacobian, as the variables that each result
//! reaches (`reach`), and the pairs of a Hessian, by edge pushing (`hessian`).
//!
//! **Definition of zero.** An entry is omitted if its derivative is zero at every point at which
//! all values are finite. A constant zero factor thus removes the dependence on the other factor:
//! the product of a constant matrix that contains zeros, such as a difference matrix, and a vector
//! has the pattern of the matrix. (If the other factor is infinite, such a product is NaN, and so
//! may be entries in its row.) Terms that cancel, as in `x - x`, are not detected.
//!
//! **Overestimates.** A value selected by a run-time index depends on all candidates. A run-time
//! condition counts as both true and false. The results of a host function, and of a function with
//! its own derivative, depend on all of its arguments, nonlinearly; so do the results of a loop of
//! more than [`MAX_ITERATED`] operations. In these cases the pattern may contain zero entries, but
//! it never lacks an entry.

mod dependence;
mod hessian;
mod jacobian;
mod pattern;
mod reach;
mod tape;
mod walk;

use alloc::borrow::Cow;
use alloc::vec::Vec;

pub use pattern::Pattern;
pub use tape::{MAX_ENTRIES, MAX_STEPS};
pub use walk::MAX_ITERATED;

use graph_ir::error::{Error, Result};
use graph_ir::graph::Graph;
use tape::{Slot, Tape};
use walk::{Elements, Walker};

/// The pattern of the Jacobian: a row for each element of the float outputs, one output after
/// another, and a column for each element of the inputs that `wrt` names.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_autodiff::sparsity;
/// use graph_ir::{Builder, Element, Shape, Type};
///
/// // The differences of neighbours.
/// let builder = Builder::new();
/// let x = Type::new(Element::F64, Shape::new(&[4])?);
/// let x = builder.input("x", x, InputKind::Independent);
/// let next = builder.range(x, 0, 1, 3)?;
/// builder.output("y", next - builder.range(x, 0, 0, 3)?)?;
///
/// let pattern = sparsity::jacobian(&builder.finish()?, &[0])?;
/// assert_eq!(pattern.row(0), [0, 1]);
/// assert_eq!(pattern.row(2), [2, 3]);
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// [`Error::PatternTooLarge`]; when `wrt` names an input that is no float, that is not there, or
/// that it names already.
pub fn jacobian(graph: &Graph, wrt: &[usize]) -> Result<Pattern> {
    let (tape, results) = tape_of(graph, wrt, MAX_ITERATED)?;
    jacobian::pattern(&tape, &results)
}

/// The pattern of the lower triangle of the Hessian of the sum of all elements of the float
/// outputs, each with a weight of its own: a row and a column for each element of the inputs that
/// `wrt` names.
///
/// # Errors
/// As [`jacobian()`].
pub fn hessian(graph: &Graph, wrt: &[usize]) -> Result<Pattern> {
    hessian_within(graph, wrt, MAX_ITERATED)
}

/// [`hessian()`], where loops are followed up to so many operations in place of [`MAX_ITERATED`].
pub(crate) fn hessian_within(graph: &Graph, wrt: &[usize], iterated: usize) -> Result<Pattern> {
    let (tape, results) = tape_of(graph, wrt, iterated)?;
    hessian::pattern(&tape, &results)
}

/// The elements that depend on the variables, and those of the results.
fn tape_of(graph: &Graph, wrt: &[usize], iterated: usize) -> Result<(Tape, Vec<Slot>)> {
    graph.require_known()?;
    let sizes = check(graph, wrt)?;
    let graph = match graph_ir::passes::expand_composites(graph)? {
        Some(expanded) => Cow::Owned(expanded),
        None => Cow::Borrowed(graph),
    };
    let mut walker = Walker::new(sizes.iter().sum(), iterated)?;
    let unknown = Elements::All(Slot::UNKNOWN);
    let mut inputs = alloc::vec![unknown; graph.inputs().len()];
    let mut first = 0;
    for (&position, size) in wrt.iter().zip(sizes) {
        let variables = (first..first + size).map(Tape::variable);
        inputs[position] = Elements::of(variables.collect());
        first += size;
    }
    let outputs = walker.start(&graph, &inputs)?;
    let mut results = Vec::new();
    for (output, ty) in outputs.iter().zip(graph.output_types()) {
        if ty.is_float() {
            walker.tape.spend(ty.shape.size())?;
            results.extend((0..ty.shape.size()).map(|element| output.at(element)));
        }
    }
    Ok((walker.tape, results))
}

/// The sizes of the inputs in `wrt`, if they can be differentiated by.
fn check(graph: &Graph, wrt: &[usize]) -> Result<Vec<usize>> {
    let mut named = alloc::vec![false; graph.inputs().len()];
    let sizes = wrt.iter().map(|&position| {
        let ty = crate::variable_type(graph, position)?;
        match core::mem::replace(&mut named[position], true) {
            true => Err(Error::RepeatedInput { position }),
            false => Ok(ty.shape.size()),
        }
    });
    sizes.collect()
}
