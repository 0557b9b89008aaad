//! The graph as its file tells it: nodes, entries and attributes, before any operator is looked up.
//!
//! A document holds everything that the file says, whether or not the heads reach it, so that
//! writing it gives the file back. Its invariants (every id in range, no cycle) are checked by the
//! reader, and by [`Document::check`] for documents made by hand.

use super::graph_attribute::GraphAttribute;
use crate::Position;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A graph in the NNVM JSON format.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Document {
    /// The nodes, in the order of the file: an input may follow its user.
    pub nodes: Vec<Node>,
    /// The ids of the variables as the file lists them; real readers tolerate a list that is
    /// incomplete or repeats itself, and [`Document::variables`] does not look at it.
    pub arg_nodes: Vec<u32>,
    /// For each node the number of entries of the nodes before it, as the file gives it; most
    /// readers ignore it. `None` where the file has no such list.
    pub node_row_ptr: Option<Vec<u32>>,
    /// The outputs of the graph.
    pub heads: Vec<Entry>,
    /// The attributes of the graph, sorted by key.
    pub attributes: Vec<(String, GraphAttribute)>,
}

/// A variable or the application of an operator.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Node {
    /// The operator; `null` for a variable.
    pub op: String,
    /// The name. Operators may share one.
    pub name: String,
    /// The attributes under the key [`Node::attribute_key`], sorted by key.
    pub attributes: Vec<Attribute>,
    /// The key under which [`Node::attributes`] stand in the file.
    pub attribute_key: AttributeKey,
    /// The attributes under the key `param` of MXNet 0.8 and before, sorted by key.
    pub params: Vec<Attribute>,
    /// The arguments.
    pub inputs: Vec<Entry>,
    /// Ids of nodes that must be computed before this one although it does not use their values.
    pub control_deps: Vec<u32>,
    /// The bodies of control flow operators.
    pub subgraphs: Vec<Document>,
    /// A field that MXNet 0.8 and before wrote for every node; it has no meaning today.
    pub backward_source_id: Option<i64>,
    /// Where the node stood in the text that it was read from.
    pub origin: Origin,
}

/// One output of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The id of the node: its place in [`Document::nodes`].
    pub node: u32,
    /// Which of its outputs.
    pub index: u32,
    /// How often the variable had been assigned to; 0 in every known file, and ignored.
    pub version: u32,
}

/// A key of a node's attributes and its value, which is a text in this format.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Attribute {
    /// The key.
    pub key: String,
    /// The value; operators give it a type.
    pub value: String,
    /// Where the value stood in the text that it was read from.
    pub origin: Origin,
}

/// The key of a node under which its attributes stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AttributeKey {
    /// `attrs`, since MXNet 0.12.
    #[default]
    Attrs,
    /// `attr`, before.
    Attr,
}

/// Where in a text something stood, if it was read from one.
///
/// The layout of a text has no meaning: all origins are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin(pub Option<Position>);

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Origin {}

impl Document {
    /// The nodes that the heads reach, inputs before users: the depth-first post-order from the
    /// heads, which is the order in which NNVM lists and runs them.
    ///
    /// A node's control dependencies come after its inputs, as in NNVM. The document must be valid
    /// (see [`Document::check`]); ids out of range are passed over.
    pub fn order(&self) -> Vec<usize> {
        super::traversal::post_order(self)
    }

    /// The variables that the heads reach, in the order in which NNVM binds arguments.
    pub fn variables(&self) -> impl Iterator<Item = (usize, &Node)> {
        let order = self.order().into_iter();
        order
            .map(|id| (id, &self.nodes[id]))
            .filter(|(_, node)| node.is_variable())
    }

    /// An attribute of the graph.
    pub fn attribute(&self, key: &str) -> Option<&GraphAttribute> {
        let found = self.attributes.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value)
    }

    /// The version of MXNet that wrote the graph, as `10000 * major + 100 * minor + patch`.
    pub fn mxnet_version(&self) -> Option<i64> {
        match self.attribute("mxnet_version") {
            Some(GraphAttribute::Int(version)) => Some(*version),
            _ => None,
        }
    }
}

impl Node {
    /// A variable, with neither attributes nor inputs.
    pub fn variable(name: impl Into<String>) -> Self {
        Self {
            op: String::from("null"),
            name: name.into(),
            ..Self::default()
        }
    }

    /// The application of an operator, without attributes yet.
    pub fn operator(op: impl Into<String>, name: impl Into<String>, inputs: Vec<Entry>) -> Self {
        Self {
            op: op.into(),
            name: name.into(),
            inputs,
            ..Self::default()
        }
    }

    /// Whether the node is a variable: an argument of the graph.
    pub fn is_variable(&self) -> bool {
        self.op == "null"
    }

    /// The value of an attribute. `param` is asked last: it does not overwrite.
    pub fn attribute(&self, key: &str) -> Option<&str> {
        find(&self.attributes, key)
            .or_else(|| find(&self.params, key))
            .map(|attribute| attribute.value.as_str())
    }

    /// The attributes that hold, sorted by key, each with the key of the node under which it
    /// stands: `param` merged in without overwriting.
    pub fn all_attributes(&self) -> impl Iterator<Item = (&'static str, &Attribute)> {
        let mut own = self.attributes.iter().peekable();
        let mut params = self.params.iter().peekable();
        core::iter::from_fn(move || {
            let order = match (own.peek(), params.peek()) {
                (Some(own), Some(param)) => own.key.cmp(&param.key),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return None,
            };
            if order == Ordering::Equal {
                params.next();
            }
            match order {
                Ordering::Greater => params.next().map(|attribute| ("param", attribute)),
                _ => own
                    .next()
                    .map(|attribute| (self.attribute_key.text(), attribute)),
            }
        })
    }

    /// Sets an attribute, keeping the order by key.
    pub fn set_attribute(&mut self, key: impl Into<String>, value: impl Into<String>) {
        let attribute = Attribute::new(key, value);
        match self
            .attributes
            .binary_search_by(|held| held.key.cmp(&attribute.key))
        {
            Ok(index) => self.attributes[index] = attribute,
            Err(index) => self.attributes.insert(index, attribute),
        }
    }
}

impl Entry {
    /// Output `index` of a node.
    pub const fn new(node: u32, index: u32) -> Self {
        Self {
            node,
            index,
            version: 0,
        }
    }
}

impl Attribute {
    /// An attribute that no text gave.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            value: value.into(),
            origin: Origin(None),
        }
    }
}

impl AttributeKey {
    /// The key as it stands in the file.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Attrs => "attrs",
            Self::Attr => "attr",
        }
    }
}

fn find<'a>(attributes: &'a [Attribute], key: &str) -> Option<&'a Attribute> {
    let index = attributes.binary_search_by(|attribute| attribute.key.as_str().cmp(key));
    index.ok().map(|index| &attributes[index])
}
