//! Going through a graph from the first node to the last.

use super::draft::Draft;
use super::tensor::{Dtype, Source, Tensor, extents};
use super::{Writer, words};
use crate::Error;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::builder::MAX_DEPTH;
use graph_ir::graph::{Effect, EffectKind};
use graph_ir::ops::attributes::axes;
use graph_ir::ops::{Contraction, Op, Placement, Scan, Slice, Windows};
use graph_ir::types::ValueType;
use graph_ir::{Graph, NodeId};

/// What a node of the graph became.
#[derive(Clone)]
pub(super) enum Value {
    Tensor(Tensor),
    Tuple(Vec<Tensor>),
    /// Nothing needs it.
    Absent,
}

/// A node with all that its value depends on.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) graph: &'a Graph,
    pub(super) id: NodeId,
    pub(super) values: &'a [Value],
}

impl Place<'_> {
    /// The extents of the node's value in the document.
    pub(super) fn extents(&self) -> Rc<[usize]> {
        extents(&self.graph.ty(self.id).shape)
    }

    /// What is at the node, as errors call it.
    pub(super) fn of(&self, what: &str) -> String {
        match self.graph.node_name(self.id) {
            Some(name) => format!("{what} at {} (`{name}`)", self.id),
            None => format!("{what} at {}", self.id),
        }
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
            return Err(self.impossible(graph_ir::Error::TooDeep { limit }));
        }
        self.depth += 1;
        let live = live(graph);
        let mut values: Vec<Value> = Vec::with_capacity(graph.len());
        for id in graph.ids() {
            if !live[id.index()] {
                values.push(Value::Absent);
                continue;
            }
            let place = Place {
                graph,
                id,
                values: &values,
            };
            let value = match graph.op(id) {
                Op::Input(position) => Value::Tensor(arguments[position as usize].clone()),
                _ => self.value(place)?,
            };
            if let (Value::Tensor(tensor), Some(name)) = (&value, graph.node_name(id))
                && let Source::Entry(entry) = tensor.source
            {
                self.draft.name(entry, name);
            }
            values.push(value);
        }
        for effect in graph.effects() {
            self.effect(effect, &values)?;
        }
        self.depth -= 1;
        let outputs = graph.outputs().iter();
        outputs
            .map(|output| self.tensor(&values, output.node).cloned())
            .collect()
    }

    fn value(&mut self, at: Place<'_>) -> Result<Value, Error> {
        let tuple = match at.graph.op(at.id) {
            Op::Branch(then, otherwise) => self.branch(then, otherwise, at)?,
            Op::Scan(list) => self.scan(Scan::from_list(at.graph.list(list)), at)?,
            Op::Call(function) => self.call(function, at)?,
            Op::External(external) => {
                let name = &at.graph.external(external).name;
                let what = format!("the function {name:?} of the host");
                return Err(self.refuse(at, &what, "the format cannot call one"));
            }
            _ => return self.node(at).map(Value::Tensor),
        };
        Ok(Value::Tuple(tuple))
    }

    fn node(&mut self, at: Place<'_>) -> Result<Tensor, Error> {
        let (graph, to) = (at.graph, at.extents());
        let list = |id| graph.list(id);
        if let Op::Project(position) = graph.op(at.id) {
            return match &at.values[graph.arguments(at.id)[0].index()] {
                Value::Tuple(tuple) => Ok(tuple[position as usize].clone()),
                _ => Err(self.refuse(at, "a value", "it belongs to nothing")),
            };
        }
        if to.contains(&0) {
            let dtype = Dtype::of(graph.ty(at.id).element);
            return Ok(Tensor::number(0.0, &to, dtype));
        }
        let arguments = self.arguments(at)?;
        match (graph.op(at.id), &arguments[..]) {
            (Op::Constant(constant), []) => self.constant(graph.constant(constant), at),
            (Op::Scalar(op), operands) => self.scalar(op, operands, at),
            (Op::Cast, [x]) => self.converted(x, at),
            (Op::Select, [condition, a, b]) => self.draft.select(condition, a, b),
            (Op::StopGradient, [x]) => {
                let name = self.draft.word(words::STOP_GRADIENT);
                self.draft.apply(name, &[x], &[])
            }
            (Op::Sum, terms) => self.sum(terms, at),
            (Op::Broadcast(l), [x]) => self.draft.broadcast(x, &axes(list(l)), &to),
            (Op::Transpose(l), [x]) => self.draft.transpose(x, &axes(list(l))),
            (Op::Reshape, [x]) => self.draft.reshape(x, &to),
            (Op::Slice(l), [x]) => self.draft.slice(x, &Slice::from_list(list(l)).axes, &to),
            (Op::Windows(l), [x]) => {
                let windows = Windows::from_list(list(l));
                self.draft
                    .windows(x, windows.of_shape(&graph.ty(at.id).shape), &to)
            }
            (Op::Assemble(l), [background, pieces @ ..]) => {
                let placement = Placement::from_list(list(l), pieces.len());
                self.assemble(background, pieces, &placement, at)
            }
            (Op::Reduce(reduction, l), [x]) => self.reduce(reduction, x, &axes(list(l)), at),
            (Op::Contract(l), [left, right]) => {
                let contraction = Contraction::from_list(list(l));
                self.draft.contract(left, right, &contraction, &to)
            }
            (Op::Gather(axis), [data, indices]) => self.gather(data, indices, axis as usize, at),
            (Op::ScatterAdd(axis), [indices, updates]) => {
                self.scatter_add(indices, updates, axis as usize, at)
            }
            (Op::Composite(composite, l), [x]) => self.composite(composite, x, &axes(list(l)), at),
            (Op::Algebra(op), operands) => self.algebra(op, operands, at),
            (op, _) => Err(self.refuse(at, &format!("{op:?}"), "its arguments do not fit it")),
        }
    }

    /// The arguments of a node, as numbers that operators can be combined over.
    pub(super) fn arguments(&mut self, at: Place<'_>) -> Result<Vec<Tensor>, Error> {
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

    pub(super) fn tensor<'v>(&self, values: &'v [Value], id: NodeId) -> Result<&'v Tensor, Error> {
        match values.get(id.index()) {
            Some(Value::Tensor(tensor)) => Ok(tensor),
            _ => Err(self.impossible(graph_ir::Error::NotATensor)),
        }
    }

    fn effect(&mut self, effect: &Effect, values: &[Value]) -> Result<(), Error> {
        let what = match &effect.kind {
            EffectKind::ControlDependency => None,
            EffectKind::Print { before, .. } => Some(format!("the report {before:?}")),
            EffectKind::Compare(op) => Some(format!("the statement about {}", op.name())),
            _ => Some("an effect".into()),
        };
        if let Some(what) = what {
            let why = "the format has no effects but control dependencies".into();
            return Err(refuse_at(&self.draft, what, why));
        }
        let mut ids = Vec::with_capacity(effect.arguments.len());
        for &argument in &effect.arguments {
            ids.push(self.draft.entry(self.tensor(values, argument)?)?.node);
        }
        if let [after, before @ ..] = &ids[..] {
            // What comes later anyway, as a view of itself may, would make a cycle.
            let before = before.iter().copied().filter(|before| before < after);
            let node = &mut self.draft.document.nodes[*after as usize];
            node.control_deps.extend(before);
        }
        Ok(())
    }

    /// The error for a node that the format cannot express.
    pub(super) fn refuse(
        &self,
        at: Place<'_>,
        what: &str,
        why: impl Into<Cow<'static, str>>,
    ) -> Error {
        refuse_at(&self.draft, at.of(what), why.into())
    }

    /// An error of the graph itself.
    pub(super) fn impossible(&self, error: graph_ir::Error) -> Error {
        Error::Graph {
            place: self.draft.place(),
            error: Box::new(error),
        }
    }
}

pub(super) fn refuse_at(draft: &Draft, what: String, why: Cow<'static, str>) -> Error {
    let place = draft.place();
    Error::Unrepresentable { place, what, why }
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
