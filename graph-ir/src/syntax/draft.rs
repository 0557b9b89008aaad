//! A section of a text as a graph under construction: the pools that the attributes of its nodes
//! are read into.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::value::read_constant;
use super::{Cursor, Operators};
use crate::builder::Frame;
use crate::error::Result;
use crate::graph::{
    Constant, ConstantId, ExternalId, Function, FunctionId, Graph, Input, ListId, NodeId, TypeId,
};
use crate::scalar::ScalarOp;
use crate::types::{Extent, ValueType};

/// The functions that sections further below define, by number.
pub(crate) type Functions = Vec<Option<(Arc<Function>, bool)>>;

/// The graph of a section under construction.
pub(crate) struct Draft<'a> {
    pub(crate) frame: Frame,
    /// Inputs with the positions that their nodes claim.
    pub(crate) inputs: Vec<(u32, Input)>,
    /// Declared functions of the host, by number.
    pub(crate) externals: Vec<ExternalId>,
    /// The arguments of the node that is being read.
    pub(crate) arguments: Vec<NodeId>,
    operators: &'a Operators,
    functions: &'a mut Functions,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(
        name: String,
        operators: &'a Operators,
        functions: &'a mut Functions,
    ) -> Self {
        let mut frame = Frame::new(0);
        frame.graph.name = name;
        Self {
            frame,
            inputs: Vec::new(),
            externals: Vec::new(),
            arguments: Vec::new(),
            operators,
            functions,
        }
    }

    /// The graph of all lines, not yet verified.
    pub(crate) fn finish(mut self) -> Result<Graph> {
        self.inputs.sort_by_key(|&(position, _)| position);
        let inputs = self.inputs.into_iter().map(|(_, input)| input);
        self.frame.graph.inputs = inputs.collect();
        self.frame.finish()
    }

    /// The number of the next node.
    pub(crate) fn next(&self) -> NodeId {
        NodeId::from_number(crate::intern::number_of(self.frame.graph.nodes.len()))
    }

    pub(crate) fn operator(&self, name: &str) -> Option<ScalarOp> {
        self.operators.get(name)
    }

    pub(crate) fn argument(&mut self, argument: NodeId) {
        self.arguments.push(argument);
    }

    pub(crate) fn list(&mut self, list: Vec<Extent>) -> ListId {
        self.frame.list(list)
    }

    pub(crate) fn input(&mut self, position: u32, input: Input) {
        self.inputs.push((position, input));
    }

    /// Reads the elements of a constant of type `ty`.
    pub(crate) fn constant(&mut self, line: &mut Cursor<'_>, ty: TypeId) -> Result<ConstantId> {
        let ValueType::Tensor(ty) = self.frame.types.get(ty.number()) else {
            return Err(line.error("a constant cannot be a tuple"));
        };
        let constant: Constant = read_constant(line, ty)?;
        Ok(self.frame.constant(constant))
    }

    /// Reads a reference to a function: `f3`.
    pub(crate) fn function(&mut self, line: &mut Cursor<'_>) -> Result<FunctionId> {
        let function = function_of(line, self.functions)?;
        Ok(self.frame.function(&function))
    }

    /// Reads a reference to a declared function of the host: `e3`.
    pub(crate) fn host_function(&mut self, line: &mut Cursor<'_>) -> Result<ExternalId> {
        let before = *line;
        let number = reference(line, 'e', "a function of the host such as `e0`")?;
        let found = self.externals.get(number).copied();
        found.ok_or_else(|| before.error(format!("`e{number}` is not declared above")))
    }
}

/// Reads a reference to a function that a section further below defines.
pub(crate) fn function_of(
    line: &mut Cursor<'_>,
    functions: &mut Functions,
) -> Result<Arc<Function>> {
    let before = *line;
    let number = reference(line, 'f', "a function such as `f0`")?;
    match functions.get_mut(number) {
        Some(Some((function, used))) => {
            *used = true;
            Ok(Arc::clone(function))
        }
        _ => Err(before.error(format!("no section below this one defines `f{number}`"))),
    }
}

/// The number of a reference that starts with this letter.
fn reference(line: &mut Cursor<'_>, letter: char, what: &str) -> Result<usize> {
    let mut ahead = *line;
    let number = ahead.word().and_then(|word| word.strip_prefix(letter));
    match number.and_then(|number| number.parse().ok()) {
        Some(number) => {
            *line = ahead;
            Ok(number)
        }
        None => Err(line.expected(what)),
    }
}
