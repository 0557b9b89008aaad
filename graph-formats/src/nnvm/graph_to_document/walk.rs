//! Going through a graph from the first node to the last.

use super::tensor::{Dtype, Tensor, TensorSource, extents};
use super::{Writer, words};
use crate::Error;
use crate::refusal::{impossible, unwritten};
use alloc::format;
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::graph::MAX_DEPTH;
use graph_ir::graph::{Effect, EffectKind};
use graph_ir::ops::{ArgSort, Branch, Call, ConstantOf, ExternalCall, Op, OpView, Project, Sort};
use graph_ir::types::ValueType;
use graph_ir::{Graph, NodeId};

/// The values of a node of the graph, as tensors of the document.
#[derive(Clone)]
pub(super) enum DocumentValue {
    Tensor(Tensor),
    Tuple(Vec<Tensor>),
    /// Nothing needs it.
    Absent,
}

/// A node with all that its value depends on.
#[derive(Clone, Copy)]
pub(super) struct NodeContext<'a> {
    pub(super) graph: &'a Graph,
    pub(super) id: NodeId,
    pub(super) values: &'a [DocumentValue],
}

impl NodeContext<'_> {
    /// The extents of the node's value in the document.
    pub(super) fn extents(&self) -> Rc<[usize]> {
        extents(&self.graph.ty(self.id).shape)
    }

    /// The graph's type of an argument.
    pub(super) fn ty(&self, argument: usize) -> &graph_ir::Type {
        self.graph.ty(self.graph.arguments(self.id)[argument])
    }
}

impl Writer {
    /// The outputs of a graph for its inputs.
    pub(super) fn function(
        &mut self,
        graph: &Graph,
        arguments: &[Tensor],
    ) -> Result<Vec<Tensor>, Error> {
        if self.depth > MAX_DEPTH {
            let limit = MAX_DEPTH;
            return Err(impossible(graph_ir::Error::TooDeep { limit }));
        }
        self.depth += 1;
        self.draft.shares = self.simplifies();
        let live = live(graph);
        let mut values: Vec<DocumentValue> = Vec::with_capacity(graph.len());
        for id in graph.ids() {
            if !live[id.index()] {
                values.push(DocumentValue::Absent);
                continue;
            }
            let place = NodeContext {
                graph,
                id,
                values: &values,
            };
            let value = match graph.as_input(id) {
                Some(position) => DocumentValue::Tensor(arguments[position].clone()),
                None => self
                    .value(place)
                    .map_err(|error| error.at_node(graph, id, &self.sites))?,
            };
            self.note(place, &value);
            values.push(value);
        }
        for effect in graph.effects() {
            let written = self.effect(effect, &values);
            written.map_err(|error| error.at_effect(graph, effect, &self.sites))?;
        }
        self.depth -= 1;
        self.draft.shares = self.simplifies();
        let outputs = graph.outputs().iter();
        outputs
            .map(|output| self.tensor(&values, output.node).cloned())
            .collect()
    }

    /// Gives the name and the tags of a node to that of the file which computes its value.
    fn note(&mut self, at: NodeContext<'_>, value: &DocumentValue) {
        let NodeContext { graph, id, values } = at;
        let DocumentValue::Tensor(tensor) = value else {
            return;
        };
        let TensorSource::Entry(entry) = tensor.source else {
            return;
        };
        if let Some(name) = graph.node_name(id) {
            self.draft.name(entry, name);
        }
        // A value that is another in a new form has no node of its own there.
        let is_same = |value: &DocumentValue| match value {
            DocumentValue::Tensor(other) => {
                matches!(other.source, TensorSource::Entry(other) if other.node == entry.node)
            }
            DocumentValue::Tuple(_) | DocumentValue::Absent => false,
        };
        let mut operands = graph.arguments(id).iter();
        let has_own = graph.as_input(id).is_none();
        if has_own && !operands.any(|operand| is_same(&values[operand.index()])) {
            self.draft.tag(entry, graph, id);
        }
    }

    fn value(&mut self, at: NodeContext<'_>) -> Result<DocumentValue, Error> {
        let view = at.graph.view(at.id);
        if at.graph.op(at.id).yields_tuple() {
            return self.operator(&view, &[], at);
        }
        if let OpView::Project(Project(position)) = view {
            return match &at.values[at.graph.arguments(at.id)[0].index()] {
                DocumentValue::Tuple(tuple) => Ok(DocumentValue::Tensor(tuple[position].clone())),
                _ => Err(unwritten("a value", "it belongs to nothing")),
            };
        }
        let to = at.extents();
        if to.contains(&0) {
            let dtype = Dtype::of(at.graph.ty(at.id).element);
            return Ok(DocumentValue::Tensor(Tensor::number(0.0, &to, dtype)));
        }
        let arguments = self.arguments(at)?;
        self.operator(&view, &arguments, at)
    }

    /// The operator over its arguments, whose number the graph's rules have checked; those with
    /// graphs inside take theirs as they are.
    fn operator(
        &mut self,
        view: &OpView,
        arguments: &[Tensor],
        at: NodeContext<'_>,
    ) -> Result<DocumentValue, Error> {
        let graph = at.graph;
        let tensor = match view {
            OpView::Branch(Branch { then, otherwise }) => {
                return self.branch(*then, *otherwise, at).map(DocumentValue::Tuple);
            }
            OpView::Scan(scan) => return self.scan(scan, at).map(DocumentValue::Tuple),
            OpView::Call(Call(function)) => {
                return self.call(*function, at).map(DocumentValue::Tuple);
            }
            OpView::External(ExternalCall(external)) => {
                let name = &graph.external(*external).name;
                let what = format!("the function {name:?} of the host");
                return Err(unwritten(&what, "the format cannot call one"));
            }
            OpView::Constant(ConstantOf(constant)) => self.constant(graph.constant(*constant), at),
            OpView::Scalar(op) => self.scalar(*op, arguments, at),
            OpView::Cast(_) => self.converted(&arguments[0], at),
            OpView::Select(_) => self
                .draft
                .select(&arguments[0], &arguments[1], &arguments[2]),
            OpView::StopGradient(_) => {
                let name = self.draft.word(words::STOP_GRADIENT);
                self.draft.apply(name, &[&arguments[0]], &[])
            }
            OpView::Sum(_) => self.sum(arguments, at),
            OpView::Broadcast(own) => self
                .draft
                .broadcast(&arguments[0], &own.axes, &at.extents()),
            OpView::Transpose(own) => self.draft.transpose(&arguments[0], &own.permutation),
            OpView::Reshape(_) => self.draft.reshape(&arguments[0], &at.extents()),
            OpView::Slice(slice) => {
                let axes = slice.known_axes();
                self.draft.slice(&arguments[0], &axes, &at.extents())
            }
            OpView::Windows(windows) => {
                let windows = windows.of_shape(&graph.ty(at.id).shape);
                self.draft.windows(&arguments[0], windows, &at.extents())
            }
            OpView::Assemble(placement) => {
                self.assemble(&arguments[0], &arguments[1..], placement, at)
            }
            OpView::Reduce(own) => self.reduce(own.reduction, &arguments[0], &own.axes, at),
            OpView::Contract(spec) => {
                self.draft
                    .contract(&arguments[0], &arguments[1], spec, &at.extents())
            }
            OpView::Gather(own) => self.gather(&arguments[0], &arguments[1], own.axis, at),
            OpView::ScatterAdd(own) => self.scatter_add(&arguments[0], &arguments[1], own.axis, at),
            OpView::Composite(own) => self.composite(own.composite, &arguments[0], &own.axes, at),
            OpView::Sort(Sort { axis }) | OpView::ArgSort(ArgSort { axis }) => {
                self.sort(view, &arguments[0], *axis, at)
            }
            OpView::Algebra(_) | OpView::Cumulate(_) | OpView::PartAt(_) | OpView::Replace(_) => {
                self.expansion(view, arguments, at)
            }
            OpView::Input(_) | OpView::Project(_) | OpView::Extent(_) | OpView::Iota(_) => Err(
                unwritten(format!("{view:?}"), "it is no operator over tensors"),
            ),
        };
        tensor.map(DocumentValue::Tensor)
    }

    /// The arguments of a node, as numbers that operators can be combined over.
    pub(super) fn arguments(&mut self, at: NodeContext<'_>) -> Result<Vec<Tensor>, Error> {
        let arguments = at.graph.arguments(at.id).iter();
        arguments
            .map(|&argument| {
                let tensor = self.tensor(at.values, argument)?.clone();
                match tensor.dtype {
                    Dtype::Int64 => self.draft.cast(&tensor, Dtype::Float64),
                    _ => Ok(tensor),
                }
            })
            .collect()
    }

    pub(super) fn tensor<'v>(
        &self,
        values: &'v [DocumentValue],
        id: NodeId,
    ) -> Result<&'v Tensor, Error> {
        match values.get(id.index()) {
            Some(DocumentValue::Tensor(tensor)) => Ok(tensor),
            _ => Err(impossible(graph_ir::Error::NotATensor)),
        }
    }

    fn effect(&mut self, effect: &Effect, values: &[DocumentValue]) -> Result<(), Error> {
        let what = match &effect.kind {
            EffectKind::ControlDependency => None,
            EffectKind::Print { before, .. } => Some(format!("the report {before:?}")),
            EffectKind::Compare(op) => Some(format!("the statement about {}", op.name())),
            _ => Some("an effect".into()),
        };
        if let Some(what) = what {
            let why = "the format has no effects but control dependencies";
            return Err(unwritten(what, why));
        }
        let mut ids = Vec::with_capacity(effect.arguments.len());
        for &argument in &effect.arguments {
            ids.push(self.draft.entry(self.tensor(values, argument)?)?.node);
        }
        if let [after, before @ ..] = &ids[..] {
            // A dependency on a later node, such as a view of the node itself, would make a cycle.
            let before = before.iter().copied().filter(|before| before < after);
            let node = &mut self.draft.document.nodes[*after as usize];
            node.control_deps.extend(before);
        }
        Ok(())
    }
}

/// For each node whether an output or an effect depends on it; all values of a tuple do together.
fn live(graph: &Graph) -> Vec<bool> {
    let mut live = vec![false; graph.len()];
    let effects = graph.effects().iter().flat_map(|effect| &effect.arguments);
    let outputs = graph.outputs().iter().map(|output| &output.node);
    for root in outputs.chain(effects) {
        live[root.index()] = true;
    }
    for id in graph.ids().rev() {
        if live[id.index()] {
            for argument in graph.arguments(id) {
                live[argument.index()] = true;
            }
        }
    }
    for id in graph.ids() {
        if let (Op::Project(_), [tuple]) = (graph.op(id), graph.arguments(id))
            && let ValueType::Tuple(_) = graph.value_type(*tuple)
        {
            live[id.index()] = live[tuple.index()];
        }
    }
    live
}
