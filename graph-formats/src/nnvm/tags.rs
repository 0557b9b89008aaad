//! Tags of nodes, which stand in an attribute of this crate's own: programs pass over attributes
//! whose keys are between double underscores.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::{Builder, Graph, NodeId, Wire};

use super::document::{Attribute, Node};

/// The key; the value has the tags in the order of the alphabet: `hidden, trainable`.
const KEY: &str = "__tags__";

/// The separator of two tags.
const BETWEEN: &str = ", ";

/// Whether an attribute has tags. One that is written in another way is an attribute as any other,
/// which the writer gives back.
pub(super) fn is_tags(attribute: &Attribute) -> bool {
    attribute.key == KEY && !words(&attribute.value).is_empty()
}

/// Puts the tags of a node of a file on a value.
pub(super) fn read(builder: &Builder, node: &Node, value: Wire<'_>) {
    let found = node.all_attributes().map(|(_, held)| held);
    for attribute in found.filter(|held| is_tags(held)) {
        for tag in words(&attribute.value) {
            builder.tag_node(value, tag);
        }
    }
}

/// Gives a node of a file the tags of a node of a graph, besides those that it has; tags that are no
/// words stay behind.
pub(super) fn write(node: &mut Node, graph: &Graph, id: NodeId) {
    let known = node.attribute(KEY).map(String::from).unwrap_or_default();
    let own = words(&known).into_iter();
    let all: BTreeSet<&str> = own
        .chain(graph.tags(id).filter(|tag| is_word(tag)))
        .collect();
    if !all.is_empty() && (known.is_empty() || !words(&known).is_empty()) {
        node.set_attribute(KEY, all.into_iter().collect::<Vec<_>>().join(BETWEEN));
    }
}

/// The tags of a value of the attribute; none where it is written in another way.
fn words(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split(BETWEEN).collect();
    let are_words = words.iter().all(|word| is_word(word));
    match are_words && words.is_sorted_by(|a, b| a < b) {
        true => words,
        false => Vec::new(),
    }
}

fn is_word(tag: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-.:/".contains(c);
    !tag.is_empty() && tag.chars().all(is_part)
}
