//! Attributes of variables and of the whole document, as attributes of a graph: texts of JSON
//! under keys that tell where they belong.

use super::document::{Attribute, Document, Node};
use super::graph_attribute::GraphAttribute;
use super::lexer::Lexer;
use super::write::{attribute_text, attributes_text};
use crate::json::Error;
use crate::json::source::Slice;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const OF_GRAPH: &str = "nnvm/graph/";
const OF_VARIABLE: &str = "nnvm/variable/";

/// An attribute of a document.
pub(super) fn of_graph(key: &str, value: &GraphAttribute) -> Result<(String, String), Error> {
    Ok((format!("{OF_GRAPH}{key}"), attribute_text(value)?))
}

/// The attributes of a variable, if it has any.
pub(super) fn of_variable(node: &Node) -> Result<Option<(String, String)>, Error> {
    let attributes = node.all_attributes();
    let attributes: Vec<Attribute> = attributes.map(|(_, held)| held.clone()).collect();
    if attributes.is_empty() {
        return Ok(None);
    }
    let key = format!("{OF_VARIABLE}{}", node.name);
    Ok(Some((key, attributes_text(&attributes)?)))
}

/// Gives a document and its variables back what stands in an attribute of a graph; attributes of
/// other origin are passed over.
pub(super) fn restore(document: &mut Document, key: &str, value: &str) -> Result<(), Error> {
    let mut lexer = Lexer::new(Slice(value.as_bytes()));
    if let Some(key) = key.strip_prefix(OF_GRAPH) {
        let value = lexer.graph_attribute()?;
        document.attributes.push((key.into(), value));
    } else if let Some(name) = key.strip_prefix(OF_VARIABLE) {
        let attributes = lexer.attributes()?;
        let mut variables = document.nodes.iter_mut().filter(|node| node.is_variable());
        if let Some(node) = variables.find(|node| node.name == name) {
            node.attributes = attributes;
        }
    }
    Ok(())
}
