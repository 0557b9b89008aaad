//! A file of either format, between its text and its graph.

use crate::format::Format;
use graph_ir::{Graph, Site};
use graph_runtime::json::cppad;
use graph_runtime::json::nnvm::{self, Flavour, GraphOptions};
use graph_runtime::json::{Error, Place};
use std::collections::BTreeMap;

/// A file that has been read.
#[derive(Debug)]
pub(crate) enum Model {
    Cppad(cppad::Document),
    Nnvm(nnvm::Document),
}

/// Shapes of inputs by their names.
pub(crate) type Shapes = BTreeMap<String, nnvm::Shape>;

impl Model {
    /// Reads a text of this format.
    pub(crate) fn read(text: &[u8], format: Format) -> Result<Self, Error> {
        Ok(match format {
            Format::Cppad => Self::Cppad(cppad::Document::from_slice(text)?),
            Format::Nnvm => Self::Nnvm(nnvm::Document::from_slice(text)?),
        })
    }

    /// The program whose file it is.
    pub(crate) fn program(&self) -> &'static str {
        match self {
            Self::Cppad(_) => "CppAD",
            Self::Nnvm(document) => Flavour::of(document).name(),
        }
    }

    /// The graph, with these shapes of named inputs; the options are for networks.
    pub(crate) fn graph(&self, shapes: &Shapes, options: GraphOptions) -> Result<Graph, Error> {
        match self {
            Self::Cppad(document) => document.to_graph(),
            Self::Nnvm(document) => document.to_graph_with(shapes, options),
        }
    }

    /// Where in the file a node of the graph stood.
    pub(crate) fn place(&self, site: Site) -> Option<Place> {
        match self {
            Self::Cppad(_) => cppad::place(site),
            Self::Nnvm(_) => nnvm::place(site),
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
        }
        counts
    }

    /// The names of the inputs of a file of NNVM, those that old versions did not write among them;
    /// nothing for CppAD, whose inputs are numbers.
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
