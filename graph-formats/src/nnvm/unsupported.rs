//! Nodes that cannot become part of a graph, gathered into one message that lists everything a file
//! would need.

use super::node_site::Site;
use crate::{Error, Place, UnsupportedOperator, UnsupportedOperators};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The nodes found so far, by operator.
#[derive(Default)]
pub(super) struct Unsupported<'a> {
    first: Option<Place>,
    operators: Vec<UnsupportedOperator>,
    positions: BTreeMap<&'a str, usize>,
}

impl<'a> Unsupported<'a> {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Adds a node. The reason is that of all nodes of its operator.
    pub(super) fn add(&mut self, site: Site<'a>, why: impl FnOnce() -> String) {
        let node = site.node;
        self.first.get_or_insert_with(|| site.within("op"));
        match self.positions.get(node.op.as_str()) {
            Some(&position) => self.operators[position].nodes.push(node.name.clone()),
            None => {
                self.positions.insert(&node.op, self.operators.len());
                self.operators.push(UnsupportedOperator {
                    operator: node.op.clone(),
                    why: why(),
                    nodes: vec![node.name.clone()],
                });
            }
        }
    }

    /// The error that names all nodes, if there are any.
    pub(super) fn finish(self) -> Result<(), Error> {
        match self.first {
            None => Ok(()),
            Some(place) => Err(Error::UnsupportedOperators {
                place,
                operators: UnsupportedOperators(self.operators),
            }),
        }
    }

    /// The error for a single node.
    pub(super) fn one(site: Site<'a>, why: String) -> Error {
        Error::UnsupportedOperators {
            place: site.within("op"),
            operators: UnsupportedOperators(vec![UnsupportedOperator {
                operator: site.node.op.clone(),
                why,
                nodes: vec![site.node.name.clone()],
            }]),
        }
    }
}
