//! The changes that MXNet makes to graphs of its older versions when it loads them.

use super::document::{Document, Entry, Node};
use super::node_site::Site;
use super::operators::{Catalogue, Flavour};
use super::resolve::parameters;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// From here on all inputs of a node are in the file.
const WITH_ALL_INPUTS: i64 = 900;
/// From here on the axis -1 of `argmax` is the last one.
const WITH_NEGATIVE_AXES: i64 = 905;
/// The version of a file that does not name it.
const UNNAMED: i64 = 800;

/// The document as the present version would have written it.
///
/// Before 0.9.0 the moving mean and variance of batch normalisation were not stored, so missing
/// inputs at the end become variables, named after the node and the input. Before 0.9.5 the axis
/// -1 of `argmax` and `argmin` meant all axes.
pub(super) fn upgraded<'a>(document: &'a Document, catalogue: &Catalogue) -> Cow<'a, Document> {
    let version = document.mxnet_version().unwrap_or(UNNAMED);
    if catalogue.flavour() != Flavour::Mxnet || version >= WITH_NEGATIVE_AXES {
        return Cow::Borrowed(document);
    }
    let mut document = Cow::Borrowed(document);
    for id in 0..document.nodes.len() {
        let node = &document.nodes[id];
        if matches!(node.op.as_str(), "argmax" | "argmin") && node.attribute("axis") == Some("-1") {
            let node = &mut document.to_mut().nodes[id];
            node.attributes.retain(|attribute| attribute.key != "axis");
            node.params.retain(|attribute| attribute.key != "axis");
        }
        if version < WITH_ALL_INPUTS {
            let missing = missing_inputs(&document, id, catalogue);
            for name in missing {
                add_variable(document.to_mut(), id, name);
            }
        }
    }
    document
}

/// The names of the inputs at the end that a node lacks.
fn missing_inputs(document: &Document, id: usize, catalogue: &Catalogue) -> Vec<String> {
    let site = Site::new(document, id);
    let names = catalogue.find(&site.node.op).and_then(|operator| {
        // Errors in the attributes are reported when they are used.
        let parameters = parameters(operator, site).ok()?;
        operator.input_names(&parameters)
    });
    let missing = names.and_then(|names| names.get(site.node.inputs.len()..));
    let name = |input: &&str| format!("{}_{input}", site.node.name);
    missing.unwrap_or_default().iter().map(name).collect()
}

fn add_variable(document: &mut Document, user: usize, name: String) {
    // A file has fewer nodes than its ids can count, and each gets few inputs more.
    let Ok(id) = u32::try_from(document.nodes.len()) else {
        return;
    };
    document.nodes.push(Node::variable(name));
    document.nodes[user].inputs.push(Entry::new(id, 0));
}
