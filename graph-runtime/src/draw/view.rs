//! The nodes that have a shape of their own, and the source of each operand.
//!
//! A node that only picks a part of a value or changes its form is part of the edge: indexing
//! (`x[0]`, `x[1..]`), the axes of extent 1 that indexing leaves, a scalar repeated for an operator
//! over tensors, and the results of calls and loops. A constant stands in the shape that uses it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use graph_ir::ops::{Op, OpView, Slice};
use graph_ir::types::Extent;
use graph_ir::{Graph, NodeId, Shape};

use super::words;

/// How long the text of an edge may become; a node that would make it longer is a shape.
const LONGEST: usize = 28;

/// The drawn part of a graph.
pub(super) struct View {
    nodes: Vec<Part>,
}

/// The part of the picture that a node is.
enum Part {
    Shape,
    /// A constant within the shapes that use it.
    Constant,
    /// A part of the edges from this node, or of a constant.
    Edge(Source),
}

/// The origin of an operand.
#[derive(Clone)]
pub(super) struct Source {
    /// A node with a shape of its own, or a constant.
    pub(super) node: NodeId,
    /// The part of its value that is meant; empty for all of it.
    pub(super) text: String,
}

impl View {
    pub(super) fn of(graph: &Graph) -> Self {
        let results = Results::of(graph);
        let mut view = Self {
            nodes: Vec::with_capacity(graph.len()),
        };
        for id in graph.ids() {
            let part = match view.picked(graph, id, &results) {
                _ if graph.as_constant(id).is_some() => Part::Constant,
                Some(source) => Part::Edge(source),
                None => Part::Shape,
            };
            view.nodes.push(part);
        }
        // A constant that is a result has no shape that it could stand in.
        let outputs = graph.outputs().iter().map(|output| output.node);
        let effects = graph.effects().iter().flat_map(|e| e.arguments.clone());
        for id in outputs.chain(effects) {
            let source = view.source(id).node;
            view.nodes[source.index()] = Part::Shape;
        }
        view
    }

    /// Whether a node has a shape of its own.
    pub(super) fn is_shape(&self, id: NodeId) -> bool {
        matches!(self.nodes[id.index()], Part::Shape)
    }

    /// Whether a source is a constant that stands in the shapes that use it.
    pub(super) fn is_constant(&self, source: &Source) -> bool {
        matches!(self.nodes[source.node.index()], Part::Constant)
    }

    /// The origin of the value of a node.
    pub(super) fn source(&self, id: NodeId) -> Source {
        match &self.nodes[id.index()] {
            Part::Edge(source) => source.clone(),
            Part::Shape | Part::Constant => Source {
                node: id,
                text: String::new(),
            },
        }
    }

    /// The source of a node that is part of an edge.
    fn picked(&self, graph: &Graph, id: NodeId, results: &Results) -> Option<Source> {
        let &[argument] = graph.arguments(id) else {
            return None;
        };
        let source = self.source(argument);
        let operator = graph.view(id);
        let text = if let OpView::Project(project) = operator {
            // A node shows the name of its only result itself.
            let own = graph.node_name(id);
            match own.unwrap_or_else(|| result_name(graph, argument, project.0)) {
                _ if results.count(argument) < 2 => String::new(),
                "" => format!(".{}", project.0),
                name => words::cut(name, LONGEST),
            }
        } else if let OpView::Slice(slice) = operator {
            let (from, to) = (&graph.ty(argument).shape, &graph.ty(id).shape);
            self.root(graph, &source) + &place(&slice, from, to)
        } else if matches!(operator, OpView::Reshape(_)) {
            let long = |shape: &Shape| shape.counts().into_iter().filter(|e| *e != 1);
            let (from, to) = (&graph.ty(argument).shape, &graph.ty(id).shape);
            if !long(from).eq(long(to)) {
                return None;
            }
            source.text.clone()
        } else if matches!(operator, OpView::Broadcast(_)) && graph.ty(argument).is_scalar() {
            source.text.clone()
        } else {
            return None;
        };
        (text.chars().count() <= LONGEST).then_some(Source {
            node: source.node,
            text,
        })
    }

    /// The text of a source of which a part is picked.
    fn root(&self, graph: &Graph, source: &Source) -> String {
        match (graph.as_constant(source.node), &*source.text) {
            (_, text) if !text.is_empty() => text.into(),
            (Some(constant), _) => words::value(constant, 2),
            (None, _) => words::short(words::name(graph, source.node)),
        }
    }
}

/// The name of a result of a call, a branch or a loop: the variable's that the loop carries, or the
/// function's own; empty when there is none.
fn result_name(graph: &Graph, tuple: NodeId, position: usize) -> &str {
    let Some(function) = graph.functions_of(tuple).next() else {
        return "";
    };
    let inner = &function.graph;
    if let OpView::Scan(scan) = graph.view(tuple)
        && position < scan.carried
    {
        let input = inner.inputs().get(scan.captured + position);
        return input.map_or("", |input| &input.name);
    }
    let output = inner.outputs().get(position);
    output.map_or("", |output| &output.name)
}

/// How many results of each node with a tuple of them are used.
struct Results {
    counts: alloc::collections::BTreeMap<NodeId, usize>,
}

impl Results {
    fn of(graph: &Graph) -> Self {
        let mut counts = alloc::collections::BTreeMap::new();
        for id in graph.ids() {
            if let (Op::Project(position), [tuple]) = (graph.op(id), graph.arguments(id)) {
                // The first result alone needs no number.
                let count = counts.entry(*tuple).or_insert(0);
                *count += if position == 0 { 1 } else { 2 };
            }
        }
        Self { counts }
    }

    fn count(&self, tuple: NodeId) -> usize {
        self.counts.get(&tuple).copied().unwrap_or(0)
    }
}

/// The place of a part in brackets, as in the language: `[1..3]`, `[.., 0]`.
pub(super) fn place(slice: &Slice, whole: &Shape, part: &Shape) -> String {
    let axes = slice.axes.iter().enumerate().map(|(axis, (start, step))| {
        let (all, extent) = (whole.count_along(axis), part.count_along(axis));
        let end = start + &extent * Extent::from(*step);
        if extent == all && *start == 0 && (*step == 1 || all.at_most(1)) {
            "..".into()
        } else if extent == 1 {
            start.to_string()
        } else if *step == 1 {
            format!("{start}..{end}")
        } else {
            format!("{start}..{end} by {step}")
        }
    });
    let mut axes: Vec<String> = axes.collect();
    while axes.len() > 1 && axes.last().is_some_and(|axis| axis == "..") {
        axes.pop();
    }
    format!("[{}]", axes.join(", "))
}
