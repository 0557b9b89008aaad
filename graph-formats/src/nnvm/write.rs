//! Writing: [`Document`] to text, compact or in the layout of NNVM's own `SaveJSON`.
//!
//! The keys always come in one order, entries have three integers, and strings have the escapes
//! that dmlc's reader knows. The layout of `SaveJSON` is copied to the byte: two blanks of
//! indentation, a blank after every comma, and lines broken where its writer breaks them.

use super::document::{Attribute, Document, Entry, Node};
use super::graph_attribute::GraphAttribute;
use crate::{Error, Place, Trail};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Lists of numbers longer than this are written one number a line.
const LONGEST_LINE: usize = 10;

impl Document {
    /// The document on one line, without a blank that is not needed.
    ///
    /// # Errors
    ///
    /// If a string contains a control character other than newline, carriage return and tab,
    /// which the format cannot spell. Documents that were read have none.
    pub fn to_string(&self) -> Result<String, Error> {
        text(false, |writer| writer.document(self))
    }

    /// The document in the layout in which NNVM and MXNet save it.
    ///
    /// # Errors
    ///
    /// Those of [`Document::to_string`].
    pub fn to_string_pretty(&self) -> Result<String, Error> {
        text(true, |writer| writer.document(self))
    }

    /// Writes the document as [`Document::to_string`] does, in large pieces.
    ///
    /// # Errors
    ///
    /// Those of [`Document::to_string`], and those of the writer.
    #[cfg(feature = "std")]
    pub fn to_writer(&self, writer: impl std::io::Write) -> Result<(), Error> {
        self.to_sink(false, writer)
    }

    /// Writes the document as [`Document::to_string_pretty`] does, in large pieces.
    ///
    /// # Errors
    ///
    /// Those of [`Document::to_string`], and those of the writer.
    #[cfg(feature = "std")]
    pub fn to_writer_pretty(&self, writer: impl std::io::Write) -> Result<(), Error> {
        self.to_sink(true, writer)
    }

    #[cfg(feature = "std")]
    fn to_sink(&self, pretty: bool, writer: impl std::io::Write) -> Result<(), Error> {
        let mut refusal = None;
        let written = crate::sink::write_to(writer, |out| {
            let mut writer = Writer::new(pretty, out);
            let written = writer.document(self);
            refusal = writer.refusal;
            written
        });
        match refusal {
            Some(refusal) => Err(refusal),
            None => written,
        }
    }
}

/// The value of an attribute of a graph, as it stands in a file.
pub(super) fn attribute_text(value: &GraphAttribute) -> Result<String, Error> {
    text(false, |writer| writer.graph_attribute(value))
}

/// The attributes of a node, as they stand in a file.
pub(super) fn attributes_text(attributes: &[Attribute]) -> Result<String, Error> {
    text(false, |writer| writer.attributes(attributes))
}

fn text(pretty: bool, write: impl FnOnce(&mut Writer<'_>) -> fmt::Result) -> Result<String, Error> {
    let mut text = String::new();
    let mut writer = Writer::new(pretty, &mut text);
    let written = write(&mut writer);
    match writer.refusal {
        Some(refusal) if written.is_err() => Err(refusal),
        // Writing to a string fails for no other reason.
        _ => Ok(text),
    }
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    pretty: bool,
    /// The objects and arrays that are open.
    scopes: Vec<Scope>,
    trail: Trail,
    /// The error for a thing that cannot be written; writing stops then.
    refusal: Option<Error>,
}

struct Scope {
    /// Whether every element starts a line, in the pretty layout.
    broken: bool,
    elements: usize,
}

impl<'a> Writer<'a> {
    fn new(pretty: bool, out: &'a mut dyn Write) -> Self {
        Self {
            out,
            pretty,
            scopes: Vec::new(),
            trail: Trail::new(),
            refusal: None,
        }
    }

    fn document(&mut self, document: &Document) -> fmt::Result {
        self.open('{', true)?;
        self.member("nodes", |writer| {
            writer.list(true, &document.nodes, Self::node)
        })?;
        self.member("arg_nodes", |writer| writer.integers(&document.arg_nodes))?;
        if let Some(row_ptr) = &document.node_row_ptr {
            self.member("node_row_ptr", |writer| writer.integers(row_ptr))?;
        }
        self.member("heads", |writer| writer.entries(&document.heads))?;
        if !document.attributes.is_empty() {
            self.member("attrs", |writer| {
                writer.open('{', document.attributes.len() > 1)?;
                for (key, value) in &document.attributes {
                    writer.member(key, |writer| writer.graph_attribute(value))?;
                }
                writer.close('}')?;
                Ok(())
            })?;
        }
        self.close('}')?;
        Ok(())
    }

    fn node(&mut self, node: &Node) -> fmt::Result {
        self.open('{', true)?;
        self.member("op", |writer| writer.string(&node.op))?;
        self.member("name", |writer| writer.string(&node.name))?;
        // Where MXNet 0.8 would look for `backward_source_id`, it looks for `param` too.
        if !node.params.is_empty() || node.backward_source_id.is_some() {
            self.member("param", |writer| writer.attributes(&node.params))?;
        }
        if !node.attributes.is_empty() {
            let key = node.attribute_key.text();
            self.member(key, |writer| writer.attributes(&node.attributes))?;
        }
        self.member("inputs", |writer| writer.entries(&node.inputs))?;
        if let Some(id) = node.backward_source_id {
            self.member("backward_source_id", |writer| writer.display(id))?;
        }
        if !node.control_deps.is_empty() {
            let control_deps = &node.control_deps;
            self.member("control_deps", |writer| writer.integers(control_deps))?;
        }
        if !node.subgraphs.is_empty() {
            self.member("subgraphs", |writer| {
                writer.list(true, &node.subgraphs, Self::document)
            })?;
        }
        self.close('}')?;
        Ok(())
    }

    fn attributes(&mut self, attributes: &[Attribute]) -> fmt::Result {
        self.open('{', attributes.len() > 1)?;
        for attribute in attributes {
            self.member(&attribute.key, |writer| writer.string(&attribute.value))?;
        }
        self.close('}')?;
        Ok(())
    }

    fn graph_attribute(&mut self, value: &GraphAttribute) -> fmt::Result {
        self.open('[', false)?;
        self.element()?;
        self.string(value.type_name())?;
        self.element()?;
        match value {
            GraphAttribute::Int(value) => self.display(value)?,
            GraphAttribute::Size(value) => self.display(value)?,
            GraphAttribute::Text(value) => self.string(value)?,
            GraphAttribute::Ints(values) => self.integers(values)?,
            GraphAttribute::Texts(values) | GraphAttribute::Layouts(values) => {
                self.list(true, values, |writer, value| writer.string(value))?;
            }
            GraphAttribute::Shapes(shapes) => {
                self.list(true, shapes, |writer, shape| writer.integers(shape))?;
            }
            GraphAttribute::Dictionary(entries) => {
                self.open('{', entries.len() > 1)?;
                for (key, value) in entries {
                    self.member(key, |writer| writer.display(value))?;
                }
                self.close('}')?;
            }
        }
        self.close(']')?;
        Ok(())
    }

    fn entries(&mut self, entries: &[Entry]) -> fmt::Result {
        let broken = entries.len() > LONGEST_LINE;
        self.list(broken, entries, |writer, entry| {
            writer.integers(&[entry.node, entry.index, entry.version])
        })
    }

    fn integers<T: fmt::Display>(&mut self, integers: &[T]) -> fmt::Result {
        let broken = integers.len() > LONGEST_LINE;
        self.list(broken, integers, |writer, integer| writer.display(integer))
    }

    fn list<T>(
        &mut self,
        broken: bool,
        elements: &[T],
        write: impl Fn(&mut Self, &T) -> fmt::Result,
    ) -> fmt::Result {
        self.open('[', broken)?;
        for (index, element) in elements.iter().enumerate() {
            self.trail.enter(index);
            self.element()?;
            write(self, element)?;
            self.trail.leave();
        }
        self.close(']')?;
        Ok(())
    }

    fn member(&mut self, key: &str, write: impl FnOnce(&mut Self) -> fmt::Result) -> fmt::Result {
        self.key(key)?;
        write(self)?;
        self.trail.leave();
        Ok(())
    }

    fn key(&mut self, key: &str) -> fmt::Result {
        self.element()?;
        self.trail.enter(key.to_string());
        self.string(key)?;
        self.out.write_str(if self.pretty { ": " } else { ":" })
    }

    fn display(&mut self, value: impl fmt::Display) -> fmt::Result {
        write!(self.out, "{value}")
    }

    fn string(&mut self, value: &str) -> fmt::Result {
        self.out.write_char('"')?;
        let mut rest = value;
        while let Some(index) = rest.find(needs_escape) {
            let (plain, escaped) = rest.split_at(index);
            self.out.write_str(plain)?;
            let mut characters = escaped.chars();
            self.escape(characters.next().unwrap_or_default())?;
            rest = characters.as_str();
        }
        self.out.write_str(rest)?;
        self.out.write_char('"')
    }

    fn escape(&mut self, character: char) -> fmt::Result {
        self.out.write_str(match character {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            _ => {
                self.refusal = Some(Error::Unrepresentable {
                    place: Place::without_text(self.trail.pointer()),
                    what: format!("the character {character:?}"),
                    why: "of the control characters NNVM can spell only newline, carriage return \
                          and tab"
                        .into(),
                });
                return Err(fmt::Error);
            }
        })
    }

    fn open(&mut self, bracket: char, broken: bool) -> fmt::Result {
        self.scopes.push(Scope {
            broken,
            elements: 0,
        });
        self.out.write_char(bracket)
    }

    /// Starts an element of the innermost object or array.
    fn element(&mut self) -> fmt::Result {
        if let Some(scope) = self.scopes.last_mut() {
            scope.elements += 1;
            if scope.elements > 1 {
                self.out.write_str(if self.pretty { ", " } else { "," })?;
            }
        }
        self.break_line()
    }

    /// `SaveJSON` breaks the line before a closing bracket if there were elements on lines of
    /// their own, and only if the scope around it is one with lines too.
    fn close(&mut self, bracket: char) -> fmt::Result {
        if let Some(scope) = self.scopes.pop()
            && scope.broken
            && scope.elements > 0
        {
            self.break_line()?;
        }
        self.out.write_char(bracket)
    }

    fn break_line(&mut self) -> fmt::Result {
        let broken = self.scopes.last().is_none_or(|scope| scope.broken);
        if self.pretty && broken {
            self.out.write_char('\n')?;
            for _ in 0..self.scopes.len() {
                self.out.write_str("  ")?;
            }
        }
        Ok(())
    }
}

fn needs_escape(character: char) -> bool {
    character < ' ' || character == '"' || character == '\\'
}
