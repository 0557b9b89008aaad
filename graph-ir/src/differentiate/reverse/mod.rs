//! Reverse mode: adjoints from the outputs back to the inputs.

mod accumulate;
mod contraction;
mod inner;
mod rules;

use alloc::vec::Vec;

use super::activity::active;
use super::partial::Sensitivity;
use super::{derived_name, prepared};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, InputKind, NodeId};
use crate::ops::Op;
use accumulate::Adjoints;

/// The vector-Jacobian product: a graph that takes the inputs of `graph` and one seed for each
/// output (of the output's type), and yields the outputs and, for each position of `wrt`, the
/// adjoint of that input.
///
/// Seeds of outputs that are no floats are inputs all the same, and ignored.
///
/// # Errors
/// [`Error::NotDifferentiable`] when `wrt` names an input that is no float, or the result depends
/// on it through something without a derivative.
pub fn reverse(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let graph = &prepared(graph, wrt)?;
    let builder = Builder::new();
    let primal = Primal::copy(&builder, graph, wrt)?;
    let mut seeds = Vec::with_capacity(graph.outputs().len());
    for output in graph.outputs() {
        let ty = graph.ty(output.node);
        let name = derived_name("seed", &output.name);
        let seed = builder.input(&name, ty.clone(), InputKind::Independent);
        seeds.push(ty.is_float().then(|| Sensitivity::new(seed)));
    }
    primal.outputs(&builder, graph)?;
    let adjoints = sweep(&builder, graph, &primal, &seeds, wrt)?;
    finish(builder_outputs(&builder, graph, wrt, &adjoints), builder)
}

/// Value and gradient of a function with one scalar float result: like [`reverse`] with seed 1.
///
/// # Errors
/// As [`reverse`], and when there is not one scalar float result.
pub fn gradient(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let graph = &prepared(graph, wrt)?;
    let [output] = graph.outputs() else {
        return Err(Error::CountMismatch {
            what: "results of a function with a gradient",
            expected: 1,
            found: graph.outputs().len(),
        });
    };
    let ty = graph.ty(output.node);
    if !ty.is_scalar() || !ty.is_float() {
        return Err(Error::NotDifferentiable {
            what: alloc::format!("a result of type {ty}, as a gradient needs one number,"),
        });
    }
    let builder = Builder::new();
    let primal = Primal::copy(&builder, graph, wrt)?;
    primal.outputs(&builder, graph)?;
    let seed = Sensitivity::new(builder.number(ty.element, 1.0));
    let adjoints = sweep(&builder, graph, &primal, &[Some(seed)], wrt)?;
    finish(builder_outputs(&builder, graph, wrt, &adjoints), builder)
}

/// Only the adjoints of a region's inputs, for seeds of its float outputs in `seeded`: the body
/// of the derivative of a branch or loop. `masked` marks the seeds.
fn adjoints_of_region(
    graph: &Graph,
    wrt: &[usize],
    seeded: &[usize],
    masked: bool,
) -> Result<Graph> {
    let graph = &prepared(graph, wrt)?;
    let builder = Builder::new();
    let primal = Primal::copy(&builder, graph, wrt)?;
    let mut seeds = alloc::vec![None; graph.outputs().len()];
    for &position in seeded {
        let ty = graph.ty(graph.outputs()[position].node).clone();
        let wire = builder.input("", ty, InputKind::Independent);
        seeds[position] = Some(Sensitivity { wire, masked });
    }
    let adjoints = sweep(&builder, graph, &primal, &seeds, wrt)?;
    finish(builder_outputs(&builder, graph, wrt, &adjoints), builder)
}

fn finish(outputs: Result<()>, builder: Builder) -> Result<Graph> {
    // An error of an overloaded operator is behind any later one.
    match (builder.finish(), outputs) {
        (Err(error), _) | (Ok(_), Err(error)) => Err(error),
        (Ok(graph), Ok(())) => Ok(graph),
    }
}

fn builder_outputs(
    builder: &Builder,
    graph: &Graph,
    wrt: &[usize],
    adjoints: &[Wire<'_>],
) -> Result<()> {
    for (&position, &adjoint) in wrt.iter().zip(adjoints) {
        let name = derived_name("adjoint", &graph.inputs()[position].name);
        builder.output(&name, adjoint)?;
    }
    Ok(())
}

/// The primal nodes in the new graph.
pub(super) struct Primal<'b> {
    /// The wire of each node.
    pub(super) wires: Vec<Wire<'b>>,
    /// For active loops, the carried values at the start of each iteration, stacked.
    pub(super) states: Vec<(NodeId, Vec<Wire<'b>>)>,
    pub(super) active: Vec<bool>,
}

impl<'b> Primal<'b> {
    /// Copies the inputs and all nodes, with active loops made to store their carried values.
    fn copy(builder: &'b Builder, graph: &Graph, wrt: &[usize]) -> Result<Self> {
        builder.set_name(graph.name());
        let mut primal = Self {
            wires: Vec::with_capacity(graph.len()),
            states: Vec::new(),
            active: active(graph, wrt),
        };
        let inputs = graph.inputs().iter();
        let inputs = inputs.map(|i| builder.input(&i.name, graph.ty(i.node).clone(), i.kind));
        let inputs: Vec<Wire<'b>> = inputs.collect();
        for id in graph.ids() {
            builder.set_site(graph.node(id).site);
            let arguments = graph.arguments(id).iter();
            let arguments: Vec<Wire<'b>> = arguments.map(|a| primal.wires[a.index()]).collect();
            let wire = match graph.op(id) {
                Op::Input(position) => inputs[position as usize],
                Op::Scan(list) if primal.active[id.index()] => {
                    inner::storing_scan(builder, graph, id, list, &arguments, &mut primal)?
                }
                _ => builder.copy_node(graph, id, &arguments)?,
            };
            primal.wires.push(wire);
        }
        Ok(primal)
    }

    fn outputs(&self, builder: &'b Builder, graph: &Graph) -> Result<()> {
        for output in graph.outputs() {
            builder.output(&output.name, self.wires[output.node.index()])?;
        }
        for effect in graph.effects() {
            let arguments = effect.arguments.iter().map(|a| self.wires[a.index()]);
            let arguments: Vec<Wire<'b>> = arguments.collect();
            builder.set_site(effect.site);
            builder.effect(effect.kind.clone(), &arguments)?;
        }
        Ok(())
    }

    /// The wires of a node's arguments.
    pub(super) fn arguments(&self, graph: &Graph, id: NodeId) -> Vec<Wire<'b>> {
        let arguments = graph.arguments(id).iter();
        arguments.map(|a| self.wires[a.index()]).collect()
    }

    pub(super) fn is_active(&self, id: NodeId) -> bool {
        self.active[id.index()]
    }
}

/// The adjoints of the inputs `wrt`, for seeds of the outputs.
fn sweep<'b>(
    builder: &'b Builder,
    graph: &Graph,
    primal: &Primal<'b>,
    seeds: &[Option<Sensitivity<'b>>],
    wrt: &[usize],
) -> Result<Vec<Wire<'b>>> {
    let mut adjoints = Adjoints::new(graph.len());
    for (output, seed) in graph.outputs().iter().zip(seeds) {
        if let Some(seed) = *seed {
            adjoints.add(output.node, seed);
        }
    }
    for id in graph.ids().rev() {
        if !primal.is_active(id) || matches!(graph.op(id), Op::Input(_)) {
            continue;
        }
        builder.set_site(graph.node(id).site);
        rules::propagate(builder, graph, primal, id, &mut adjoints)?;
    }
    let mut results = Vec::with_capacity(wrt.len());
    for &position in wrt {
        let node = graph.inputs()[position].node;
        builder.set_site(graph.node(node).site);
        results.push(match adjoints.total(builder, node, graph.ty(node))? {
            Some(adjoint) => adjoint.wire,
            None => builder.full(graph.ty(node), 0.0)?,
        });
        // An input may be asked for twice.
        adjoints.add(node, Sensitivity::new(results[results.len() - 1]));
    }
    Ok(results)
}
