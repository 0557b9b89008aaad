//! Which inputs and outputs of a function, and of its derivative graphs, the flat slices are.
//!
//! A derivative graph has the inputs of the function, then seeds (one for each output) or tangents
//! (one for each variable); it has the outputs of the function, then adjoints (one for each
//! variable) or tangents (one for each output). The second derivative is the tangent of the
//! adjoint, and has both kinds in that order; of a function with one number as its result, it is
//! the tangent of the gradient, without a seed.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::graph::Input;
use graph_ir::{Element, Graph, Type};

use crate::execute::{ExecuteError, Result};

/// Which part of a flat slice an input or output is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The position of the input or output in its graph.
    pub(crate) position: usize,
    pub(crate) range: Range<usize>,
}

/// The variables and results of a function.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The inputs with derivatives.
    pub(crate) variables: Vec<Span>,
    /// The outputs with derivatives.
    pub(crate) results: Vec<Span>,
    /// The number of variables and of results, as numbers.
    pub(crate) n_in: usize,
    pub(crate) n_out: usize,
    /// The positions of the variables.
    positions: BTreeSet<usize>,
    inputs: usize,
    outputs: usize,
    /// Whether the only result is one number, whose weight the graphs of second derivatives do not
    /// take: they are multiplied by it, as those of generated code are.
    pub(crate) is_number: bool,
}

impl Layout {
    /// The layout of a function with these variables, whose derivatives are of type `element`.
    pub(crate) fn new(graph: &Graph, wrt: &[usize], element: Element) -> Result<Self> {
        let (mut variables, mut n_in) = (Vec::new(), 0);
        let mut positions = BTreeSet::new();
        for &position in wrt {
            if !positions.insert(position) {
                return Err(ExecuteError::RepeatedInput { position });
            }
            let Some(Input { node, name, .. }) = graph.inputs().get(position) else {
                return Err(ExecuteError::Count {
                    what: "input",
                    expected: position.saturating_add(1),
                    found: graph.inputs().len(),
                });
            };
            let ty = graph.ty(*node);
            if ty.element != element {
                return Err(wrong_float("input", position, name, element, ty));
            }
            variables.push(span(position, &mut n_in, ty));
        }
        let (mut results, mut n_out) = (Vec::new(), 0);
        for (position, output) in graph.outputs().iter().enumerate() {
            let ty = graph.ty(output.node);
            if ty.element == element {
                results.push(span(position, &mut n_out, ty));
            } else if ty.is_float() {
                return Err(wrong_float("output", position, &output.name, element, ty));
            }
        }
        let is_number = match graph.outputs() {
            [output] => n_out == 1 && graph.ty(output.node).is_scalar(),
            _ => false,
        };
        Ok(Self {
            variables,
            results,
            positions,
            n_in,
            n_out,
            inputs: graph.inputs().len(),
            outputs: graph.outputs().len(),
            is_number,
        })
    }

    /// Whether the input at this position, if there is one, is a parameter.
    pub(crate) fn is_parameter(&self, position: usize) -> bool {
        !self.positions.contains(&position)
    }

    /// The variables among the inputs of every graph.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Span> {
        at_positions(&self.variables, 0)
    }

    /// The seeds among the inputs of an adjoint.
    pub(crate) fn seeds(&self) -> impl Iterator<Item = Span> {
        at_positions(&self.results, self.inputs)
    }

    /// The tangents among the inputs of a tangent.
    pub(crate) fn directions(&self) -> impl Iterator<Item = Span> {
        in_order(&self.variables, self.inputs)
    }

    /// The direction among the inputs of a product with the Hessian.
    pub(crate) fn second_directions(&self) -> impl Iterator<Item = Span> {
        let seeds = if self.is_number { 0 } else { self.outputs };
        in_order(&self.variables, self.inputs + seeds)
    }

    /// The weights of the results among the inputs of a sparse Hessian.
    pub(crate) fn weights(&self) -> impl Iterator<Item = Span> {
        in_order(&self.results, self.inputs)
    }

    /// The results among the outputs of every graph.
    pub(crate) fn values(&self) -> impl Iterator<Item = Span> {
        at_positions(&self.results, 0)
    }

    /// The adjoints among the outputs of an adjoint.
    pub(crate) fn adjoints(&self) -> impl Iterator<Item = Span> {
        in_order(&self.variables, self.outputs)
    }

    /// The tangents among the outputs of a tangent.
    pub(crate) fn tangents(&self) -> impl Iterator<Item = Span> {
        at_positions(&self.results, self.outputs)
    }

    /// The products among the outputs of a product with the Hessian.
    pub(crate) fn second(&self) -> impl Iterator<Item = Span> {
        in_order(&self.variables, self.outputs + self.variables.len())
    }
}

/// The next part of a flat slice.
fn span(position: usize, length: &mut usize, ty: &Type) -> Span {
    let start = *length;
    *length = start.saturating_add(ty.shape.size());
    Span {
        position,
        range: start..*length,
    }
}

/// The spans, so many positions further on.
fn at_positions(spans: &[Span], first: usize) -> impl Iterator<Item = Span> {
    spans.iter().map(move |span| Span {
        position: first + span.position,
        range: span.range.clone(),
    })
}

/// The spans one after another from a position on.
fn in_order(spans: &[Span], first: usize) -> impl Iterator<Item = Span> {
    spans.iter().enumerate().map(move |(number, span)| Span {
        position: first + number,
        range: span.range.clone(),
    })
}

fn wrong_float(
    what: &'static str,
    position: usize,
    name: &str,
    expected: Element,
    found: &Type,
) -> ExecuteError {
    ExecuteError::WrongFloat {
        what,
        position,
        name: name.into(),
        expected,
        found: found.clone().into(),
    }
}
