//! A graph of the picture, with everything that its shapes and groups are named after.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::ops::Op;
use graph_ir::{Graph, NodeId};

use super::operator;
use super::view::View;
use super::words::{self, Words};

/// How many hidden operands the text behind a shape describes.
const DESCRIBED: usize = 8;

/// One graph: that of the picture, or of a function inside.
pub(super) struct Subject<'g> {
    pub(super) graph: &'g Graph,
    pub(super) words: &'g Words<'g>,
    pub(super) view: View,
    /// For each node whether it only computes derivatives.
    pub(super) derivative: Vec<bool>,
    names: Names,
    /// For each node with several results the only one that is used.
    only_result: Vec<Option<NodeId>>,
    users: Users,
}

/// The names of inputs and outputs without names of their own; empty or absent when unknown.
#[derive(Clone, Default)]
pub(super) struct Names {
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
}

fn name_at(names: &[String], position: usize) -> &str {
    names.get(position).map_or("", String::as_str)
}

impl<'g> Subject<'g> {
    pub(super) fn new(
        graph: &'g Graph,
        words: &'g Words<'g>,
        derivative: Vec<bool>,
        names: Names,
    ) -> Self {
        let view = View::of(graph);
        Self {
            graph,
            words,
            users: Users::of(graph, &view),
            view,
            derivative,
            names,
            only_result: only_results(graph),
        }
    }

    /// The nodes with shapes to which the value of a node goes.
    pub(super) fn users(&self, id: NodeId) -> &[NodeId] {
        let ends = &self.users.ends;
        let start = id.index().checked_sub(1).map_or(0, |before| ends[before]);
        &self.users.users[start..ends[id.index()]]
    }

    /// Whether the value of a node is a result of the graph, or read by an effect.
    pub(super) fn is_result(&self, id: NodeId) -> bool {
        self.users.results[id.index()]
    }

    /// The nodes with shapes of their own, arguments first.
    pub(super) fn shapes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.graph.ids().filter(|&id| self.view.is_shape(id))
    }

    /// The name that the user gave to the value of a node; empty when there is none.
    pub(super) fn name(&self, id: NodeId) -> &str {
        let own = words::name(self.graph, id);
        match (own, self.only_result[id.index()], self.graph.as_input(id)) {
            ("", Some(result), _) => words::name(self.graph, result),
            ("", None, Some(position)) => name_at(&self.names.inputs, position),
            _ => own,
        }
    }

    /// The name of an output.
    pub(super) fn output(&self, position: usize) -> String {
        let own = self.graph.outputs().get(position);
        let own = own.map_or("", |output| &output.name);
        match (own, name_at(&self.names.outputs, position)) {
            ("", "") => format!("output {position}"),
            ("", name) | (name, _) => words::short(name),
        }
    }

    /// The source line of a node.
    pub(super) fn line(&self, id: NodeId) -> Option<u32> {
        self.words.line(self.graph.node(id).site)
    }

    /// The functions whose bodies took the place of their calls, with their lines.
    pub(super) fn inlined(&self) -> Vec<(&str, Range<u32>)> {
        let inlined = self.words.inlined.iter();
        let others = inlined.filter(|(name, _)| *name != self.graph.name());
        let lines = others.filter_map(|(name, &(first, last))| {
            let (first, last) = (self.words.line(first)?, self.words.line(last)?);
            Some((name.as_str(), first..last.saturating_add(1)))
        });
        lines.collect()
    }

    /// The operator under which a node is counted.
    pub(super) fn kind(&self, id: NodeId) -> String {
        operator::kind(self.graph, &self.view, id)
    }

    /// The lines in the shape of a node.
    pub(super) fn lines(&self, id: NodeId) -> Vec<String> {
        let value = self.only_result[id.index()].unwrap_or(id);
        let ty = self.words.listing.value_type(self.graph, value);
        let name = self.name(id);
        let mut lines = match self.graph.as_input(id) {
            Some(_) if !name.is_empty() => alloc::vec![name.into(), ty],
            Some(position) => alloc::vec![format!("input {position}"), ty],
            None => {
                let ty = match name {
                    "" => ty,
                    name => format!("{name}: {ty}"),
                };
                let text = operator::text(self.graph, &self.view, id);
                let place = self.words.place(self.graph.node(id).site);
                [text, ty].into_iter().chain(place).collect()
            }
        };
        lines.iter_mut().for_each(|line| *line = words::short(line));
        lines
    }

    /// A value in few words, where its shape is elsewhere: its name, else its operator.
    pub(super) fn value(&self, id: NodeId) -> String {
        match (self.name(id), self.graph.as_input(id)) {
            ("", Some(position)) => format!("input {position}"),
            ("", None) => words::short(&operator::text(self.graph, &self.view, id)),
            (name, _) => words::short(name),
        }
    }

    /// All about a node, and about the operands that have no shape of their own.
    pub(super) fn hover(&self, id: NodeId) -> String {
        let mut text = self.words.hover(self.graph, id);
        let mut described = 0;
        for &argument in self.graph.arguments(id) {
            let mut hidden = argument;
            while !self.view.is_shape(hidden) && described < DESCRIBED {
                text += &format!("\n{}", self.words.hover(self.graph, hidden));
                described += 1;
                match self.graph.arguments(hidden) {
                    [next] => hidden = *next,
                    _ => break,
                }
            }
        }
        text
    }
}

/// Where the values of nodes go.
struct Users {
    /// The users of all nodes, and for each node the end of its own.
    users: Vec<NodeId>,
    ends: Vec<usize>,
    results: Vec<bool>,
}

impl Users {
    fn of(graph: &Graph, view: &View) -> Self {
        let pairs = graph.ids().filter(|&id| view.is_shape(id)).flat_map(|id| {
            let arguments = graph.arguments(id).iter();
            arguments.map(move |&argument| (view.source(argument).node, id))
        });
        let mut pairs: Vec<(NodeId, NodeId)> = pairs.collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut ends = alloc::vec![0; graph.len()];
        pairs.iter().for_each(|(from, _)| ends[from.index()] += 1);
        let mut end = 0;
        for count in &mut ends {
            end += *count;
            *count = end;
        }
        let mut results = alloc::vec![false; graph.len()];
        let outputs = graph.outputs().iter().map(|output| output.node);
        let effects = graph
            .effects()
            .iter()
            .flat_map(|e| e.arguments.iter().copied());
        outputs
            .chain(effects)
            .for_each(|id| results[view.source(id).node.index()] = true);
        Self {
            users: pairs.into_iter().map(|(_, user)| user).collect(),
            ends,
            results,
        }
    }
}

/// For each node the result of it that is used, where that is one alone.
fn only_results(graph: &Graph) -> Vec<Option<NodeId>> {
    let mut results = alloc::vec![None; graph.len()];
    let mut several = alloc::vec![false; graph.len()];
    for id in graph.ids() {
        if let (Op::Project(_), [tuple]) = (graph.op(id), graph.arguments(id)) {
            let seen = results[tuple.index()].replace(id).is_some();
            several[tuple.index()] |= seen;
        }
    }
    for (result, several) in results.iter_mut().zip(several) {
        if several {
            *result = None;
        }
    }
    results
}
