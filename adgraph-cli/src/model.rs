//! A file of either format, between its text and its graph.

use clap::ValueEnum;
use graph_ir::{Graph, Site};
use graph_runtime::json::cppad;
use graph_runtime::json::nnvm::{self, Flavour, GraphOptions};
use graph_runtime::json::{Error, Place};
use std::collections::BTreeMap;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// CppAD's json_ad_graph
    Cppad,
    /// The JSON of NNVM and MXNet
    Nnvm,
}

/// A file that has been read.
#[derive(Debug)]
pub(crate) enum Model {
    Cppad(cppad::Document),
    Nnvm(nnvm::Document),
}

/// Shapes of inputs by their names.
pub(crate) type Shapes = BTreeMap<String, nnvm::Shape>;

/// The keys at the top of a file of CppAD, which no file of NNVM has.
const CPPAD_KEYS: [&[u8]; 7] = [
    b"function_name",
    b"op_define_vec",
    b"n_dynamic_ind",
    b"n_variable_ind",
    b"constant_vec",
    b"op_usage_vec",
    b"dependent_vec",
];

/// The keys at the top of a file of NNVM, which no file of CppAD has.
const NNVM_KEYS: [&[u8]; 6] = [
    b"nodes",
    b"arg_nodes",
    b"node_row_ptr",
    b"heads",
    b"attrs",
    b"attr",
];

impl Format {
    /// The format of a text, found out from the first key that only one format has. Everything
    /// else about the text is left to the reader.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        let quoted = text.split(|&byte| byte == b'"').skip(1).step_by(2);
        quoted.take(100).find_map(|word| {
            if CPPAD_KEYS.contains(&word) {
                Some(Self::Cppad)
            } else {
                NNVM_KEYS.contains(&word).then_some(Self::Nnvm)
            }
        })
    }
}

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

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn the_first_key_of_one_format_decides() {
        let format = |text: &str| Format::of(text.as_bytes());
        assert_eq!(format(r#"{"function_name": "nodes""#), Some(Format::Cppad));
        assert_eq!(
            format(r#"{"heads": [], "function_name": 1}"#),
            Some(Format::Nnvm)
        );
        assert_eq!(format(r#"[{"op_usage_vec"#), Some(Format::Cppad));
        assert_eq!(format(r#"{"graph": {}}"#), None);
        assert_eq!(format(""), None);
    }
}
