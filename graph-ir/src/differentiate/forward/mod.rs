//! Forward mode: tangents along with the values.

mod inner;
mod rules;

use alloc::vec::Vec;

use super::activity::active;
use super::partial::Sensitivity;
use super::{derived_name, prepared};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, InputKind};
use crate::ops::Op;

/// The Jacobian-vector product: a graph that takes the inputs of `graph` and, for each position
/// of `wrt`, the tangent of that input, and yields the outputs and then the tangent of each
/// output (of the output's type; zero for one that is no float or does not depend on them).
///
/// # Errors
/// [`Error::NotDifferentiable`](crate::Error::NotDifferentiable) when `wrt` names an input that
/// is no float, or the result depends on it through something without a derivative.
pub fn forward(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let graph = &prepared(graph, wrt)?;
    let builder = Builder::new();
    builder.set_name(graph.name());
    let outputs = run(&builder, graph, wrt, false);
    match (builder.finish(), outputs) {
        (Err(error), _) | (Ok(_), Err(error)) => Err(error),
        (Ok(graph), Ok(())) => Ok(graph),
    }
}

/// The values and tangents of a region, as the body of a branch or loop: inputs are the region's
/// and then the tangents of `wrt`; outputs are the region's and then the tangents of the float
/// ones.
fn region(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let graph = &prepared(graph, wrt)?;
    let builder = Builder::new();
    let outputs = run(&builder, graph, wrt, true);
    match (builder.finish(), outputs) {
        (Err(error), _) | (Ok(_), Err(error)) => Err(error),
        (Ok(graph), Ok(())) => Ok(graph),
    }
}

fn run(builder: &Builder, graph: &Graph, wrt: &[usize], floats_only: bool) -> Result<()> {
    let mut sweep = Sweep::start(builder, graph, wrt)?;
    for id in graph.ids() {
        builder.set_site(graph.node(id).site);
        if !matches!(graph.op(id), Op::Input(_)) {
            sweep.node(id)?;
        }
    }
    for output in graph.outputs() {
        builder.output(&output.name, sweep.value(output.node))?;
    }
    for output in graph.outputs() {
        let ty = graph.ty(output.node);
        if floats_only && !ty.is_float() {
            continue;
        }
        let tangent = match sweep.tangent(output.node) {
            Some(tangent) => tangent.wire,
            None => builder.full(ty, 0.0)?,
        };
        builder.output(&derived_name("tangent", &output.name), tangent)?;
    }
    for effect in graph.effects() {
        let arguments = effect.arguments.iter().map(|&a| sweep.value(a));
        let arguments: Vec<Wire<'_>> = arguments.collect();
        builder.set_site(effect.site);
        builder.effect(effect.kind.clone(), &arguments)?;
    }
    Ok(())
}

/// Values and tangents so far.
struct Sweep<'s, 'b> {
    builder: &'b Builder,
    graph: &'s Graph,
    active: Vec<bool>,
    nodes: Vec<Node<'b>>,
}

/// What a node became.
#[derive(Clone, Debug)]
enum Node<'b> {
    /// A tensor and its tangent, if it has one.
    Tensor(Wire<'b>, Option<Sensitivity<'b>>),
    /// The results of a tuple node and their tangents.
    Results(Vec<(Wire<'b>, Option<Sensitivity<'b>>)>),
}

impl<'s, 'b> Sweep<'s, 'b> {
    fn start(builder: &'b Builder, graph: &'s Graph, wrt: &[usize]) -> Result<Self> {
        let inputs = graph.inputs().iter();
        let values = inputs.map(|i| builder.input(&i.name, graph.ty(i.node).clone(), i.kind));
        let values: Vec<Wire<'b>> = values.collect();
        let mut tangents = alloc::vec![None; values.len()];
        for &position in wrt {
            let input = &graph.inputs()[position];
            let name = derived_name("tangent", &input.name);
            let ty = graph.ty(input.node).clone();
            let tangent = builder.input(&name, ty, InputKind::Independent);
            tangents[position] = Some(Sensitivity::new(tangent));
        }
        let mut sweep = Self {
            builder,
            graph,
            active: active(graph, wrt),
            nodes: Vec::with_capacity(graph.len()),
        };
        // Inputs need not be the first nodes; the others are filled in as they are reached.
        for id in graph.ids() {
            if let Op::Input(position) = graph.op(id) {
                let position = position as usize;
                let node = Node::Tensor(values[position], tangents[position]);
                sweep.nodes.resize(id.index(), Node::Results(Vec::new()));
                sweep.nodes.push(node);
            }
        }
        sweep.nodes.resize(graph.len(), Node::Results(Vec::new()));
        Ok(sweep)
    }

    fn value(&self, id: crate::NodeId) -> Wire<'b> {
        match &self.nodes[id.index()] {
            Node::Tensor(value, _) => *value,
            Node::Results(_) => Wire::or_poison(self.builder, Err(crate::Error::NotATensor)),
        }
    }

    fn tangent(&self, id: crate::NodeId) -> Option<Sensitivity<'b>> {
        match &self.nodes[id.index()] {
            Node::Tensor(_, tangent) => *tangent,
            Node::Results(_) => None,
        }
    }

    fn values(&self, ids: &[crate::NodeId]) -> Vec<Wire<'b>> {
        ids.iter().map(|&id| self.value(id)).collect()
    }

    fn node(&mut self, id: crate::NodeId) -> Result<()> {
        let arguments = self.graph.arguments(id);
        let active = self.active[id.index()];
        let node = match self.graph.op(id) {
            Op::Project(position) => match &self.nodes[arguments[0].index()] {
                Node::Results(results) => {
                    let (value, tangent) = results[position as usize];
                    Node::Tensor(value, tangent)
                }
                Node::Tensor(tuple, _) => {
                    let value = self.builder.copy_node(self.graph, id, &[*tuple])?;
                    Node::Tensor(value, None)
                }
            },
            Op::Branch(..) | Op::Scan(_) | Op::External(_) if active => {
                Node::Results(inner::results(self, id)?)
            }
            op => {
                let values = self.values(arguments);
                let value = self.builder.copy_node(self.graph, id, &values)?;
                let tangent = match active {
                    true => rules::tangent(self, id, op, value)?,
                    false => None,
                };
                Node::Tensor(value, tangent)
            }
        };
        self.nodes[id.index()] = node;
        Ok(())
    }
}
