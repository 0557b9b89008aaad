//! Attributes of variables and of the whole document, as attributes of a graph: texts of JSON
//! under keys that tell where they belong.

use super::document::{Attribute, Document, Node};
use super::graph_attribute::GraphAttribute;
use super::lexer::Lexer;
use super::node_site::Site;
use super::notes::{is_integer, noted_dtype};
use super::operators::Flavour;
use super::tags::is_tags;
use super::write::{attribute_text, attributes_text};
use crate::Error;
use crate::source::Slice;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::Graph;

const OF_FILE: &str = "nnvm/file";
const OF_SIGNED_FILE: &str = "nnvm/signed";
const OF_GRAPH: &str = "nnvm/graph/";
const OF_VARIABLE: &str = "nnvm/variable/";

/// An attribute of a document.
pub(super) fn of_graph(key: &str, value: &GraphAttribute) -> Result<(String, String), Error> {
    Ok((format!("{OF_GRAPH}{key}"), attribute_text(value)?))
}

/// The attributes of a variable, if it has any.
pub(super) fn of_variable(node: &Node) -> Result<Option<(String, String)>, Error> {
    let attributes = node.all_attributes();
    let attributes = attributes.map(|(_, held)| held);
    let attributes = attributes.filter(|held| !is_tags(held)).cloned();
    let attributes: Vec<Attribute> = attributes.collect();
    if attributes.is_empty() {
        return Ok(None);
    }
    let key = format!("{OF_VARIABLE}{}", node.name);
    Ok(Some((key, attributes_text(&attributes)?)))
}

/// The attribute by which a graph tells that it was read from a file of this program, and whether
/// the file notes a signature beside its variables and heads.
pub(super) fn of_flavour(flavour: Flavour, signed: bool) -> (&'static str, &'static str) {
    let key = if signed { OF_SIGNED_FILE } else { OF_FILE };
    (key, flavour.name())
}

/// The program whose file a graph was read from, and whether the file notes a signature.
pub(super) fn flavour(graph: &Graph) -> Option<(Flavour, bool)> {
    let flavours = [Flavour::Mxnet, Flavour::Nnvm].into_iter();
    let mut found = flavours.flat_map(|flavour| [(flavour, false), (flavour, true)]);
    found.find(|&(flavour, signed)| {
        let (key, name) = of_flavour(flavour, signed);
        graph.attributes().get(key).is_some_and(|held| held == name)
    })
}

/// For each input of a graph whether it was a variable of integers.
pub(super) fn integers(graph: &Graph) -> Result<Vec<bool>, Error> {
    let inputs = graph.inputs().iter().map(|input| {
        let Some(text) = graph
            .attributes()
            .get(&format!("{OF_VARIABLE}{}", input.name))
        else {
            return Ok(false);
        };
        let mut node = Node::variable(&*input.name);
        node.attributes = Lexer::new(Slice(text.as_bytes())).attributes()?;
        let document = Document {
            nodes: vec![node],
            ..Document::default()
        };
        Ok(noted_dtype(Site::new(&document, 0))?.is_some_and(is_integer))
    });
    inputs.collect()
}

/// Gives a document and its variables back the attributes that a graph keeps for them; attributes
/// of other origin are passed over.
pub(super) fn restore(document: &mut Document, graph: &Graph) -> Result<(), Error> {
    let mut of_variables = BTreeMap::new();
    for (key, value) in graph.attributes() {
        if let Some(key) = key.strip_prefix(OF_GRAPH) {
            let value = Lexer::new(Slice(value.as_bytes())).graph_attribute()?;
            document.attributes.push((key.into(), value));
        } else if let Some(name) = key.strip_prefix(OF_VARIABLE) {
            of_variables.insert(name, value.as_str());
        }
    }
    for node in document.nodes.iter_mut().filter(|node| node.is_variable()) {
        if let Some(value) = of_variables.get(node.name.as_str()) {
            node.attributes = Lexer::new(Slice(value.as_bytes())).attributes()?;
        }
    }
    Ok(())
}
