//! Forward mode: tangents along with the values.

mod inner;
mod rules;
mod scan;

use alloc::vec::Vec;

use super::activity::active;
use super::partial::{Mark, Sensitivity};
use super::{TANGENT, derived_name, prepared};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, InputKind};
use crate::ops::Op;
use inner::Inner;

pub(super) use rules::through;

/// The Jacobian-vector product: a graph that takes the inputs of `graph` and, for each position
/// of `wrt`, the tangent of that input, and yields the outputs and then the tangent of each
/// output (of the output's type; zero for one that is no float or does not depend on them). The
/// tangents of an input that `wrt` names twice are added, as [`reverse`](super::reverse) yields
/// its adjoint twice.
///
/// # Errors
/// [`Error::NotDifferentiable`](crate::Error::NotDifferentiable) when `wrt` names an input that
/// is no float, or the result depends on it through something without a derivative.
pub fn forward(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let graph = &prepared(graph, wrt)?;
    let (graph, _) = run(graph, wrt, false, &Inner::default())?;
    Ok(graph)
}

/// The values of a graph and the tangents of its outputs, with what is known of each tangent;
/// `masked` marks the tangents of the inputs. Also the body of the tangent of a branch or loop.
fn run(graph: &Graph, wrt: &[usize], masked: bool, inner: &Inner) -> Result<(Graph, Vec<Mark>)> {
    let builder = Builder::new();
    builder.continue_graph(graph);
    let marks = outputs(&builder, graph, wrt, masked, inner);
    match (builder.finish(), marks) {
        (Err(error), _) | (Ok(_), Err(error)) => Err(error),
        (Ok(graph), Ok(marks)) => Ok((graph, marks)),
    }
}

fn outputs(
    builder: &Builder,
    graph: &Graph,
    wrt: &[usize],
    masked: bool,
    inner: &Inner,
) -> Result<Vec<Mark>> {
    let mut sweep = Sweep::start(builder, graph, wrt, masked, inner)?;
    let mut effects = graph.effects().iter().peekable();
    for id in graph.ids() {
        while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
            builder.copy_effect(effect, |id| sweep.value(id))?;
        }
        builder.set_site(graph.node(id).site);
        if !matches!(graph.op(id), Op::Input(_)) {
            sweep.node(id)?;
        }
    }
    for effect in effects {
        builder.copy_effect(effect, |id| sweep.value(id))?;
    }
    for output in graph.outputs() {
        builder.output(&output.name, sweep.value(output.node))?;
    }
    let mut marks = Vec::with_capacity(graph.outputs().len());
    for output in graph.outputs() {
        let tangent = sweep.tangent(output.node);
        marks.push(Mark::of(tangent.as_ref()));
        let wire = rules::or_zero(&sweep, output.node)?;
        builder.output(&derived_name(TANGENT, &output.name), wire)?;
    }
    Ok(marks)
}

/// Values and tangents so far.
struct Sweep<'s, 'b> {
    builder: &'b Builder,
    graph: &'s Graph,
    active: Vec<bool>,
    nodes: Vec<Node<'b>>,
    inner: &'s Inner,
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
    fn start(
        builder: &'b Builder,
        graph: &'s Graph,
        wrt: &[usize],
        masked: bool,
        inner: &'s Inner,
    ) -> Result<Self> {
        let values = builder.copy_inputs(graph);
        let mut tangents = alloc::vec![None; values.len()];
        for &position in wrt {
            let input = &graph.inputs()[position];
            let name = derived_name(TANGENT, &input.name);
            let ty = graph.ty(input.node).clone();
            let wire = builder.input(&name, ty, InputKind::Independent);
            let wire = match tangents[position] {
                Some(Sensitivity { wire: other, .. }) => other + wire,
                None => wire,
            };
            tangents[position] = Some(Sensitivity::marked(wire, masked));
        }
        let mut sweep = Self {
            builder,
            graph,
            active: active(graph, wrt),
            nodes: Vec::with_capacity(graph.len()),
            inner,
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
            Op::Branch(..) | Op::Scan(_) | Op::External(_) | Op::Call(_) if active => {
                Node::Results(inner::results(self, id)?)
            }
            op => {
                let values = self.values(arguments);
                let value = self.builder.copy_node(self.graph, id, &values)?;
                let tangent = match active {
                    true => rules::tangent(self, id, op, value)?.map(Sensitivity::signed),
                    false => None,
                };
                Node::Tensor(value, tangent)
            }
        };
        self.nodes[id.index()] = node;
        Ok(())
    }
}
