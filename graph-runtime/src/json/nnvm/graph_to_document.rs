//! A graph as a document: inputs become variables, and calls of functions that keep an operator of
//! NNVM or MXNet become that operator again.

use super::annotation;
use super::document::{Document, Entry, Node};
use super::document_to_graph::format_name;
use super::operators::{Catalogue, Flavour};
use super::resolve::{Site, output_count, parameters};
use crate::json::{Error, Place};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use graph_ir::Graph;
use graph_ir::graph::{EffectKind, Foreign, FunctionKind, NodeId};
use graph_ir::ops::Op;

impl Document {
    /// The document of a graph.
    ///
    /// Inputs become variables, calls of operators of one of the two programs become nodes, and
    /// attributes that came from a document go back to where they stood. `node_row_ptr` and
    /// `arg_nodes` are made anew.
    ///
    /// # Errors
    ///
    /// If the graph has another operator, or operators of both programs.
    pub fn from_graph(graph: &Graph) -> Result<Self, Error> {
        let flavour = flavour(graph)?;
        let mut export = Export {
            graph,
            document: Self::default(),
            entries: alloc::vec![None; graph.len()],
        };
        for id in graph.ids() {
            export.node(id)?;
        }
        export.finish(flavour)
    }
}

/// The program whose operators a graph calls; NNVM if it calls none.
fn flavour(graph: &Graph) -> Result<Flavour, Error> {
    let mut found = None;
    for id in graph.ids() {
        let Some(foreign) = foreign(graph, id) else {
            continue;
        };
        let flavour = [Flavour::Mxnet, Flavour::Nnvm].into_iter();
        let flavour = flavour.filter(|flavour| format_name(*flavour) == foreign.format);
        for flavour in flavour {
            if found.replace(flavour).is_some_and(|other| other != flavour) {
                return Err(Error::Unrepresentable {
                    place: Place::default(),
                    what: "a graph with operators of both MXNet and NNVM".into(),
                    why: "a file belongs to one of them".into(),
                });
            }
        }
    }
    Ok(found.unwrap_or(Flavour::Nnvm))
}

/// The operator of a program that a node calls.
fn foreign(graph: &Graph, id: NodeId) -> Option<&Foreign> {
    match graph.op(id) {
        Op::Call(function) => match &graph.function(function).kind {
            FunctionKind::Foreign(foreign) => Some(foreign),
            FunctionKind::Plain => None,
        },
        _ => None,
    }
}

struct Export<'g> {
    graph: &'g Graph,
    document: Document,
    /// For each node of the graph the entry that holds its value.
    entries: Vec<Option<Entry>>,
}

impl Export<'_> {
    fn node(&mut self, id: NodeId) -> Result<(), Error> {
        let graph = self.graph;
        match graph.op(id) {
            Op::Input(position) => {
                let name = &graph.inputs()[position as usize].name;
                self.push(id, Node::variable(name))
            }
            Op::Project(index) => {
                let tuple = graph.arguments(id)[0];
                let entry = self.entries[tuple.index()];
                self.entries[id.index()] = entry.map(|entry| Entry::new(entry.node, index));
                if let (Some(entry), 0, Some(name)) = (entry, index, graph.node_name(id)) {
                    self.document.nodes[entry.node as usize].name = name.to_string();
                }
                Ok(())
            }
            op => match foreign(graph, id) {
                Some(foreign) => {
                    let inputs = self.arguments(id)?;
                    let mut node = Node::operator(&*foreign.op, "", inputs);
                    for (key, value) in &foreign.attributes {
                        node.set_attribute(&**key, &**value);
                    }
                    self.push(id, node)
                }
                None => Err(Error::Unrepresentable {
                    place: Place::default(),
                    what: format!("the operator {op:?} of node {id}"),
                    why: "it is not an operator of NNVM or MXNet".into(),
                }),
            },
        }
    }

    fn push(&mut self, id: NodeId, node: Node) -> Result<(), Error> {
        let Ok(number) = u32::try_from(self.document.nodes.len()) else {
            return Err(Error::TooLarge {
                place: Place::default(),
                what: "nodes".into(),
                limit: u32::MAX.into(),
                found: "more".into(),
            });
        };
        self.document.nodes.push(node);
        self.entries[id.index()] = Some(Entry::new(number, 0));
        Ok(())
    }

    fn arguments(&self, id: NodeId) -> Result<Vec<Entry>, Error> {
        let arguments = self.graph.arguments(id).iter();
        arguments.map(|&argument| self.entry(argument)).collect()
    }

    fn entry(&self, id: NodeId) -> Result<Entry, Error> {
        // Every node before has an entry, or writing would have stopped there.
        self.entries[id.index()].ok_or_else(|| Error::Unrepresentable {
            place: Place::default(),
            what: format!("node {id}"),
            why: "it comes after its user".into(),
        })
    }

    fn finish(mut self, flavour: Flavour) -> Result<Document, Error> {
        for output in self.graph.outputs() {
            let entry = self.entry(output.node)?;
            self.document.heads.push(entry);
        }
        self.control_dependencies()?;
        let document = &mut self.document;
        let ids = document.nodes.iter().enumerate();
        let variables = ids.filter(|(_, node)| node.is_variable());
        document.arg_nodes = variables
            .filter_map(|(id, _)| u32::try_from(id).ok())
            .collect();
        document.node_row_ptr = Some(row_ptr(document, flavour));
        for (key, value) in self.graph.attributes() {
            annotation::restore(document, key, value)?;
        }
        let version = document.attribute("mxnet_version");
        if flavour == Flavour::Mxnet && version.is_none() {
            let version = super::GraphAttribute::Int(PRESENT_VERSION);
            document.attributes.push(("mxnet_version".into(), version));
        }
        document
            .attributes
            .sort_by(|left, right| left.0.cmp(&right.0));
        Ok(self.document)
    }

    fn control_dependencies(&mut self) -> Result<(), Error> {
        for effect in self.graph.effects() {
            if effect.kind != EffectKind::ControlDependency {
                return Err(Error::Unrepresentable {
                    place: Place::default(),
                    what: "an effect".into(),
                    why: "NNVM has control dependencies alone".into(),
                });
            }
            let entries = effect.arguments.iter().map(|&id| self.entry(id));
            let entries = entries.collect::<Result<Vec<Entry>, Error>>()?;
            if let [after, before @ ..] = &entries[..] {
                let node = &mut self.document.nodes[after.node as usize];
                node.control_deps
                    .extend(before.iter().map(|entry| entry.node));
            }
        }
        Ok(())
    }
}

/// The version of MXNet whose operators these are.
const PRESENT_VERSION: i64 = 10901;

/// The number of entries before each node and after the last.
fn row_ptr(document: &Document, flavour: Flavour) -> Vec<u32> {
    let catalogue = Catalogue::new(flavour);
    let mut row_ptr = alloc::vec![0_u32];
    let mut last = 0_u32;
    for (id, node) in document.nodes.iter().enumerate() {
        let site = Site::new(document, id);
        let count = catalogue.find(&node.op).and_then(|operator| {
            let parameters = parameters(operator, site).ok()?;
            u32::try_from(output_count(operator, &parameters)).ok()
        });
        last = last.saturating_add(count.unwrap_or(1));
        row_ptr.push(last);
    }
    row_ptr
}
