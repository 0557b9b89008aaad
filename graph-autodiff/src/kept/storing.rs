//! Loops that store the values that their ways back take.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph, NodeId};
use graph_ir::ops::{Runs, Scan};
use graph_ir::types::{Element, Extent, Shape, Type};

use super::needed;
use super::reads::Reads;
use crate::counted::COUNT;

/// The results of a loop that its backward loop takes.
pub(crate) struct Stored<'b> {
    /// The nodes of the body whose values are among them.
    pub(crate) reads: Reads,
    /// The carried values at the start of each iteration, but for counters, stacked.
    pub(crate) states: Vec<Wire<'b>>,
    /// The values of [`Self::reads`], stacked.
    pub(crate) values: Vec<Wire<'b>>,
    /// The number of iterations that ran, of a loop that ends by a condition.
    pub(crate) count: Option<Wire<'b>>,
}

impl<'b> Stored<'b> {
    /// A loop in the form that [`storing`] made of its body: its tuple, in which the results of the
    /// original have their positions, and the others.
    ///
    /// # Errors
    /// [`Error::NotATensor`] for a loop without results.
    pub(crate) fn of(
        builder: &'b Builder,
        body: &Graph,
        storing: &Arc<Function>,
        scan: &Scan,
        reads: &Reads,
        arguments: &[Wire<'b>],
    ) -> Result<(Wire<'b>, Self)> {
        let results = builder.scan(storing, scan, arguments)?;
        let first = results.first().copied().ok_or(Error::NotATensor)?;
        let (_, stored) = results.split_at(body.outputs().len());
        let (states, values) = stored.split_at(needed::states(body, scan, reads).len());
        let stored = Self {
            reads: reads.clone(),
            states: states.to_vec(),
            values: values.to_vec(),
            count: (scan.runs == Runs::While).then(|| results[COUNT]),
        };
        Ok((builder.arguments_of(first)[0], stored))
    }

    /// Those without which the way back would run through the loop again, as [`kept_types`] lists
    /// them.
    pub(crate) fn kept(
        &mut self,
        body: &Graph,
        scan: &Scan,
    ) -> impl Iterator<Item = &mut Wire<'b>> {
        let needed = needed::states(body, scan, &self.reads);
        let states = self.states.iter_mut().zip(needed);
        let states = states.filter_map(|(state, (_, is_needed))| is_needed.then_some(state));
        states.chain(&mut self.values).chain(&mut self.count)
    }
}

/// The types of the values that are kept of a loop by one around it.
///
/// # Errors
/// When the values of all iterations are too many for an array.
pub(crate) fn kept_types(body: &Graph, scan: &Scan, reads: &Reads) -> Result<Vec<Type>> {
    let states = needed::states(body, scan, reads).into_iter();
    let states = states
        .filter(|&(_, is_needed)| is_needed)
        .map(|(id, _)| body.ty(id).clone());
    let each = states.chain(reads.types(body)?);
    let mut types: Vec<Type> = each
        .map(|ty| stacked(&ty, &scan.length))
        .collect::<Result<_>>()?;
    types.extend((scan.runs == Runs::While).then(|| Type::scalar(Element::I64)));
    Ok(types)
}

fn stacked(ty: &Type, length: &Extent) -> Result<Type> {
    let mut counts = ty.shape.counts();
    counts.insert(0, length.clone());
    Ok(ty.with_shape(Shape::of(counts)?))
}

/// The body of a loop that also yields the carried values at the start of each iteration, but for
/// counters, and the values of some nodes.
pub(crate) fn storing(body: &Graph, scan: &Scan, reads: &Reads) -> Result<Arc<Function>> {
    let states = needed::states(body, scan, reads).into_iter();
    let states: Vec<NodeId> = states.map(|(id, _)| id).collect();
    if reads.is_empty() {
        let mut body = body.clone();
        body.extend_outputs(states);
        return Ok(Function::plain(body));
    }
    let builder = Builder::new();
    builder.continue_graph(body);
    let (wires, values) = reads.copy(&builder, body)?;
    for output in body.outputs() {
        builder.output(&output.name, wires[output.node.index()])?;
    }
    let states = states.iter().map(|id| wires[id.index()]);
    for wire in states.chain(values) {
        builder.output("", wire)?;
    }
    drop(wires);
    Ok(Function::plain(builder.finish()?))
}
