//! Going through a graph from the first node to the last, and into the graphs inside of it.

use super::effect::Written;
use super::view;
use super::{Item, Writer};
use crate::Error;
use crate::refusal::impossible;
use crate::unrolled::{Cost, expect_short};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use graph_ir::graph::FunctionId;
use graph_ir::graph::MAX_DEPTH;
use graph_ir::ops::{
    ArgSort, Branch, Call, ExternalCall, Op, OpView, Placement, Project, Scan, Sort,
};
use graph_ir::types::ValueType;
use graph_ir::{Element, Graph, NodeId, Shape, Type};

/// The elements of the nodes of one graph, as far as it has been gone through. Those of a tuple
/// are the elements of its values, one after the other.
#[derive(Default)]
pub(super) struct Values {
    starts: Vec<usize>,
    items: Vec<Item>,
    /// Where the values of each tuple begin among its elements.
    parts: BTreeMap<NodeId, Vec<usize>>,
}

impl Values {
    pub(super) fn of(&self, id: NodeId) -> &[Item] {
        let start = self.starts[id.index()];
        let end = self.starts.get(id.index() + 1);
        &self.items[start..end.copied().unwrap_or(self.items.len())]
    }

    fn push(&mut self, graph: &Graph, id: NodeId, items: &[Item]) {
        if let ValueType::Tuple(_) = graph.value_type(id) {
            let types = graph.result_types(id).into_iter();
            self.parts.insert(id, starts(types));
        }
        self.starts.push(self.items.len());
        self.items.extend_from_slice(items);
    }

    /// The elements of one value of a tuple.
    fn part(&self, tuple: NodeId, position: usize, size: usize) -> &[Item] {
        let start = self.parts[&tuple][position];
        &self.of(tuple)[start..start + size]
    }
}

/// A node with all that its value depends on.
#[derive(Clone, Copy)]
pub(super) struct NodeContext<'a> {
    pub(super) graph: &'a Graph,
    pub(super) id: NodeId,
    values: &'a Values,
}

impl<'a> NodeContext<'a> {
    /// The elements of an argument.
    pub(super) fn items(&self, argument: usize) -> &'a [Item] {
        self.values.of(self.graph.arguments(self.id)[argument])
    }

    /// The shape of an argument.
    pub(super) fn shape(&self, argument: usize) -> &'a Shape {
        &self.graph.ty(self.graph.arguments(self.id)[argument]).shape
    }

    /// The elements of all arguments from this one on.
    pub(super) fn items_from(&self, argument: usize) -> Vec<Item> {
        let arguments = &self.graph.arguments(self.id)[argument..];
        let items = arguments.iter().flat_map(|&id| self.values.of(id));
        items.copied().collect()
    }

    /// The number of elements of the node's values.
    fn size(&self) -> usize {
        match self.graph.value_type(self.id) {
            ValueType::Tensor(ty) => ty.shape.size(),
            ValueType::Tuple(_) => {
                let types = self.graph.result_types(self.id).into_iter();
                types.map(|ty| ty.shape.size()).sum()
            }
        }
    }
}

/// The elements of one node.
enum NodeItems {
    One(Item),
    Several(Vec<Item>),
}

impl Writer {
    /// The elements of the outputs of a graph for the elements of its inputs.
    pub(super) fn function(
        &mut self,
        graph: &Graph,
        arguments: &[Item],
    ) -> Result<Vec<Item>, Error> {
        if self.depth > MAX_DEPTH {
            let limit = MAX_DEPTH;
            return Err(impossible(graph_ir::Error::TooDeep { limit }));
        }
        let top = (self.depth == 0).then(|| Written::of(graph));
        self.depth += 1;
        self.draft.shares = self.simplifies();
        let starts = starts(graph.input_types());
        let mut values = Values::default();
        let mut effects = graph.effects().iter().peekable();
        for id in graph.ids() {
            while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
                self.effect(effect, graph, &values)?;
            }
            let place = NodeContext {
                graph,
                id,
                values: &values,
            };
            let written = self.value(place, (arguments, &starts), top.as_ref());
            match written.map_err(|error| error.at_node(graph, id, &self.sites))? {
                // A graph of millions of numbers has nothing to allocate for each.
                NodeItems::One(item) => values.push(graph, id, &[item]),
                NodeItems::Several(items) => values.push(graph, id, &items),
            }
        }
        for effect in effects {
            self.effect(effect, graph, &values)?;
        }
        self.depth -= 1;
        self.draft.shares = self.simplifies();
        let outputs = graph.outputs().iter();
        let items = outputs.flat_map(|output| values.of(output.node));
        Ok(items.copied().collect())
    }

    /// The elements of a node, for the elements of the inputs and where each begins among them.
    fn value(
        &mut self,
        at: NodeContext<'_>,
        (arguments, starts): (&[Item], &[usize]),
        top: Option<&Written>,
    ) -> Result<NodeItems, Error> {
        self.draft.spend(at.size() + 1)?;
        if let Op::Scalar(op) = at.graph.op(at.id)
            && let Some(item) = self.single(op, at)?
        {
            return Ok(NodeItems::One(item));
        }
        let items = if let Op::Input(position) = at.graph.op(at.id) {
            let start = starts[position as usize];
            arguments[start..start + at.size()].to_vec()
        } else if let Op::Constant(constant) = at.graph.op(at.id) {
            self.constant(at.graph.constant(constant), at.id, top)?
        } else {
            self.node(at)?
        };
        Ok(NodeItems::Several(items))
    }

    fn node(&mut self, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let graph = at.graph;
        let shape = || &graph.ty(at.id).shape;
        Ok(match graph.view(at.id) {
            OpView::Scalar(op) => self.scalar(op, at)?,
            OpView::Cast(_) => self.cast(at)?,
            OpView::Select(_) => self.select(at)?,
            OpView::StopGradient(_) => self.stop_gradient(at)?,
            OpView::Sum(_) => self.sum(at)?,
            OpView::Broadcast(own) => view::broadcast(at.items(0), at.shape(0), shape(), &own.axes),
            OpView::Transpose(own) => view::transpose(at.items(0), at.shape(0), &own.permutation),
            OpView::Reshape(_) => at.items(0).to_vec(),
            OpView::Slice(slice) => view::slice(at.items(0), at.shape(0), &slice, shape()),
            OpView::Windows(windows) => view::windows(at.items(0), at.shape(0), windows, shape()),
            OpView::Assemble(placement) => {
                let pieces = 1..graph.arguments(at.id).len();
                let pieces: Vec<_> = pieces.map(|p| (at.items(p), at.shape(p))).collect();
                let element = graph.ty(at.id).element;
                let join = |a, b| {
                    let integers = element == Element::I64;
                    self.element(Placement::joining(element), integers, &[a, b])
                };
                view::assemble(at.items(0)[0], &pieces, &placement, shape(), join)?
            }
            OpView::Reduce(own) => self.reduce(own.reduction, &own.axes, at)?,
            OpView::Contract(contraction) => self.contract(&contraction, at)?,
            OpView::Gather(own) => self.gather(own.axis, at)?,
            OpView::ScatterAdd(own) => self.scatter_add(own.axis, at)?,
            view @ (OpView::Composite(_)
            | OpView::Algebra(_)
            | OpView::Cumulate(_)
            | OpView::PartAt(_)
            | OpView::Replace(_)) => self.expansion(&view, at)?,
            OpView::Sort(Sort { axis }) | OpView::ArgSort(ArgSort { axis }) => {
                self.sort(axis, at)?
            }
            OpView::Project(Project(position)) => project(position, at),
            OpView::Branch(Branch { then, otherwise }) => self.branch(then, otherwise, at)?,
            OpView::Scan(scan) => self.scan(&scan, at)?,
            OpView::Call(Call(function)) => self.call(function, at)?,
            OpView::External(ExternalCall(external)) => {
                self.external(graph.external(external), at)?
            }
            OpView::Input(_) | OpView::Constant(_) | OpView::Extent(_) | OpView::Iota(_) => {
                Vec::new()
            }
        })
    }

    fn call(&mut self, function: FunctionId, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let arguments = at.items_from(0);
        self.inside(at, function, &arguments)
    }

    /// Both sides of a branch, and a choice between their results.
    fn branch(
        &mut self,
        then: FunctionId,
        otherwise: FunctionId,
        at: NodeContext<'_>,
    ) -> Result<Vec<Item>, Error> {
        let condition = self.truth(at.items(0)[0])?;
        let arguments = at.items_from(1);
        if let super::truth::Truth::Known(holds) = condition {
            let taken = if holds { then } else { otherwise };
            return self.inside(at, taken, &arguments);
        }
        self.sides += 1;
        let then = self.inside(at, then, &arguments)?;
        let otherwise = self.inside(at, otherwise, &arguments)?;
        self.sides -= 1;
        let pairs = then.into_iter().zip(otherwise);
        pairs
            .map(|(a, b)| match a == b {
                true => Ok(a),
                false => self.choose_item(condition, a, b),
            })
            .collect()
    }

    /// Every iteration of a loop.
    fn scan(&mut self, scan: &Scan, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let whole = ("elements", elements as Cost, LOOP_LIMIT);
        expect_short((at.graph, at.id), whole)?;
        let body = &at.graph.function(scan.body).graph;
        let size = |argument: usize| at.items(argument).len();
        let captured: usize = (0..scan.captured).map(size).sum();
        let state = scan.captured + scan.carried;
        let carried: usize = (scan.captured..state).map(size).sum();
        let stacked: Vec<&[Item]> = (state..at.graph.arguments(at.id).len())
            .map(|argument| at.items(argument))
            .collect();
        let mut arguments = at.items_from(0);
        arguments.truncate(captured + carried);
        let length = scan.iterations();
        self.draft.spend(length)?;
        // The slices of the stacked outputs, one iteration after another.
        let mut rows = Vec::new();
        for iteration in 0..length {
            for whole in &stacked {
                let size = whole.len() / length;
                let row = scan.row(iteration);
                arguments.extend_from_slice(&whole[row * size..(row + 1) * size]);
            }
            let results = self.inside(at, scan.body, &arguments)?;
            arguments.truncate(captured);
            arguments.extend_from_slice(&results[..carried]);
            rows.extend_from_slice(&results[carried..]);
        }
        let mut results = arguments.split_off(captured);
        let width = rows.len().checked_div(length).unwrap_or(0);
        let mut start = 0;
        for ty in body.output_types().skip(scan.carried) {
            let size = ty.shape.size();
            if size > 0 {
                for row in 0..length {
                    let part = scan.row(row) * width + start;
                    results.extend_from_slice(&rows[part..part + size]);
                }
            }
            start += size;
        }
        Ok(results)
    }

    /// The results of a function inside of the graph.
    fn inside(
        &mut self,
        at: NodeContext<'_>,
        function: FunctionId,
        arguments: &[Item],
    ) -> Result<Vec<Item>, Error> {
        self.draft.spend(arguments.len())?;
        let inner = &at.graph.function(function).graph;
        self.function(inner, arguments)
    }
}

/// How many elements a loop that is written out may have in all: a text of about 100 megabytes.
const LOOP_LIMIT: u64 = 1 << 22;

/// The elements that a node is gone through for.
fn elements(graph: &Graph, id: NodeId) -> u64 {
    let types = graph.result_types(id).into_iter();
    let sizes = types.map(|ty| ty.shape.size() as u64);
    sizes.fold(1, u64::saturating_add)
}

/// Where the elements of each value begin among those of all.
fn starts<'t>(types: impl Iterator<Item = &'t Type>) -> Vec<usize> {
    let sizes = types.map(|ty| ty.shape.size());
    let starts = sizes.scan(0, |start, size| {
        let own = *start;
        *start += size;
        Some(own)
    });
    starts.collect()
}

fn project(position: usize, at: NodeContext<'_>) -> Vec<Item> {
    let tuple = at.graph.arguments(at.id)[0];
    let part = at.values.part(tuple, position, at.size());
    part.to_vec()
}
