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
    /// Carried values, by their numbers, at the start of each iteration, stacked.
    pub(crate) states: Vec<(usize, Wire<'b>)>,
    /// The values of [`Self::reads`], stacked.
    pub(crate) values: Vec<Wire<'b>>,
    /// The number of iterations that ran, of a loop that ends by a condition.
    pub(crate) count: Option<Wire<'b>>,
    /// Whether the loop does not run again in the graph at hand.
    pub(crate) is_given: bool,
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
        let needed = needed::states(body, scan, reads);
        let (states, values) = stored.split_at(needed.len());
        let states = needed.iter().zip(states);
        let stored = Self {
            reads: reads.clone(),
            states: states.map(|(own, &wire)| (own.carried, wire)).collect(),
            values: values.to_vec(),
            count: (scan.runs == Runs::While).then(|| results[COUNT]),
            is_given: false,
        };
        Ok((builder.arguments_of(first)[0], stored))
    }

    /// A loop that does not run again, with its kept values as [`kept_types`] lists them.
    pub(crate) fn given(body: &Graph, scan: &Scan, reads: &Reads, kept: &[Wire<'b>]) -> Self {
        let needed = needed::states(body, scan, reads).into_iter();
        let needed: Vec<usize> = needed
            .filter_map(|state| state.is_needed.then_some(state.carried))
            .collect();
        let (states, values) = kept.split_at(needed.len());
        let counted = usize::from(scan.runs == Runs::While);
        let (values, count) = values.split_at(values.len() - counted);
        Self {
            reads: reads.clone(),
            states: needed.into_iter().zip(states.iter().copied()).collect(),
            values: values.to_vec(),
            count: count.first().copied(),
            is_given: true,
        }
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
        let states = states.filter_map(|((_, wire), own)| own.is_needed.then_some(wire));
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
        .filter(|state| state.is_needed)
        .map(|state| body.ty(state.node).clone());
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
/// counters and arrays that are recovered, and the values of some nodes.
pub(crate) fn storing(body: &Graph, scan: &Scan, reads: &Reads) -> Result<Arc<Function>> {
    let states = needed::states(body, scan, reads).into_iter();
    let states: Vec<NodeId> = states.map(|state| state.node).collect();
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
