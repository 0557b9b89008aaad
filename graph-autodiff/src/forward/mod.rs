//! Forward mode: tangents, computed together with the values.

mod inner;
mod node;
mod scan;

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Graph, InputKind};
use graph_ir::ops::derivative::{Mark, Sensitivity};
use graph_ir::ops::{Derivative, Op, Tangents};
use inner::Inner;

use super::activity::active;
use super::{TANGENT, derived_name, prepared};

/// The Jacobian-vector product: a graph that takes the inputs of `graph` and, for each position
/// of `wrt`, the tangent of that input, and yields the outputs and then the tangent of each
/// output (of the output's type; zero for one that is no float or does not depend on them). The
/// tangents of an input that `wrt` names twice are added, as [`reverse`](super::reverse) yields
/// its adjoint twice.
///
/// # Errors
/// [`Error::NotDifferentiable`](graph_ir::Error::NotDifferentiable) when `wrt` names an input that
/// is no float, or the result depends on it through something without a derivative.
pub fn forward(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let graph = &prepared(graph, wrt)?;
    let (graph, _) = run(graph, wrt, false, &Inner::default())?;
    Ok(graph)
}

/// [`forward`] where zeros in the tangents of inputs are strict.
pub(super) fn forward_marked(graph: &Graph, wrt: &[usize]) -> Result<Graph> {
    let (graph, _) = run(&prepared(graph, wrt)?, wrt, true, &Inner::default())?;
    Ok(graph)
}

/// The values of a graph and the tangents of its outputs, with the mark of each tangent;
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
        let wire = sweep.tangent_or_zero(output.node)?;
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

/// The value of a node in the new graph, with its tangent.
#[derive(Clone, Debug)]
enum Node<'b> {
    /// A tensor and its tangent, if it has one.
    Tensor(Wire<'b>, Derivative<'b>),
    /// The results of a tuple node and their tangents.
    Results(Vec<(Wire<'b>, Derivative<'b>)>),
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

    fn value(&self, id: graph_ir::NodeId) -> Wire<'b> {
        match &self.nodes[id.index()] {
            Node::Tensor(value, _) => *value,
            Node::Results(_) => Wire::or_poison(self.builder, Err(graph_ir::Error::NotATensor)),
        }
    }

    fn tangent(&self, id: graph_ir::NodeId) -> Option<Sensitivity<'b>> {
        match &self.nodes[id.index()] {
            Node::Tensor(_, tangent) => *tangent,
            Node::Results(_) => None,
        }
    }

    fn values(&self, ids: &[graph_ir::NodeId]) -> Vec<Wire<'b>> {
        ids.iter().map(|&id| self.value(id)).collect()
    }

    /// A tangent, zero where there is none.
    fn tangent_or_zero(&self, id: graph_ir::NodeId) -> Result<Wire<'b>> {
        match self.tangent(id) {
            Some(t) => Ok(t.wire),
            None => self.builder.full(self.graph.ty(id), 0.0),
        }
    }

    fn node(&mut self, id: graph_ir::NodeId) -> Result<()> {
        let node = self.dual(id)?;
        self.nodes[id.index()] = node;
        Ok(())
    }

    /// Names the tangent of a named node after it.
    fn name(&self, id: graph_ir::NodeId, tangent: Derivative<'b>) {
        if let (Some(name), Some(tangent)) = (self.graph.node_name(id), tangent) {
            let name = derived_name(TANGENT, name);
            self.builder.suggest_name(tangent.wire, &name);
        }
    }

    /// The value of a node and its tangent.
    fn dual(&self, id: graph_ir::NodeId) -> Result<Node<'b>> {
        let (graph, active) = (self.graph, self.active[id.index()]);
        let arguments = graph.arguments(id);
        if let Op::Project(position) = graph.op(id)
            && let Node::Results(results) = &self.nodes[arguments[0].index()]
        {
            let (value, tangent) = results[position as usize];
            return Ok(Node::Tensor(value, tangent));
        }
        // The values of an active tuple are computed along with its tangents.
        if active && graph.op(id).yields_tuple() {
            return match node::tangents(self, id, None)? {
                Tangents::Results(results) => Ok(Node::Results(results)),
                Tangents::Tensor(_) => Err(graph_ir::Error::NotATensor),
            };
        }
        let value = self.builder.copy_node(graph, id, &self.values(arguments))?;
        let moves = active && arguments.iter().any(|&a| self.tangent(a).is_some());
        let tangent = match moves {
            true => match node::tangents(self, id, Some(value))? {
                Tangents::Tensor(tangent) => {
                    let tangent = tangent.map(Sensitivity::signed);
                    self.name(id, tangent);
                    tangent
                }
                Tangents::Results(_) => None,
            },
            false => None,
        };
        Ok(Node::Tensor(value, tangent))
    }
}
