//! One graph with the values of all its nodes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use graph_ir::Graph;
use graph_ir::graph::NodeId;
use graph_ir::ops::Op;
use graph_ir::passes::set_outputs;
use graph_ir::text::Listing;
use graph_ir::types::ValueType;

use super::origin::{Operand, Origin, Step};
use crate::execute::{Executable, Functions, Host, Kept, Result};

/// The kind of value that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Nan,
    Infinite,
}

impl Kind {
    /// The worst that there is among these elements.
    pub(super) fn of(values: &Kept) -> Option<Self> {
        [Self::Nan, Self::Infinite]
            .into_iter()
            .find(|kind| kind.is_in(values))
    }

    pub(super) fn is_in(self, values: &Kept) -> bool {
        match values {
            Kept::F64(own) => own.iter().any(|&x| self.is(x)),
            Kept::F32(own) => own.iter().any(|&x| self.is(x.into())),
            Kept::Bool(_) | Kept::I64(_) => false,
        }
    }

    pub(super) fn is(self, x: f64) -> bool {
        match self {
            Self::Nan => x.is_nan(),
            Self::Infinite => x.is_infinite(),
        }
    }
}

/// How many elements of an operand are told.
const TOLD: usize = 8;

/// A graph with the values of its nodes at some inputs.
pub(super) struct Frame<'g> {
    pub(super) graph: &'g Graph,
    /// `None` for nodes that yield several values, and for types that are never looked at.
    values: Vec<Option<Kept>>,
    /// The names of the inputs, where the graph around this one knows them.
    names: Vec<String>,
}

impl<'g> Frame<'g> {
    pub(super) fn new(
        graph: &'g Graph,
        functions: &Functions,
        inputs: &[Kept],
        names: Vec<String>,
    ) -> Result<Self> {
        let input = |id| graph.as_input(id);
        let is_tensor = |&id: &NodeId| matches!(graph.value_type(id), ValueType::Tensor(_));
        let inner = graph
            .ids()
            .filter(is_tensor)
            .filter(|&id| input(id).is_none());
        let inner: Vec<NodeId> = inner.collect();
        let executable = Executable::new(&set_outputs(graph, &inner)?)?;
        let mut workspace = executable.workspace()?;
        executable.run(
            &mut Host::new().functions(functions),
            &mut workspace,
            inputs,
        )?;
        let mut values: Vec<Option<Kept>> = graph
            .ids()
            .map(|id| input(id).and_then(|position| inputs.get(position).cloned()))
            .collect();
        for (position, id) in inner.into_iter().enumerate() {
            values[id.index()] = workspace.output(position).map(Kept::new);
        }
        Ok(Self {
            graph,
            values,
            names,
        })
    }

    pub(super) fn value(&self, id: NodeId) -> Option<&Kept> {
        self.values[id.index()].as_ref()
    }

    /// The values that a node is made from; none where a graph inside tells more.
    pub(super) fn sources(&self, id: NodeId) -> &'g [NodeId] {
        let arguments = self.graph.arguments(id);
        let (Op::Project(_), &[whole]) = (self.graph.op(id), arguments) else {
            return arguments;
        };
        match matches!(self.graph.op(whole), Op::External(_)) {
            true => self.graph.arguments(whole),
            false => &[],
        }
    }

    pub(super) fn has(&self, id: NodeId, kind: Kind) -> bool {
        self.value(id).is_some_and(|values| kind.is_in(values))
    }

    /// A node with such a value, among those that `root` is made from, that has it from no other in
    /// the same graph.
    pub(super) fn first(&self, root: NodeId, kind: Kind) -> NodeId {
        let mut node = root;
        while let Some(&source) = self
            .sources(node)
            .iter()
            .find(|&&source| self.has(source, kind))
        {
            node = source;
        }
        node
    }

    /// The description of a node as an origin.
    pub(super) fn origin(
        &self,
        id: NodeId,
        kind: Kind,
        path: &[Step],
        line: Option<u32>,
    ) -> Origin {
        let ty = self.graph.ty(id).clone();
        let numbers = self.value(id).map_or(Vec::new(), Kept::numbers);
        let number = numbers.iter().position(|&x| kind.is(x)).unwrap_or(0);
        let strides = ty.shape.strides();
        let axes = strides.iter().zip(ty.shape.dims());
        let element = axes.map(|(stride, dim)| number / stride % dim.extent().max(1));
        let operands = self
            .sources(id)
            .iter()
            .map(|&source| self.operand(source, id, number));
        Origin {
            path: path.to_vec(),
            node: id,
            line,
            operator: Listing::new(self.graph).operator(self.graph, id),
            name: match self.graph.as_input(id) {
                Some(position) => self.graph.inputs()[position].name.clone(),
                None => self.graph.node_name(id).unwrap_or_default().into(),
            },
            element: element.collect(),
            value: numbers.get(number).copied().unwrap_or(f64::NAN),
            operands: operands.collect(),
            ty,
        }
    }

    fn operand(&self, source: NodeId, of: NodeId, number: usize) -> Operand {
        let ty = self.graph.ty(source).clone();
        let mut elements = self.value(source).map_or(Vec::new(), Kept::numbers);
        if ty.shape == self.graph.ty(of).shape && number < elements.len() {
            elements = elements[number..=number].to_vec();
        }
        elements.truncate(TOLD);
        Operand {
            name: self.name(source),
            ty,
            elements,
        }
    }

    /// The name for a result of a node with several.
    fn result_of(&self, whole: NodeId) -> String {
        let op = self.graph.op(whole);
        if let Op::Call(function) = op {
            return match self.graph.function(function).graph.name() {
                "" => "a result of a call".into(),
                name => alloc::format!("a result of `{name}`"),
            };
        }
        if let Op::Branch(..) = op {
            return "a result of the `if`".into();
        }
        match matches!(op, Op::Scan(..)) {
            true => "a result of the loop".into(),
            false => whole.to_string(),
        }
    }

    /// The name of a value, also through operators that only repeat or reorder it.
    pub(super) fn name(&self, id: NodeId) -> String {
        let mut named = id;
        loop {
            if let Some(name) = self.graph.node_name(named) {
                return alloc::format!("`{name}`");
            }
            let op = self.graph.op(named);
            if let Some(position) = self.graph.as_input(named) {
                let name = &self.graph.inputs()[position].name;
                let outer = self.names.get(position);
                return match (name.as_str(), outer) {
                    ("", Some(outer)) => outer.clone(),
                    ("", None) => named.to_string(),
                    (name, _) => alloc::format!("`{name}`"),
                };
            }
            if let Op::Constant(_) = op {
                return "a constant".into();
            }
            let first = self.graph.arguments(named).first();
            if let (Op::Project(_), Some(&whole)) = (op, first) {
                return self.result_of(whole);
            }
            match first {
                Some(&argument)
                    if matches!(op, Op::Broadcast(_) | Op::Transpose(_) | Op::Reshape) =>
                {
                    named = argument;
                }
                _ => {
                    let operator = Listing::new(self.graph).operator(self.graph, named);
                    return alloc::format!("{named} (`{operator}`)");
                }
            }
        }
    }
}
