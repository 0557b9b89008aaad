//! Reading the lines of one section into a graph.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::operators::Operators;
use super::{Cursor, Functions};
use crate::builder::Frame;
use crate::error::Result;
use crate::graph::{
    Constant, Effect, EffectKind, External, ExternalId, ExternalKind, Function, FunctionId, Graph,
    Input, ListId, NodeId, Output, Role, Site, TypeId,
};
use crate::ops::{Op, ScalarOp};
use crate::text::name;
use crate::text::node::{NodeReader, read_arguments};
use crate::text::value::{read_constant, read_type, read_types};
use crate::types::ValueType;

/// The graph of a section under construction.
pub(in crate::text) struct Reader<'a> {
    frame: Frame,
    /// Inputs with the positions that their nodes claim.
    inputs: Vec<(u32, Input)>,
    /// Declared functions of the host, by number.
    externals: Vec<ExternalId>,
    /// The arguments of the node that is being read.
    arguments: Vec<NodeId>,
    operators: &'a Operators,
    functions: &'a mut Functions,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
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

    /// Adds the item of one line.
    pub(super) fn read_line(&mut self, mut line: Cursor<'_>) -> Result<()> {
        if line.is_blank() {
            return Ok(());
        }
        if line.peek() == Some(b'%') {
            return self.node(&mut line);
        }
        let mut ahead = line;
        match ahead.word() {
            Some("sites") => {
                self.frame.graph.sites = name::read(&mut ahead, "whose the sites are")?;
            }
            Some("attribute") => self.attribute(&mut ahead)?,
            Some("external") => self.external(&mut ahead)?,
            Some("effect") => self.effect(&mut ahead)?,
            Some("output") => self.output(&mut ahead)?,
            _ => {
                return Err(line.expected(
                    "a node such as `%0: ..`, `attribute`, `external`, `effect` or `output`",
                ));
            }
        }
        ahead.end()
    }

    /// The graph of all lines, not yet verified.
    pub(super) fn finish(mut self) -> Result<Graph> {
        self.inputs.sort_by_key(|&(position, _)| position);
        let inputs = self.inputs.into_iter().map(|(_, input)| input);
        self.frame.graph.inputs = inputs.collect();
        self.frame.finish()
    }

    /// The number of the next node.
    pub(in crate::text) fn next(&self) -> NodeId {
        NodeId::from_number(crate::intern::number_of(self.frame.graph.nodes.len()))
    }

    pub(in crate::text) fn operator(&self, name: &str) -> Option<ScalarOp> {
        self.operators.get(name)
    }

    pub(in crate::text) fn argument(&mut self, argument: NodeId) {
        self.arguments.push(argument);
    }

    pub(in crate::text) fn list(&mut self, list: Vec<i64>) -> ListId {
        self.frame.list(list)
    }

    pub(in crate::text) fn input(&mut self, position: u32, input: Input) {
        self.inputs.push((position, input));
    }

    /// Reads the elements of a constant of type `ty`.
    pub(in crate::text) fn constant(
        &mut self,
        line: &mut Cursor<'_>,
        ty: TypeId,
    ) -> Result<crate::graph::ConstantId> {
        let ValueType::Tensor(ty) = self.frame.types.get(ty.number()) else {
            return Err(line.error("a constant cannot be a tuple"));
        };
        let constant: Constant = read_constant(line, ty)?;
        Ok(self.frame.constant(constant))
    }

    /// Reads a reference to a function: `f3`.
    pub(in crate::text) fn function(&mut self, line: &mut Cursor<'_>) -> Result<FunctionId> {
        let function = function(line, self.functions)?;
        Ok(self.frame.function(&function))
    }

    /// Reads a reference to a declared function of the host: `e3`.
    pub(in crate::text) fn host_function(&mut self, line: &mut Cursor<'_>) -> Result<ExternalId> {
        let before = *line;
        let number = reference(line, 'e', "a function of the host such as `e0`")?;
        let found = self.externals.get(number).copied();
        found.ok_or_else(|| before.error(format!("`e{number}` is not declared above")))
    }

    fn node(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let before = *line;
        let next = self.next();
        if line.node()? != next {
            return Err(before.error(format!("the next value is `{next}`")));
        }
        line.expect(b':')?;
        let ty = if line.peek() == Some(b'(') {
            self.frame.types.tuple(&read_types(line)?)
        } else {
            let ty = read_type(line)?;
            self.frame.types.intern(ValueType::Tensor(ty))
        };
        line.expect(b'=')?;
        self.arguments.clear();
        let op = self.operator_of(line, ty)?;
        if line.keyword("as") {
            let own = name::read(line, "the name of a value")?;
            self.frame.graph.names.insert(next, own);
        }
        let site = site(line)?;
        line.end()?;
        self.frame.append(op, ty, &self.arguments, site);
        Ok(())
    }

    /// Reads the text after the `=` of a node of type `ty`: operator, attributes and arguments.
    fn operator_of(&mut self, line: &mut Cursor<'_>, ty: TypeId) -> Result<Op> {
        let before = *line;
        let Some(word) = line.word() else {
            return Err(line.expected("an operator"));
        };
        let mut text = NodeReader {
            reader: self,
            line,
            ty,
        };
        let op = Op::parse(word, &mut text)?;
        op.ok_or_else(|| before.expected("an operator"))
    }

    fn attribute(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let key = name::read(line, "a key")?;
        let value = name::read_quoted(line, "a value in quotes")?;
        self.frame.graph.attributes.insert(key, value);
        Ok(())
    }

    fn external(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let next = self.externals.len();
        line.expect_keyword(&format!("e{next}"))?;
        let kind = external_kind(line)?;
        let role = role(line)?;
        let name = name::read(line, "the name of a function of the host")?;
        let arguments = read_types(line)?;
        line.expect(b'-')?;
        line.expect(b'>')?;
        let results = read_types(line)?;
        let external = self.frame.external(External {
            name,
            kind,
            role,
            arguments,
            results,
        });
        self.externals.push(external);
        Ok(())
    }

    fn effect(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let mut ahead = *line;
        let kind = match ahead.word() {
            Some("print") => EffectKind::Print {
                before: name::read_quoted(&mut ahead, "the text before the value in quotes")?,
                after: name::read_quoted(&mut ahead, "the text after the value in quotes")?,
            },
            Some("compare") => {
                let before = ahead;
                let op = ahead.word().and_then(|name| self.operator(name));
                EffectKind::Compare(op.ok_or_else(|| before.expected("a comparison"))?)
            }
            Some("control") => EffectKind::ControlDependency,
            _ => return Err(line.expected("`print`, `compare` or `control`")),
        };
        self.arguments.clear();
        read_arguments(self, &mut ahead)?;
        let site = site(&mut ahead)?;
        *line = ahead;
        self.frame.graph.effects.push(Effect {
            kind,
            arguments: self.arguments.clone(),
            site,
            position: self.next().index(),
        });
        Ok(())
    }

    fn output(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let node = line.node()?;
        let name = name::read_optional(line)?;
        self.frame.graph.outputs.push(Output { node, name });
        Ok(())
    }
}

/// Reads a reference to a function that a section further below defines.
pub(super) fn function(line: &mut Cursor<'_>, functions: &mut Functions) -> Result<Arc<Function>> {
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

fn site(line: &mut Cursor<'_>) -> Result<Site> {
    if line.eat(b'@') {
        line.number("the number of a site").map(Site)
    } else {
        Ok(Site::default())
    }
}

fn external_kind(line: &mut Cursor<'_>) -> Result<ExternalKind> {
    if line.keyword("smooth") {
        Ok(ExternalKind::Smooth)
    } else if line.keyword("opaque") {
        Ok(ExternalKind::Opaque)
    } else if line.keyword("discrete") {
        Ok(ExternalKind::Discrete)
    } else if line.keyword("numbered") {
        let call = line.number("the number of a call")?;
        Ok(ExternalKind::Numbered { call })
    } else {
        Err(line.expected("`smooth`, `opaque`, `discrete` or `numbered`"))
    }
}

fn role(line: &mut Cursor<'_>) -> Result<Role> {
    if line.keyword("value") {
        Ok(Role::Value)
    } else if line.keyword("tangent") {
        Ok(Role::Tangent)
    } else if line.keyword("adjoint") {
        Ok(Role::Adjoint)
    } else {
        Err(line.expected("`value`, `tangent` or `adjoint`"))
    }
}
