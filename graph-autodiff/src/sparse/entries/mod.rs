//! Computation of single entries: forward mode in which the tangent of a tensor stores, for each of
//! its elements, the structurally nonzero columns only.
//!
//! A tangent consists of bundles ([`Bundle`]): a known column for each element, and a tensor of the
//! derivatives with respect to these columns. For a chain `x[i + 1] - x[i]^2`, one bundle has
//! column `i + 1` for element `i`, and the other has column `i`. A band matrix is thus computed
//! diagonal by diagonal, with no more operations than hand-written code.

mod bundle;
mod indexing;
mod products;
mod read;
mod rules;
mod sums;
mod views;

use alloc::vec::Vec;

use bundle::{Bundle, Bundles};
use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::derivative::Sensitivity;
use graph_ir::types::Shape;

use super::Task;
use crate::activity::active;

/// So many derivatives may be held at once for each entry that is wanted and each element of the
/// largest tensor. More are the same columns many times over, as those of the terms of a product of
/// matrices are.
const HELD: usize = 16;

/// The function's outputs and then the entries, as a graph over its inputs; `None` where this takes
/// more than so many operations, or the function has operators that cannot be taken apart.
pub(super) fn graph(task: &Task<'_>, most: u64) -> Result<Option<Graph>> {
    let builder = Builder::new();
    builder.continue_graph(task.function);
    match build(task, &builder, most)? {
        true => builder.finish().map(Some),
        false => Ok(None),
    }
}

/// Whether the graph could be built.
fn build(task: &Task<'_>, builder: &Builder, most: u64) -> Result<bool> {
    let mut sweep = Sweep::new(task, builder, most);
    for id in task.function.ids() {
        builder.set_site(task.function.node(id).site);
        if !sweep.node(id)? {
            return Ok(false);
        }
    }
    for output in task.function.outputs() {
        builder.output("", sweep.value(output.node))?;
    }
    match read::entries(&mut sweep)? {
        Some(entries) => builder.output("", entries).map(|()| true),
        None => Ok(false),
    }
}

/// Values and tangents so far.
struct Sweep<'t, 'b> {
    task: &'t Task<'t>,
    builder: &'b Builder,
    active: Vec<bool>,
    values: Vec<Wire<'b>>,
    /// Per node its tangent; no bundles for one that is not active.
    tangents: Vec<Bundles<'b>>,
    inputs: Vec<Wire<'b>>,
    /// How many more operations there may be.
    left: u64,
    /// How many derivatives may be held at once.
    most: usize,
}

impl<'t, 'b> Sweep<'t, 'b> {
    fn new(task: &'t Task<'t>, builder: &'b Builder, left: u64) -> Self {
        let inputs = builder.copy_inputs(task.function);
        let sizes = task.function.ids().map(|id| {
            let results = task.function.result_types(id);
            results.iter().map(|ty| ty.shape.size()).max().unwrap_or(0)
        });
        let (wanted, largest) = (task.pattern.entries(), sizes.max().unwrap_or(0));
        Self {
            task,
            builder,
            active: active(task.function, task.wrt),
            values: Vec::with_capacity(task.function.len()),
            tangents: Vec::with_capacity(task.function.len()),
            inputs,
            left,
            most: HELD.saturating_mul(wanted.saturating_add(largest)),
        }
    }

    fn value(&self, id: NodeId) -> Wire<'b> {
        self.values[id.index()]
    }

    fn shape(&self, id: NodeId) -> &'t Shape {
        &self.task.function.ty(id).shape
    }

    fn tangent(&self, id: NodeId) -> &Bundles<'b> {
        &self.tangents[id.index()]
    }

    /// Whether so many derivatives may be held.
    fn holds(&self, derivatives: usize) -> bool {
        derivatives <= self.most
    }

    /// Counts operations; whether there are not too many.
    fn spend(&mut self, operations: usize) -> bool {
        let left = self.left.checked_sub(operations as u64);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Adds a node's value and tangent; whether that could be done.
    fn node(&mut self, id: NodeId) -> Result<bool> {
        let graph = self.task.function;
        let input = graph.as_input(id);
        let value = match input {
            Some(position) => self.inputs[position],
            None => {
                let arguments = graph.arguments(id).iter();
                let arguments: Vec<Wire<'b>> = arguments.map(|&a| self.value(a)).collect();
                self.builder.copy_node(graph, id, &arguments)?
            }
        };
        self.values.push(value);
        let tangent = match (input, self.active[id.index()]) {
            (_, false) => Some(Bundles::default()),
            (Some(position), true) => Some(self.variable(position)?),
            (None, true) => rules::tangent(self, id)?,
        };
        let Some(tangent) = tangent else {
            return Ok(false);
        };
        let operations = tangent.iter().map(|bundle| bundle.columns.len()).sum();
        self.tangents.push(tangent);
        Ok(self.holds(operations) && self.spend(operations))
    }

    /// The tangent of a variable: one by itself.
    fn variable(&mut self, position: usize) -> Result<Bundles<'b>> {
        let mut first = 0_usize;
        for (&own, ty) in self.task.wrt.iter().zip(self.task.variables()) {
            let size = ty.shape.size();
            if own == position && self.spend(size) {
                let columns = (first..first + size).map(graph_ir::intern::number_of);
                return Ok(Bundles::one(Bundle {
                    columns: columns.collect(),
                    width: 1,
                    derivatives: Sensitivity::new(self.builder.full(ty, 1.0)?),
                }));
            }
            first += size;
        }
        Ok(Bundles::default())
    }
}
