//! Reading: text to [`Document`], in one pass, in time and memory linear in the text.
//!
//! The grammar has a fixed depth but for subgraphs, whose nesting is bounded, so that no input
//! exhausts the stack. Nothing that the file merely claims is believed: memory is taken as entries
//! arrive.

use super::check::Spots;
use super::document::{Attribute, AttributeKey, Document, Entry, Node, Origin};
use super::graph_attribute::GraphAttribute;
use super::lexer::Lexer;
use crate::source::{Slice, TextSource};
use crate::{Error, Position};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

/// How deep subgraphs may lie within one another.
pub const MAX_SUBGRAPH_DEPTH: usize = 32;

const GRAPH_KEYS: [&str; 5] = ["nodes", "arg_nodes", "heads", "node_row_ptr", "attrs"];
const NODE_KEYS: [&str; 9] = [
    "op",
    "name",
    "inputs",
    "attrs",
    "attr",
    "param",
    "control_deps",
    "subgraphs",
    "backward_source_id",
];

impl Document {
    /// Reads a document from a text in memory.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, does not follow the format, or breaks one of the invariants that
    /// [`Document::check`] lists; and if subgraphs lie in one another more than
    /// [`MAX_SUBGRAPH_DEPTH`] deep.
    pub fn from_slice(text: &[u8]) -> Result<Self, Error> {
        read(Slice(text))
    }

    /// Reads a document from a reader, which need not be buffered; the text is never held as a
    /// whole.
    ///
    /// # Errors
    ///
    /// Those of [`Document::from_slice`], and those of the reader.
    #[cfg(feature = "std")]
    pub fn from_reader(reader: impl std::io::Read) -> Result<Self, Error> {
        read(crate::source::Reader::new(reader))
    }
}

impl FromStr for Document {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read(Slice(text.as_bytes()))
    }
}

fn read<S: TextSource>(source: S) -> Result<Document, Error> {
    let mut lexer = Lexer::new(source);
    let document = lexer.graph(0).and_then(|document| {
        lexer.end()?;
        Ok(document)
    });
    document.map_err(|error| lexer.cursor.cause(error))
}

impl<S: TextSource> Lexer<S> {
    fn graph(&mut self, depth: usize) -> Result<Document, Error> {
        let start = self.cursor.token_start();
        if depth > MAX_SUBGRAPH_DEPTH {
            return Err(Error::TooLarge {
                place: self.cursor.place(start),
                what: "subgraphs within one another".into(),
                limit: MAX_SUBGRAPH_DEPTH as u64,
                found: "more".into(),
            });
        }
        let mut document = Document::default();
        let mut spots = Spots::default();
        let mut seen = Keys::new(&GRAPH_KEYS);
        let end = self.object(|lexer, key, at| {
            lexer.admit(&mut seen, &key, at)?;
            match key.as_str() {
                "nodes" => {
                    document.nodes = lexer.list(|lexer| lexer.node(depth, &mut spots))?;
                }
                "arg_nodes" => document.arg_nodes = lexer.ids(&mut spots.arg_nodes)?,
                "heads" => {
                    spots.head_list = Some(lexer.cursor.token_start());
                    document.heads = lexer.entries(&mut spots.heads)?;
                }
                "node_row_ptr" => {
                    let row_ptr = lexer.list(|lexer| Ok(lexer.natural()?.0))?;
                    document.node_row_ptr = Some(row_ptr);
                }
                _ => document.attributes = lexer.graph_attributes()?,
            }
            Ok(())
        })?;
        self.require(&seen, &["nodes", "arg_nodes", "heads"], end)?;
        document.check_level(&self.cursor.trail.pointer(), &spots)?;
        Ok(document)
    }

    fn node(&mut self, depth: usize, spots: &mut Spots) -> Result<Node, Error> {
        let mut node = Node {
            origin: Origin(Some(self.cursor.token_start())),
            ..Node::default()
        };
        let mut seen = Keys::new(&NODE_KEYS);
        let end = self.object(|lexer, key, at| {
            lexer.admit(&mut seen, &key, at)?;
            match key.as_str() {
                "op" => node.op = lexer.op()?,
                "name" => node.name = lexer.string()?.0,
                "inputs" => node.inputs = lexer.entries(&mut spots.inputs)?,
                // The one of the two that comes later replaces the other, as in NNVM.
                "attrs" | "attr" => {
                    node.attributes = lexer.attributes()?;
                    // Without attributes neither key is written again.
                    node.attribute_key = match key.as_str() {
                        "attr" if !node.attributes.is_empty() => AttributeKey::Attr,
                        _ => AttributeKey::Attrs,
                    };
                }
                "param" => node.params = lexer.attributes()?,
                "control_deps" => node.control_deps = lexer.ids(&mut spots.control_deps)?,
                "subgraphs" => node.subgraphs = lexer.list(|lexer| lexer.graph(depth + 1))?,
                _ => node.backward_source_id = Some(lexer.signed()?),
            }
            Ok(())
        })?;
        self.require(&seen, &["op", "name", "inputs"], end)?;
        Ok(node)
    }

    fn op(&mut self) -> Result<String, Error> {
        self.cursor.token_start();
        if self.cursor.peek() != Some(b'"') {
            let expected = "the name of an operator in quotation marks, \"null\" for a variable";
            return Err(self.cursor.unexpected(expected));
        }
        Ok(self.string()?.0)
    }

    /// Reads the attributes of a node and sorts them by key.
    pub(super) fn attributes(&mut self) -> Result<Vec<Attribute>, Error> {
        let mut attributes = Vec::new();
        self.object(|lexer, key, _| {
            let (value, at) = lexer.string()?;
            attributes.push(Attribute {
                key,
                value,
                origin: Origin(Some(at)),
            });
            Ok(())
        })?;
        attributes.sort_by(|left, right| left.key.cmp(&right.key));
        let mut pairs = attributes.windows(2);
        if let Some(pair) = pairs.find(|pair| pair[0].key == pair[1].key) {
            let at = pair[1].origin.0.unwrap_or(Position::START);
            self.cursor.trail.enter(pair[1].key.clone());
            return Err(self.repeated_key(&pair[1].key, at));
        }
        Ok(attributes)
    }

    fn graph_attributes(&mut self) -> Result<Vec<(String, GraphAttribute)>, Error> {
        let mut attributes = Vec::new();
        self.object(|lexer, key, at| {
            let value = lexer.graph_attribute()?;
            if key == "mxnet_version" && !matches!(value, GraphAttribute::Int(_)) {
                return Err(Error::Value {
                    place: lexer.cursor.place(at),
                    expected: "a version of type int".into(),
                    found: format!("one of type {}", value.type_name()),
                });
            }
            attributes.push((key, value, at));
            Ok(())
        })?;
        attributes.sort_by(|left, right| left.0.cmp(&right.0));
        if let Some(pair) = attributes.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            self.cursor.trail.enter(pair[1].0.clone());
            return Err(self.repeated_key(&pair[1].0, pair[1].2));
        }
        let attributes = attributes.into_iter().map(|(key, value, _)| (key, value));
        Ok(attributes.collect())
    }

    fn ids(&mut self, spots: &mut Vec<Position>) -> Result<Vec<u32>, Error> {
        self.list(|lexer| {
            let (id, at) = lexer.natural()?;
            spots.push(at);
            Ok(id)
        })
    }

    fn entries(&mut self, spots: &mut Vec<Position>) -> Result<Vec<Entry>, Error> {
        self.list(|lexer| {
            let at = lexer.cursor.token_start();
            if lexer.cursor.peek() != Some(b'[') {
                return Err(lexer.cursor.unexpected(ENTRY));
            }
            spots.push(at);
            let numbers = lexer.list(|lexer| Ok(lexer.natural()?.0))?;
            let (node, index, version) = match numbers[..] {
                [node, index] => (node, index, 0),
                [node, index, version] => (node, index, version),
                _ => {
                    let found = crate::shown::counted(numbers.len(), "integer", "integers");
                    return Err(lexer.cursor.syntax(at, ENTRY, found));
                }
            };
            Ok(Entry {
                node,
                index,
                version,
            })
        })
    }

    /// Checks that a key is one of those known and comes for the first time.
    fn admit(&self, keys: &mut Keys, key: &str, at: Position) -> Result<(), Error> {
        let Some(index) = keys.known.iter().position(|known| *known == key) else {
            let known = keys.known.join("`, `");
            let expected = format!("one of the keys `{known}`");
            return Err(self.cursor.syntax(at, expected, format!("{key:?}")));
        };
        if core::mem::replace(&mut keys.seen[index], true) {
            return Err(self.repeated_key(key, at));
        }
        Ok(())
    }

    /// Checks that the object which ends at `end` had these keys.
    fn require(&self, keys: &Keys, required: &[&str], end: Position) -> Result<(), Error> {
        let missing = |key: &&str| {
            let index = keys.known.iter().position(|known| known == key);
            !index.is_some_and(|index| keys.seen[index])
        };
        match required.iter().find(|key| missing(key)) {
            None => Ok(()),
            Some(key) => {
                let expected = format!("the key `{key}`");
                let found = "the end of the object".into();
                Err(self.cursor.syntax(end, expected, found))
            }
        }
    }
}

const ENTRY: &str = "an entry `[node, output]` or `[node, output, version]`";

/// Which of the keys of an object were there.
struct Keys {
    known: &'static [&'static str],
    seen: [bool; NODE_KEYS.len()],
}

impl Keys {
    fn new(known: &'static [&'static str]) -> Self {
        Self {
            known,
            seen: [false; NODE_KEYS.len()],
        }
    }
}
