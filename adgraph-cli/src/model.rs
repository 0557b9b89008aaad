//! A file of any format, between its text and its graph.

use crate::format::Format;
use graph_ir::text::{self, Listing};
use graph_ir::{Graph, Site};
use graph_runtime::json::cppad;
use graph_runtime::json::nnvm::{self, Flavour, GraphOptions};
use graph_runtime::json::{Error, Place};
use std::collections::BTreeMap;
use std::str;

/// A file that has been read.
#[derive(Debug)]
pub(crate) enum Model {
    Cppad(cppad::Document),
    Nnvm(nnvm::Document),
    Text(Box<Graph>),
}

/// Shapes of inputs by their names.
pub(crate) type Shapes = BTreeMap<String, nnvm::Shape>;

impl Model {
    /// Reads a text of this format; the error is in words.
    pub(crate) fn read(text: &[u8], format: Format) -> Result<Self, String> {
        let words = |error: Error| error.to_string();
        match format {
            Format::Cppad => cppad::Document::from_slice(text)
                .map(Self::Cppad)
                .map_err(words),
            Format::Nnvm => nnvm::Document::from_slice(text)
                .map(Self::Nnvm)
                .map_err(words),
            Format::Text => {
                let text = str::from_utf8(text).map_err(|error| error.to_string())?;
                let graph = text::parse(text).map_err(|error| error.to_string())?;
                Ok(Self::Text(Box::new(graph)))
            }
        }
    }

    /// The program whose file it is.
    pub(crate) fn program(&self) -> &'static str {
        match self {
            Self::Cppad(_) => "CppAD",
            Self::Nnvm(document) => Flavour::of(document).name(),
            Self::Text(_) => "adgraph",
        }
    }

    /// The graph, with these shapes of named inputs; the options are for networks.
    pub(crate) fn graph(&self, shapes: &Shapes, options: GraphOptions) -> Result<Graph, Error> {
        match self {
            Self::Cppad(document) => document.to_graph(),
            Self::Nnvm(document) => document.to_graph_with(shapes, options),
            Self::Text(graph) => Ok((**graph).clone()),
        }
    }

    /// Where in the file a node of the graph stood.
    pub(crate) fn place(&self, site: Site) -> Option<Place> {
        match self {
            Self::Cppad(_) => cppad::place(site),
            Self::Nnvm(_) => nnvm::place(site),
            Self::Text(_) => None,
        }
    }

    /// The operators by name, with the number of uses of each.
    pub(crate) fn operators(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        let mut count = |name: &str| *counts.entry(name.to_string()).or_default() += 1;
        match self {
            Self::Cppad(document) => document
                .usages()
                .for_each(|usage| count(usage.operator.name())),
            Self::Nnvm(document) => document
                .nodes
                .iter()
                .filter(|node| !node.is_variable())
                .for_each(|node| count(&node.op)),
            Self::Text(graph) => {
                let listing = Listing::new(graph);
                for id in graph.ids().filter(|&id| graph.as_input(id).is_none()) {
                    let words = listing.operator(graph, id);
                    count(words.split(' ').next().unwrap_or_default());
                }
            }
        }
        counts
    }

    /// The names of the inputs of a file of NNVM, those that old versions did not write among them;
    /// nothing for others, which say the shapes of their inputs.
    pub(crate) fn variables(&self) -> Vec<String> {
        let Self::Nnvm(document) = self else {
            return Vec::new();
        };
        if let Ok(inputs) = document.inputs(&Shapes::new()) {
            return inputs.into_iter().map(|input| input.name).collect();
        }
        let nodes = document.order().into_iter().map(|id| &document.nodes[id]);
        let variables = nodes.filter(|node| node.is_variable());
        variables.map(|node| node.name.clone()).collect()
    }
}
