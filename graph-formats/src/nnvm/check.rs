//! The invariants of a document, which the reader establishes and a writer's caller may check.

use super::document::{Document, Node};
use super::traversal::find_cycle;
use crate::{Error, Place, Position};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Where the ids of a document stand in the text, in the order of the text; empty without a text.
#[derive(Default)]
pub(super) struct Spots {
    pub(super) inputs: Vec<Position>,
    pub(super) control_deps: Vec<Position>,
    pub(super) arg_nodes: Vec<Position>,
    pub(super) heads: Vec<Position>,
    /// Where the list of heads stands.
    pub(super) head_list: Option<Position>,
}

impl Document {
    /// Checks the invariants of documents:
    ///
    /// * the ids of inputs, control dependencies, arguments and heads are those of nodes;
    /// * no node depends on itself, be it through others or through control dependencies, and be
    ///   it out of reach of the heads;
    /// * arguments are variables, and a variable has neither inputs nor a second output;
    /// * every node has an operator, and there is at least one head;
    /// * the same for every subgraph.
    ///
    /// # Errors
    ///
    /// The first of these that does not hold.
    pub fn check(&self) -> Result<(), Error> {
        let mut rest: Vec<(String, &Self)> = alloc::vec![(String::new(), self)];
        while let Some((pointer, document)) = rest.pop() {
            document.check_level(&pointer, &Spots::default())?;
            for (id, node) in document.nodes.iter().enumerate() {
                for (index, subgraph) in node.subgraphs.iter().enumerate() {
                    let pointer = format!("{pointer}/nodes/{id}/subgraphs/{index}");
                    rest.push((pointer, subgraph));
                }
            }
        }
        Ok(())
    }

    /// Checks this document without its subgraphs. `pointer` is where it stands.
    pub(super) fn check_level(&self, pointer: &str, spots: &Spots) -> Result<(), Error> {
        let level = Level {
            document: self,
            pointer,
        };
        level.check_inputs(spots)?;
        level.check_heads(spots)?;
        level.check_arguments(spots)?;
        match find_cycle(&self.nodes) {
            None => Ok(()),
            Some(id) => Err(level.cycle(id)),
        }
    }
}

struct Level<'a> {
    document: &'a Document,
    pointer: &'a str,
}

impl Level<'_> {
    fn check_inputs(&self, spots: &Spots) -> Result<(), Error> {
        let mut input_spots = spots.inputs.iter();
        let mut control_spots = spots.control_deps.iter();
        for (id, node) in self.document.nodes.iter().enumerate() {
            self.check_operator(id, node)?;
            for (index, entry) in node.inputs.iter().enumerate() {
                let spot = input_spots.next().copied().or(node.origin.0);
                let place = || self.place(&format!("nodes/{id}/inputs/{index}"), spot);
                self.check_entry(entry.node, entry.index, place)?;
            }
            for (index, &dependency) in node.control_deps.iter().enumerate() {
                let spot = control_spots.next().copied().or(node.origin.0);
                let place = || self.place(&format!("nodes/{id}/control_deps/{index}"), spot);
                self.node(dependency, place)?;
            }
        }
        Ok(())
    }

    fn check_operator(&self, id: usize, node: &Node) -> Result<(), Error> {
        let value = |key: &str, expected: &'static str, found: String| Error::Value {
            place: self.place(&format!("nodes/{id}/{key}"), node.origin.0),
            expected: expected.into(),
            found,
        };
        if node.op.is_empty() {
            let expected = "the name of an operator, or `null` for a variable";
            return Err(value("op", expected, "an empty string".into()));
        }
        if node.is_variable() && !node.inputs.is_empty() {
            let found = format!("{} of `{}`", node.inputs.len(), node.name);
            return Err(value("inputs", "no inputs of a variable", found));
        }
        Ok(())
    }

    fn check_heads(&self, spots: &Spots) -> Result<(), Error> {
        let heads = &self.document.heads;
        if heads.is_empty() {
            return Err(Error::Value {
                place: self.place("heads", spots.head_list),
                expected: "at least one head, which is an output of the graph".into(),
                found: "none".into(),
            });
        }
        for (index, head) in heads.iter().enumerate() {
            let spot = spots.heads.get(index).copied();
            let place = || self.place(&format!("heads/{index}"), spot);
            self.check_entry(head.node, head.index, place)?;
        }
        Ok(())
    }

    fn check_arguments(&self, spots: &Spots) -> Result<(), Error> {
        for (index, &id) in self.document.arg_nodes.iter().enumerate() {
            let spot = spots.arg_nodes.get(index).copied();
            let place = || self.place(&format!("arg_nodes/{index}"), spot);
            let node = self.node(id, place)?;
            if !node.is_variable() {
                return Err(Error::Value {
                    place: place(),
                    expected: "the id of a variable, whose operator is `null`".into(),
                    found: format!("{id}, which is `{}`: {}", node.name, node.op),
                });
            }
        }
        Ok(())
    }

    fn check_entry(&self, id: u32, index: u32, place: impl Fn() -> Place) -> Result<(), Error> {
        let node = self.node(id, &place)?;
        if node.is_variable() && index > 0 {
            return Err(Error::Value {
                place: place(),
                expected: "output 0, the only one of a variable".into(),
                found: format!("output {index} of `{}`", node.name),
            });
        }
        Ok(())
    }

    fn node(&self, id: u32, place: impl Fn() -> Place) -> Result<&Node, Error> {
        let nodes = &self.document.nodes;
        nodes.get(id as usize).ok_or_else(|| Error::Reference {
            place: place(),
            node: format!("{id}"),
            expected: format!("the id of one of the {} nodes", nodes.len()),
        })
    }

    fn cycle(&self, id: usize) -> Error {
        let node = &self.document.nodes[id];
        Error::Value {
            place: self.place(&format!("nodes/{id}"), node.origin.0),
            expected: Cow::Borrowed("a node that does not depend on itself"),
            found: format!("`{}`: {} on a cycle", node.name, node.op),
        }
    }

    fn place(&self, within: &str, position: Option<Position>) -> Place {
        Place {
            pointer: format!("{}/{within}", self.pointer),
            position,
        }
    }
}
