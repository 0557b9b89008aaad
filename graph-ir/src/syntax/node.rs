//! Single nodes in the textual form: the writer and the reader for the operators' own rules.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::{Cursor, Draft, Numbers, name, value};
use crate::error::Result;
use crate::graph::{
    ConstantId, ExternalId, FunctionId, Graph, Input, InputKind, ListId, NodeId, Op,
};
use crate::scalar::ScalarOp;
use crate::types::Extent;

/// Writes the operator and the arguments of one node.
pub struct NodeWriter<'w> {
    pub(crate) out: &'w mut dyn Write,
    pub(crate) graph: &'w Graph,
    pub(crate) id: NodeId,
    pub(crate) numbers: &'w Numbers,
    /// Whether arguments and long attributes are left out: the elements of a constant, and the
    /// places of an assembly. A function of the host has its name.
    pub(crate) brief: bool,
}

impl<'w> NodeWriter<'w> {
    pub(crate) fn graph(&self) -> &Graph {
        self.graph
    }

    /// The graph and the node.
    pub(crate) fn node(&self) -> (&'w Graph, NodeId) {
        (self.graph, self.id)
    }

    pub(crate) fn is_brief(&self) -> bool {
        self.brief
    }

    /// A word, or anything else.
    pub(crate) fn word(&mut self, text: impl fmt::Display) -> fmt::Result {
        write!(self.out, "{text}")
    }

    /// A word and then all arguments.
    pub(crate) fn plain(&mut self, text: impl fmt::Display) -> fmt::Result {
        self.word(text)?;
        self.arguments()
    }

    /// All arguments, separated by commas, with a space before if there is one.
    pub(crate) fn arguments(&mut self) -> fmt::Result {
        match self.brief {
            true => Ok(()),
            false => write_arguments(self.out, self.graph.arguments(self.id)),
        }
    }

    /// The elements of a constant.
    pub(crate) fn constant(&mut self, constant: ConstantId) -> fmt::Result {
        value::write_constant(self.out, self.graph.constant(constant))
    }

    /// A name, in quotes where it needs them.
    pub(crate) fn name(&mut self, own: &str) -> fmt::Result {
        name::write(self.out, own)
    }

    /// The number of a function inside.
    pub(crate) fn function(&mut self, function: FunctionId) -> fmt::Result {
        write!(self.out, "f{}", self.numbers.function(self.graph, function))
    }

    /// The number of a function of the host.
    pub(crate) fn external(&mut self, external: ExternalId) -> fmt::Result {
        write!(self.out, "e{}", self.numbers.external(external))
    }
}

/// Writes a list of values, with a space before it if there is one.
pub(crate) fn write_arguments(out: &mut dyn Write, arguments: &[NodeId]) -> fmt::Result {
    for (position, argument) in arguments.iter().enumerate() {
        let comma = if position > 0 { ", " } else { " " };
        write!(out, "{comma}{argument}")?;
    }
    Ok(())
}

/// Reads the text behind the operator's word: its attributes and arguments.
pub struct NodeReader<'r, 'a, 't> {
    pub(crate) draft: &'r mut Draft<'a>,
    /// The rest of the line.
    pub(crate) line: &'r mut Cursor<'t>,
    pub(crate) ty: crate::graph::TypeId,
}

impl NodeReader<'_, '_, '_> {
    /// An operator without attributes of its own, or whose attributes are read, and its arguments.
    pub(crate) fn plain(&mut self, op: Op) -> Result<Option<Op>> {
        self.arguments()?;
        Ok(Some(op))
    }

    /// A list of values, which may be empty.
    pub(crate) fn arguments(&mut self) -> Result<()> {
        read_arguments(self.draft, self.line)
    }

    /// One value.
    pub(crate) fn argument(&mut self) -> Result<()> {
        let argument = self.line.node()?;
        self.draft.argument(argument);
        Ok(())
    }

    /// A list of axes in brackets.
    pub(crate) fn axes(&mut self) -> Result<ListId> {
        let axes = self.line.list(|line| line.small("an axis"))?;
        Ok(self.list(axes.into_iter().map(Extent::from).collect()))
    }

    /// Keeps an integer list.
    pub(crate) fn list(&mut self, list: Vec<Extent>) -> ListId {
        self.draft.list(list)
    }

    /// The elements of a constant of the node's type.
    pub(crate) fn constant(&mut self) -> Result<ConstantId> {
        self.draft.constant(self.line, self.ty)
    }

    /// The number of a function inside.
    pub(crate) fn function(&mut self) -> Result<FunctionId> {
        self.draft.function(self.line)
    }

    /// The number of a function of the host.
    pub(crate) fn external(&mut self) -> Result<ExternalId> {
        self.draft.host_function(self.line)
    }

    /// The scalar operator of that name; one with a parameter with any.
    pub(crate) fn scalar(&self, name: &str) -> Option<ScalarOp> {
        self.draft.operator(name)
    }

    /// Notes that this node is the input at a position, whose name follows if it has one.
    pub(crate) fn input(&mut self, position: u32, kind: InputKind) -> Result<()> {
        let input = Input {
            node: self.draft.next(),
            name: name::read_optional(self.line)?,
            kind,
        };
        self.draft.input(position, input);
        Ok(())
    }

    /// One of several things by its name.
    pub(crate) fn named<T>(
        &mut self,
        what: &str,
        get: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T> {
        let mut ahead = *self.line;
        match ahead.word().and_then(get) {
            Some(found) => {
                *self.line = ahead;
                Ok(found)
            }
            None => Err(self.line.expected(what)),
        }
    }
}

/// Reads a list of values, which may be empty.
pub(crate) fn read_arguments(draft: &mut Draft<'_>, line: &mut Cursor<'_>) -> Result<()> {
    if line.peek() != Some(b'%') {
        return Ok(());
    }
    draft.argument(line.node()?);
    while line.eat(b',') {
        draft.argument(line.node()?);
    }
    Ok(())
}
