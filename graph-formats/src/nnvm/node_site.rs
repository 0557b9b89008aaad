//! Nodes and their attributes where they stand in a file, for errors.

use super::document::{Attribute, Document, Node};
use crate::Place;
use alloc::format;
use alloc::string::String;

/// A node and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) node: &'a Node,
    id: usize,
}

impl<'a> Site<'a> {
    pub(super) fn new(document: &'a Document, id: usize) -> Self {
        let node = &document.nodes[id];
        Self { node, id }
    }

    /// The node as messages call it.
    pub(super) fn name(self) -> String {
        format!("`{}` ({})", self.node.name, self.node.op)
    }

    pub(super) fn place(self) -> Place {
        Place {
            pointer: format!("/nodes/{}", self.id),
            position: self.node.origin.0,
        }
    }

    pub(super) fn within(self, pointer: &str) -> Place {
        Place {
            pointer: format!("/nodes/{}/{pointer}", self.id),
            position: self.node.origin.0,
        }
    }

    pub(super) fn input(self, index: usize) -> Place {
        self.within(&format!("inputs/{index}"))
    }

    /// The place of an attribute if the node has it, and otherwise of the node.
    pub(super) fn attribute(self, name: &str) -> Place {
        let found = self
            .node
            .all_attributes()
            .find(|(_, held)| held.key == name);
        match found {
            Some((key, attribute)) => self.held(key, attribute),
            None => self.place(),
        }
    }

    pub(super) fn held(self, key: &str, attribute: &Attribute) -> Place {
        let escaped = attribute.key.replace('~', "~0").replace('/', "~1");
        Place {
            position: attribute.origin.0.or(self.node.origin.0),
            ..self.within(&format!("{key}/{escaped}"))
        }
    }
}
