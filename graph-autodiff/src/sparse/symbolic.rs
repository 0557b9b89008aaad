//! Matrices of derivatives of functions over symbolic extents: a product for each column, or each
//! row, in a loop.
//!
//! A pattern of entries is that of known extents. What the products have in common stands before
//! the loop. Directions have zeros, which are strict: an entry is that of its own variable, whatever
//! the derivatives by the others are.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::Graph;
use graph_ir::types::{Element, Extent, Type};
use graph_math::order::LANES;

use super::hoist::split_at_inputs;
use super::products::flat;
use super::{Weights, bare, cost, element, of_gradient};
use crate::forward::forward_marked;
use crate::reverse::reverse_marked;
use crate::{JACOBIAN, prepared};

/// The Jacobian, with the rows and columns of [`sparse_jacobian`](super::sparse_jacobian()), as the
/// output of a graph with the inputs of `graph`.
pub(crate) fn jacobian(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let element = element(graph, wrt)?;
    let function = prepared(&bare(graph)?, wrt)?;
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = builder.copy_inputs(graph);
    let results = 0..function.outputs().len();
    let products = Products::cheapest(&function, wrt, results, element)?;
    let (_, matrix) = products.all(&builder, &inputs)?;
    builder.output(JACOBIAN, matrix)?;
    drop(inputs);
    graph_ir::passes::trim(&builder.finish()?)
}

/// The Hessian, as the last output of a graph with the inputs of `graph` and then the weights, if
/// there are any; before it perhaps the values and the gradient.
pub(super) fn hessian(
    graph: &Graph,
    wrt: &[usize],
    weights: Weights,
    values: bool,
) -> Result<Graph> {
    let element = element(graph, wrt)?;
    let bare = bare(graph)?;
    of_gradient(
        (graph, &bare),
        wrt,
        weights,
        values,
        |function, adjoints| {
            let columns = Products::columns(function, wrt, adjoints, element)?;
            let builder = Builder::new();
            builder.continue_graph(function);
            let inputs = builder.copy_inputs(function);
            let (results, matrix) = columns.all(&builder, &inputs)?;
            for wire in results.iter().chain([&matrix]) {
                builder.output("", *wire)?;
            }
            drop((inputs, results));
            builder.finish()
        },
    )
}

/// All products of one kind.
struct Products<'f> {
    function: &'f Graph,
    /// The outputs that are differentiated.
    results: Range<usize>,
    element: Element,
    /// The function and, from further inputs, the products with a direction.
    sweep: Graph,
    /// The types of the directions.
    directions: Vec<Type>,
    /// Whether directions are of variables, so that products are columns.
    are_columns: bool,
}

impl<'f> Products<'f> {
    /// Products with directions of the variables.
    fn columns(
        function: &'f Graph,
        wrt: &[usize],
        results: Range<usize>,
        element: Element,
    ) -> Result<Self> {
        let inputs = wrt.iter().map(|&position| &function.inputs()[position]);
        let directions = inputs.map(|input| function.ty(input.node).clone());
        Ok(Self {
            function,
            results,
            element,
            sweep: graph_ir::passes::trim(&forward_marked(function, wrt)?)?,
            directions: directions.collect(),
            are_columns: true,
        })
    }

    /// Products with directions of the results, all of the function.
    fn rows(function: &'f Graph, wrt: &[usize], element: Element) -> Result<Self> {
        Ok(Self {
            function,
            results: 0..function.outputs().len(),
            element,
            sweep: graph_ir::passes::trim(&reverse_marked(function, wrt)?)?,
            directions: function.output_types().cloned().collect(),
            are_columns: false,
        })
    }

    /// Columns or rows, whichever take fewer operations with one in each lane, for extents of about
    /// the same size.
    fn cheapest(
        function: &'f Graph,
        wrt: &[usize],
        results: Range<usize>,
        element: Element,
    ) -> Result<Self> {
        let columns = Self::columns(function, wrt, results, element)?;
        let rows = Self::rows(function, wrt, element)?;
        let cost = |all: &Self| -> Result<u64> {
            let each = cost::of(&all.sweep)?;
            let groups = all.count().estimate().div_ceil(LANES);
            Ok(each.saturating_mul(groups as u64))
        };
        Ok(match cost(&columns)? <= cost(&rows)? {
            true => columns,
            false => rows,
        })
    }

    /// The number of products.
    fn count(&self) -> Extent {
        self.directions
            .iter()
            .map(|ty| ty.shape.count().clone())
            .sum()
    }

    /// The outputs of the function, and the matrix.
    fn all<'b>(
        &self,
        builder: &'b Builder,
        inputs: &[Wire<'b>],
    ) -> Result<(Vec<Wire<'b>>, Wire<'b>)> {
        let split = split_at_inputs(&self.sweep, inputs.len());
        let before = split.before(builder, inputs)?;
        let kept = self.function.outputs().len();
        let outputs = split.outputs(&before).into_iter().take(kept);
        // A loop yields values and their derivatives together.
        let outputs: Vec<Wire<'b>> = match outputs.collect() {
            Some(outputs) => outputs,
            None => builder.embed(self.function, inputs)?,
        };
        let count = self.count();
        let numbers = builder.iota(&count)?;
        builder.begin_region()?;
        let number = builder.region_input(numbers.ty()?.row());
        let mut directions = Vec::with_capacity(self.directions.len());
        let mut first = Extent::from(0);
        for ty in &self.directions {
            directions.push(self.direction(builder, ty, number - builder.extent(&first))?);
            first = &first + ty.shape.count();
        }
        let results = split.after(builder, &before, &directions)?;
        let derivatives = match self.are_columns {
            true => &results[kept..][self.results.clone()],
            false => &results[kept..],
        };
        let body = builder.end_region(&[flat(builder, derivatives)?])?;
        let stacked = builder.scan_region(body, &[], &[numbers], count, false)?;
        let stacked = stacked.first().copied().ok_or(Error::OutOfScope)?;
        let matrix = match self.are_columns {
            true => builder.transpose(stacked, &[1, 0])?,
            false => stacked,
        };
        Ok((outputs, matrix))
    }

    /// One for the element at a position, in row-major order, and zeros for the others.
    fn direction<'b>(
        &self,
        builder: &'b Builder,
        ty: &Type,
        position: Wire<'b>,
    ) -> Result<Wire<'b>> {
        let numbers = builder.iota(ty.shape.count())?;
        let numbers = builder.reshape(numbers, &ty.shape)?;
        builder.cast(numbers.equal(position), self.element)
    }
}
